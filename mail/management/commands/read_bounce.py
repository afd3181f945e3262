"""manage.py read_bounce [RECIPIENT] < MAIL"""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import Error as DatabaseTrouble

from mail import bounces


class Command(BaseCommand):
    help = "Read one undeliverable mail from standard input, as the mail server pipes it."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "recipient",
            nargs="?",
            default="",
            help="the address it was sent to; without it the mail's own headers are asked",
        )

    def handle(self, *args: Any, recipient: str, **options: Any) -> None:
        raw = sys.stdin.buffer.read(bounces.LONGEST)
        try:
            self.stdout.write(bounces.note(raw, recipient=recipient))
        except DatabaseTrouble as error:
            # The mail server keeps it and tries again.
            code = os.EX_TEMPFAIL
            raise CommandError("The database doesn't answer.", returncode=code) from error
