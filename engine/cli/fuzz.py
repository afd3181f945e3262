"""Random matches with every check switched on, until time or plies run out."""

from __future__ import annotations

import argparse
import json
import traceback
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from engine.cli.common import find, match_seed, seats_of
from engine.core.game import Game
from engine.core.record import Ply, Record, Remark, write
from engine.core.replay import start
from engine.core.types import State
from engine.testing.walks import Picker, able, choose

DEEP = 50  # the costly checks run every so many plies


@dataclass
class Tally:
    seats: int
    matches: int = 0
    plies: int = 0
    longest: int = 0
    spent: float = 0.0
    verbs: Counter[str] = field(default_factory=Counter)  # how often each was played


def run(args: argparse.Namespace) -> int:
    game = find(args.title)
    counts = list(game.seats) if args.seats is None else [seats_of(game, args.seats)]
    tallies = [Tally(seats) for seats in counts]
    deadline = perf_counter() + args.seconds
    number = 0
    while True:
        # Behind first, so that all numbers of seats get their share of the time.
        tally = min(tallies, key=lambda one: one.spent)
        if args.plies is not None:
            tally = min(tallies, key=lambda one: one.plies)
            if tally.plies >= args.plies:
                break
        if perf_counter() >= deadline:
            break
        record = one_match(game, tally, args.seed, number)
        number += 1
        if record is not None:
            path = Path(args.out) / f"crash-{game.slug}-{tally.seats}-{number}.txt"
            path.write_text(write(record), encoding="utf-8")
            print(f"{game.slug}, {tally.seats} seats: broke down; transcript in {path}")
            return 1
    for tally in tallies:
        print(
            f"{game.slug}, {tally.seats} seats: {tally.matches} matches, {tally.plies} plies, "
            f"longest {tally.longest}, {tally.spent:.1f} s, no fault"
        )
        # A verb that is missing here was never tried.
        print("  " + ", ".join(f"{verb} {tally.verbs[verb]}" for verb in sorted(game.verbs)))
    if args.plies is not None and any(tally.plies < args.plies for tally in tallies):
        print(f"time ran out before {args.plies} plies each")
    return 0


def one_match(game: Game[Any], tally: Tally, seed: str, number: int) -> Record | None:
    """Play one; the record so far if something broke, the last line being what broke it."""
    rng = Random(f"{seed}/{number}")
    chosen = {
        option.key: rng.choice(option.choices_for(tally.seats))
        for option in game.options
        if rng.random() < 0.5
    }
    begun = perf_counter()
    record = Record(game.slug, game.version, tally.seats, dict(chosen), match_seed(seed, number))
    try:
        s, _ = game.setup(tally.seats, chosen, record.seed)
        record = start(game, s)
        examine(game, s, deep=True)
        while s.stack:
            seats = able(game, s)
            seat = seats[rng.randrange(len(seats))]
            move = choose(game, s, seat, Picker([], rng))
            record.lines.append(Ply(seat, move))
            known = (sum(s.drawn.values()), s.reveals)
            outcome = game.apply(s, seat, move).outcome
            if outcome != "barrier":
                assert (sum(s.drawn.values()), s.reveals) == known, "a reveal without a barrier"
            examine(game, s, deep=s.ply % DEEP == 0)
        examine(game, s, deep=True)
    except Exception:
        record.lines += [Remark(line) for line in traceback.format_exc().splitlines()]
        return record
    tally.matches += 1
    tally.plies += s.ply
    tally.verbs.update(
        line.move.verb for line in record.lines if isinstance(line, Ply) and line.move
    )
    tally.longest = max(tally.longest, s.ply)
    tally.spent += perf_counter() - begun
    return None


def examine(game: Game[Any], s: State, deep: bool) -> None:
    """What must hold at every ply; with `deep`, also what is too slow for that."""
    game.check(s)
    assert s.ply <= game.max_plies, "longer than the title promises"
    owing = game.to_act(s)
    assert bool(owing) == bool(s.stack)
    for seat in owing:
        moves = game.moves(s, seat)
        assert moves, f"seat {seat} is starved in {game.prompt(s)}"
        assert len(set(moves)) == len(moves), "a move is offered twice"
    if deep:
        raw = json.loads(json.dumps(game.dump(s)))
        assert game.load(raw) == s, "the dump does not load back"
        copy = game.clone(s)
        assert copy == s, "the clone differs"
        game.score(s)
        for seat in range(s.seats):
            twin = game.redeal(s, seat, Random(s.ply))
            game.check(twin)
            assert game.view(twin, seat) == game.view(s, seat), "a twin world looks different"
            assert game.moves(twin, seat) == game.moves(s, seat), "a twin world plays differently"
