"""A server somewhere on the internet, as far as the site can tell: TLS, on this machine.

`FarSide` answers every request with what `reply` says and keeps what it got. Its certificate is
signed by an authority that only the tests trust, and is good for the names given.
"""

from __future__ import annotations

import datetime as dt
import ipaddress
import socket
import ssl
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from ops import outward, vetting

PUBLIC = "93.184.215.14"  # what names resolve to unless a test says otherwise
OK = b"HTTP/1.1 204 No Content\r\n\r\n"

Reply = Callable[[ssl.SSLSocket], None]


@dataclass(frozen=True)
class Request:
    head: str
    body: bytes

    @property
    def line(self) -> str:
        return self.head.split("\r\n", 1)[0]

    @property
    def headers(self) -> dict[str, str]:
        rows = (row.partition(": ") for row in self.head.split("\r\n")[1:])
        return {name.lower(): value for name, _, value in rows}


@dataclass
class FarSide:
    port: int
    requests: list[Request] = field(default_factory=list)
    names: list[str | None] = field(default_factory=list)  # asked for by SNI
    connections: int = 0
    closed: threading.Event = field(default_factory=threading.Event)
    reply: Reply = lambda link: link.sendall(OK)


def answering(status: int, body: bytes = b"", *headers: str) -> Reply:
    head = [f"HTTP/1.1 {status} Said", f"Content-Length: {len(body)}", *headers]
    return lambda link: link.sendall("\r\n".join(head).encode() + b"\r\n\r\n" + body)


def _key() -> ec.EllipticCurvePrivateKey:
    return ec.generate_private_key(ec.SECP256R1())


def _certificate(
    subject: str, key: ec.EllipticCurvePrivateKey, issuer: str, signer: ec.EllipticCurvePrivateKey,
    names: tuple[str, ...] = (),
) -> x509.Certificate:  # fmt: skip
    now = dt.datetime.now(dt.UTC)
    draft = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, subject)]))
        .issuer_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, issuer)]))
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.BasicConstraints(ca=not names, path_length=None), critical=True)
    )
    if names:
        known: list[x509.GeneralName] = [x509.DNSName(name) for name in names]
        draft = draft.add_extension(
            x509.SubjectAlternativeName([*known, x509.IPAddress(ipaddress.ip_address(PUBLIC))]),
            critical=False,
        )
    return draft.sign(signer, hashes.SHA256())


@cache
def _authority() -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
    key = _key()
    return key, _certificate("Test authority", key, "Test authority", key)


def trusting() -> ssl.SSLContext:
    _, certificate = _authority()
    pem = certificate.public_bytes(serialization.Encoding.PEM).decode()
    return ssl.create_default_context(cadata=pem)


def _context(names: tuple[str, ...]) -> ssl.SSLContext:
    signer, _ = _authority()
    key = _key()
    certificate = _certificate(names[0], key, "Test authority", signer, names)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.TemporaryDirectory() as place:
        both = Path(place) / "both.pem"
        both.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM,
                serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption(),
            )
            + certificate.public_bytes(serialization.Encoding.PEM)
        )
        context.load_cert_chain(both)
    return context


@contextmanager
def far_side(
    *names: str, address: str = "127.0.0.1", port: int = 0, silent: bool = False
) -> Iterator[FarSide]:
    """`silent` takes the connection and never says a word, not even of TLS."""
    context = _context(names or ("hooks.nauticus-friends.net",))
    door = socket.create_server((address, port))
    door.settimeout(0.1)
    side = FarSide(door.getsockname()[1])
    context.sni_callback = lambda link, name, old: side.names.append(name)
    done = threading.Event()
    links: list[socket.socket] = []

    def serve(link: socket.socket) -> None:
        link.settimeout(10)
        try:
            if silent:
                done.wait(10)
                return
            with context.wrap_socket(link, server_side=True) as secure:
                side.requests.append(_read(secure))
                side.reply(secure)
        except (OSError, ValueError):
            pass  # the other end hung up
        finally:
            link.close()
            side.closed.set()

    def listen() -> None:
        while not done.is_set():
            try:
                link, _ = door.accept()
            except TimeoutError:
                continue
            except OSError:
                return
            side.connections += 1
            links.append(link)
            threading.Thread(target=serve, args=(link,), daemon=True).start()

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    try:
        yield side
    finally:
        done.set()
        listener.join(2)
        door.close()
        for link in links:
            link.close()


def _read(link: ssl.SSLSocket) -> Request:
    data = b""
    while b"\r\n\r\n" not in data:
        data += _some(link)
    head, _, body = data.partition(b"\r\n\r\n")
    request = Request(head.decode("latin-1"), body)
    length = int(request.headers.get("content-length", "0"))
    while len(body) < length:
        body += _some(link)
    return Request(request.head, body)


def _some(link: ssl.SSLSocket) -> bytes:
    data = link.recv(65536)
    if not data:
        raise ValueError("hung up")
    return data


def reach(
    monkeypatch: pytest.MonkeyPatch, side: FarSide, *addresses: str, port: bool = True
) -> list[str]:
    """Let names resolve to the server of this test; answers the list of names asked for."""
    asked: list[str] = []

    def resolve(host: str) -> list[str]:
        asked.append(host)
        return list(addresses or ("127.0.0.1",))

    monkeypatch.setattr(vetting, "resolve", resolve)
    monkeypatch.setattr(vetting, "callable_address", lambda text: True)
    monkeypatch.setattr(outward, "trusted", trusting)
    if port:
        monkeypatch.setattr(outward, "DOOR", side.port)
    return asked
