"""The one client for addresses that people give us: webhooks and push services.

The name is resolved once, every answer vetted (`ops.vetting`), and the connection goes to what was
vetted: asking again would let the name's owner answer differently. The certificate is still checked
against the name. Nothing is taken from the environment, no redirect is followed, and neither a slow
nor an endless answer holds a worker for longer than `timeout`.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import httpcore
import httpx
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ops import vetting
from ops.vetting import Refused as Refused
from ops.vetting import Target
from ops.vetting import vet as vet

TOTAL_SECONDS = 12.0
CONNECT_SECONDS = 5.0
STEP_SECONDS = 8.0  # one read or write
BODY_BYTES = 4096  # of an answer: enough for a message of error
HEADER_BYTES = 65536
CONNECT_TRIES = 3  # addresses of one name
DOOR = vetting.PORT  # where connections go; tests have no right to listen there
KEPT_HEADERS = ("content-type", "retry-after")


TROUBLES: dict[str, Promise] = {
    "slow": _("The server didn’t answer in time."),
    "certificate": _("The server’s certificate isn’t valid for this address."),
    "insecure": _("Couldn’t make a secure connection."),
    "connection": _("Can’t reach the server."),
    "answer": _("The server sent an invalid response."),
}


class Unreachable(Exception):
    """No answer that makes sense. Its text is a word of `TROUBLES`, and no part of the address."""


class TooSlow(Unreachable):
    """The time was up before the answer began."""


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""  # the beginning
    cut: bool = False  # there was more, or it came too slowly

    @property
    def ok(self) -> bool:
        return 200 <= self.status < 300


def post(
    url: str, *, body: bytes, headers: Mapping[str, str], timeout: float = TOTAL_SECONDS
) -> Answer:
    """Send `body` to a vetted address. Raises `Refused` or `Unreachable`."""
    end = time.monotonic() + timeout
    target = vet(url)
    limits = httpx.Timeout(STEP_SECONDS, connect=CONNECT_SECONDS)
    transport = Pinned(target, end)
    try:
        with (
            httpx.Client(
                transport=transport, trust_env=False, follow_redirects=False, timeout=limits
            ) as client,
            client.stream(
                "POST",
                target.url,
                content=body,
                headers={
                    "User-Agent": "Nauticus",
                    **headers,
                    "Accept-Encoding": "identity",  # a small answer can't grow when unpacked
                    "Connection": "close",
                },
            ) as response,
        ):
            return _read(response)
    except (httpcore.TimeoutException, httpx.TimeoutException):
        raise TooSlow("slow") from None
    except (httpcore.NetworkError, httpx.NetworkError) as error:
        raise Unreachable(_cause(error)) from None
    except (httpcore.ProtocolError, httpx.HTTPError, httpx.InvalidURL, ValueError):
        raise Unreachable("answer") from None


def in_words(status: str) -> str:
    """A status that was kept, for people: the word of a refusal or of trouble, or as it is."""
    known = {**vetting.SENTENCES, **TROUBLES}
    return str(known.get(status, status))


def _read(response: httpx.Response) -> Answer:
    """The beginning of the answer; the rest is left unread and the connection closed."""
    got, cut = bytearray(), False
    try:
        for chunk in response.iter_raw():
            got += chunk
            if len(got) > BODY_BYTES:
                cut = True
                break
    except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError):
        cut = True  # the status was said, and that's what counts
    kept = {name: response.headers[name] for name in KEPT_HEADERS if name in response.headers}
    return Answer(response.status_code, kept, bytes(got[:BODY_BYTES]), cut)


def _cause(error: Exception) -> str:
    """Why it failed, as a word: the messages of the libraries may name the address."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return "certificate"
        if isinstance(cause, ssl.SSLError):
            return "insecure"
        cause = cause.__cause__ or cause.__context__
    return "connection"


@lru_cache(maxsize=1)
def trusted() -> ssl.SSLContext:
    """The usual authorities, never those of the environment."""
    context = httpx.create_ssl_context(trust_env=False)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


class Pinned(httpx.BaseTransport):
    """Talks to one vetted target, and to nothing else."""

    def __init__(self, target: Target, end: float) -> None:
        self.pool = httpcore.ConnectionPool(
            ssl_context=trusted(),
            max_connections=1,
            max_keepalive_connections=0,
            http1=True,
            http2=False,
            network_backend=PinnedBackend(target, end),
        )

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        assert isinstance(request.stream, httpx.SyncByteStream)
        answer = self.pool.handle_request(
            httpcore.Request(
                method=request.method,
                url=httpcore.URL(
                    scheme=request.url.raw_scheme,
                    host=request.url.raw_host,
                    port=request.url.port,
                    target=request.url.raw_path,
                ),
                headers=request.headers.raw,
                content=request.stream,
                extensions=request.extensions,
            )
        )
        return httpx.Response(
            status_code=answer.status, headers=answer.headers, stream=Body(answer.stream)
        )

    def close(self) -> None:
        self.pool.close()


class Body(httpx.SyncByteStream):
    def __init__(self, parts: Any) -> None:
        self.parts = parts

    def __iter__(self) -> Iterator[bytes]:
        yield from self.parts

    def close(self) -> None:
        self.parts.close()


class PinnedBackend(httpcore.NetworkBackend):
    """Connects to the vetted addresses, whatever name it is asked for, and never asks for one."""

    def __init__(self, target: Target, end: float) -> None:
        self.target, self.end = target, end

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        if host != self.target.host or port != vetting.PORT:  # parsers disagreed about the address
            raise httpcore.ConnectError("another host than the vetted one")
        trouble: Exception = httpcore.ConnectError("no address")
        for address in self.target.addresses[:CONNECT_TRIES]:
            try:
                stream = httpcore.SyncBackend().connect_tcp(
                    address, DOOR, _left(self.end, timeout), local_address, socket_options
                )
                return Limited(stream, self.end)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                trouble = error
        raise trouble


class Limited(httpcore.NetworkStream):
    """A connection with an end: by the clock and by the number of bytes read."""

    def __init__(self, stream: httpcore.NetworkStream, end: float) -> None:
        self.stream, self.end = stream, end
        self.bytes_left = HEADER_BYTES + BODY_BYTES

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        if self.bytes_left <= 0:
            raise httpcore.ReadError("too much")
        size = min(max_bytes, self.bytes_left)
        data = self.stream.read(size, _left(self.end, timeout))
        self.bytes_left -= len(data)
        return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self.stream.write(buffer, _left(self.end, timeout))

    def close(self) -> None:
        self.stream.close()

    def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore.NetworkStream:
        stream = self.stream.start_tls(ssl_context, server_hostname, _left(self.end, timeout))
        return Limited(stream, self.end)

    def get_extra_info(self, info: str) -> Any:
        return self.stream.get_extra_info(info)


def _left(end: float, timeout: float | None) -> float:
    """How long this step may take: its own limit, or what is left of the whole."""
    left = end - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout("the time is up")
    return left if timeout is None else min(left, timeout)
