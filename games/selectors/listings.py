"""Lists of matches for the lobby, home and the pages of one's own matches. Nothing here writes.

Every list costs the same number of queries however many matches there are.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import chain
from urllib.parse import urlencode

from django.db.models import (
    BooleanField,
    Count,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
)
from django.db.models import prefetch_related_objects as prefetch
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import Block, User
from games.models import Invitation, Match, Seat
from games.paces import Pace
from games.selectors.invitations import addressed_to
from games.selectors.seating import closed_to_guests

LISTED = 50
HEAVY = ("state", "origin", "segments")  # columns no list shows
URGENT = timedelta(hours=24)
CLOSED_SHOWN = timedelta(days=3)


@dataclass(frozen=True)
class Filters:
    """What the lobby was asked for; nothing means everything."""

    title: str = ""
    size: int = 0
    pace: Pace | None = None
    rated: str = ""

    @property
    def any(self) -> bool:
        return bool(self.title or self.size or self.pace or self.rated)

    @property
    def query(self) -> str:
        """The same filters as the end of an address."""
        said = {
            "title": self.title,
            "size": self.size,
            "pace": self.pace.key if self.pace else "",
            "rated": self.rated,
        }
        return urlencode({name: value for name, value in said.items() if value})


@dataclass
class Row:
    """A match as its player sees it in a list."""

    match: Match
    seat: Seat | None = None

    @property
    def deadline(self) -> datetime | None:
        return self.seat.deadline if self.seat else None

    @property
    def urgent(self) -> bool:
        return self.deadline is not None and self.deadline - timezone.now() < URGENT

    @property
    def next_deadline(self) -> datetime | None:
        """By when whoever is waited for must have moved."""
        dates = [s.deadline for s in self.match.seats.all() if s.owes and s.deadline]
        return min(dates, default=None)

    @property
    def acting(self) -> list[Seat]:
        return [seat for seat in self.match.seats.all() if seat.owes]


@dataclass
class Home:
    waiting: list[Row] = field(default_factory=list)
    others: list[Row] = field(default_factory=list)
    open: list[Row] = field(default_factory=list)
    invitations: list[Invitation] = field(default_factory=list)
    tables: list[Match] = field(default_factory=list)
    results: list[Row] = field(default_factory=list)
    closed: list[Match] = field(default_factory=list)

    @property
    def newcomer(self) -> bool:
        """Nobody has seen the end of a match yet: the guided one is the best beginning."""
        return not self.results


def seats() -> Prefetch[str]:
    return Prefetch("seats", Seat.objects.select_related("user").order_by("number"))


def light(matches: QuerySet[Match]) -> QuerySet[Match]:
    return matches.defer(*HEAVY)


def open_tables(
    user: User | None, filters: Filters, limit: int = LISTED, skip: int = 0
) -> QuerySet[Match]:
    """Public tables with a free seat, newest first; without those of people kept apart.

    For guests and visitors, those they may sit at come first; of the others `needs_account` is set.
    """
    taken = (
        Seat.objects.filter(match=OuterRef("pk")).order_by().values("match")
        .annotate(n=Count("pk")).values("n")
    )  # fmt: skip
    tables = Match.objects.filter(
        status=Match.Status.OPEN, visibility=Match.Visibility.PUBLIC, hot_seat=False
    ).filter(size__gt=Coalesce(Subquery(taken), 0))
    if filters.title:
        tables = tables.filter(title=filters.title)
    if filters.size:
        tables = tables.filter(size=filters.size)
    if filters.pace:
        tables = tables.filter(pace=filters.pace)
    if filters.rated:
        tables = tables.filter(rated=filters.rated == "yes")
    if user is not None:
        apart = Block.objects.filter(
            Q(blocker=user, blocked=OuterRef("creator"))
            | Q(blocked=user, blocker=OuterRef("creator"))
        )
        tables = tables.exclude(Exists(apart))
    order = ["-created_at"]
    if user is None or user.is_guest:
        closed = ExpressionWrapper(closed_to_guests(user), output_field=BooleanField())
        tables = tables.annotate(needs_account=closed)
        order.insert(0, "needs_account")
    return light(tables).order_by(*order).prefetch_related(seats())[skip : skip + limit]


def home(user: User) -> Home:
    """The player's own page: what waits for them, for others, and what ended lately."""
    found = Home()
    mine = (
        Seat.objects.filter(user=user, match__status__in=(Match.Status.OPEN, Match.Status.RUNNING))
        .select_related("match")
        .defer(*(f"match__{name}" for name in HEAVY))
        .order_by("-match__moved_at", "-pk")[: 4 * LISTED]
    )
    for seat in _once(mine):
        row = Row(seat.match, seat)
        if seat.match.is_open:
            found.open.append(row)
        elif seat.owes and not seat.autopilot:
            found.waiting.append(row)
        else:
            found.others.append(row)
    found.waiting.sort(key=_by_deadline)
    ended = (
        Seat.objects.filter(user=user, match__status=Match.Status.FINISHED)
        .select_related("match")
        .defer(*(f"match__{name}" for name in HEAVY))
        .order_by("-match__finished_at", "place")[: 2 * 6]
    )
    found.results = [Row(seat.match, seat) for seat in _once(ended)][:6]
    # Asked by name and by mail to the same table is asked once.
    found.invitations = list({asked.match_id: asked for asked in invitations(user)}.values())
    found.closed = closed_lately(user)
    found.tables = [
        table for table in open_tables(user, Filters(), 6 + len(found.open))
        if all(row.match.pk != table.pk for row in found.open)
    ][:6]  # fmt: skip
    rows = chain(found.waiting, found.others, found.open, found.results)
    matches = [row.match for row in rows] + [asked.match for asked in found.invitations]
    prefetch(matches, seats())
    return found


