"""manage.py restore SOURCE [--replace] [--verify]"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ops import backup


class Command(BaseCommand):
    help = "Restore a backup of the embedded site. Stop the site first."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", type=Path, help="the directory that `backup` named")
        parser.add_argument("--replace", action="store_true", help="set the present state aside")
        parser.add_argument("--verify", action="store_true", help="only look whether it is whole")

    def handle(self, *args: Any, source: Path, replace: bool, verify: bool, **options: Any) -> None:
        try:
            if verify:
                backup.verify(source)
                self.stdout.write(f"{source} is whole.")
                return
            aside = backup.restore(source, replace=replace)
        except backup.BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Restored {source}.")
        if aside:
            self.stdout.write(f"What was there before is in {aside}.")
