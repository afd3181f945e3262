"""The local inbox, what became of sent mail, and what we know of addresses."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone


class LocalMail(models.Model):
    """Where mail lands when no mail server is set."""

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


class LocalImage(models.Model):
    """A picture inside a local mail."""

    mail = models.ForeignKey(LocalMail, on_delete=models.CASCADE, related_name="images")
    cid = models.CharField(max_length=200)
    content_type = models.CharField(max_length=40)
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["mail", "cid"], name="mail_one_image_per_cid")
        ]

    def __str__(self) -> str:
        return self.cid


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


class SentMail(models.Model):
    """What is known about one mail: no more than a server has said.

    Accepted means that the mail server took it. Whether it lies in the mailbox only the
    receiving side knows, and only some providers tell.
    """

    effect_id = models.BigIntegerField(unique=True)  # outlives the effect, which is pruned
    message_id = models.CharField(max_length=200, unique=True)
    digest = models.CharField(max_length=64)  # of the address, see `mail.addresses`
    created_at = models.DateTimeField(default=timezone.now)
    accepted_at = models.DateTimeField(null=True, blank=True)
    delivered_at = models.DateTimeField(null=True, blank=True)
    bounced_at = models.DateTimeField(null=True, blank=True)
    complained_at = models.DateTimeField(null=True, blank=True)
    reason = models.CharField(max_length=20, blank=True)  # the status of the bounce, like 5.1.1

    class Meta:
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["created_at"], name="mail_sent_when"),
            models.Index(
                fields=["digest", "bounced_at"],
                name="mail_bounced",
                condition=Q(bounced_at__isnull=False),
            ),
            models.Index(
                fields=["complained_at"],
                name="mail_complained",
                condition=Q(complained_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"mail of effect {self.effect_id}: {self.state}"

    @property
    def state(self) -> str:
        """The last thing said about it: complained, bounced, delivered, accepted or waiting."""
        for name in ("complained", "bounced", "delivered", "accepted"):
            if getattr(self, f"{name}_at") is not None:
                return name
        return "waiting"


class AddressState(models.Model):
    """An address that failed or complained. `off_at` stops news, never account mail."""

    digest = models.CharField(max_length=64, unique=True)
    failures = models.PositiveIntegerField(default=0)  # mails that bounced lately, for good
    last_at = models.DateTimeField(default=timezone.now)
    complained_at = models.DateTimeField(null=True, blank=True)
    off_at = models.DateTimeField(null=True, blank=True)
    off_reason = models.CharField(max_length=20, blank=True)
    allowed_at = models.DateTimeField(null=True, blank=True)  # what bounced before is forgiven

    class Meta:
        ordering = ["-last_at"]
        indexes = [
            models.Index(
                fields=["off_at"], name="mail_addresses_off", condition=Q(off_at__isnull=False)
            )
        ]

    def __str__(self) -> str:
        return self.digest[:8]
