"""A move of Nauticus named in words, as a draft's owner would say it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext as _

from engine.core.types import Move
from games.titles.nauticus import words


def _to(tile: int, dest: int) -> str:
    what = words.TILE_LABEL[tile]
    if not dest:
        return _("{tile} to storage").format(tile=what)
    return _("{tile} to berth {letter}").format(tile=what, letter=words.berth(dest))


def _choose(space: int) -> str:
    return _("Choose space {number}").format(number=space + 1)


def _gift(tile: int) -> str:
    return str(words.TILE_LABEL[tile])


def _withdraw(workers: int) -> str:
    return _("Withdraw {coins}").format(coins=words.coins(2 * workers))


def _deliver(ship: int) -> str:
    return _("Deliver from berth {letter}").format(letter=words.berth(ship))


def _score(workers: int) -> str:
    return _("Score crowns with {workers}").format(workers=words.workers(workers))


def _reward(kind: int, *goods: int) -> str:
    if goods:
        return words.listed([str(words.TILE_LABEL[tile]) for tile in goods])
    return str(words.REWARD[kind])


def _extra(action: int) -> str:
    return _("Extra action: {action}").format(action=words.ACTION_LOW[action])


NAMES: Final[dict[str, Callable[..., str]]] = {
    "choose": _choose,
    "bonus": _gift,
    "buy": _to,
    "move": _to,
    "withdraw": _withdraw,
    "deliver": _deliver,
    "score": _score,
    "free": _gift,
    "reward": _reward,
    "extra": _extra,
    "pass": lambda: _("Pass"),
    "end": lambda: _("End of your turn"),
}


def named(move: Move) -> str:
    """In words; as written if an older version of the rules knew it and this one does not."""
    try:
        return NAMES[move.verb](*move.args)
    except (KeyError, IndexError, TypeError):
        return str(move)
