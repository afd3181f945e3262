"""The local inbox: where mail lands when no mail server is set."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class LocalMail(models.Model):
    message_id = models.CharField(max_length=200, unique=True)
    received_at = models.DateTimeField(default=timezone.now)
    sender = models.CharField(max_length=320)
    recipients = models.JSONField(default=list)
    subject = models.CharField(max_length=400)
    text = models.TextField()
    html = models.TextField(blank=True)
    headers = models.JSONField(default=dict)

    class Meta:
        ordering = ["-received_at", "-pk"]

    def __str__(self) -> str:
        return self.subject


class Stranger(models.Model):
    """An address somebody typed here, as a keyed hash: what it was sent, and whether it said no."""

    digest = models.CharField(max_length=64, unique=True)
    sent = models.JSONField(default=list)  # when, of the last day
    last_at = models.DateTimeField(default=timezone.now)
    refused_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(
                fields=["last_at"], name="mail_old_counts", condition=models.Q(refused_at=None)
            )
        ]

    def __str__(self) -> str:
        return self.digest[:8]
