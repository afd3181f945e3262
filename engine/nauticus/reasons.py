"""Why a well-formed move is not legal now: always a rule, a code and its numbers.

The steps and actions explain what belongs to them; here stands what comes before: whose decision,
which decision, and whether the numbers name anything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.core.errors import WhyNot
from engine.core.types import Move, Seat
from engine.nauticus.material import ACTIONS, GOOD, R_GOODS, REWARDS, SPACES, TILES
from engine.nauticus.state import NauticusState
from engine.nauticus.tables import DESTS, MOST_WORKERS

if TYPE_CHECKING:
    from engine.nauticus.game import Nauticus

# For each verb the name and the range of its numbers.
NUMBERS: Final[dict[str, tuple[tuple[str, int, int], ...]]] = {
    "choose": (("space", 0, SPACES),),
    "bonus": (("tile", 0, TILES),),
    "free": (("tile", 0, TILES),),
    "buy": (("tile", 0, TILES), ("ship", 0, DESTS)),
    "move": (("tile", 0, TILES), ("ship", 0, DESTS)),
    "withdraw": (("workers", 1, MOST_WORKERS + 1),),
    "deliver": (("load", 1, DESTS),),
    "score": (("workers", 1, MOST_WORKERS + 1),),
    "extra": (("action", 0, ACTIONS),),
    "pass": (),
    "end": (),
}

# What has to be decided first, by the step on top: rule and code.
OWED: Final = {
    "choose": ("R3.2", "choose-a-tile-first"),
    "bonus": ("R4.3", "take-the-bonus-first"),
    "free": ("R5.10", "take-the-free-tile-first"),
    "reward": ("R10.1", "take-the-reward-first"),
}

# Moves that answer a step which is not on top: rule and code.
NOT_DUE: Final = {
    "choose": ("R3.3", "phase-running"),
    "bonus": ("R4.3", "no-bonus-due"),
    "free": ("R5.10", "no-free-tile-due"),
    "reward": ("R10.1", "no-reward-due"),
}


def explain(game: Nauticus, s: NauticusState, seat: Seat, move: Move) -> WhyNot | None:
    if not s.stack:
        return WhyNot("R11.1", "game-over")
    f = s.stack[-1]
    if seat not in f.seats:
        return WhyNot("R13.1", "not-your-decision", {"seat": seat, "decides": f.seats[0]})
    if move in game.moves(s, seat):
        return None
    wrong = _numbers(move)
    if wrong is not None:
        return wrong
    step = game.steps[f.step]
    if move.verb not in step.verbs and f.step in OWED:
        return WhyNot(*OWED[f.step])
    if move.verb in NOT_DUE and move.verb not in step.verbs:
        return WhyNot(*NOT_DUE[move.verb])
    return step.why_not(s, f, seat, move)


def _numbers(move: Move) -> WhyNot | None:
    """R13.2: do verb and numbers name anything at all?"""
    if move.verb == "reward":
        return _reward(move.args)
    if move.verb not in NUMBERS:
        return WhyNot("R13.2", "no-such-verb")
    wanted = NUMBERS[move.verb]
    if len(move.args) != len(wanted):
        return WhyNot("R13.2", "wrong-count", {"want": len(wanted), "got": len(move.args)})
    for number, (name, low, high) in zip(move.args, wanted, strict=True):
        if not low <= number < high:
            return WhyNot("R13.2", f"no-such-{name}", {name: number})
    return None


def _reward(args: tuple[int, ...]) -> WhyNot | None:
    if not args:
        return WhyNot("R13.2", "wrong-count", {"want": 1, "got": 0})
    kind, *goods = args
    if not 0 <= kind < REWARDS:
        return WhyNot("R13.2", "no-such-reward", {"reward": kind})
    most = 2 if kind == R_GOODS else 0
    if len(goods) > most:
        return WhyNot("R13.2", "wrong-count", {"want": 1 + most, "got": len(args)})
    for tile in goods:
        if not GOOD <= tile < TILES:
            return WhyNot("R13.2", "no-such-good", {"tile": tile})
    return None
