"""Which addresses the site calls, and the sentence for each that it doesn't."""

from __future__ import annotations

import socket
import time

import pytest

from ops import vetting
from ops.vetting import SENTENCES, Refused, parse, vet

PUBLIC = "93.184.215.14"


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
    """What the resolver says; every other name is public."""
    book: dict[str, list[str]] = {}
    monkeypatch.setattr(vetting, "resolve", lambda host: book.get(host, [PUBLIC]))
    return book


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://hooks.nauticus.net/x", "scheme"),
        ("ftp://hooks.nauticus.net/x", "scheme"),
        ("//hooks.nauticus.net/x", "scheme"),
        ("file:///etc/passwd", "scheme"),
        ("", "scheme"),
        ("https://hooks.nauticus.net:8443/x", "port"),
        ("https://hooks.nauticus.net:80/x", "port"),
        ("https://hooks.nauticus.net:/x", "port"),
        ("https://hooks.nauticus.net:0443/x", "port"),
        ("https://hooks.nauticus.net:443:80/x", "port"),
        ("https://alice@hooks.nauticus.net/x", "userinfo"),
        ("https://alice:secret@hooks.nauticus.net/x", "userinfo"),
        ("https://hooks.nauticus.net@10.0.0.1/x", "userinfo"),
        ("https://hooks.nauticus.net/x#part", "fragment"),
        ("https://hooks.nauticus.net/x#", "fragment"),
        ("https://127.0.0.1/", "literal"),
        ("https://127.0.0.1./", "literal"),
        ("https://93.184.215.14/", "literal"),
        ("https://2130706433/", "literal"),
        ("https://017700000001/", "literal"),
        ("https://0x7f000001/", "literal"),
        ("https://0x7f.1/", "literal"),
        ("https://127.1/", "literal"),
        ("https://0177.0.0.0x1/", "literal"),
        ("https://１２７.0.0.1/", "literal"),
        ("https://①②⑦。0。0。1/", "literal"),
        ("https://[::1]/", "literal"),
        ("https://[::ffff:127.0.0.1]/", "literal"),
        ("https://[fe80::1%25eth0]/", "literal"),
        ("https://[/", "host"),
        ("https:///x", "host"),
        ("https://?x", "host"),
        ("https://.net/", "host"),
        ("https://hooks..net/", "host"),
        ("https://hooks.net../", "host"),
        ("https://-hooks.net/", "host"),
        ("https://hooks%2enet/", "host"),
        ("https://hooks.net%00.org/", "host"),
        (f"https://{'a' * 64}.net/", "host"),
        (f"https://{'a.' * 130}net/", "host"),
        ("https://localhost/", "private"),
        ("https://LOCALHOST./", "private"),
        ("https://ｌｏｃａｌｈｏｓｔ/", "private"),
        ("https://redis/", "private"),
        ("https://printer.local/", "private"),
        ("https://metadata.google.internal/", "private"),
        ("https://1.0.0.127.in-addr.arpa/", "private"),
        ("https://hooks.net/ x", "characters"),
        ("https://hooks.net/\r\nHost: other", "characters"),
        ("https://hooks.net/\tx", "characters"),
        ("https://hooks.net\\@10.0.0.1/", "characters"),
        ("https://hooks.net/\x00", "characters"),
        ("https://hooks.net/\u202egnp", "characters"),
        ("https://hooks.net/é", "characters"),
        ("https://hooks.net/" + "x" * 2000, "long"),
    ],
)
def test_it_refuses_what_isnt_a_plain_https_address(
    answers: dict[str, list[str]], url: str, code: str
) -> None:
    with pytest.raises(Refused) as refused:
        vet(url)

    assert refused.value.code == code
    assert refused.value.sentence == str(SENTENCES[code])
    assert "hooks" not in str(refused.value)


