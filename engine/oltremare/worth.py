"""What things are worth, in ducats of the final score as far as they can be guessed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from engine.core.types import Seat
from engine.oltremare.material import CALM, DEAL, FAVOUR, FIGHT, LOCAL
from engine.oltremare.scoring import cargo_value, prizes, top_run
from engine.oltremare.state import OltreMareState
from engine.oltremare.tables import GOOD_OF, LIMIT_OF, LOAD_OF, SIGNS_OF, VALUE

RUN: Final = 0.6  # of what a hand could add to the cargo
HELD: Final = 0.5  # a card within the limit
OVER: Final = 1.4  # less, a card beyond it: it becomes a pirate
SHORT: Final = 1.2  # less, a card that must be bought for the load
LOAD: Final = 1.6  # a card that may be laid next time
RANK: Final = 0.9  # of a prize as places are now
SIGN: Final = (0.25, -0.35, 0.3, 0.15)  # ducat, pirate, card, ship on a card in hand
IN_FORCE: Final = {FIGHT: 2.5, DEAL: 2.5, FAVOUR: 2.0, CALM: 1.5}
MARKER: Final = 1.1  # a marker kept, for the majority
_SIGNS: Final = tuple(
    sum(worth * n for worth, n in zip(SIGN, signs, strict=True)) for signs in SIGNS_OF
)


class Outlook(NamedTuple):
    """What a hand is looked at for: the pile it goes on, and whether there is a turn for it."""

    good: int  # of the top run
    run: int
    limit: int
    load: int
    turns: int  # this seat may still have: 0, 1 (the last), 2 (more)


def turns_left(s: OltreMareState, seat: Seat) -> int:
    """Before this seat's cards are laid."""
    if not s.stack:
        return 0
    if not s.last:
        return 2
    return int(seat > s.turn or (seat == s.turn and s.stack[-1].step in BEFORE))


BEFORE: Final = ("limit", "trade", "reply", "lay")


def outlook(s: OltreMareState, seat: Seat) -> Outlook:
    cargo = s.players[seat].cargo
    if not cargo:  # settled
        return Outlook(0, 0, 6, 0, 0)
    top = cargo[-1]
    left = turns_left(s, seat)
    return Outlook(GOOD_OF[top], top_run(cargo), LIMIT_OF[top], LOAD_OF[top], left)


def hand_worth(hand: Sequence[int], to: Outlook) -> float:
    if not to.turns:
        return 0.0  # R12.6
    counts = [0] * 7
    worth = 0.0
    for card in hand:
        counts[GOOD_OF[card]] += 1
        worth += _SIGNS[card]
    for good, count in enumerate(counts):
        if count:
            before = to.run if good == to.good else 0
            series = VALUE[good]
            worth += RUN * (series[before + count] - series[before])
    return worth + numbers_worth(len(hand), to)


def numbers_worth(held: float, to: Outlook) -> float:
    """Of so many cards, whatever they are."""
    if to.turns == 1:  # what is not laid is lost
        return HELD * min(held, to.load) - SHORT * max(0.0, to.load - held)
    within = min(held, to.limit)
    return HELD * within - OVER * (held - within) - SHORT * max(0.0, to.load - held)


def marker_worth(kind: int, limit: int) -> float:
    """Of a marker in force."""
    return float(limit - 3) if kind == LOCAL else IN_FORCE.get(kind, 0.0)


def evaluate(s: OltreMareState, seat: Seat) -> float:
    """Ducats this seat can hope for, cards in hand and the marker in force included."""
    p = s.players[seat]
    to = outlook(s, seat)
    prestige = prizes([other.prestige for other in s.players])[seat]
    markers = prizes([other.markers for other in s.players])[seat]
    worth = 0.0 + p.ducats + p.sold + cargo_value(p.cargo) - p.sunk - len(p.pirates)
    worth += RANK * (prestige + markers)
    if s.stack and not s.last:
        worth += marker_worth(p.active, to.limit) + LOAD * to.load
    if s.laid and seat == s.turn:  # not yet on the pile
        worth += cargo_value(s.laid)
    return worth + hand_worth(p.hand, to)
