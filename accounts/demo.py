"""The players of the demonstration site (`make demo`). Running it again changes nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import Friendship, User

# Anybody at the machine may switch between them; the password is for trying the forms.
PASSWORD = "harbour-demo"
PLAYERS: dict[str, dict[str, Any]] = {
    "alice": {"language": "en", "time_zone": "Europe/London", "theme": "auto"},
    "bob": {"language": "en", "time_zone": "America/New_York", "theme": "dark"},
    "chloe": {"language": "fr", "time_zone": "Europe/Paris", "theme": "light", "patterns": True},
    "dmitri": {
        "language": "en",
        "time_zone": "Asia/Tbilisi",
    },
    "admin": {"language": "en", "is_staff": True, "is_superuser": True},
}
FRIENDS = (("alice", "bob"), ("alice", "chloe"), ("bob", "dmitri"))
ASKED = (("dmitri", "alice"), ("chloe", "dmitri"))


@transaction.atomic
def fill() -> None:
    if not settings.DEMO:
        raise RuntimeError("Demonstration accounts belong on the demonstration site only.")
    now = timezone.now()
    for age, (name, fields) in enumerate(PLAYERS.items(), start=1):
        if User.objects.filter(username__iexact=name).exists():
            continue
        email = f"{name}@demo.example"
        joined = now - timedelta(days=40 * age)
        user = User.objects.create_user(name, email, PASSWORD, date_joined=joined, **fields)
        EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    people = {user.username: user for user in User.objects.filter(username__in=PLAYERS)}
    for pairs, accepted in ((FRIENDS, now), (ASKED, None)):
        for asker, asked in pairs:
            Friendship.objects.get_or_create(
                asker=people[asker], asked=people[asked], defaults={"accepted_at": accepted}
            )