@pytest.mark.parametrize(
    ("url", "host", "called"),
    [
        ("https://hooks.net", "hooks.net", "https://hooks.net/"),
        ("HTTPS://Hooks.NET:443/A/b?c=D", "hooks.net", "https://hooks.net/A/b?c=D"),
        ("https://hooks.net./x", "hooks.net", "https://hooks.net/x"),
        ("https://my_hooks.nauticus.net/", "my_hooks.nauticus.net", None),
        ("https://bücher.net/x", "xn--bcher-kva.net", "https://xn--bcher-kva.net/x"),
        ("https://hooks.net/x?to=a@b:80/", "hooks.net", None),
        ("https://1.hooks.net/", "1.hooks.net", None),
    ],
)
def test_it_takes_an_address_as_dns_spells_it(url: str, host: str, called: str | None) -> None:
    target = parse(url)

    assert target.host == host
    assert target.url == (called or url)


PRIVATE = [
    "127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.0.1", "100.64.0.1",
    "100.127.255.255", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.168.0.1",
    "192.0.0.8", "192.0.2.1", "192.88.99.1", "198.18.0.1", "198.51.100.1", "203.0.113.1",
    "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
    "::1", "::", "fc00::1", "fd12:3456::1", "fe80::1", "fe80::1%eth0", "fec0::1", "ff02::1",
    "ff0e::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:0:1",
    "::127.0.0.1", "::8.8.8.8", "64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1",
    "2002:7f00:1::", "2002:808:808::1", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:10::1", "2001:20::1", "2001:db8::1", "3fff::1", "100::1", "5f00::1", "4000::1",
    "not an address", "",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_it_refuses_a_name_that_resolves_inside(
    answers: dict[str, list[str]], address: str
) -> None:
    answers["hooks.net"] = [address]

    with pytest.raises(Refused) as refused:
        vet("https://hooks.net/x")

    assert refused.value.code == "private"


@pytest.mark.parametrize(
    "address",
    ["8.8.8.8", "1.1.1.1", "172.15.0.1", "172.32.0.1", "100.63.0.1", "100.128.0.1", "11.0.0.1",
     "2606:4700::1111", "2a00:1450:4001::1", "2001:4860:4860::8888", "::ffff:8.8.8.8"],
)  # fmt: skip
def test_it_calls_public_addresses(answers: dict[str, list[str]], address: str) -> None:
    answers["hooks.net"] = [address]

    assert vet("https://hooks.net/x").addresses == (address,)


@pytest.mark.parametrize("inside", ["10.0.0.1", "::1"])
def test_one_inner_address_among_public_ones_spoils_the_name(
    answers: dict[str, list[str]], inside: str
) -> None:
    answers["hooks.net"] = [PUBLIC, "8.8.8.8", inside]

    with pytest.raises(Refused) as refused:
        vet("https://hooks.net/x")

    assert refused.value.code == "private"


def test_a_name_with_too_many_addresses_is_refused(answers: dict[str, list[str]]) -> None:
    answers["hooks.net"] = [f"8.8.{n}.8" for n in range(51)]

    with pytest.raises(Refused):
        vet("https://hooks.net/x")


def test_a_name_nobody_knows_is_refused(answers: dict[str, list[str]]) -> None:
    answers["hooks.net"] = []

    with pytest.raises(Refused) as refused:
        vet("https://hooks.net/x")

    assert refused.value.code == "unresolved"


def test_the_resolver_gives_every_address_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [(0, 0, 0, "", (ip, 443)) for ip in ("8.8.8.8", "10.0.0.1", "8.8.8.8")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **options: rows)

    assert vetting.resolve("hooks.net") == ["8.8.8.8", "10.0.0.1"]


def test_a_resolver_that_fails_knows_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*args: object, **options: object) -> None:
        raise socket.gaierror("no such name")

    monkeypatch.setattr(socket, "getaddrinfo", fails)

    assert vetting.resolve("hooks.net") == []


def test_a_slow_resolver_isnt_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vetting, "RESOLVE_SECONDS", 0.05)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *args, **options: time.sleep(1) or [])
    began = time.monotonic()

    assert vetting.resolve("hooks.net") == []
    assert time.monotonic() - began < 0.8


def test_every_refusal_has_its_own_sentence() -> None:
    assert len({str(text) for text in SENTENCES.values()}) == len(SENTENCES)
