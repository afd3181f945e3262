"""A browser without a screen and without scripts: cookies, redirects, forms. Nothing else."""

from __future__ import annotations

import http.client
import ssl
import threading
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlencode, urljoin, urlsplit

from tools.soak.pages import Button, Form, Page

TIMEOUT = 45  # longer than the proxy waits for the site
REDIRECTS = 6


class Away(Exception):
    """No answer, or one of the proxy's "try again": a process is down just now."""


class Broken(Exception):
    """The site itself answered with a 5xx."""


class TooFast(Exception):
    """429: one must wait a little."""


@dataclass(frozen=True)
class Door:
    """Where the site is reached. With a proxy in front: by TLS, under the site's name."""

    host: str
    port: int
    tls: bool

    def connection(self, source: str) -> http.client.HTTPConnection:
        if not self.tls:
            return http.client.HTTPConnection(
                "127.0.0.1", self.port, timeout=TIMEOUT, source_address=(source, 0)
            )
        return _Tls(self.host, self.port, source)


class _Tls(http.client.HTTPSConnection):
    """TLS to this machine, with the name of the site as a browser would say it."""

    def __init__(self, host: str, port: int, source: str) -> None:
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # made for this run
        super().__init__("127.0.0.1", port, timeout=TIMEOUT, context=context)
        self.site, self.from_address, self.context = host, source, context

    def connect(self) -> None:
        import socket

        plain = socket.create_connection(
            ("127.0.0.1", self.port), TIMEOUT, source_address=(self.from_address, 0)
        )
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.sock = self.context.wrap_socket(plain, server_hostname=self.site)


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes
    url: str

    @cached_property
    def page(self) -> Page:
        return Page(self.body.decode(), self.url)


