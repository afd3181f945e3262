"""The title: its facts, its steps, and the position before the first round."""

from __future__ import annotations

from typing import Final

from engine.core.game import Game, Step, by_key, push
from engine.core.rng import Dice
from engine.core.types import Json, Log, Option, ScoreSheet, Seat
from engine.nauticus import redact
from engine.nauticus.checks import check
from engine.nauticus.material import START_COINS, START_WORKERS, STOCK
from engine.nauticus.scoring import sheets
from engine.nauticus.state import NauticusState, Player, clone
from engine.nauticus.steps.gift import Bonus, Free, Reward
from engine.nauticus.steps.round import Choose, Follow, Round
from engine.nauticus.steps.turn import Act, Extra
from engine.nauticus.tables import END, PASS
from engine.registry import companion

ROUNDS: Final = (1, 2, 3, 4, 5)


class Nauticus(Game[NauticusState]):
    slug = "nauticus"
    version = 2
    stage = "alpha"
    seats = range(2, 5)
    options = (Option("rounds", 5, ROUNDS, by_seats={2: (4, ROUNDS)}),)  # R2.1
    # Each of 140 turns has at most a pass or end, an extra action with its end, and its uses; uses
    # are bounded by the tiles there are (255 bought, 255 moved, 48 goods) and by one per turn that
    # takes no tile: a lump, or a purchase that is forfeited.
    max_plies = 1600
    open_information = True
    passing = (PASS, END)
    ending = END
    state_type = NauticusState
    cites: dict[str, str] = {
        **dict.fromkeys(("unknown-verb", "wrong-count", "no-such"), "R13.2"),
        "game-over": "R11.1",
        "not-your-decision": "R13.1",
    }
    steps: dict[str, Step[NauticusState]] = by_key(
        Round(), Choose(), Bonus(), Follow(), Act(), Extra(), Reward(), Free()
    )

    def deal(self, s: NauticusState, log: Log) -> None:
        """R2.2 to R2.4; the first round is dealt by its step."""
        s.supply = list(STOCK)
        for coins, workers in zip(START_COINS[s.seats], START_WORKERS[s.seats], strict=True):
            s.players.append(Player(coins=coins, workers=workers))
        push(s, "round", [])

    def migrate(self, raw: dict[str, Json], version: int) -> dict[str, Json]:
        """Version 2 sells what must be forfeited (R5.8); positions are what they were."""
        return raw if version == 1 else super().migrate(raw, version)

    def older(self, version: int) -> Game[NauticusState] | None:
        former = companion(self, "former")  # by name: it builds on this module
        assert former is not None
        first: Game[NauticusState] = former.FIRST
        return first if version == first.version else None

    def clone(self, s: NauticusState) -> NauticusState:
        return clone(s)

    def view(self, s: NauticusState, seat: Seat | None) -> dict[str, Json]:
        return redact.view(s, self.header(s, seat))

    def redeal(self, s: NauticusState, seat: Seat, rng: Dice) -> NauticusState:
        return redact.redeal(s, rng)

    def score(self, s: NauticusState) -> list[ScoreSheet]:
        return sheets(s)

    def check(self, s: NauticusState) -> None:
        check(s)
