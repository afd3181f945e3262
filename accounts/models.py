"""Who plays here."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, PermissionsMixin, UserManager
from django.db import models
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.names import look_alike_key, validate_username


class PlayerManager(UserManager["User"]):
    """Looks names up without regard to case, as log-in and profile addresses need."""

    def get_by_natural_key(self, username: str | None) -> User:
        return self.get(username__iexact=username)

    def _create_user_object(
        self, username: str, email: str | None, password: str | None, **extra: Any
    ) -> User:
        extra.setdefault("name_key", look_alike_key(username))
        return super()._create_user_object(username, email, password, **extra)


class User(AbstractBaseUser, PermissionsMixin):
    """An account: a named player, or a guest who has not chosen a name yet."""

    class Theme(models.TextChoices):
        AUTO = "auto", _("as the device")
        LIGHT = "light", _("light")
        DARK = "dark", _("dark")

    username = models.CharField(
        _("user name"),
        max_length=20,
        unique=True,
        validators=[validate_username],
        error_messages={"unique": _("This name is taken.")},
    )
    # Two names that look alike share a key, so only one of them can exist.
    name_key = models.CharField(max_length=40, unique=True, editable=False)
    email = models.EmailField(_("e-mail address"), blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)
    is_staff = models.BooleanField(_("staff"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)
    last_seen = models.DateTimeField(_("last seen"), null=True, blank=True)

    language = models.CharField(_("language"), max_length=8, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC")
    theme = models.CharField(_("theme"), max_length=8, choices=Theme.choices, default=Theme.AUTO)
    patterns = models.BooleanField(_("patterns beside colours"), default=False)
    # Mail kinds switched off or on by hand; a kind not named here follows its default.
    mail_choices = models.JSONField(default=dict, blank=True)

    deletion_due = models.DateTimeField(null=True, blank=True)
    anonymised_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[PlayerManager] = PlayerManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")

    def __str__(self) -> str:
        return self.username

    def get_absolute_url(self) -> str:
        return reverse("profile", args=[self.username])
