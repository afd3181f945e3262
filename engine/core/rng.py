"""Randomness as a function of the state: seed, stream name, and how many numbers were drawn.

Each named stream counts for itself, so the same seed deals the same cards whatever else was drawn.
The numbers are keyed BLAKE2b digests: the same on every Python, and no search through visible
cards finds a 128-bit seed.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, Final, Protocol

from engine.core.types import State

_SPAN: Final = 1 << 64


class Dice(Protocol):
    """The generator `redeal` and the bots are handed: `random.Random` will do."""

    def random(self) -> float: ...
    def getrandbits(self, k: int, /) -> int: ...
    def randrange(self, start: int, /) -> int: ...
    def shuffle(self, x: list[Any], /) -> None: ...


def below(s: State, n: int, stream: str) -> int:
    """A number in 0..n-1, drawn from a named stream of this match."""
    key = bytes.fromhex(s.seed)
    name = stream.encode() + b"\0"
    # Numbers from the ragged end of the span would favour small results: draw again.
    fair = _SPAN - _SPAN % n
    while True:
        index = s.drawn.get(stream, 0)
        s.drawn[stream] = index + 1
        digest = blake2b(name + index.to_bytes(8, "big"), key=key, digest_size=8).digest()
        number = int.from_bytes(digest, "big")
        if number < fair:
            return number % n


def shuffle(s: State, items: list[Any], stream: str) -> None:
    """Fisher-Yates, in place."""
    for last in range(len(items) - 1, 0, -1):
        pick = below(s, last + 1, stream)
        items[last], items[pick] = items[pick], items[last]


def new_seed(rng: Dice) -> str:
    """A fresh 128-bit seed; `redeal` must always take one."""
    return f"{rng.getrandbits(128):032x}"
