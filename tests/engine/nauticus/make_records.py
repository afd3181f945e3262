"""Writes the stored matches anew: `python -m tests.engine.nauticus.make_records`.

Each is searched for among seeded matches by what it has to show. Needed only when a change of the
rules makes the old ones unplayable; otherwise `python -m engine retell` keeps their moves.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

from engine.bots.base import Bot, ask
from engine.bots.greedy import GreedyBot
from engine.bots.random import RandomBot
from engine.core.record import Ply, Record, Remark, write
from engine.core.replay import close, start
from engine.core.types import Log
from engine.nauticus.scoring import sheets
from engine.nauticus.state import NauticusState
from tests.engine.nauticus.build import GAME

FOLDER = Path(__file__).parents[1] / "records" / "nauticus"

Shows = Callable[[NauticusState, Record], bool]


def play(seats: int, seed: int, bot: Bot, rounds: int | None) -> tuple[NauticusState, Record]:
    options = {} if rounds is None else {"rounds": rounds}
    s, _ = GAME.setup(seats, options, f"{seed:032x}")
    record = start(GAME, s)
    rng = random.Random(seed)
    log = Log(on=False)
    shown = 0
    while s.stack:
        if s.round != shown:
            shown = s.round
            record.lines.append(Remark(f"round {shown}"))
        (seat,) = GAME.to_act(s)
        move = ask(bot, GAME, s, seat, rng, 100)
        record.lines.append(Ply(seat, move))
        GAME.play_unchecked(s, seat, move, log)
    return s, close(GAME, record, s)


def plies(record: Record) -> list[Ply]:
    return [line for line in record.lines if isinstance(line, Ply)]


def last_verb(record: Record) -> str:
    move = plies(record)[-1].move
    assert move is not None
    return move.verb


def tied(s: NauticusState) -> list[tuple[int, ...]]:
    """The tie-breaks of those with the most points."""
    found = sheets(s)
    most = max(sheet.total for sheet in found)
    return [sheet.tiebreaks for sheet in found if sheet.total == most]


def any_match(s: NauticusState, record: Record) -> bool:
    return True


def ends_with(verb: str) -> Shows:
    return lambda s, record: last_verb(record) == verb


def ends_after_extra(s: NauticusState, record: Record) -> bool:
    """The very last turn is ended by an extra action that came after the tile's."""
    played = plies(record)
    turn: list[str] = []
    while played and played[-1].seat == plies(record)[-1].seat and played[-1].move:
        turn.insert(0, played.pop().move.verb)  # type: ignore[union-attr]
    return "extra" in turn[1:] and turn[turn.index("extra") - 1] != "choose"


def tie_by_remainder(s: NauticusState, record: Record) -> bool:
    ties = tied(s)
    return len(ties) > 1 and len({tie[0] for tie in ties}) > 1


def tie_by_coins(s: NauticusState, record: Record) -> bool:
    ties = tied(s)
    return len(ties) > 1 and len({tie[0] for tie in ties}) == 1 and len(set(ties)) > 1


def shared(s: NauticusState, record: Record) -> bool:
    return GAME.ranking(s).count(1) > 1


def shared_below(s: NauticusState, record: Record) -> bool:
    places = GAME.ranking(s)
    return places.count(1) == 1 and len(set(places)) < len(places)


def wheel_stays(s: NauticusState, record: Record) -> bool:
    return s.anchor == 0


def below_zero(s: NauticusState, record: Record) -> bool:
    return min(p.vp for p in s.players) < 0


def empty_stack(s: NauticusState, record: Record) -> bool:
    return min(s.supply) == 0


def forfeits(s: NauticusState, record: Record) -> bool:
    """A tile of price 0 is bought without room for it (R5.8)."""
    trial, _ = GAME.setup(record.seats, record.options, record.seed)
    log = Log()
    for ply in plies(record):
        assert ply.move is not None
        GAME.play_unchecked(trial, ply.seat, ply.move, log)
    return any(event.kind == "buy" and event.data["dest"] == -1 for event in log.events)


GREEDY, RANDOM = GreedyBot(), RandomBot()

# name: seats, player, rounds (None: the full match), what it shows
RECORDS: dict[str, tuple[int, Bot, int | None, Shows]] = {
    "two-players": (2, GREEDY, None, any_match),
    "three-players": (3, GREEDY, None, any_match),
    "four-players": (4, GREEDY, None, any_match),
    "two-players-random": (2, RANDOM, None, any_match),
    "three-players-random": (3, RANDOM, None, any_match),
    "four-players-random": (4, RANDOM, None, any_match),
    "four-players-empty-stack": (4, GREEDY, None, empty_stack),
    "one-round-ends-with-pass": (2, RANDOM, 1, ends_with("pass")),
    "one-round-ends-with-end": (3, RANDOM, 1, ends_with("end")),
    "one-round-ends-with-withdraw": (4, RANDOM, 1, ends_with("withdraw")),
    "one-round-ends-with-score": (2, RANDOM, 1, ends_with("score")),
    "one-round-ends-after-extra": (2, GREEDY, 1, ends_after_extra),
    "two-rounds-wheel-stays": (2, RANDOM, 2, wheel_stays),
    "three-rounds": (4, GREEDY, 3, any_match),
    "tie-by-remainder": (2, RANDOM, 1, tie_by_remainder),
    "tie-by-coins": (2, RANDOM, 1, tie_by_coins),
    "tie-shared": (2, RANDOM, 1, shared),
    "tie-shared-second-place": (3, RANDOM, 1, shared_below),
    "below-zero": (3, RANDOM, None, below_zero),
    "two-players-forfeit": (2, RANDOM, 2, forfeits),
}


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, (seats, bot, rounds, shows) in RECORDS.items():
        for seed in range(1, 100_000):
            s, record = play(seats, seed, bot, rounds)
            if shows(s, record):
                (FOLDER / f"{name}.txt").write_text(write(record), encoding="utf-8")
                print(name, seed, record.result, GAME.ranking(s))
                break
        else:
            raise SystemExit(f"nothing shows {name}")


if __name__ == "__main__":
    main()
