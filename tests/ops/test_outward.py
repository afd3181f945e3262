"""The one client for addresses that people give: pinned, bounded, and led nowhere else."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Iterator

import pytest

from ops import outward, vetting
from ops.outward import Refused, TooSlow, Unreachable, post
from tests.far_side import FarSide, answering, far_side, reach

NAME = "hooks.nauticus-friends.net"
HOOK = f"https://{NAME}/in/s3cret-t0ken?x=1"


@pytest.fixture
def side() -> Iterator[FarSide]:
    with far_side() as found:
        yield found


def send(url: str = HOOK, timeout: float = 5) -> outward.Answer:
    return post(url, body=b"ahoy", headers={"X-Ours": "1"}, timeout=timeout)


def test_it_posts_to_the_vetted_address_under_the_right_name(
    side: FarSide, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = reach(monkeypatch, side)

    answer = send()

    assert (answer.status, answer.ok, answer.cut) == (204, True, False)
    (request,) = side.requests
    assert request.line == "POST /in/s3cret-t0ken?x=1 HTTP/1.1"
    assert request.body == b"ahoy"
    assert request.headers["host"] == NAME
    assert request.headers["x-ours"] == "1"
    assert request.headers["accept-encoding"] == "identity"
    assert side.names == [NAME]
    assert asked == [NAME]


def test_an_international_name_is_spelled_as_dns_does(monkeypatch: pytest.MonkeyPatch) -> None:
    with far_side("xn--bcher-kva.net") as side:
        reach(monkeypatch, side)

        assert send("https://Bücher.net./x").ok
        assert side.names == ["xn--bcher-kva.net"]


def test_the_certificate_must_be_for_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    with far_side("somebody-else.net") as side:
        reach(monkeypatch, side)

        with pytest.raises(Unreachable, match="certificate"):
            send()

        assert side.requests == []


def test_the_certificate_must_be_trusted(side: FarSide, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = outward.trusted
    reach(monkeypatch, side)
    monkeypatch.setattr(outward, "trusted", usual)

    with pytest.raises(Unreachable, match="certificate"):
        send()

    assert side.requests == []


def test_the_usual_authorities_are_asked_about_the_name() -> None:
    context = outward.trusted()

    assert context.check_hostname
    assert context.verify_mode == ssl.CERT_REQUIRED


def test_a_name_is_resolved_once_and_the_connection_pinned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The owner of the name answers differently the second time. Nobody asks again."""
    with far_side() as first, far_side(address="127.0.0.2", port=first.port) as second:
        reach(monkeypatch, first)
        replies = iter([["127.0.0.1"], ["127.0.0.2"]])
        monkeypatch.setattr(vetting, "resolve", lambda host: next(replies))
        plain = socket.getaddrinfo

        def no_names(host: str, *args: object, **options: object) -> object:
            assert host == "127.0.0.1", "a name was resolved behind the vetting"
            return plain(host, *args, **options)  # type: ignore[arg-type]

        monkeypatch.setattr(socket, "getaddrinfo", no_names)

        assert send().ok

        assert (first.connections, second.connections) == (1, 0)
        assert next(replies) == ["127.0.0.2"]


