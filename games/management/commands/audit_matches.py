"""Replay every stored match whose rules the code still speaks, and name the differences."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from engine.core import fairness
from engine.core.errors import RulesError
from engine.core.types import parse_move
from games.models import Match, Ply
from games.positions import game_of, position
from games.services import rebase


class Command(BaseCommand):
    help = "Check stored matches against the rules; with --rebase, carry running ones over."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--rebase", action="store_true", help="give old versions a new origin")
        parser.add_argument("codes", nargs="*", help="only these matches")

    def handle(self, *args: Any, **options: Any) -> None:
        matches = Match.objects.exclude(state=None).order_by("pk")
        if options["codes"]:
            matches = matches.filter(code__in=options["codes"])
        good = carried = sealed = 0
        bad: list[str] = []
        for match in matches.iterator(chunk_size=100):
            if rebase.needed(match) and options["rebase"]:
                carried += rebase.rebase_stored(code=match.code)
                continue
            if match.rules_version != game_of(match).version:
                sealed += 1
                continue
            fault = audit(match)
            if fault:
                bad.append(f"{match.code}: {fault}")
            else:
                good += 1
        for line in bad:
            self.stderr.write(line)
        self.stdout.write(
            f"{good} replayed, {carried} rebased, {sealed} of older rules, {len(bad)} differ"
        )
        if bad:
            raise CommandError(f"{len(bad)} matches do not replay.")


def audit(match: Match) -> str:
    """Replay from the origin, checking every move, link and the stored position."""
    game = game_of(match)
    segment = match.segments[-1]
    assert match.origin is not None
    state = game.load(match.origin)
    link = segment["link"]
    rows = Ply.objects.filter(match=match, number__gt=match.origin_ply, taken_back=False)
    expected = match.origin_ply
    for row in rows.order_by("number"):
        expected += 1
        if row.number != expected:
            return f"ply {expected} is missing"
        move = parse_move(row.move)
        try:
            game.apply(state, row.seat, move)
        except RulesError as error:
            return f"ply {row.number} ({row.move}): {error}"
        link = fairness.link(link, match.seed, row.number, row.seat, move, game.digest(state))
        if link != row.link:
            return f"the chain breaks at ply {row.number}"
    if expected != match.ply or link != match.chain:
        return "the last ply is not the stored one"
    if game.digest(state) != game.digest(position(match)):
        return "the stored position differs from the replay"
    return ""
