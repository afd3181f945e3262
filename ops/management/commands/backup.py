"""manage.py backup DEST"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ops import backup


class Command(BaseCommand):
    help = "Back up the embedded site (SQLite, data exports, secret key), also while it runs."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("destination", type=Path, help="directory to write the backup into")

    def handle(self, *args: Any, destination: Path, **options: Any) -> None:
        try:
            place = backup.make(destination)
        except backup.BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(str(place))