def closed_lately(user: User) -> list[Match]:
    """Tables the player sat at that never began: run out, or closed by whoever opened them."""
    by_own_hand = Q(match__creator=user, match__finished_at__lt=F("match__expires_at"))
    mine = (
        Seat.objects.filter(user=user, match__status=Match.Status.CANCELLED)
        .filter(match__finished_at__gte=timezone.now() - CLOSED_SHOWN)
        .exclude(by_own_hand)
        .select_related("match")
        .defer(*(f"match__{name}" for name in HEAVY))
    )
    # A few at most, so they are put in order here: asked for the newest three, the database would
    # go through the closed tables of everybody.
    found = [seat.match for seat in mine]
    return sorted(found, key=lambda match: match.finished_at or match.created_at)[::-1][:3]


def is_newcomer(user: User | None, title: str = "") -> bool:
    """Has this person not yet seen the end of a match, of this title or of any?"""
    if user is None:
        return True
    seen = Seat.objects.filter(user=user, match__status=Match.Status.FINISHED)
    return not (seen.filter(match__title=title) if title else seen).exists()


def _once(rows: Iterable[Seat]) -> list[Seat]:
    """One seat per match, the one that owes first: with pass and play all are the player's."""
    best: dict[int, Seat] = {}
    for seat in rows:
        known = best.get(seat.match_id)
        if known is None or (seat.owes and not known.owes):
            best[seat.match_id] = seat
    return list(best.values())


def _by_deadline(row: Row) -> tuple[bool, datetime, datetime, int]:
    never = datetime.max.replace(tzinfo=timezone.now().tzinfo)
    seat = row.seat
    assert seat is not None
    return (seat.skipped_at is not None, seat.skipped_at or never, seat.deadline or never, seat.pk)


def invitations(user: User) -> QuerySet[Invitation]:
    return (
        Invitation.objects.filter(addressed_to(user))
        .filter(answered_at=None, match__status=Match.Status.OPEN)
        .exclude(match__seats__user=user)
        .select_related("match", "sender")
        .defer(*(f"match__{name}" for name in HEAVY))
        .order_by("-created_at")[:LISTED]
    )


def my_matches(user: User, *, show: str, title: str = "", won: bool = False) -> QuerySet[Match]:
    """Running, finished or open matches of a player, the latest first."""
    own = Seat.objects.filter(match=OuterRef("pk"), user=user)
    if won:
        own = own.filter(place=1)
    matches = Match.objects.filter(Exists(own), status=show)
    if title:
        matches = matches.filter(title=title)
    order = "-finished_at" if show == Match.Status.FINISHED else "-moved_at"
    return light(matches).order_by(F(order[1:]).desc(nulls_last=True), "-pk").prefetch_related(
        seats()
    )  # fmt: skip


def of_player(player: User, viewer: User | None, *, show: str, limit: int) -> list[Row]:
    """A player's matches as the viewer may know of them: public ones, and those they shared."""
    seen = Q(visibility=Match.Visibility.PUBLIC, spectators=True)
    if viewer is not None:
        seen |= Q(Exists(Seat.objects.filter(match=OuterRef("pk"), user=viewer)))
    matches = my_matches(player, show=show).filter(seen, hot_seat=False)[:limit]
    return [
        Row(match, next(seat for seat in match.seats.all() if seat.user_id == player.pk))
        for match in matches
    ]


def to_watch(title: str = "", show: str = Match.Status.RUNNING) -> QuerySet[Match]:
    """Public matches that welcome spectators."""
    matches = Match.objects.filter(
        status=show, visibility=Match.Visibility.PUBLIC, spectators=True, hot_seat=False
    )
    if title:
        matches = matches.filter(title=title)
    order = "-finished_at" if show == Match.Status.FINISHED else "-moved_at"
    return light(matches).order_by(order, "-pk").prefetch_related(seats())
