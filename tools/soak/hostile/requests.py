"""What is said at every address: each request is wrong in at least one way that must be refused.

Reading is harmless, so a GET may say anything. A POST changes things if it is in order; so each has
one of the faults below, or comes from somebody for whom the access table of the tests says that
nothing is written whatever they send.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any
from urllib.parse import quote, quote_from_bytes

from tools.soak.hostile.addresses import Address
from tools.soak.hostile.world import ROLES, World

SECRET = "Sx7wQn2kLr9vTb4mHc6yZp3dFg8jKa5e"  # a cross-site token that fits itself, and no other
FORM = b"application/x-www-form-urlencoded"
READING = ("GET", "HEAD")
METHODS = (*("GET",) * 6, *("POST",) * 6, "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE")
EXTRA = (
    "/static/no.css", "/static/css/tokens.css", "/static/../settings.py", "/static/%2e%2e/x", "//",
    "//evil.example/", "/admin/zz/", "/admin/accounts/user/4444/", "/ws/me/", "/ws/match/x/",
    "/t//", "/.env", "/index.php", "/account/", "/robots.txt/",
)  # fmt: skip
FIELDS = (
    "text", "reason", "at", "move", "confirm", "everything", "standing", "seat", "size", "title",
    "pace", "visibility", "first_player", "take_backs", "who", "nonce", "name", "next",
    "after", "like", "page", "q", "part", "plan", "board", "ply", "login", "password", "email",
    "username", "time_zone", "language", "theme", "answer", "action_add", "code", "credential", "o",
    "_changelist_filters", "to", "read", "player", "start_at", "options", "rounds", "_popup", "p",
    "compose", "call.card", "call.want.0",
)  # fmt: skip
ODD: tuple[bytes, ...] = (
    b"", b"-1", b"0", b"99999999999999999999999999", b"-99999999999999999999", b"1e309", b"NaN",
    b"0x10", b"1.5", "٣".encode(), "²".encode(), b"true", b"null", b"[]", b"{}", b'{"a":1}',
    b"' OR 1=1 --", b"<script>alert(1)</script>", b"%s%n%(x)s", b"{0.__class__}", b"../../etc",
    b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", "⛵".encode() * 40,
    "\u202eevil".encode(), "\ufeff".encode(), b"\r\nX-Evil: 1", b"x" * 5000, b"a:b:c", b"buy:3,1",
    b"pass", b"call", b"choose:" + b"9," * 300, b"\x1b[31m", b"\x7f", b"\\u0000",
    b"javascript:alert(1)", b"//evil.example", b"http://[::1", "İı".encode(), b"2026-13-45",
    b"0001-01-01T00:00",
)  # fmt: skip
KINDS = (
    "nul", "charset", "fields", "csrf", "host", "multipart", "length", "cookie", "type", "header",
)  # fmt: skip


@dataclass
class Sent:
    role: str
    name: str
    kind: str
    method: str
    target: bytes
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytes = b""

    def wire(self) -> bytes:
        head = [self.method.encode() + b" " + self.target + b" HTTP/1.1"]
        head += [name + b": " + value for name, value in self.headers]
        return b"\r\n".join([*head, b"", b""]) + self.body


def quiet_cells() -> set[tuple[str, str, str]]:
    """(address, role, state) where a POST in order writes nothing, by the tests' access table."""
    table = import_module("tests.games.web.test_access")
    found = set()
    for name, methods in table.TABLE.items():
        if "post" not in methods:
            continue
        for state in ("open", "running", "finished"):
            row = table.cells(getattr(methods["post"], state), table.ROLES)
            # At these tables the opener may be the one to move, so what bob may, alice may.
            alike = {"seated": ("seated", "opener"), "opener": ("seated", "opener")}
            for role in ("nobody", "guest", "stranger", "seated", "opener"):
                if not any("!" in row[other] for other in alike.get(role, (role,))):
                    found.add((name, role, state))
    return found


