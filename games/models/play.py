"""What was played, what is being considered, and what the log tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models.sql.compiler import SQLCompiler
from django.utils import timezone

from engine.core.record import MASKED
from games.models.match import Match

AUTOPILOT = "autopilot"  # cause of plies the computer plays for somebody who left
CLOCK = "clock"  # of plies that were played because somebody's time had run out


class Ply(models.Model):
    """One committed move. Never changed; a take-back masks it and leaves it standing."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="plies")
    number = models.PositiveIntegerField()
    # The first ply that the same Confirm committed: what one commit wrote is one turn.
    turn = models.PositiveIntegerField(default=0)
    seat = models.PositiveSmallIntegerField()
    move = models.CharField(max_length=120)
    cause = models.CharField(max_length=10, blank=True)
    # Not for everybody to read while the match runs: for its seat, and for those named here.
    secret = models.BooleanField(default=False)
    readers = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    # What the others read in its place: the goods of an offer for its cards. "": nothing.
    outline = models.CharField(max_length=120, blank=True, default="", db_default="")
    barrier = models.BooleanField(default=False)
    link = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)
    taken_back = models.BooleanField(default=False)

    class Meta:
        ordering = ["match_id", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"],
                name="ply_number_once",
                condition=models.Q(taken_back=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.seat} {self.move}"

    @property
    def masked(self) -> str:
        """The move as it's written for whoever may not read it."""
        return f"{MASKED}{self.outline}"


def readable(number: int | None, to: str = '"to"') -> tuple[str, tuple[str, ...]]:
    """Who may read a log entry, as a condition and its parameters: the one place that says so.

    `number` is the reader's seat, None a spectator; `to` is the column. Everybody reads what is
    addressed to nobody in particular, a seat also what names it. Seats stand in a list like
    `[0, 2]`, which is compared as text because not every database looks into JSON.
    """
    if number is None:
        return f"{to} IS NULL", ()
    bare = f"replace(replace(replace(CAST({to} AS text), '[', ' '), ']', ' '), ',', ' ')"
    return f"({to} IS NULL OR ' ' || {bare} || ' ' LIKE %s)", (f"% {number} %",)


class Readable(models.Expression):
    """The same condition, for a query set."""

    output_field = models.BooleanField()

    def __init__(self, number: int | None) -> None:
        super().__init__()
        self.number = number
        self.to: Any = models.F("to")

    def get_source_expressions(self) -> list[Any]:
        return [self.to]

    def set_source_expressions(self, exprs: Sequence[Any]) -> None:
        (self.to,) = exprs

    def as_sql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper
    ) -> tuple[str, tuple[str, ...]]:
        return readable(self.number, compiler.compile(self.to)[0])


class EntryQuerySet(models.QuerySet["Entry"]):
    def readable_by(self, number: int | None) -> EntryQuerySet:
        """What this seat may read; None is a spectator.

        Filtered by the database, before anything is counted or cut off: the room that others'
        private entries take up must not show.
        """
        return self.filter(Readable(number))


class Entry(models.Model):
    """One event of the log; `to` names the seats that may read it, null means everybody."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="log")
    number = models.PositiveIntegerField()
    ply = models.PositiveIntegerField()
    seat = models.SmallIntegerField()
    kind = models.CharField(max_length=40)
    data = models.JSONField(default=dict)
    to = models.JSONField(null=True, blank=True)
    at = models.DateTimeField(default=timezone.now)
    taken_back = models.BooleanField(default=False)

    objects = EntryQuerySet.as_manager()

    class Meta:
        ordering = ["match_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="entry_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.kind}"


class Snapshot(models.Model):
    """The position after a ply, kept each time the turn passes on."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="snapshots")
    ply = models.PositiveIntegerField()
    state = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "ply"], name="snapshot_once")]

    def __str__(self) -> str:
        return f"{self.match_id} at {self.ply}"


class Film(models.Model):
    """Every position of a finished match, packed, so that it stays viewable without old code."""

    match = models.OneToOneField(Match, models.CASCADE, related_name="film")
    frames = models.BinaryField()
    count = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.match_id}, {self.count} frames"


class Draft(models.Model):
    """Moves a seat considers. Nobody else ever sees them."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="drafts")
    seat = models.PositiveSmallIntegerField()
    moves = models.JSONField(default=list)
    # The last move would hand over or reveal something: it waits for Confirm.
    parked = models.BooleanField(default=False)
    # Made ahead of the turn, on the position expected then; else for the position as it is.
    plan = models.BooleanField(default=False, db_default=False)
    # A plan that its owner wants played when the turn comes, if it still holds.
    standing = models.BooleanField(default=False)
    ply = models.PositiveIntegerField()
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seat"], name="draft_once")]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.seat}: {' '.join(self.moves)}"


class TakeBack(models.Model):
    """A seat asks to return to an earlier ply; everyone at the table must agree."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="take_back_requests")
    seat = models.PositiveSmallIntegerField()
    to_ply = models.PositiveIntegerField()
    at_ply = models.PositiveIntegerField()
    agreed = models.JSONField(default=list)
    asked_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)
    granted = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match"],
                name="one_open_take_back",
                condition=models.Q(closed_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"{self.match_id} back to {self.to_ply}"
