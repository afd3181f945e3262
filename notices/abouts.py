"""What notices are about, by name. Whoever has the things says what they're called.

`about` is "match:CODE": the word before the colon names who knows, the rest is theirs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from accounts.models import User


@dataclass(frozen=True)
class Thing:
    name: str
    path: str


# Those of the keys this player may know of.
Describe = Callable[[Sequence[str], User], dict[str, Thing]]
_known: dict[str, Describe] = {}


def register(word: str, describe: Describe) -> None:
    _known[word] = describe


def described(abouts: Iterable[str], user: User) -> dict[str, Thing]:
    """What they are, for this player; what is gone or not for them is left out."""
    asked: defaultdict[str, list[str]] = defaultdict(list)
    for about in abouts:
        word, _colon, key = about.partition(":")
        if word in _known and key:
            asked[word].append(key)
    return {
        f"{word}:{key}": thing
        for word, keys in asked.items()
        for key, thing in _known[word](keys, user).items()
    }