def test_an_address_that_doesnt_answer_leaves_the_next_one(
    side: FarSide, monkeypatch: pytest.MonkeyPatch
) -> None:
    reach(monkeypatch, side, "127.0.0.3", "127.0.0.1")

    assert send().ok


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "0.0.0.0", "10.0.0.1", "100.64.0.1", "169.254.169.254", "::1", "fc00::1",
     "::ffff:127.0.0.1"],
)  # fmt: skip
def test_a_name_that_resolves_inside_is_never_connected_to(
    side: FarSide, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    true_vetting = vetting.callable_address
    reach(monkeypatch, side, "93.184.215.14", address)
    monkeypatch.setattr(vetting, "callable_address", true_vetting)
    monkeypatch.setattr(socket, "create_connection", lambda *a, **k: pytest.fail("connected"))

    with pytest.raises(Refused) as refused:
        send()

    assert refused.value.code == "private"
    assert side.connections == 0


@pytest.mark.parametrize(
    "url",
    ["https://127.0.0.1/", "http://hooks.nauticus-friends.net/", "https://x@hooks.net/",
     "https://hooks.nauticus-friends.net:8443/", "https://[::1]/"],
)  # fmt: skip
def test_a_refused_address_isnt_resolved(
    side: FarSide, monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    asked = reach(monkeypatch, side)

    with pytest.raises(Refused):
        send(url)

    assert asked == []
    assert side.connections == 0


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_is_an_answer_and_not_followed(
    side: FarSide, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    asked = reach(monkeypatch, side)
    side.reply = answering(status, b"", "Location: https://169.254.169.254/latest/")

    answer = send()

    assert (answer.status, answer.ok) == (status, False)
    assert "location" not in answer.headers
    assert asked == [NAME]
    assert side.connections == 1


def test_the_environments_proxy_is_passed_by(
    side: FarSide, monkeypatch: pytest.MonkeyPatch
) -> None:
    reach(monkeypatch, side)
    with far_side() as proxy:
        for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        monkeypatch.setenv("SSL_CERT_FILE", "/nowhere")

        assert send().ok
        assert proxy.connections == 0


def test_it_keeps_the_beginning_of_an_answer(
    side: FarSide, monkeypatch: pytest.MonkeyPatch
) -> None:
    reach(monkeypatch, side)
    side.reply = answering(
        429, b"slow down", "Retry-After: 30", "Content-Type: text/plain", "Set-Cookie: a=b"
    )

    answer = send()

    assert answer.status == 429
    assert answer.body == b"slow down"
    assert answer.headers == {"retry-after": "30", "content-type": "text/plain"}


def test_a_huge_answer_is_cut(side: FarSide, monkeypatch: pytest.MonkeyPatch) -> None:
    reach(monkeypatch, side)
    side.reply = answering(200, b"x" * 5_000_000)

    answer = send()

    assert answer.cut
    assert answer.body == b"x" * outward.BODY_BYTES
    assert side.closed.wait(5), "the connection stayed open"


def test_an_endless_answer_is_cut(side: FarSide, monkeypatch: pytest.MonkeyPatch) -> None:
    reach(monkeypatch, side)

    def endless(link: ssl.SSLSocket) -> None:
        link.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            link.sendall(b"400\r\n" + b"x" * 1024 + b"\r\n")

    side.reply = endless

    answer = send()

    assert answer.cut
    assert len(answer.body) == outward.BODY_BYTES
    assert side.closed.wait(5)


def test_a_packed_answer_isnt_unpacked(side: FarSide, monkeypatch: pytest.MonkeyPatch) -> None:
    reach(monkeypatch, side)
    side.reply = answering(200, b"\x1f\x8b not unpacked", "Content-Encoding: gzip")

    assert send().body == b"\x1f\x8b not unpacked"


def test_an_answer_that_drips_ends(side: FarSide, monkeypatch: pytest.MonkeyPatch) -> None:
    reach(monkeypatch, side)

    def drip(link: ssl.SSLSocket) -> None:
        link.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        while True:
            link.sendall(b".")
            time.sleep(0.05)

    side.reply = drip
    began = time.monotonic()

    answer = send(timeout=0.6)

    assert time.monotonic() - began < 2
    assert answer.status == 200  # it was said before the dripping began
    assert answer.cut
    assert side.closed.wait(5)


def test_a_header_that_drips_ends(side: FarSide, monkeypatch: pytest.MonkeyPatch) -> None:
    reach(monkeypatch, side)

    def drip(link: ssl.SSLSocket) -> None:
        link.sendall(b"HTTP/1.1 200 OK\r\nX: ")
        while True:
            link.sendall(b".")
            time.sleep(0.05)

    side.reply = drip
    began = time.monotonic()

    with pytest.raises(TooSlow):
        send(timeout=0.6)

    assert time.monotonic() - began < 2


@pytest.mark.parametrize(
    "piece", [b"X: " + b"x" * 65536, b"HTTP/1.1 100 Continue\r\n\r\n" * 100], ids=["one", "many"]
)
def test_endless_headers_end(side: FarSide, monkeypatch: pytest.MonkeyPatch, piece: bytes) -> None:
    reach(monkeypatch, side)

    def endless(link: ssl.SSLSocket) -> None:
        if not piece.startswith(b"HTTP"):
            link.sendall(b"HTTP/1.1 200 OK\r\n")
        while True:
            link.sendall(piece)

    side.reply = endless

    with pytest.raises(Unreachable):
        send()

    assert side.closed.wait(5)


def test_a_server_that_says_nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    with far_side(silent=True) as side:
        reach(monkeypatch, side)
        began = time.monotonic()

        with pytest.raises(TooSlow):
            send(timeout=0.4)

        assert time.monotonic() - began < 2


@pytest.mark.parametrize("rubbish", [b"", b"SSH-2.0-OpenSSH_9\r\n\r\n", b"\x00" * 100])
def test_rubbish_is_no_answer(
    side: FarSide, monkeypatch: pytest.MonkeyPatch, rubbish: bytes
) -> None:
    reach(monkeypatch, side)
    side.reply = lambda link: link.sendall(rubbish)

    with pytest.raises(Unreachable):
        send()


def test_nobody_listening_is_no_answer(side: FarSide, monkeypatch: pytest.MonkeyPatch) -> None:
    reach(monkeypatch, side, "127.0.0.9")

    with pytest.raises(Unreachable) as error:
        send()

    assert "s3cret" not in str(error.value)
    assert NAME not in str(error.value)


def test_a_header_with_a_line_break_is_never_sent(
    side: FarSide, monkeypatch: pytest.MonkeyPatch
) -> None:
    reach(monkeypatch, side)

    with pytest.raises(Unreachable):
        post(HOOK, body=b"", headers={"X-Name": "a\r\nX-Evil: 1"}, timeout=2)

    assert side.requests == []


def test_no_log_line_shows_the_address(
    side: FarSide, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    reach(monkeypatch, side)
    with caplog.at_level("DEBUG"):
        send()

    assert "s3cret" not in caplog.text
    assert NAME not in caplog.text


def test_the_backend_goes_to_no_other_host(side: FarSide, monkeypatch: pytest.MonkeyPatch) -> None:
    reach(monkeypatch, side)
    backend = outward.PinnedBackend(vetting.vet(HOOK), time.monotonic() + 5)

    for host, port in (("other.net", 443), (NAME, 80)):
        with pytest.raises(outward.httpcore.ConnectError):
            backend.connect_tcp(host, port)

    assert side.connections == 0
