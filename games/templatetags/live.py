"""What pages that follow a table say about it: who was here when, and what just happened."""

from __future__ import annotations

from datetime import timedelta

from django import template
from django.conf import settings
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from accounts.models import User
from games.selectors.scenes import Scene
from games.titles.base import seat_name

register = template.Library()


@register.simple_tag
def seen_by_us(user: User) -> str:
    """When somebody was last here; noted every few minutes only, so "now" is that wide."""
    if user.last_seen is None:
        return _("not seen yet")
    now = timezone.now()
    if now - user.last_seen <= settings.LAST_SEEN_EVERY + timedelta(minutes=1):
        return _("here now")
    return _("seen %(ago)s ago") % {"ago": timesince(user.last_seen, now, depth=1)}


@register.simple_tag
def said_of(scene: Scene) -> str:
    """One sentence for those who hear the page: who has moved, and who is to move now."""
    if not scene.match.is_running:
        return _("The match is over.")
    parts = []
    last = next((entry.seat for entry in reversed(scene.entries) if entry.seat >= 0), None)
    if last is not None and last != scene.number and last < len(scene.seats):
        parts.append(_("%(who)s has moved.") % {"who": seat_name(scene.seats[last])})
    if scene.seat is not None and scene.seat.owes:
        parts.append(_("It’s your turn."))
    elif scene.owing:
        names = ", ".join(seat_name(seat) for seat in scene.owing)
        parts.append(_("Waiting for %(who)s.") % {"who": names})
    return " ".join(parts)
