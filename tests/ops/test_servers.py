"""What daphne says before the site is asked: with our headers, and no traceback in its log."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ops.headers import POLICY, standard
from tests.daphne import Daphne
from tools.soak.hostile.wire import Answer, Frames, Line, handshake

HEADERS = [name.lower() for name in (*standard(), POLICY)]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Daphne]:
    """Nothing asked here gets as far as the database."""
    server = Daphne(tmp_path_factory.mktemp("daphne") / "log").start()
    yield server
    server.stop()


def ask(site: Daphne, first: bytes, *lines: bytes) -> Answer:
    host = () if any(line.startswith(b"Host") for line in lines) else (b"Host: 127.0.0.1",)
    line = Line(site.port)
    try:
        return line.ask(b"\r\n".join([first, *host, *lines, b"", b""]), "GET")
    finally:
        line.close()


def refused(site: Daphne, answer: Answer, status: int = 400) -> None:
    assert answer.status == status
    assert [name for name in HEADERS if name not in answer.headers] == []
    assert "Traceback" not in site.log.read_text()


@pytest.mark.parametrize(
    ("first", "line"),
    [
        (b"GET /\xff HTTP/1.1", b"X: 1"),
        (b"GET /?\xff HTTP/1.1", b"X: 1"),
        (b"GE\xffT / HTTP/1.1", b"X: 1"),
        (b"nonsense", b"X: 1"),
        (b"GET /?" + b"x" * 20_000 + b" HTTP/1.1", b"X: 1"),
        (b"GET / HTTP/1.1", b"Content-Length: lots"),
        (b"GET / HTTP/1.1", b"X-Odd: a\x00b"),
        (b"GET / HTTP/1.1", b"no colon"),
        (b"GET / HTTP/1.1", b"Host: evil.example"),
        (b"GET / HTTP/1.1", b"Content-Type: text/plain; a*=bogus''%41"),
        (b"GET /?" + b"a=%ff&" * 500 + b" HTTP/1.1", b"Content-Type: text/plain; charset=rot13"),
        (b"GET /%00 HTTP/1.1", b"X: 1"),
    ],
)
def test_what_is_no_request_is_refused_plainly(site: Daphne, first: bytes, line: bytes) -> None:
    refused(site, ask(site, first, line))


def test_nobody_tells_the_site_where_it_lives(site: Daphne) -> None:
    for root in (b"/evil", b"\xff"):
        answer = ask(site, b"GET /healthz HTTP/1.1", b"Daphne-Root-Path: " + root)
        assert answer.status == 200
    assert "Traceback" not in site.log.read_text()


@pytest.mark.parametrize(
    ("name", "value", "status"),
    [
        (b"Origin", b"https://evil.example", 403),
        (b"Origin", b"http://[::1", 400),
        (b"Origin", b"http://127.0.0.1:99999999", 400),
        (b"Cookie", b'sessionid="' + b"\\000" * 32 + b'"', 403),
        (b"Sec-WebSocket-Protocol", b"\xff", 400),
        (b"Sec-WebSocket-Key", b"short", 400),
        (b"Sec-WebSocket-Version", b"x", 400),
    ],
)
def test_a_refused_handshake_is_an_answer_like_any_other(
    site: Daphne, name: bytes, value: bytes, status: int
) -> None:
    lines = handshake(f"127.0.0.1:{site.port}", b"")
    lines = [pair for pair in lines if pair[0] != name] + [(name, value)]

    found = Frames(site.port, "/ws/nowhere/", lines)

    refused(site, found.answer, status)
    found.close()


def test_files_and_health_carry_the_headers_too(site: Daphne) -> None:
    for path in (b"/healthz", b"/static/css/tokens.css", b"/static/nowhere.css", b"/robots.txt"):
        answer = ask(site, b"GET " + path + b" HTTP/1.1")
        assert [name for name in HEADERS if name not in answer.headers] == [], path
