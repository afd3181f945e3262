"""Hoist: a complete title in sixty lines. Take 1 to 3 barrels a turn; the last barrel counts 5."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.core.game import Game, Step, by_key, copy_stack, push
from engine.core.rng import Dice, below, new_seed
from engine.core.types import Frame, Json, Log, Move, Option, ScoreSheet, Seat, State, WhyNot

TAKE = [Move("take", (k,)) for k in range(4)]


@dataclass
class HoistState(State):
    pile: int = 0
    won: list[int] = field(default_factory=list)


class Turn(Step[HoistState]):
    key = "turn"
    verbs = ("take",)

    def advance(self, s: HoistState, f: Frame, log: Log) -> None:
        s.turn = (s.turn + 1) % s.seats
        f.seats = [s.turn]

    def moves(self, s: HoistState, f: Frame, seat: Seat) -> list[Move]:
        return TAKE[1 : min(3, s.pile) + 1] if seat in f.seats else []

    def play(self, s: HoistState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        s.pile -= move.args[0]
        s.won[seat] += move.args[0] if s.pile else move.args[0] + 4
        log.add("take", seat, barrels=move.args[0])
        f.seats = []
        if not s.pile:
            s.stack.pop()

    def why_not(self, s: HoistState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        return WhyNot("R1.2", "how-many", {"most": min(3, s.pile)}) if move.verb == "take" else None


class Hoist(Game[HoistState]):
    slug, state_type, max_plies = "hoist", HoistState, 40
    options = (Option("barrels", 12, (6, 12)),)
    steps = by_key(Turn())

    def deal(self, s: HoistState, log: Log) -> None:
        s.pile, s.won = s.options["barrels"] + below(s, 6, "pile"), [0] * s.seats
        push(s, "turn", [s.turn])

    def clone(self, s: HoistState) -> HoistState:
        return HoistState(s.seats, s.options, s.seed, dict(s.drawn), s.reveals, s.pushed, s.ply,
                          s.turn, copy_stack(s.stack), s.pile, s.won[:])  # fmt: skip

    def view(self, s: HoistState, seat: Seat | None) -> dict[str, Json]:
        return {**self.header(s, seat), "pile": s.pile, "won": [*s.won]}

    def score(self, s: HoistState) -> list[ScoreSheet]:
        return [ScoreSheet(seat, {"barrels": won}) for seat, won in enumerate(s.won)]

    def redeal(self, s: HoistState, seat: Seat, rng: Dice) -> HoistState:
        other = self.clone(s)
        other.seed = new_seed(rng)
        return other

    def check(self, s: HoistState) -> None:
        assert min(s.pile, *s.won) >= 0
