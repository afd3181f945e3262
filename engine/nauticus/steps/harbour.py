"""The two actions that turn workers into something at once: money (R7.2) and crowns (R7.5)."""

from __future__ import annotations

from engine.core.types import Log, Move
from engine.nauticus.material import CAP
from engine.nauticus.state import BLUE, NauticusState, Player
from engine.nauticus.steps.action import Action, Reason, pay_workers
from engine.nauticus.tables import SCORE, TAKE


class Withdraw(Action):
    """`withdraw:n`, once per performance."""

    verb = "withdraw"
    lump = True
    once = ("R7.2", "one-withdrawal")

    def moves(self, s: NauticusState, p: Player, d: list[int]) -> list[Move]:
        return list(TAKE[: d[BLUE] + p.workers])

    def usable(self, s: NauticusState, p: Player) -> bool:
        return True

    def play(self, s: NauticusState, p: Player, d: list[int], move: Move, log: Log) -> None:
        (count,) = move[1]
        pay_workers(p, d, count)
        p.coins += 2 * count
        if log.on:
            log.add("withdraw", s.turn, workers=count, coins=2 * count)

    def why_not(self, s: NauticusState, p: Player, d: list[int], move: Move) -> Reason:
        return "R7.2", "no-worker", {"need": move.args[0], "have": d[BLUE] + p.workers}


class Crowns(Action):
    """`score:w`, once per performance, never more workers than the cap rewards."""

    verb = "score"
    lump = True
    once = ("R7.6", "one-scoring")

    def moves(self, s: NauticusState, p: Player, d: list[int]) -> list[Move]:
        crowns = p.crowns + p.flipped
        if not crowns:
            return []
        return list(SCORE[: min(d[BLUE] + p.workers, useful(crowns))])

    def usable(self, s: NauticusState, p: Player) -> bool:
        return p.crowns + p.flipped > 0

    def play(self, s: NauticusState, p: Player, d: list[int], move: Move, log: Log) -> None:
        (count,) = move[1]
        pay_workers(p, d, count)
        crowns = p.crowns + p.flipped
        points = min(CAP, count * crowns)
        p.vp += points
        if log.on:
            log.add("score", s.turn, workers=count, crowns=crowns, points=points)

    def why_not(self, s: NauticusState, p: Player, d: list[int], move: Move) -> Reason:
        (count,) = move.args
        crowns = p.crowns + p.flipped
        if not crowns:
            return "R7.6", "no-crowns", {}
        if count > useful(crowns):
            return "R7.6", "crown-cap", {"workers": useful(crowns), "points": CAP}
        return "R7.5", "no-worker", {"need": count, "have": d[BLUE] + p.workers}


def useful(crowns: int) -> int:
    """The fewest workers that reach the cap."""
    return (CAP + crowns - 1) // crowns
