"""A whole turn of Nauticus in one sentence, as a player would say it, and what it costs and brings.

Told from the moves: the last of them may reveal something, and then nothing is known of it but that
it was made. Prices come from the events, sums from the views before and after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from engine.core.types import Event, Move
from engine.nauticus.material import CAP
from games.titles.answers import TurnWords
from games.titles.base import in_turn
from games.titles.nauticus import words

# A hull in a sentence of its own, where nothing around it says that it is one.
HULLS: Final[tuple[Promise | str, ...]] = (
    gettext_lazy("a stern"), gettext_lazy("a middle hull"), gettext_lazy("a bow"),
    gettext_lazy("a single hull"),
)  # fmt: skip
SEVERAL: Final[tuple[Promise | str, ...]] = (
    gettext_lazy("stern"), gettext_lazy("middle hull"), gettext_lazy("bow"),
    gettext_lazy("single hull"),
)  # fmt: skip
EXTRA: Final = ""  # stands for the move that begins the extra action
LOST: Final = -1  # where a tile goes for which there is no room


def told(
    moves: Sequence[Move],
    events: Sequence[Event],
    before: dict[str, Any],
    after: dict[str, Any],
) -> TurnWords:
    own = [event for event in events if event.seat == before["seat"]]
    parts: list[str] = []
    extra = False
    for part in _parts(moves, own, before, after):
        if part == EXTRA:
            extra = True  # what comes next is done with it
            continue
        parts.append(_("use your extra action to {what}").format(what=part) if extra else part)
        extra = False
    bill = Bill(moves, own, before, after)
    return TurnWords(in_turn(parts or [_("end your turn")]), bill.cost(), bill.gain())


# --- the sentence -------------------------------------------------------------------------


def _parts(
    moves: Sequence[Move], own: Sequence[Event], before: dict[str, Any], after: dict[str, Any]
) -> Iterator[str]:
    """What is done, one phrase each; tiles that go the same way share one."""
    bought = iter([event.data for event in own if event.kind == "buy"])
    for verb, run in groupby(moves, key=lambda move: move.verb):
        if verb == "buy":
            yield from _purchases([(move, next(bought, {})) for move in run])
        elif verb == "move":
            yield from _transports(list(run))
        elif verb == "extra":
            yield EXTRA
        elif verb in TELLERS:
            for move in run:
                yield TELLERS[verb](move, before, after)


def _purchases(run: Sequence[tuple[Move, dict[str, Any]]]) -> Iterator[str]:
    for dest, goods in _by_place([(m.args[0], d.get("dest", m.args[1]), d) for m, d in run]):
        tiles = _tiles([tile for tile, _facts in goods])
        text = _("buy {tiles} for storage")
        if dest == LOST:
            text = _("buy {tiles} and lose it, as there’s no room")
        elif dest:
            text = _("buy {tiles} for berth {letter}")
        yield text.format(tiles=tiles, letter=words.berth(max(dest, 0)))


def _transports(run: Sequence[Move]) -> Iterator[str]:
    for dest, goods in _by_place([(move.args[0], move.args[1], {}) for move in run]):
        yield _("move {tiles} from storage to berth {letter}").format(
            tiles=_tiles([tile for tile, _facts in goods]), letter=words.berth(dest)
        )


def _by_place(
    run: Sequence[tuple[int, int, dict[str, Any]]],
) -> list[tuple[int, list[tuple[int, dict[str, Any]]]]]:
    found: dict[int, list[tuple[int, dict[str, Any]]]] = {}
    for tile, dest, facts in run:
        found.setdefault(dest, []).append((tile, facts))
    return list(found.items())


def a_tile(tile: int) -> str:
    return str(HULLS[tile] if tile < len(HULLS) else words.A_TILE[tile])


def _tiles(tiles: Sequence[int]) -> str:
    """ "a bow and 2 × middle hull": each kind once, in the order of the rules."""
    found = []
    for tile in sorted(set(tiles)):
        count = tiles.count(tile)
        name = SEVERAL[tile] if tile < len(SEVERAL) else words.TILE[tile]
        found.append(a_tile(tile) if count == 1 else f"{count} × {name}")
    return words.listed(found)


def _choose(move: Move, before: dict[str, Any], after: dict[str, Any]) -> str:
    action = before["spaces"][move.args[0]]["action"]
    return _("choose “{action}”").format(action=words.ACTION[action])


def _bonus(move: Move, before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("take {tile} as your bonus").format(tile=a_tile(move.args[0]))


def _free(move: Move, before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("take {tile} as your free tile").format(tile=a_tile(move.args[0]))


def _withdraw(move: Move, before: dict[str, Any], after: dict[str, Any]) -> str:
    count = move.args[0]
    return _("withdraw {coins} with {workers}").format(
        coins=words.coins(2 * count), workers=words.workers(count)
    )


def _deliver(move: Move, before: dict[str, Any], after: dict[str, Any]) -> str:
    ships = before["players"][before["seat"]]["ships"]
    ship, letter = move.args[0], words.berth(move.args[0])
    goods = ships[ship - 1]["goods"] if ship <= len(ships) else []
    if not goods:  # loaded in this very turn
        return _("deliver the load from berth {letter}").format(letter=letter)
    return _("deliver {goods} from berth {letter}").format(goods=_tiles(goods), letter=letter)


def _score(move: Move, before: dict[str, Any], after: dict[str, Any]) -> str:
    return _("score your crowns with {workers}").format(workers=words.workers(move.args[0]))


def _reward(move: Move, before: dict[str, Any], after: dict[str, Any]) -> str:
    kind, *goods = move.args
    what = _tiles(goods) if goods else str(words.REWARD_LOW[kind])
    return _("take {reward} as a reward").format(reward=what)


TELLERS: Final[dict[str, Callable[[Move, dict[str, Any], dict[str, Any]], str]]] = {
    "choose": _choose,
    "bonus": _bonus,
    "free": _free,
    "withdraw": _withdraw,
    "deliver": _deliver,
    "score": _score,
    "reward": _reward,
    "pass": lambda move, before, after: _("pass"),
}


# --- what it costs and brings -------------------------------------------------------------


class Bill:
    """What the seat gives and gets. A last move that was not played is reckoned from itself."""

    def __init__(
        self,
        moves: Sequence[Move],
        own: Sequence[Event],
        before: dict[str, Any],
        after: dict[str, Any],
    ) -> None:
        old, new = (view["players"][before["seat"]] for view in (before, after))
        self.own = own
        facts: list[tuple[str, dict[str, Any]]] = [(event.kind, event.data) for event in own]
        self.paid = sum(data["price"] for kind, data in facts if kind == "buy")
        self.done = [words.berth(data["ship"]) for kind, data in facts if kind == "complete"]
        self.coins = new["coins"] - old["coins"] + self.paid
        self.points = new["vp"] - old["vp"]
        self.crowns = new["crowns"] - old["crowns"]
        self.workers = new["workers"] - old["workers"]
        if moves and moves[-1].verb in ("withdraw", "score"):
            self._unplayed(moves[-1], new, after)

    def _unplayed(self, last: Move, new: dict[str, Any], after: dict[str, Any]) -> None:
        if any(event.kind == last.verb for event in self.own[-2:]):
            return
        count = last.args[0]
        blue = (after["action"] or {}).get("blue", 0)
        self.workers -= max(count - blue, 0)
        if last.verb == "withdraw":
            self.coins += 2 * count
        else:
            self.points += min(CAP, count * new["crowns"])

    def cost(self) -> str:
        found = [words.coins(self.paid)] if self.paid else []
        if self.workers < 0:
            found.append(words.workers(-self.workers))
        return words.listed(found)

    def gain(self) -> str:
        kinds = (
            (self.points, words.points), (self.coins, words.coins),
            (self.workers, words.workers), (self.crowns, words.crowns),
        )  # fmt: skip
        found = [worded(count) for count, worded in kinds if count > 0]
        if self.done:
            found.append(
                ngettext(
                    "the ship at berth {letter} complete",
                    "the ships at berths {letter} complete",
                    len(self.done),
                ).format(letter=words.listed(self.done))
            )
        return words.listed(found)
