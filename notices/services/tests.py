"""Trying a channel out."""

from __future__ import annotations

from django.db import transaction
from django.urls import reverse

from accounts.emails import absolute, send_to_player
from accounts.models import User


@transaction.atomic
def mail(*, user: User) -> bool:
    """A test mail; False if there's no confirmed address to send it to."""
    return send_to_player(user, "notices/test", {"url": absolute(reverse("notifications"))})
