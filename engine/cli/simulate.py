"""Many matches among bots, with figures."""

from __future__ import annotations

import argparse
import json
from random import Random
from time import perf_counter
from typing import Any

from engine.bots.base import Bot, ask
from engine.bots.drawing import drawn
from engine.bots.random import RandomBot
from engine.cli.common import find, match_seed, options, players, seats_of
from engine.core.game import Game
from engine.core.types import Log, State


def random_match(game: Game[Any], s: State, rng: Random) -> None:
    """The fast way for random players: no world has to be redealt to pick blindly."""
    log = Log(on=False)
    if any(form.composed for form in game.forms.values()):
        while s.stack:
            seat = s.stack[-1].seats[0]
            game.play_unchecked(s, seat, drawn(game, s, seat, rng.randrange, rng), log)
        return
    stack, luck, moves_of, play = s.stack, rng.random, game.moves, game.play_unchecked
    while stack:
        seat = stack[-1].seats[0]
        moves = moves_of(s, seat)
        play(s, seat, moves[int(luck() * len(moves))], log)


def bot_match(game: Game[Any], s: State, bots: list[Bot], rng: Random, budget: int) -> None:
    log = Log(on=False)
    while s.stack:
        seat = s.stack[-1].seats[0]
        game.play_unchecked(s, seat, ask(bots[seat], game, s, seat, rng, budget), log)


def run(args: argparse.Namespace) -> int:
    game = find(args.title)
    seats = seats_of(game, args.seats)
    bots = players(args.player, seats)
    chosen = options(args.option)
    plies = 0
    spent = 0.0
    totals: list[list[int]] = [[] for _ in range(seats)]
    wins = [0] * seats
    for number in range(args.games):
        s, _ = game.setup(seats, chosen, match_seed(args.seed, number))
        rng = Random(f"{args.seed}/{number}")
        begun = perf_counter()
        if all(type(bot) is RandomBot for bot in bots):
            random_match(game, s, rng)
        else:
            bot_match(game, s, bots, rng, args.budget)
        spent += perf_counter() - begun
        plies += s.ply
        for sheet in game.score(s):
            totals[sheet.seat].append(sheet.total)
        for seat, place in enumerate(game.ranking(s)):
            wins[seat] += place == 1
    report = {
        "title": game.slug,
        "version": game.version,
        "seats": seats,
        "players": [bot.name for bot in bots],
        "games": args.games,
        "plies": plies,
        "plies_per_s": round(plies / spent) if spent else 0,
        "scores": [
            {
                "seat": seat,
                "mean": round(sum(all_of) / len(all_of), 2) if all_of else 0,
                "min": min(all_of, default=0),
                "max": max(all_of, default=0),
                "wins": wins[seat],
            }
            for seat, all_of in enumerate(totals)
        ],
    }
    print(json.dumps(report) if args.json else _words(report))
    return 0


def _words(report: dict[str, Any]) -> str:
    lines = [
        f"{report['games']} matches of {report['title']}, {report['seats']} seats: "
        f"{report['plies']} plies, {report['plies_per_s']} a second"
    ]
    for one, name in zip(report["scores"], report["players"], strict=True):
        lines.append(
            f"seat {one['seat']} {name:8} mean {one['mean']:7.2f}  "
            f"{one['min']} to {one['max']}  won {one['wins']}"
        )
    return "\n".join(lines)