def storm(dice: random.Random, world: World, addresses: list[Address], host: str) -> Iterator[Sent]:
    """Every address for everybody at every table, over and over, each time wrong otherwise."""
    quiet = quiet_cells()
    while True:
        knocks: list[tuple[Address, str, tuple[str, str] | None]] = []
        for address in addresses:
            tables = list(world.tables) if address.of_a_match else [None]
            knocks += [(address, role, table) for role in ROLES for table in tables]
        knocks += [(Address("-", path, ()), role, None) for path in EXTRA for role in ROLES]
        dice.shuffle(knocks)
        for address, role, table in knocks:
            yield _one(dice, world, address, role, table, host, quiet)


def _one(
    dice: random.Random,
    world: World,
    address: Address,
    role: str,
    table: tuple[str, str] | None,
    host: str,
    quiet: set[tuple[str, str, str]],
) -> Sent:
    method = dice.choice(METHODS)
    kind = dice.choice(KINDS)
    harmless = method in READING or method in ("OPTIONS", "TRACE")
    if table is not None and (address.name, role, table[0]) in quiet:
        harmless = True
    if harmless and dice.random() < 0.75:
        kind = "values"
    sent = Sent(role, address.name, kind, method, _target(dice, world, address, table))
    sent.headers = [(b"Host", host.encode()), (b"Cookie", _cookies(world, role))]
    sent.headers += _manner(dice)
    if method not in READING or dice.random() < 0.1:
        _fill(dice, sent, world)
    _spoil(dice, sent)
    return sent


def _target(
    dice: random.Random, world: World, address: Address, table: tuple[str, str] | None
) -> bytes:
    path = quote(address.path, safe="/%").encode()
    for name, value in address.values:
        if name == "code" and table is not None:
            new = world.tables[table].encode() if dice.random() < 0.9 else b"nothere2"
        elif name == "pk" and address.name == "message_report":
            new = str(world.message).encode()
        elif dice.random() < 0.5:
            new = quote_from_bytes(dice.choice(ODD)[:300], safe="").encode() or b"x"
        else:
            continue
        path = path.replace(value.encode(), new, 1)
    if dice.random() < 0.6:
        path += b"?" + _pairs(dice, dice.randint(1, 4))
    return path[:6000]


def _pairs(dice: random.Random, number: int) -> bytes:
    pairs = []
    for _ in range(number):
        name = dice.choice(FIELDS)
        for _ in range(dice.choice((1, 1, 1, 3))):  # the same field several times
            value = dice.choice(ODD)[: 400 if number > 1 else 3000]
            pairs.append(name.encode() + b"=" + quote_from_bytes(value, safe="").encode())
    return b"&".join(pairs)


def _cookies(world: World, role: str) -> bytes:
    own = f"; sessionid={world.sessions[role]}" if role in world.sessions else ""
    return f"csrftoken={SECRET}{own}".encode()


def _manner(dice: random.Random) -> list[tuple[bytes, bytes]]:
    """How it is asked: by a part of a page, for JSON, in no language at all."""
    choices: list[tuple[bytes, tuple[bytes, ...]]] = [
        (b"HX-Request", (b"true", b"maybe")),
        (b"HX-Target", (b"table", b"\xff", b"talk")),
        (b"HX-Current-URL", (b"http://[::1", b"https://evil.example/%zz", b"\xff")),
        (b"Accept", (b"application/json", b"*/*;q=x", b"text/html", b",,,;;;")),
        (b"Accept-Language", (b"fr", b"xx-" + b"y" * 600, b"\xff", b"*;q=1e999", b"en;q=nan")),
        (b"If-Modified-Since", (b"yesterday", b"Mon, 99 Xyz 9999 99:99:99 GMT")),
        (b"If-None-Match", (b'W/"', b'"\xff"', b"*")),
        (b"Range", (b"bytes=9-1", b"bytes=a-b", b"bytes=0-99999999999999999999")),
        (b"Accept-Encoding", (b"gzip;q=x", b"br", b"\xff")),
        (b"X-Forwarded-For", (b"1.2.3.4, evil", b"::", b"\xff" * 50)),
        (b"X-Forwarded-Proto", (b"https", b"gopher")),
        (b"X-Forwarded-Host", (b"evil.example",)),
        (b"X-Request-ID", (b"' OR 1=1", b"x" * 900)),
        (b"Referer", (b"http://[::1", b"https://evil.example/", b"\xff")),
        (b"Origin", (b"null", b"http://[::1", b"https://evil.example")),
        (b"User-Agent", (b"x" * 3000, b"\xff\xfe", b"${jndi:ldap://x}")),
        (b"Authorization", (b"Bearer " + b"x" * 99, b"Basic !!!", b"\xff")),
        (b"Daphne-Root-Path", (b"/evil", b"\xff")),
        (b"X-HTTP-Method-Override", (b"DELETE",)),
    ]
    return [(name, dice.choice(values)) for name, values in choices if dice.random() < 0.12]


