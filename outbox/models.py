"""Effects promised inside a transaction and carried out after it."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone


class Effect(models.Model):
    """One thing to do: send a mail, nudge a socket, wake a bot, call a webhook.

    Written in the transaction that causes it, so it exists exactly if its cause does.
    A worker owns it until `claimed_until`; when that lease runs out without `done_at`,
    another worker may take it.
    """

    class Lane(models.TextChoices):
        FAST = "fast"
        SLOW = "slow"

    kind = models.CharField(max_length=40)
    payload = models.JSONField(default=dict)
    lane = models.CharField(max_length=8, choices=Lane.choices, default=Lane.FAST)
    # An effect with a key exists once: promising it again is the same promise.
    key = models.CharField(max_length=120, unique=True, null=True, blank=True)
    created_at = models.DateTimeField(default=timezone.now)
    due_at = models.DateTimeField(default=timezone.now)
    # A message to the workers is under way until then; the sweep does not send another.
    queued_until = models.DateTimeField(null=True, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)
    claim = models.UUIDField(null=True, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    last_error = models.TextField(blank=True)
    done_at = models.DateTimeField(null=True, blank=True)
    given_up_at = models.DateTimeField(null=True, blank=True)
    # The request that caused it, so that the worker's log lines can be found beside it.
    request_id = models.CharField(max_length=64, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["due_at"],
                name="outbox_waiting",
                condition=Q(done_at__isnull=True, given_up_at__isnull=True),
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} #{self.pk}"
