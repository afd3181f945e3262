"""A match, its seats, and who was asked to take one."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.fields import PaceField
from games.paces import USUAL

CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # nothing that is mistaken for something else
CODE_LENGTH = 8


def new_code() -> str:
    return "".join(secrets.choice(CODE_ALPHABET) for _ in range(CODE_LENGTH))


def new_secret() -> str:
    return secrets.token_hex(32)


class Match(models.Model):
    """From the open table to the final page."""

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        RUNNING = "running", _("in progress")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("anyone can join")
        LINK = "link", _("anyone with the link")
        INVITED = "invited", _("invitation only")

    class FirstPlayer(models.TextChoices):
        RANDOM = "random", _("random")
        NEWEST = "newest", _("the least experienced player")
        CREATOR = "creator", _("the host")

    class End(models.TextChoices):
        PLAYED = "played", _("played to the end")
        ABANDONED = "abandoned", _("abandoned")

    class TakeBacks(models.TextChoices):
        CONSENT = "consent", _("if everyone agrees")
        NEVER = "never", _("never")

    code = models.CharField(max_length=12, unique=True, default=new_code)
    name = models.CharField(_("table name"), max_length=40, blank=True)
    title = models.CharField(_("game"), max_length=20)
    rules_version = models.PositiveIntegerField(default=1)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    creator = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="opened_matches"
    )

    # The charter: what everyone sees before taking a seat.
    size = models.PositiveSmallIntegerField(_("seats"))
    options = models.JSONField(default=dict)
    visibility = models.CharField(
        max_length=8, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    rated = models.BooleanField(_("rated"), default=False)
    pace = PaceField(_("pace"), default=USUAL, db_column="days_per_turn")
    gates = models.JSONField(default=dict, blank=True)
    first_player = models.CharField(
        max_length=8, choices=FirstPlayer.choices, default=FirstPlayer.RANDOM
    )
    take_backs = models.CharField(
        max_length=8, choices=TakeBacks.choices, default=TakeBacks.CONSENT
    )
    spectators = models.BooleanField(_("spectators allowed"), default=True)
    start_at = models.DateTimeField(_("starts at"), null=True, blank=True)
    hot_seat = models.BooleanField(_("pass and play"), default=False)
    # Whom the opener asked to leave: they do not sit down here again unless invited anew.
    removed = models.JSONField(default=list, blank=True)
    guided = models.BooleanField(_("guided"), default=False)

    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    ended = models.CharField(max_length=10, choices=End.choices, blank=True)
    previous = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematches"
    )

    # Fairness: the secret stays here until the end, its commitment is public from the start.
    secret = models.CharField(max_length=64, default=new_secret)
    commitment = models.CharField(max_length=64, blank=True)
    seed = models.CharField(max_length=64, blank=True)
    # Who deals, by name (`SEED_SOURCES`); "" is the secret with the players' words.
    seed_source = models.CharField(max_length=40, blank=True, default="", db_default="")

    # The position. Derived from the plies, kept so that a request need not replay them.
    state = models.JSONField(null=True, blank=True)
    ply = models.PositiveIntegerField(default=0)
    entries = models.PositiveIntegerField(default=0)
    chain = models.CharField(max_length=64, blank=True)
    # Where replay begins: the deal, or the snapshot a rules change was survived with.
    origin = models.JSONField(null=True, blank=True)
    origin_ply = models.PositiveIntegerField(default=0)
    segments = models.JSONField(default=list, blank=True)
    moved_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(
                fields=["-created_at"],
                name="match_open_public",
                condition=Q(status="open", visibility="public"),
            ),
            models.Index(fields=["status", "-finished_at"], name="match_finished"),
            models.Index(fields=["title", "status"], name="match_title"),
        ]

    def __str__(self) -> str:
        return self.name or self.code

    def get_absolute_url(self) -> str:
        return reverse("match", args=[self.code])

    @property
    def is_open(self) -> bool:
        return self.status == self.Status.OPEN

    @property
    def is_running(self) -> bool:
        return self.status == self.Status.RUNNING

    @property
    def is_over(self) -> bool:
        return self.status in (self.Status.FINISHED, self.Status.CANCELLED)


class Seat(models.Model):
    """One place at the table. Empty until somebody takes it; a bot has no user."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="seats"
    )
    bot = models.CharField(max_length=20, blank=True)  # a name of `engine.bots.registry`
    # With pass and play one account plays several seats, each with a name of its own.
    name = models.CharField(_("name"), max_length=20, blank=True)
    nonce = models.CharField(max_length=64, blank=True)
    joined_at = models.DateTimeField(default=timezone.now)

    owes = models.BooleanField(default=False)
    # What it owes is an answer: a small question with a time of its own. When that runs out, the
    # rules answer for the seat (`Game.lapse`), and nobody forfeits.
    answers = models.BooleanField(default=False, db_default=False)
    deadline = models.DateTimeField(null=True, blank=True)
    # Rises with everything this seat does; a page that answers an older one is stale.
    revision = models.PositiveIntegerField(default=0)
    # A draft may lie in the drawer; False spares looking.
    drafted = models.BooleanField(default=False)
    # The player is gone and the computer finishes for the seat, which comes last.
    autopilot = models.BooleanField(default=False)
    seen_ply = models.PositiveIntegerField(default=0)
    seen_message = models.PositiveBigIntegerField(default=0)
    skipped_at = models.DateTimeField(null=True, blank=True)

    # Not a column: statements that know whether a guest sits here say so, see `is_guest`.
    by_guest: bool | None = None

    place = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    sheet = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["match_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="seat_number_once"),
        ]
        indexes = [
            models.Index(fields=["user", "deadline"], name="seat_owing", condition=Q(owes=True)),
            models.Index(fields=["deadline"], name="seat_due", condition=Q(owes=True)),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number}"

    @property
    def is_guest(self) -> bool:
        """Does a guest play here? From now on as a player, once they've kept the account."""
        if self.user_id is None or self.by_guest is not None:
            return bool(self.by_guest)
        return self.user is not None and self.user.is_guest


class Invitation(models.Model):
    """Somebody was asked to the table: a player by name, or whoever reads a mail.

    By mail, `user` is whoever sat down with it, and nobody until then: see
    `games.selectors.invitations`.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="invitations")
    sender = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="sent_invitations"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="invitations"
    )
    email = models.EmailField(blank=True)
    token = models.CharField(max_length=32, unique=True, default=new_code)
    created_at = models.DateTimeField(default=timezone.now)
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match", "user"],
                name="invited_once",
                condition=Q(user__isnull=False, email=""),
            )
        ]
        indexes = [
            models.Index(fields=["email"], name="invited_by_mail", condition=~Q(email="")),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} → {self.user_id or self.email}"
