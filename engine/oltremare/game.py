"""The title: its facts, its steps, and the position before the first turn."""

from __future__ import annotations

from engine.core import Dice, Game, Json, Log, Option, ScoreSheet, Seat, Step, by_key
from engine.oltremare import checks, redact, setup
from engine.oltremare.scoring import sheets
from engine.oltremare.state import OltreMareState, clone
from engine.oltremare.steps.desk import Desk
from engine.oltremare.steps.lay import Lay
from engine.oltremare.steps.reply import Reply
from engine.oltremare.steps.sail import Compass, Sail
from engine.oltremare.steps.stow import Stow
from engine.oltremare.steps.trade import Trade
from engine.oltremare.steps.turn import Limit, Turn
from engine.oltremare.tables import DECLINE, END


class OltreMare(Game[OltreMareState]):
    slug = "oltremare"
    version = 1
    stage = "alpha"
    seats = range(2, 6)
    options = (
        Option("length", 4, (4, 2, 1)),  # R13.1
        Option("calls", 1, (1, 0, 2, 3)),  # R13.2
        Option("venice", 1, (1, 0)),  # R13.3
    )
    # A turn lays a card, and cargo comes back in the last round only: at most 98 + 5 turns, each of
    # fewer than 190 plies (three rounds of three calls with their answers, slips and withdrawals).
    max_plies = 20_000
    passing = (DECLINE, END)
    ending = END
    state_type = OltreMareState
    cites: dict[str, str] = {
        "game-over": "R11.1",
        "not-your-decision": "R3.1",
        "not-now": "R3.1",
        "no-such-seat": "R5.1",
    }
    steps: dict[str, Step[OltreMareState]] = by_key(
        Turn(), Limit(), Trade(), Reply(), Lay(), Sail(), Compass(), Stow(), Desk()
    )

    def deal(self, s: OltreMareState, log: Log) -> None:
        setup.deal(s, log)

    def clone(self, s: OltreMareState) -> OltreMareState:
        return clone(s)

    def view(self, s: OltreMareState, seat: Seat | None) -> dict[str, Json]:
        return redact.view(s, seat, self.header(s, seat))

    def redeal(self, s: OltreMareState, seat: Seat, rng: Dice) -> OltreMareState:
        return redact.redeal(s, seat, rng)

    def score(self, s: OltreMareState) -> list[ScoreSheet]:
        return sheets(s)

    def check(self, s: OltreMareState) -> None:
        checks.check(s)
