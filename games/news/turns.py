"""The turn mail: all that waits for a player, the most urgent match with everything to decide it.

It's composed at the moment it's sent, from what the seat sees and nothing else.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import structlog
from django.db.models import prefetch_related_objects
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import emails
from accounts.emails import absolute
from accounts.models import User
from games.links.proposals import proposals
from games.links.tokens import stamp_of, turn_link
from games.models import Match, Seat
from games.names import listed, seat_name
from games.news import lines
from games.selectors import listings
from games.selectors.since import entries_since
from games.selectors.turns import waiting_for
from games.services import effects
from games.titles.naming import match_name
from games.titles.postcards import board_alt, board_picture
from games.titles.registry import presenter_of, title_of
from games.titles.waiting import time_left
from mail.letters import Image, Letter
from notices import timing
from notices.channels import mail
from notices.models import Notice
from notices.news import News

log = structlog.get_logger(__name__)

BOARD = "board"
MATCHES = 20  # named in one mail; the site shows the rest
TOLD = 14  # lines of the log
SHARES = ((effects.HALF, 50), (effects.SHORT, 80))


@dataclass
class Waiting:
    """A match in the mail."""

    match: Match
    seat: Seat
    url: str

    @property
    def name(self) -> str:
        return match_name(self.match)

    @property
    def game(self) -> str:
        return title_of(self.match.title).name

    @property
    def head(self) -> str:
        """What is wanted of the reader, and where."""
        text = _("Your turn in %(match)s")
        if self.seat.answers:
            text = _("Your answer is needed in %(match)s")
        return text % {"match": self.name}

    @property
    def others(self) -> str:
        return listed([seat_name(s) for s in self.match.seats.all() if s.pk != self.seat.pk])

    @property
    def brief(self) -> str:
        """A line of a list: which match, with whom, how long."""
        said = [self.name, _("with %(others)s") % {"others": self.others}]
        if self.left:
            said.append(_("%(left)s left") % {"left": self.left})
        return ", ".join(said)

    @property
    def left(self) -> str:
        return time_left(self.seat.deadline)

    @property
    def deadline(self) -> datetime | None:
        return self.seat.deadline


@dataclass
class Proposed:
    """A whole turn in the mail. Its link asks before it does anything."""

    words: str
    cost: str
    gain: str
    url: str

    @property
    def price(self) -> str:
        said = []
        if self.cost:
            said.append(_("Costs %(cost)s.") % {"cost": self.cost})
        if self.gain:
            said.append(_("Gains %(gain)s.") % {"gain": self.gain})
        return " ".join(said)


@dataclass
class Body:
    """What the templates get."""

    first: Waiting
    rest: list[Waiting]
    told: list[str]  # since the reader's last turn, in the log's own sentences
    proposals: list[Proposed]  # whole turns to take with two clicks
    picture: str  # the name of the picture in the mail, "" without one
    board: str  # the same as text


def waiting(user: User, code: str = "") -> list[Waiting]:
    """Everything that waits for this player, or one match; the nearest deadline first."""
    seats = waiting_for(user).select_related("match").defer("match__origin", "match__segments")
    if code:
        seats = seats.filter(match__code=code)
    found = list(seats[:MATCHES])
    prefetch_related_objects([seat.match for seat in found], listings.seats())
    found.sort(key=lambda seat: (seat.deadline is None, seat.deadline or seat.joined_at, seat.pk))
    return [Waiting(s.match, s, absolute(s.match.get_absolute_url())) for s in found]


def since_last_turn(match: Match, seat: Seat) -> list[str]:
    """What happened since this seat last decided, oldest first, as text."""
    presenter = presenter_of(match.title)
    names = [seat_name(other) for other in match.seats.all()]
    entries = entries_since(match, seat, 3 * TOLD)
    told = [plain(presenter.sentence(entry, names)) for entry in entries]
    return [text for text in told if text][-TOLD:]


def plain(text: str) -> str:
    """A sentence of the log without its marks."""
    return " ".join(html.unescape(strip_tags(str(text))).split())


def headline(found: Sequence[Waiting]) -> str:
    if len(found) == 1:
        return found[0].head
    return ngettext(
        "%(n)d match is waiting for you", "%(n)d matches are waiting for you", len(found)
    ) % {"n": len(found)}


def news(user: User, notices: Sequence[Notice]) -> News | None:
    """One message for every match that waits."""
    found = waiting(user)
    if not found:
        return None
    named = {notice.data["match"] for notice in notices}
    one = next((w for w in found if w.match.code in named), found[0])
    title = headline(found)
    single = len(found) == 1
    text = _("%(game)s with %(others)s.") % {"game": one.game, "others": one.others}
    if one.left:
        text += " " + _("Time left: %(left)s.") % {"left": one.left}
    return News(
        kind=effects.TURN,
        title=title if single else one.head,
        text=text,
        url=one.url,
        about=effects.about(one.match),
        until=one.deadline,
        letter=lambda: letter(user, found, title),
    )


def letter(user: User, found: Sequence[Waiting], title: str) -> Letter:
    first, *rest = found
    language = emails.language_for(user)
    match, number = first.match, first.seat.number
    picture = _picture(match, number, language)
    body = Body(
        first=first,
        rest=rest,
        told=since_last_turn(match, first.seat),
        proposals=_proposals(user, found),
        picture=BOARD if picture else "",
        board=board_alt(match, number, language),
    )
    thread = effects.about(first.match) if not rest else ""
    return mail.compose(
        user,
        "games/turn",
        {"body": body, "headline": title, "home_url": absolute(reverse("home"))},
        kind=effects.TURN,
        thread=thread,
        images=(Image(BOARD, picture),) if picture else (),
    )


def _proposals(user: User, found: Sequence[Waiting]) -> list[Proposed]:
    """Whole turns for the first match; each link also knows the others named in this mail."""
    first = found[0]
    also = [other.seat.pk for other in found[1:]]
    stamp = stamp_of(user)
    return [
        Proposed(
            words=turn.words,
            cost=turn.cost,
            gain=turn.gain,
            url=absolute(turn_link(user, first.seat, first.match, turn.moves, also, stamp=stamp)),
        )
        for turn in proposals(first.match, first.seat.number)
    ]


def _picture(match: Match, number: int, language: str) -> bytes:
    """The board as the seat sees it. A mail without it is better than no mail."""
    try:
        return board_picture(match, number, language)
    except Exception:
        log.exception("picture.failed", match=match.code)
        return b""


# --- alarms -------------------------------------------------------------------------------


def alarms(notice: Notice) -> list[Notice]:
    """What will be news if the turn still waits then: half the time used, and four fifths."""
    if not notice.data["deadline"]:
        return []
    deadline = datetime.fromisoformat(notice.data["deadline"])
    since = datetime.fromisoformat(notice.data.get("since") or notice.at.isoformat())
    now = timezone.now()
    return [
        Notice(
            user_id=notice.user_id,
            kind=kind,
            about=notice.about,
            data={**notice.data, "since": since.isoformat(), "share": share, "turn": notice.pk},
            at=timing.alarm_at(since, deadline, share / 100),
            key=f"{kind}:{notice.pk}",
        )
        for kind, share in SHARES
        if timing.alarm_at(since, deadline, share / 100) > now
    ]


def alarm_news(user: User, notices: Sequence[Notice]) -> News | None:
    notice = notices[0]
    found = next(iter(waiting(user, notice.data["match"])), None)
    if found is None:
        return None
    title = lines.alarm(notice).text.rstrip(".")
    text = _("You have %(left)s left to take your turn.")
    if found.seat.answers:
        text = _("You have %(left)s left to answer.")
    text = text % {"left": found.left}
    return News(
        kind=notice.kind,
        title=title,
        text=text,
        url=found.url,
        about=notice.about,
        until=found.deadline,
        letter=lambda: mail.compose(
            user,
            "games/alarm",
            {"headline": title, "text": text, "waiting": found},
            kind=notice.kind,
            thread=notice.about,
        ),
    )
