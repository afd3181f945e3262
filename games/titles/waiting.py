"""What the turn panel of any title says while others decide, and when all is over."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from games.names import seat_name
from games.selectors.scenes import Scene
from games.titles.answers import Panel, Place, Wait
from games.titles.endings import early_end
from games.titles.kit.art import flag_sign


def waits(scene: Scene) -> list[Wait]:
    """Who is to move, and by when."""
    return [
        Wait(
            name=seat_name(seat),
            flag=flag_sign(seat.number),
            deadline=seat.deadline,
            left=time_left(seat.deadline),
            robot=seat.user_id is None or seat.autopilot,
            answers=seat.answers,
        )
        for seat in scene.owing
    ]


def over(scene: Scene) -> Panel:
    """The panel of a match that has ended."""
    return Panel(state="over", places=places(scene), help=early_end(scene.match))


def places(scene: Scene) -> list[Place]:
    """The seats of a finished match, best first."""
    ranked = sorted(scene.seats, key=lambda seat: (seat.place or 0, seat.number))
    return [
        Place(seat_name(seat), flag_sign(seat.number), seat.place, seat.score)
        for seat in ranked
        if seat.place
    ]


def time_left(deadline: datetime | None) -> str:
    if deadline is None:
        return ""
    seconds = int((deadline - timezone.now()).total_seconds())
    if seconds <= 0:
        return _("time is up")
    days, hours, minutes = seconds // 86400, seconds % 86400 // 3600, seconds % 3600 // 60
    if days:
        return _("{d} d {h} h").format(d=days, h=hours)
    if hours:
        return _("{h} h {m} min").format(h=hours, m=minutes)
    return _("{m} min").format(m=minutes)
