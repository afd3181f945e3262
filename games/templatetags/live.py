"""What pages that follow a table say about it: who was here when, and what just happened."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django import template
from django.conf import settings
from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Match
from games.selectors.scenes import Scene
from games.services import effects
from games.titles.base import seat_name
from notices.presence import looking_at

register = template.Library()


@dataclass
class Whereabouts:
    here: bool
    words: str


@register.simple_tag
def whereabouts(user: User, match: Match) -> Whereabouts:
    """At this table, elsewhere on the site, or gone for how long; never at which other table.

    Requests are noted every few minutes only, so "elsewhere" is that wide.
    """
    if looking_at(user.pk, [effects.about(match)]):
        return Whereabouts(True, _("here"))
    if user.last_seen is None:
        return Whereabouts(False, _("not seen yet"))
    now = timezone.now()
    if now - user.last_seen <= settings.LAST_SEEN_EVERY + timedelta(minutes=1):
        return Whereabouts(False, _("elsewhere on the site"))
    ago = timesince(user.last_seen, now, depth=1)
    return Whereabouts(False, _("seen %(ago)s ago") % {"ago": ago})


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
