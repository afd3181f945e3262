"""Handshakes and frames that no page of the site would send."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from tools.soak.hostile.wire import Answer, Frames, handshake
from tools.soak.hostile.world import World

PER_SOCKET = 6


def frame(dice: random.Random) -> dict[str, Any]:
    """One frame, wrong in some way."""
    text = dice.choice((
        b"", b"{", b"hello", b"null", b"[" * 5000, b'{"type": "look_again", "match": "x"}',
        b'{"type": "websocket.close"}', b"\xff\xfe", b"\xed\xa0\x80", b'"\\u0000"', b"\x00",
        b"x" * 70_000, b"1e999", b'{"a":' * 500, "⛵".encode() * 900, b"-" * 100,
    ))  # fmt: skip
    kind = dice.choice(("text", "text", "binary", "huge", "opcode", "reserved", "bare", "part",
                        "ping", "close"))  # fmt: skip
    found: dict[str, dict[str, Any]] = {
        "text": {"payload": text},
        "binary": {"payload": text, "opcode": 2},
        "huge": {"payload": b"x" * 1_200_000},
        "opcode": {"payload": text[:100], "opcode": dice.choice((3, 7, 11, 15))},
        "reserved": {"payload": text, "reserved": dice.randint(1, 7)},
        "bare": {"payload": text, "mask": False},
        "part": {"payload": text[:100], "opcode": dice.choice((0, 1)), "final": False},
        "ping": {"payload": text, "opcode": dice.choice((9, 10))},
        "close": {"payload": dice.choice((b"", b"\x03", b"\x00\x00", b"\x03\xe7x")), "opcode": 8},
    }
    return {"kind": kind, **found[kind]}


def spoiled(dice: random.Random, head: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """A handshake wrong in one way."""
    name, value = dice.choice((
        (b"Origin", b"http://[::1"), (b"Origin", b"https://evil.example"), (b"Origin", b"null"),
        (b"Origin", b"http://127.0.0.1:99999999"), (b"Origin", b"\xff"),
        (b"Cookie", b'sessionid="' + b"\\000" * 32 + b'"'), (b"Cookie", b"sessionid=\xff\xfe"),
        (b"Cookie", b"sessionid=" + b"x" * 4000), (b"Sec-WebSocket-Key", b"short"),
        (b"Sec-WebSocket-Key", b"\xff" * 24), (b"Sec-WebSocket-Version", b"99"),
        (b"Sec-WebSocket-Version", b"x"), (b"Sec-WebSocket-Protocol", b"\xff"),
        (b"Sec-WebSocket-Protocol", b"a, b, c"), (b"Sec-WebSocket-Extensions", b";;;=,"),
        (b"Host", b"evil.example"), (b"Host", b"\xff"), (b"Connection", b"close"),
        (b"Daphne-Root-Path", b"\xff"), (b"X-Forwarded-For", b"\xff"),
    ))  # fmt: skip
    return [pair for pair in head if pair[0] != name] + [(name, value)]


def storm(
    dice: random.Random,
    world: World,
    *,
    port: int,
    frames: int,
    told: Callable[[str, Answer], None],
) -> dict[str, Any]:
    """`told` hears of every answer to a handshake that was refused."""
    host = f"127.0.0.1:{port}"
    paths = [f"/ws/match/{code}/" for code in world.tables.values()]
    paths += ["/ws/me/", "/ws/match/nothere2/", "/ws/nowhere/", "/ws/match/%00/", "/ws/%FF/?%00"]
    sent = sockets = refused = 0
    kinds: Counter[str] = Counter()
    while sent < frames:
        role = dice.choice(["nobody", *world.sessions])
        cookie = f"sessionid={world.sessions.get(role, '')}".encode()
        path = dice.choice(paths)
        head = handshake(host, cookie)
        if dice.random() < 0.3:
            head = spoiled(dice, head)
        line = Frames(port, path, head)
        sockets += 1
        if not line.open:
            refused += 1
            told(f"handshake {path} {head[-1]!r}", line.answer)
        for _ in range(PER_SOCKET if line.open else 0):
            found = frame(dice)
            kinds[found.pop("kind")] += 1
            sent += 1
            if not line.send(**found):
                break
        time.sleep(0.002)
        line.close()
    return {"frames": sent, "sockets": sockets, "refused": refused, "kinds": dict(kinds)}
