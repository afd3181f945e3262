"""Arguments in, exit code out."""

from __future__ import annotations

import argparse
import sys

from engine import registry
from engine.bots.registry import BOTS
from engine.cli import fuzz, play, proof, records, simulate
from engine.cli.common import Trouble, add_match_arguments
from engine.core.errors import RulesError
from engine.core.types import Option


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(prog="python -m engine", description="The rules engine.")
    commands = top.add_subparsers(dest="command", required=True)

    one = commands.add_parser("titles", help="list the titles")
    one.set_defaults(run=run_titles)

    one = commands.add_parser("play", help="play in the terminal")
    add_match_arguments(one)
    one.add_argument("--against", choices=list(BOTS), help="bots in all seats but the first")
    one.add_argument("--budget", type=int, default=200, help="positions a bot may look at")
    one.add_argument("--record", metavar="FILE", help="write the record there at the end")
    one.set_defaults(run=play.run)

    one = commands.add_parser("simulate", help="play many matches among bots")
    add_match_arguments(one)
    one.add_argument("--games", type=int, default=100)
    one.add_argument("--player", default="random", help=f"{', '.join(BOTS)}, or one per seat")
    one.add_argument("--budget", type=int, default=200, help="positions a bot may look at")
    one.add_argument("--json", action="store_true")
    one.set_defaults(run=simulate.run)

    for name, command, text in (
        ("replay", records.run_replay, "verify records"),
        ("retell", records.run_retell, "rewrite records for today's rules"),
        ("verify", proof.run, "check that a downloaded record was dealt fairly and not changed"),
    ):
        one = commands.add_parser(name, help=text)
        one.add_argument("files", nargs="+")
        one.add_argument("--title", metavar="PATH", help="package.module:Class, if not registered")
        if name == "verify":
            one.add_argument(
                "--link",
                action="append",
                default=[],
                metavar="HEX",
                help="a link noted while the match was played, or its first digits; repeatable",
            )
        one.set_defaults(run=command)

    one = commands.add_parser("fuzz", help="random matches with all checks on")
    one.add_argument("title", help="slug of a title, or package.module:Class")
    one.add_argument("--seconds", type=float, default=10.0)
    one.add_argument("--plies", type=int, help="stop after so many plies per number of seats")
    one.add_argument("--seats", type=int, help="only this number of seats")
    one.add_argument("--seed", default="1", help="any text; another text, other matches")
    one.add_argument("--out", default=".", help="folder for the transcript of a crash")
    one.set_defaults(run=fuzz.run)
    return top


def run_titles(args: argparse.Namespace) -> int:
    for slug in registry.TITLES:
        game = registry.get(slug)
        seats = f"{min(game.seats)}-{max(game.seats)}"
        options = ", ".join(_told(option, game.seats) for option in game.options)
        print(f"{slug} {game.version} {game.stage} seats {seats} options {options or 'none'}")
    return 0


def _told(option: Option, seats: range) -> str:
    """An option with its choices and default; where seats matter, for each number of them."""
    by_seats = [
        f"{'/'.join(map(str, option.choices_for(n)))} ({option.default_for(n)})" for n in seats
    ]
    if len(set(by_seats)) == 1:
        return f"{option.key} {by_seats[0]}"
    told = [f"{text} with {n}" for n, text in zip(seats, by_seats, strict=True)]
    return f"{option.key} {'; '.join(told)}"


def main(argv: list[str] | None = None) -> int:
    args = parser().parse_args(argv)
    try:
        code: int = args.run(args)
    except (Trouble, RulesError) as error:
        print(f"engine: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return code
