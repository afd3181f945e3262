"""What several commands need: finding titles, players, seeds and options."""

from __future__ import annotations

import argparse
from hashlib import blake2b
from typing import Any

from engine import registry
from engine.bots import registry as bots
from engine.bots.base import Bot
from engine.core.game import Game


class Trouble(Exception):
    """Something to say to the person at the terminal; the command ends with an error."""


def find(text: str) -> Game[Any]:
    """A registered title by slug, or any title by "package.module:Class"."""
    if ":" in text:
        try:
            return registry.load(text)
        except (ImportError, AttributeError, AssertionError, TypeError) as error:
            raise Trouble(f"no title at {text}: {error}") from error
    if text not in registry.TITLES:
        raise Trouble(f"no title {text!r}; there are: {', '.join(registry.TITLES)}")
    return registry.get(text)


def match_seed(text: str, number: int) -> str:
    """The seed of the n-th match of a run."""
    return blake2b(f"{text}/{number}".encode(), digest_size=16).hexdigest()


def options(given: list[str]) -> dict[str, int]:
    """`["rounds=2"]` as a dict."""
    found = {}
    for item in given:
        key, equals, value = item.partition("=")
        if not equals or not value.lstrip("-").isdecimal():
            raise Trouble(f"an option looks like rounds=2, not {item!r}")
        found[key] = int(value)
    return found


def players(text: str, seats: int) -> list[Bot]:
    """`greedy` for all seats, or one name per seat: `greedy,random`."""
    names = text.split(",")
    if len(names) == 1:
        names = names * seats
    if len(names) != seats or not set(names) <= set(bots.BOTS):
        raise Trouble(f"players are {' or '.join(bots.BOTS)}: one for all, or {seats} with commas")
    return [bots.get(name) for name in names]


def add_match_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title", help="slug of a title, or package.module:Class")
    parser.add_argument("--seats", type=int, help="how many play (default: the most)")
    parser.add_argument("--seed", default="1", help="any text; the same text, the same matches")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=N")


def seats_of(game: Game[Any], wanted: int | None) -> int:
    seats = max(game.seats) if wanted is None else wanted
    if seats not in game.seats:
        raise Trouble(f"{game.slug} is for {min(game.seats)} to {max(game.seats)} seats")
    return seats
