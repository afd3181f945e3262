"""Replay every stored match whose rules the code still speaks, and name the differences."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import Match
from games.selectors.audit import audit
from games.selectors.positions import speaks
from games.services.play import rebase
from ops.snapshots import snapshot


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
        for pk in matches.values_list("pk", flat=True):
            with snapshot():  # people play on while we look
                match = Match.objects.get(pk=pk)
                fault = audit(match)
            if fault:
                bad.append(f"{match.code}: {fault}")
            elif rebase.needed(match) and options["rebase"]:
                carried += rebase.rebase_stored(code=match.code)
            elif speaks(match):
                good += 1
            else:
                sealed += 1
        for line in bad:
            self.stderr.write(line)
        self.stdout.write(
            f"{good} replayed, {carried} rebased, {sealed} of older rules, {len(bad)} differ"
        )
        if bad:
            raise CommandError(f"{len(bad)} matches differ.")
