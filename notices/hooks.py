"""What accounts ask of notices: data to take along, what goes with an identity."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from notices import kinds, selectors
from notices.models import Muted, Notice, PushSubscription, Reader, Webhook


def notifications(user: User) -> dict[str, Any]:
    reader = selectors.reader_of(user)
    hook = Webhook.objects.filter(user=user).first()
    told = Notice.objects.filter(user=user).order_by("pk")
    return {
        "timing": reader.timing,
        "daily_hour": reader.daily_hour,
        "late_hours": reader.late_hours,
        "quiet_from": reader.quiet_from,
        "quiet_until": reader.quiet_until,
        "switches": {
            kind.key: {name: kinds.wanted(reader, kind.key, name) for name in selectors.channels()}
            for kind in kinds.every()
        },
        "muted": list(Muted.objects.filter(user=user).values_list("about", flat=True)),
        "browsers": list(PushSubscription.objects.filter(user=user).values("agent", "created_at")),
        "webhook": {"url": hook.url, "preset": hook.preset} if hook else None,
        "calendar_feed": bool(reader.calendar_digest),
        "notices": [dict(row) for row in told.values("kind", "about", "at", "answered_at")],
    }


HOME = 5


def home(player: User, viewer: User | None) -> tuple[str, dict[str, Any]] | None:
    """What is new, for the player's home. Turns and invitations head that page already."""
    told = selectors.unread_rows(player, HOME, home=True) if viewer == player else []
    return ("notices/_home.html", {"told": told}) if told else None


def forget(user: User) -> None:
    """Everything: it's all about how to reach somebody who is gone."""
    for model in (Notice, Muted, PushSubscription, Webhook):
        model._default_manager.filter(user=user).delete()
    Reader.objects.filter(user=user).delete()