def _fill(dice: random.Random, sent: Sent, world: World) -> None:
    """A body: a form with a fitting token, so that nothing but its fault stands against it."""
    sent.body = f"csrfmiddlewaretoken={SECRET}&".encode() + _pairs(dice, dice.randint(1, 5))
    sent.headers.append((b"Content-Type", FORM))


def _spoil(dice: random.Random, sent: Sent) -> None:
    """Put the fault in. Whatever is sent with it must come to nothing."""
    _SPOILERS[sent.kind](dice, sent)
    if sent.body or sent.method not in READING:
        names = {name for name, _ in sent.headers}
        if b"Content-Length" not in names:
            sent.headers.append((b"Content-Length", str(len(sent.body)).encode()))


def _nothing(dice: random.Random, sent: Sent) -> None:
    """Odd values only, where nobody may write."""


def _nul(dice: random.Random, sent: Sent) -> None:
    where = dice.choice(("query", "body", "path", "cookie", "name"))
    if where == "body" and sent.body:
        sent.body += b"&" + dice.choice(FIELDS).encode() + b"=a%00b"
    elif where == "path":
        path, mark, query = sent.target.partition(b"?")
        sent.target = path + b"%00" + mark + query
    elif where == "cookie":
        _cookie(dice, sent, b'theme="' + b"\\000" * 32 + b'"')
    else:
        field = b"%00=x" if where == "name" else dice.choice(FIELDS).encode() + b"=%00"
        sent.target += (b"&" if b"?" in sent.target else b"?") + field


def _charset(dice: random.Random, sent: Sent) -> None:
    odd = (b"utf-16", b"rot13", b"base64", b"idna", b"x", b"\xff", b"unicode_escape", b"hex")
    kind = dice.choice((FORM, b"multipart/form-data; boundary=x", b"application/json"))
    _head(sent, b"Content-Type", kind + b"; charset=" + dice.choice(odd))
    if dice.random() < 0.3:
        sent.target = sent.target.partition(b"?")[0] + b"?" + b"a=%ff&" * 420


def _fields(dice: random.Random, sent: Sent) -> None:
    many = b"&".join(b"f%d=%%ff" % n for n in range(dice.randint(402, 500)))
    if sent.body and dice.random() < 0.5:
        sent.body += b"&" + many
        _get_rid_of_json(sent)
    else:
        sent.target = sent.target.partition(b"?")[0] + b"?" + many


def _csrf(dice: random.Random, sent: Sent) -> None:
    wrong = dice.choice((b"", b"x", b"b" * 32, b"ab" * 32, b"\xff", b"a" * 31, b"A" * 5000))
    sent.body = sent.body.replace(SECRET.encode(), quote_from_bytes(wrong, safe="").encode())


def _host(dice: random.Random, sent: Sent) -> None:
    odd = (b"evil.example", b"127.0.0.1.evil.example", b"a b", b"[::1", b"x" * 300, b"\xff", b"@")
    _head(sent, b"Host", dice.choice(odd))


