"""Which computer players exist, by the name that a seat or a command keeps.

Dotted paths, as for titles: importing the registry imports no player.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Final

from engine.bots.base import Bot


@dataclass(frozen=True)
class Entry:
    """Where a player is, how much it may think about a decision, and what it goes by.

    `label` is a key and no text: whoever shows the player has the words for it.
    """

    path: str
    budget: int
    label: str = "computer"


BOTS: dict[str, Entry] = {
    "random": Entry("engine.bots.random:RandomBot", budget=1),
    "beginner": Entry("engine.bots.beginner:BeginnerBot", budget=400),
    "greedy": Entry("engine.bots.greedy:GreedyBot", budget=400),
}
# Who plays where nobody asked for another, and for whoever has left.
DEFAULT: Final = "greedy"


def known(name: str) -> str:
    """The name itself, or the default's if there is no such player (any more)."""
    return name if name in BOTS else DEFAULT


def get(name: str) -> Bot:
    """The one object of a registered player; KeyError if there is none."""
    return load(BOTS[name].path)


@cache
def load(path: str) -> Bot:
    """The player at "package.module:Class". Only for paths we wrote ourselves, never for input."""
    module, _, name = path.partition(":")
    bot = getattr(import_module(module), name)()
    assert isinstance(bot, Bot), f"{path} is not a Bot"
    return bot


def register(name: str, entry: Entry) -> None:
    """Add a player: for tests, and for players kept outside this package."""
    assert BOTS.get(name, entry) == entry, f"{name} is taken"
    BOTS[name] = entry


def forget(name: str) -> None:
    """Undo `register`."""
    BOTS.pop(name, None)
