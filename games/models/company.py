"""Talk at the table, notes to oneself, and what keeps both decent."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from games.models.match import Match

USER = settings.AUTH_USER_MODEL


class Message(models.Model):
    """Table talk. Spectators have a room of their own while the match runs."""

    class Room(models.TextChoices):
        TABLE = "table"
        GALLERY = "gallery"

    match = models.ForeignKey(Match, models.CASCADE, related_name="messages")
    author = models.ForeignKey(USER, models.PROTECT, related_name="messages")
    room = models.CharField(max_length=8, choices=Room.choices, default=Room.TABLE)
    text = models.CharField(max_length=1000)
    at = models.DateTimeField(default=timezone.now)
    hidden = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["match", "room", "id"], name="message_room")]

    def __str__(self) -> str:
        return self.text[:40]


class Note(models.Model):
    """What a player wrote for themselves about a match."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="notes")
    author = models.ForeignKey(USER, models.CASCADE, related_name="notes")
    text = models.TextField(max_length=5000, blank=True)
    updated_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "author"], name="note_once")]

    def __str__(self) -> str:
        return f"{self.author_id} on {self.match_id}"


class Report(models.Model):
    """A message somebody thinks does not belong here."""

    message = models.ForeignKey(Message, models.CASCADE, related_name="reports")
    reporter = models.ForeignKey(USER, models.CASCADE, related_name="reports")
    reason = models.CharField(max_length=400, blank=True)
    at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["message", "reporter"], name="reported_once")
        ]

    def __str__(self) -> str:
        return f"{self.reporter_id} on {self.message_id}"


class Mute(models.Model):
    """One player no longer reads another."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="mutes")
    muted = models.ForeignKey(USER, models.CASCADE, related_name="muted_by")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "muted"], name="muted_once")]

    def __str__(self) -> str:
        return f"{self.user_id} mutes {self.muted_id}"
