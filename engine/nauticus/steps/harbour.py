"""The two actions that turn workers into something at once: money (R7.2) and crowns (R7.5)."""

from __future__ import annotations

from engine.core.errors import WhyNot
from engine.core.step import Cited
from engine.core.types import Frame, Log, Move, Seat
from engine.nauticus.material import CAP
from engine.nauticus.state import BLUE, NauticusState, Player
from engine.nauticus.steps.action import Use, pay_workers
from engine.nauticus.tables import FORMS, SCORE, TAKE


class Withdraw(Use):
    """`withdraw:n`, once per performance."""

    verbs = ("withdraw",)
    forms = (FORMS["withdraw"],)
    lump = True
    once = Cited("R7.2", "one-withdrawal")

    def moves(self, s: NauticusState, f: Frame, seat: Seat) -> list[Move]:
        p, d = s.players[seat], f.data
        return list(TAKE[: d[BLUE] + p.workers])

    def usable(self, s: NauticusState, p: Player) -> bool:
        return True

    def play(self, s: NauticusState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        p, d = s.players[seat], f.data
        (count,) = move[1]
        pay_workers(p, d, count)
        p.coins += 2 * count
        if log.on:
            log.add("withdraw", s.turn, workers=count, coins=2 * count)

    def why_not(self, s: NauticusState, f: Frame, seat: Seat, move: Move) -> WhyNot:
        p, d = s.players[seat], f.data
        return WhyNot("R7.2", "no-worker", {"need": move.args[0], "have": d[BLUE] + p.workers})


class Crowns(Use):
    """`score:w`, once per performance, never more workers than the cap rewards."""

    verbs = ("score",)
    forms = (FORMS["score"],)
    lump = True
    once = Cited("R7.6", "one-scoring")

    def moves(self, s: NauticusState, f: Frame, seat: Seat) -> list[Move]:
        p, d = s.players[seat], f.data
        crowns = p.crowns + p.flipped
        if not crowns:
            return []
        return list(SCORE[: min(d[BLUE] + p.workers, useful(crowns))])

    def usable(self, s: NauticusState, p: Player) -> bool:
        return p.crowns + p.flipped > 0

    def play(self, s: NauticusState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        p, d = s.players[seat], f.data
        (count,) = move[1]
        pay_workers(p, d, count)
        crowns = p.crowns + p.flipped
        points = min(CAP, count * crowns)
        p.vp += points
        if log.on:
            log.add("score", s.turn, workers=count, crowns=crowns, points=points)

    def why_not(self, s: NauticusState, f: Frame, seat: Seat, move: Move) -> WhyNot:
        p, d = s.players[seat], f.data
        (count,) = move.args
        crowns = p.crowns + p.flipped
        if not crowns:
            return WhyNot("R7.6", "no-crowns", {})
        if count > useful(crowns):
            return WhyNot("R7.6", "crown-cap", {"workers": useful(crowns), "points": CAP})
        return WhyNot("R7.5", "no-worker", {"need": count, "have": d[BLUE] + p.workers})


def useful(crowns: int) -> int:
    """The fewest workers that reach the cap."""
    return (CAP + crowns - 1) // crowns
