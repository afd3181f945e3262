"""Mail, push and webhook words for everything but turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from accounts.emails import absolute
from accounts.models import User
from games.models import Invitation, Match, Seat
from games.names import listed, seat_name
from games.news import lines
from games.selectors import listings
from games.services import effects
from games.services.tables.invite import letter_context
from games.titles.endings import early_end
from games.titles.registry import title_of
from notices.channels import mail
from notices.models import Notice
from notices.news import News


def news(user: User, notices: Sequence[Notice]) -> News | None:
    """One message about one notice: these kinds are never told together."""
    notice = notices[0]
    match = match_of(notice)
    if match is None:
        return None
    if notice.kind == effects.INVITATION:
        return _invitation(user, notice)
    line = lines.of(notice.kind)(notice)
    context: dict[str, Any] = {
        "match": match,
        "title": title_of(match.title).name,
        "name": lines.match_name(notice),
        "url": absolute(line.path),
        "kind": notice.kind,
        "text": _text(match, notice, user) or line.text,
    }
    if notice.kind == effects.ENDED:
        context["places"] = _places(match)
        context["early"] = early_end(match)
        context["mine"] = next((s for s in match.seats.all() if s.user_id == user.pk), None)
    headline = line.text.rstrip(".")
    return News(
        kind=notice.kind,
        title=headline,
        text=context["text"],
        url=context["url"],
        about=notice.about,
        letter=lambda: mail.compose(
            user,
            "games/news",
            {**context, "headline": headline},
            kind=notice.kind,
            thread=notice.about,
        ),
    )


def match_of(notice: Notice) -> Match | None:
    rows = listings.light(Match.objects.filter(code=notice.data["match"]))
    return rows.prefetch_related(listings.seats()).first()


def _places(match: Match) -> list[Seat]:
    """The result, best first."""
    return sorted(match.seats.all(), key=lambda seat: (seat.place or 99, seat.number))


def _text(match: Match, notice: Notice, user: User) -> str:
    """A sentence more than the headline says."""
    seats = list(match.seats.all())
    if notice.kind == effects.STARTED:
        others = [seat_name(seat) for seat in seats if seat.user_id != user.pk]
        return _("You’re playing %(game)s with %(others)s.") % {
            "game": title_of(match.title).name,
            "others": listed(others),
        }
    if notice.kind == effects.ENDED:
        final = _("Final places: %(places)s.") % {
            "places": ", ".join(
                f"{seat.place}. {seat_name(seat)} ({seat.score})" for seat in _places(match)
            )
        }
        return " ".join(filter(None, (early_end(match), final)))
    if notice.kind == effects.MENTION:
        return _("Read it and reply at the table.")
    if notice.kind in (effects.LEFT, effects.TAKE_BACK):
        who = seat_name(seats[notice.data["seat"]])
        if notice.kind == effects.TAKE_BACK:
            return _("%(who)s asks to take back their last turn.") % {"who": who}
        if match.ended == Match.End.ABANDONED:
            return early_end(match)
        if notice.data["why"] == "timeout":
            return _("%(who)s ran out of time. The computer takes over.") % {"who": who}
        return _("%(who)s left. The computer takes over.") % {"who": who}
    return ""


def _invitation(user: User, notice: Notice) -> News | None:
    asked = (
        Invitation.objects.select_related("match", "sender")
        .filter(pk=notice.data["invitation"])
        .first()
    )
    if asked is None:
        return None
    context = letter_context(asked, to_player=True)
    line = lines.of(notice.kind)(notice)
    offer = str(asked.match.pace.offer)
    if user.is_guest:
        offer = _("You’ll play as a guest, with at most 24 hours per turn.")
    return News(
        kind=notice.kind,
        title=line.text.rstrip("."),
        text=offer,
        url=str(context["url"]),
        about=notice.about,
        until=asked.match.expires_at,
        letter=lambda: mail.compose(
            user, "games/invitation", context, kind=notice.kind, thread=notice.about
        ),
    )
