"""Who is told what, when and where.

A notice is a piece of news for one player. Each way it should reach them is a delivery, which ends
as sent, cancelled, superseded or failed; the site itself shows every notice.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

USER = settings.AUTH_USER_MODEL


def new_hook_secret() -> str:
    return secrets.token_urlsafe(32)


class Reader(models.Model):
    """How somebody wants to be told. Whoever never said has no row, and the defaults."""

    class Timing(models.TextChoices):
        NOW = "now", _("Immediately")
        BATCH = "batch", _("Grouped: after 30 quiet minutes, 2 hours at most")
        DAILY = "daily", _("Once a day")
        LATE = "late", _("Only when time is running out")

    user = models.OneToOneField(
        USER, models.CASCADE, primary_key=True, related_name="reader", verbose_name=_("player")
    )
    timing = models.CharField(max_length=8, choices=Timing.choices, default=Timing.BATCH)
    daily_hour = models.PositiveSmallIntegerField(default=8)  # in the reader's time zone
    late_hours = models.PositiveSmallIntegerField(default=12)
    # Nothing is sent between the two, in the reader's time zone; it waits until the end.
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_until = models.TimeField(null=True, blank=True)
    # What was switched by hand, kind → channel → on; the rest follows the kind's defaults.
    switches = models.JSONField(default=dict, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)  # the list of notices was last opened
    # The last turn mail and its row of the outbox: no other until the player has acted.
    turn_mail_at = models.DateTimeField(null=True, blank=True)
    turn_mail_effect = models.BigIntegerField(null=True, blank=True)
    # Of the private calendar's secret address, as a hash. Empty: there is none.
    calendar_digest = models.CharField(max_length=64, blank=True, db_index=True)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.timing}"


class Notice(models.Model):
    """One piece of news for one player."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=20)
    about = models.CharField(max_length=40, blank=True)  # "match:CODE"
    # Names and numbers the words are made of. Nothing that other players may not know.
    data = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now)  # since when it's true; alarms lie ahead
    key = models.CharField(max_length=100, unique=True, null=True, blank=True)
    planned_at = models.DateTimeField(null=True, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["user", "-at"], name="notice_newest"),
            models.Index(fields=["at"], name="notice_unplanned", condition=Q(planned_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.user_id}"


class Delivery(models.Model):
    """One notice on its way through one channel."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        HANDED = "handed", _("handed over")  # to the outbox
        SENT = "sent", _("sent")
        CANCELLED = "cancelled", _("cancelled")
        SUPERSEDED = "superseded", _("superseded")
        FAILED = "failed", _("failed")

    notice = models.ForeignKey(Notice, models.CASCADE, related_name="deliveries")
    user = models.ForeignKey(USER, models.CASCADE, related_name="+")
    channel = models.CharField(max_length=12)
    due_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    reason = models.CharField(max_length=120, blank=True)
    effect = models.BigIntegerField(null=True, blank=True)  # the outbox's row, while it has it
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = _("deliveries")
        constraints = [models.UniqueConstraint(fields=["notice", "channel"], name="told_once")]
        indexes = [
            models.Index(fields=["due_at"], name="delivery_due", condition=Q(state="waiting")),
            models.Index(
                fields=["user", "channel"],
                name="delivery_open",
                condition=Q(state__in=["waiting", "handed"]),
            ),
            models.Index(fields=["effect"], name="delivery_handed", condition=Q(state="handed")),
        ]

    def __str__(self) -> str:
        return f"{self.notice_id} by {self.channel}: {self.state}"


class Muted(models.Model):
    """Somebody wants no news about one thing, a match say. The site still shows it."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="+")
    about = models.CharField(max_length=40)

    class Meta:
        verbose_name_plural = _("muted")
        constraints = [models.UniqueConstraint(fields=["user", "about"], name="notice_muted_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.about}"


class PushSubscription(models.Model):
    """A browser that takes push messages for a player."""

    user = models.ForeignKey(USER, models.CASCADE, related_name="push_subscriptions")
    endpoint = models.URLField(max_length=1000)
    digest = models.CharField(max_length=64, unique=True)  # SHA-256 of the endpoint
    p256dh = models.CharField(max_length=120)
    auth = models.CharField(max_length=60)
    agent = models.CharField(max_length=200, blank=True)  # which browser, to tell them apart
    session = models.CharField(max_length=64, blank=True, db_index=True)  # SHA-256 of its key
    created_at = models.DateTimeField(default=timezone.now)
    failing_since = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.digest[:8]}"


class Webhook(models.Model):
    """An address a player has us call."""

    class Preset(models.TextChoices):
        JSON = "json", _("Plain JSON, signed")
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"

    user = models.OneToOneField(USER, models.CASCADE, related_name="webhook")
    url = models.URLField(max_length=500)
    preset = models.CharField(max_length=8, choices=Preset.choices, default=Preset.JSON)
    secret = models.CharField(max_length=64, default=new_hook_secret)
    created_at = models.DateTimeField(default=timezone.now)
    failing_since = models.DateTimeField(null=True, blank=True)
    off_at = models.DateTimeField(null=True, blank=True)
    off_reason = models.CharField(max_length=120, blank=True)
    last_status = models.CharField(max_length=60, blank=True)
    last_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.preset}"
