"""Who plays here, who knows whom, and what somebody asked to take along."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin, UserManager
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Greatest, Least, Upper
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.names import is_of_a_guest, look_alike_key, validate_username


class PlayerManager(UserManager["User"]):
    """Looks names up without regard to case, as log-in and profile addresses need."""

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(username__iexact=username)

    def _create_user_object(
        self, username: str, email: str | None, password: str | None, **extra: Any
    ) -> User:
        extra.setdefault("name_key", look_alike_key(username))
        return super()._create_user_object(username, email, password, **extra)  # type: ignore[misc]


class User(AbstractBaseUser, PermissionsMixin):
    """An account: a named player, or a guest who has not chosen a name yet."""

    class Theme(models.TextChoices):
        AUTO = "auto", pgettext_lazy("theme", "Match system")
        LIGHT = "light", pgettext_lazy("theme", "Light")
        DARK = "dark", pgettext_lazy("theme", "Dark")

    username = models.CharField(
        _("user name"),
        max_length=20,
        unique=True,
        validators=[validate_username],
        error_messages={"unique": _("This name is taken.")},
    )
    # Two names that look alike share a key, so only one of them can exist.
    name_key = models.CharField(max_length=40, unique=True, editable=False)
    email = models.EmailField(_("e-mail address"), blank=True, db_index=True)
    # A guest stays one until an address is confirmed, and expires when idle.
    is_guest = models.BooleanField(_("guest"), default=False)
    is_staff = models.BooleanField(_("staff"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)
    last_seen = models.DateTimeField(_("last seen"), null=True, blank=True)

    language = models.CharField(_("language"), max_length=8, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    theme = models.CharField(_("theme"), max_length=8, choices=Theme.choices, default=Theme.AUTO)
    patterns = models.BooleanField(_("colour-blind patterns"), default=False)
    # Not used any more: `notices.Reader.switches` took it over. The column goes a release later.
    mail_choices = models.JSONField(default=dict, blank=True)

    # Raised when log-in details change or all sessions end: links in older mails die with it.
    link_epoch = models.PositiveIntegerField(default=0, db_default=0, editable=False)

    deletion_due = models.DateTimeField(_("deletion due"), null=True, blank=True)
    anonymised_at = models.DateTimeField(_("anonymised"), null=True, blank=True)

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        indexes = [
            models.Index(Upper("username"), name="accounts_name_any_case"),
            models.Index(
                fields=["deletion_due"],
                name="accounts_deletion_due",
                condition=Q(deletion_due__isnull=False),
            ),
            models.Index(
                fields=["last_seen"], name="accounts_idle_guests", condition=Q(is_guest=True)
            ),
        ]

    def __str__(self) -> str:
        if self.is_former:
            return gettext("Former player %(code)s") % {"code": self.username.partition("-")[2]}
        return self.username

    def get_absolute_url(self) -> str:
        return reverse("profile", args=[self.username])

    @property
    def is_former(self) -> bool:
        return self.anonymised_at is not None

    @property
    def is_named(self) -> bool:
        """A full account: neither a guest nor a deleted one."""
        return self.is_active and not self.is_guest and not self.is_former

    @property
    def has_chosen_name(self) -> bool:
        return not is_of_a_guest(self.username)


class Friendship(models.Model):
    """One row for two people: asked, then accepted or declined."""

    asker = models.ForeignKey(User, on_delete=models.CASCADE, related_name="friends_asked")
    asked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="friends_answered")
    asked_at = models.DateTimeField(default=timezone.now)
    accepted_at = models.DateTimeField(null=True, blank=True)
    # Kept, so that the same question is not asked again and again.
    declined_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Least("asker", "asked"), Greatest("asker", "asked"), name="accounts_one_friendship"
            ),
            models.CheckConstraint(condition=~Q(asker=F("asked")), name="accounts_not_own_friend"),
        ]

    def __str__(self) -> str:
        return f"{self.asker_id} – {self.asked_id}"


class Block(models.Model):
    """The blocker wants to hear nothing from the blocked."""

    blocker = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocked_by")
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="accounts_one_block"),
            models.CheckConstraint(
                condition=~Q(blocker=F("blocked")), name="accounts_not_own_block"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.blocker_id} / {self.blocked_id}"


class DataExport(models.Model):
    """A file with everything the site knows about one player."""

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        BUILDING = "building", _("being built")
        READY = "ready", _("ready")
        FAILED = "failed", _("failed")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="exports")
    code = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    requested_at = models.DateTimeField(default=timezone.now)
    sections_done = models.PositiveIntegerField(default=0)
    sections = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(default=0)
    finished_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-requested_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["user"],
                name="accounts_one_export_at_work",
                condition=Q(state__in=["waiting", "building"]),
            )
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.state}"

    @property
    def percent(self) -> int:
        return 100 * self.sections_done // self.sections if self.sections else 0

    @property
    def is_at_work(self) -> bool:
        return self.state in (self.State.WAITING, self.State.BUILDING)


class RetiredName(models.Model):
    """The name of a deleted account, hashed: nobody may slip into it for a while."""

    digest = models.CharField(max_length=64, unique=True)
    until = models.DateTimeField()

    def __str__(self) -> str:
        return self.digest[:8]