def _multipart(dice: random.Random, sent: Sent) -> None:
    """A form whose parts do not hold together; the token cannot be read out of it either."""
    mark = dice.choice((
        b"", b"; boundary=", b"; boundary=\xff", b"; boundary=" + b"x" * 300, b"; boundary=zz",
        b'; boundary="a b"', b"; boundary*=bogus''x",
    ))  # fmt: skip
    _head(sent, b"Content-Type", b"multipart/form-data" + mark)
    part = b'--zz\r\nContent-Disposition: form-data; name="text"'
    tail = dice.choice((b"", b"\r\n", b"; filename=\"\xff\x00\"\r\n\r\nx", b"\r\n\r\nx\r\n--zz",
                        b"\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!\r\n--zz--"))  # fmt: skip
    if sent.method not in READING:
        sent.body = dice.choice((b"", b"nothing", part + tail, b"--zz--", b"\r\n" * 50))


def _length(dice: random.Random, sent: Sent) -> None:
    """More than the site takes, said or really sent."""
    if sent.method in READING or dice.random() < 0.9:
        sent.body = b""
        sent.headers.append((b"Content-Length", dice.choice((b"lots", b"-1", b"+5", b"1,2"))))
    else:
        sent.body += b"&text=" + b"x" * 2_100_000


def _cookie(dice: random.Random, sent: Sent, odd: bytes = b"") -> None:
    """Broken cookies, and none of ours: nobody is known, no token fits."""
    value = odd or dice.choice((
        b"sessionid=" + b"x" * 3000, b"sessionid=\xff\xfe; csrftoken=\xff", b"=;;;=", b"a",
        b'sessionid="\\000\\000\\000\\000\\000\\000\\000\\000"', b"messages=W1siX19qc29uIl1d",
        b"django_language=../../etc; theme=<b>", b"csrftoken=" + b"z" * 31,
        b"sessionid=' OR 1=1 --; messages=" + b"x" * 2000,
    ))  # fmt: skip
    _head(sent, b"Cookie", value)


def _type(dice: random.Random, sent: Sent) -> None:
    """Not a form at all, so no token can be found in it."""
    _get_rid_of_json(sent)
    kind = dice.choice((b"application/json", b"text/plain", b"application/xml", b"x", b";;;", b"",
                        b"text/plain; a*=bogus''%41", b"application/octet-stream",
                        b"application/json; charset=utf-8", b"\xff"))  # fmt: skip
    _head(sent, b"Content-Type", kind)
    if sent.method not in READING:
        said: Any = {"text": "x", "move": [1, None], "at": {"a": []}, "n": 10**30}
        sent.body = dice.choice((json.dumps(said).encode(), b"[" * 3000, b"{", b"\xff\xfe", b"1"))


def _header(dice: random.Random, sent: Sent) -> None:
    """Heads that are no heads; the token is left out."""
    _csrf(dice, sent)
    if dice.random() < 0.2:  # bytes in the address that should have been written with %
        sent.target += dice.choice((b"\xff", b"\xc3\xa9", b"?\xff=\xfe", b"?" + b"x" * 20_000))
        return
    odd = dice.choice((
        (b"X-Odd", b"a\x00b"), (b"X\x00Y", b"1"), (b"X Y", b"1"), (b"", b"1"),
        (b"X-L", b"y" * 9000), (b"Content-Type", b"a" * 9000), (b"Expect", b"200-maybe"),
        (b"Upgrade", b"h2c"),
        (b"Sec-WebSocket-Protocol", b"\xff"), (b"Upgrade", b"websocket"),
        (b"Transfer-Encoding", b"gzip, nonsense"),
    ))  # fmt: skip
    sent.headers.append(odd)


def _head(sent: Sent, name: bytes, value: bytes) -> None:
    sent.headers = [pair for pair in sent.headers if pair[0] != name] + [(name, value)]


def _get_rid_of_json(sent: Sent) -> None:
    sent.headers = [(name, value) for name, value in sent.headers if value != b"application/json"]


_SPOILERS = {
    "values": _nothing, "nul": _nul, "charset": _charset, "fields": _fields, "csrf": _csrf,
    "host": _host, "multipart": _multipart, "length": _length, "cookie": _cookie, "type": _type,
    "header": _header,
}  # fmt: skip