@dataclass
class Tally:
    """What all browsers met, counted together; what must be looked at is kept as files."""

    folder: Path
    counts: Counter[str] = field(default_factory=Counter)
    troubles: list[dict[str, Any]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    longest: dict[str, float] = field(default_factory=dict)

    def count(self, what: str, n: int = 1) -> None:
        with self.lock:
            self.counts[what] += n

    def stretch(self, what: str, seconds: float) -> None:
        with self.lock:
            self.longest[what] = max(self.longest.get(what, 0.0), seconds)

    def trouble(self, kind: str, body: bytes | str = b"", **facts: object) -> None:
        """Something that must not be: count it, and keep what was seen."""
        at = time.time()
        with self.lock:
            self.counts[kind] += 1
            name = f"{kind}-{self.counts[kind]}.html"
            clock = time.strftime("%H:%M:%S", time.gmtime(at)) + f".{int(at % 1 * 1000):03}"
            self.troubles.append({"kind": kind, "time": clock, "at": at, "kept": name, **facts})
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_bytes(body.encode() if isinstance(body, str) else body)


class Browser:
    """One person's. Its address on the loopback network is the person's own, as at home."""

    def __init__(self, door: Door, source: str, tally: Tally) -> None:
        self.door, self.source, self.tally = door, source, tally
        self.cookies: dict[str, str] = {}
        self._line: http.client.HTTPConnection | None = None
        scheme = "https" if door.tls else "http"
        self.base = f"{scheme}://{door.host}"

    def get(self, path: str) -> Answer:
        return self._follow("GET", urljoin(self.base, path), b"")

    def press(self, form: Form, button: Button | None = None, /, **said: str) -> Answer:
        """Send a form, by one of its buttons (the first if none is named)."""
        return self._follow(*self.order(form, button, said))

    def order(
        self, form: Form, button: Button | None, said: dict[str, str]
    ) -> tuple[str, str, bytes]:
        button = button or (form.buttons[0] if form.buttons else Button(form.action))
        fields = form.filled(said)
        if button.name:
            fields.append((button.name, button.value))
        if form.method == "post":
            return "POST", button.action, urlencode(fields).encode()
        return "GET", f"{button.action.partition('?')[0]}?{urlencode(fields)}", b""

    def send(self, method: str, url: str, body: bytes) -> Answer:
        """One request and its answer, redirects not followed."""
        parts = urlsplit(url)
        if parts.hostname != self.door.host:
            raise ValueError(f"a link leads away from the site: {url}")
        target = parts.path + (f"?{parts.query}" if parts.query else "")
        began = time.monotonic()
        try:
            answer = self._ask(method, target, body, url)
        except (OSError, http.client.HTTPException) as error:
            self.close()
            self.tally.count("no_answer")
            raise Away(type(error).__name__) from error
        self.tally.count("requests")
        self.tally.stretch("answer", time.monotonic() - began)
        self._judge(answer, method, parts.path)
        return answer

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None

    def _follow(self, method: str, url: str, body: bytes) -> Answer:
        for _ in range(REDIRECTS):
            answer = self.send(method, url, body)
            if answer.status not in (301, 302, 303, 307, 308):
                return answer
            url = urljoin(url, answer.headers["location"])
            if answer.status not in (307, 308):
                method, body = "GET", b""
        raise Broken(f"redirected more than {REDIRECTS} times: {url}")

    def _ask(self, method: str, target: str, body: bytes, url: str) -> Answer:
        """On the open line if there is one. Only what may be asked twice is asked twice."""
        if self._line is not None and method == "GET":
            try:
                return self._exchange(method, target, body, url)
            except (OSError, http.client.HTTPException):
                self.close()  # the other side had hung up
        elif self._line is not None and not _alive(self._line):
            self.close()
        return self._exchange(method, target, body, url)

    def _exchange(self, method: str, target: str, body: bytes, url: str) -> Answer:
        if self._line is None:
            self._line = self.door.connection(self.source)
        headers = {
            "Host": self.door.host,
            "Accept": "text/html,application/xhtml+xml,*/*;q=0.8",
            "Accept-Language": "en",
            "User-Agent": "Mozilla/5.0 (soak; no scripts)",
            "Referer": self.base + "/",
        }
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        if method == "POST":
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            headers["Origin"] = self.base
        if not self.door.tls:  # nobody in front: say what the proxy would
            headers |= {"X-Forwarded-Proto": "https", "X-Forwarded-For": self.source}
            headers["Origin"] = headers["Referer"] = f"https://{self.door.host}"
        self._line.request(method, target, body or None, headers)
        response = self._line.getresponse()
        data = response.read()
        self._keep_cookies(response.headers.get_all("Set-Cookie") or ())
        found = {key.lower(): value for key, value in response.headers.items()}
        if found.get("connection", "").lower() == "close":
            self.close()
        return Answer(response.status, found, data, url)

    def _keep_cookies(self, lines: Iterable[str]) -> None:
        for line in lines:
            for name, morsel in SimpleCookie(line).items():
                if morsel["max-age"] == "0" or not morsel.value:
                    self.cookies.pop(name, None)
                else:
                    self.cookies[name] = morsel.coded_value

    def _judge(self, answer: Answer, method: str, path: str) -> None:
        """The site writes an id on every answer of its own; the proxy's have none."""
        status, number = answer.status, answer.headers.get("x-request-id", "")
        if status in (502, 503, 504) and not number:
            self.tally.count(f"proxy_{status}")
            raise Away(str(status))
        if status >= 500:
            self.tally.trouble(
                "site_5xx", answer.body, status=status, method=method, path=path, request=number
            )
            raise Broken(f"{status} {method} {path}")
        if status == 429:
            self.tally.count("too_fast")
            raise TooFast(path)
        if status >= 400:
            self.tally.count(f"status_{status}")


def _alive(line: http.client.HTTPConnection) -> bool:
    """Has the other side hung up meanwhile? Asked before a form is sent, as browsers do."""
    import select

    if line.sock is None:
        return False
    return not select.select([line.sock], [], [], 0)[0]
