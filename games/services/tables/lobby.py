"""From an open table to the first deal."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.module_loading import import_string

from accounts.locks import hold
from accounts.models import User
from accounts.selectors import has_blocked
from engine.bots import registry as computers
from engine.core import fairness
from engine.core.errors import BadOptions
from engine.registry import TITLES, get
from games import paces
from games.errors import BadTable, NotAllowed, SeatsTaken, TableClosed
from games.models import Invitation, Match, Seat
from games.selectors.invitations import addressed_to, written_to
from games.selectors.seating import guests_welcome, only_person
from games.services import effects
from games.services.nudges import SEATS
from games.services.play import commit
from games.services.tables import deals
from games.terms.charter import Charter, terms_of
from games.titles.registry import title_of

TABLE_LIFETIME = timedelta(days=14)
OPEN_TABLES_ALLOWED = 10
LATEST_START = timedelta(days=30)
NONCE = re.compile(r"[0-9A-Za-z_-]{1,64}\Z")


@transaction.atomic
def create(
    *,
    user: User,
    charter: Charter,
    bots: int = 0,
    bot: str = computers.DEFAULT,
    hot_seat: bool = False,
    names: Sequence[str] = (),
    guided: bool = False,
    nonce: str = "",
    seed_source: str = "",
) -> Match:
    """Open a table and take the first seat; with bots or pass and play it may start at once.

    `names` are those of the seats at one device; a seat without one is called by its number.
    `seed_source` names who deals whenever it starts (`SEED_SOURCES`), for events that share deals.
    """
    deals.require(seed_source)
    _require_bot(bot)
    options = _checked(charter, user)
    _require_account(user)
    waiting = Match.objects.filter(creator=user, status=Match.Status.OPEN).count()
    if waiting >= OPEN_TABLES_ALLOWED:
        raise BadTable("", "too-many-open")
    now = timezone.now()
    terms = terms_of(charter) | {
        "options": options,
        "name": charter.name.strip(),
        "rated": charter.rated and not (bots or hot_seat or guided),
    }
    match = Match(
        **terms,
        creator=user,
        hot_seat=hot_seat,
        guided=guided,
        seed_source=seed_source,
        created_at=now,
        expires_at=(charter.start_at or now) + TABLE_LIFETIME,
        rules_version=get(charter.title).version,
    )
    match.commitment = fairness.commitment(match.secret, match.code)
    match.save(force_insert=True)
    seats = [Seat(match=match, number=0, user=user, nonce=_nonce(nonce), joined_at=now)]
    for number in range(1, charter.size):
        if hot_seat:
            seats.append(Seat(match=match, number=number, user=user, joined_at=now))
        elif number <= bots:
            seats.append(Seat(match=match, number=number, bot=bot, joined_at=now))
    if hot_seat:
        for seat, name in zip(seats, names, strict=False):
            seat.name = name
    Seat.objects.bulk_create(seats)
    if len(seats) == match.size and match.start_at is None:
        start(match, seats, starter=user)
    return match


@transaction.atomic
def join(*, code: str, user: User, nonce: str = "", token: str = "") -> Match:
    """Take a free seat; the last one starts the match unless it waits for its date."""
    _require_account(user)
    match = commit.lock(code)
    _require_open(match)
    seats = commit.seats_of(match)
    if any(seat.user_id == user.pk for seat in seats):
        return match
    asked = require_welcome(match, user, token=token)
    for seat in seats:
        if seat.user is not None and has_blocked(seat.user, user):
            raise NotAllowed("blocked")
    free = sorted(set(range(match.size)) - {seat.number for seat in seats})
    if not free:
        raise SeatsTaken
    seats.append(Seat.objects.create(match=match, number=free[0], user=user, nonce=_nonce(nonce)))
    _answer(match, user, asked)
    if len(seats) == match.size:
        if _may_start(match):
            start(match, sorted(seats, key=lambda seat: seat.joined_at), starter=user)
        else:
            effects.tell(match, effects.TABLE, seats, but=user.pk, what="filled")
    return match


def _answer(match: Match, user: User, asked: Invitation | None) -> None:
    """An invitation is good for one person: from now on it is theirs, whoever was written to."""
    theirs = written_to(user)
    if asked is not None:
        theirs |= Q(pk=asked.pk, user=None)
    match.invitations.filter(theirs).update(user=user)
    match.invitations.filter(user=user).update(answered_at=timezone.now())
    if user.pk in match.removed:
        readmit(match, user)


def readmit(match: Match, user: User) -> None:
    """Invited anew: what was said before no longer counts. The caller holds the lock."""
    match.removed = [pk for pk in match.removed if pk != user.pk]
    match.save(update_fields=["removed"])


@transaction.atomic
def leave(*, code: str, user: User) -> Match:
    """Get up before the start. When the opener leaves, the table is gone."""
    match = commit.lock(code)
    _require_open(match)
    if match.creator_id == user.pk:
        _cancel(match, by=user)
    else:
        match.seats.filter(user=user).delete()
    return match


@transaction.atomic
def kick(*, code: str, user: User, number: int) -> Match:
    """The opener asks somebody to leave before the start; they stay away unless invited anew."""
    match = commit.lock(code)
    _require_open(match)
    _require_creator(match, user)
    seat = match.seats.filter(number=number).first()
    if seat is None or seat.user_id == user.pk:
        raise NotAllowed("no-such-seat")
    seat.delete()
    if seat.user_id is not None and seat.user_id not in match.removed:
        match.removed = [*match.removed, seat.user_id]
        match.save(update_fields=["removed"])
    return match


@transaction.atomic
def add_bot(*, code: str, user: User, bot: str = computers.DEFAULT) -> Match:
    """The opener fills a free seat with a computer player; such a match is never rated."""
    _require_bot(bot)
    match = commit.lock(code)
    _require_open(match)
    _require_creator(match, user)
    if match.rated:
        raise NotAllowed("rated-without-bots")
    seats = commit.seats_of(match)
    free = sorted(set(range(match.size)) - {seat.number for seat in seats})
    if not free:
        raise SeatsTaken
    seats.append(Seat.objects.create(match=match, number=free[0], bot=bot))
    if len(seats) == match.size and _may_start(match):
        start(match, seats, starter=user)
    return match


@transaction.atomic
def begin(*, code: str) -> Match:
    """Start a full table whose date has come."""
    match = commit.lock(code)
    _require_open(match)
    seats = commit.seats_of(match)
    if len(seats) < match.size:
        raise TableClosed
    start(match, seats)
    return match


@transaction.atomic
def expire(*, code: str) -> Match:
    """Close a table nobody filled."""
    match = commit.lock(code)
    _require_open(match)
    _cancel(match)
    return match


def start(match: Match, seats: Sequence[Seat], *, starter: User | None = None) -> None:
    """Close the seats, derive the seed, draw the order, deal."""
    now = timezone.now()
    joiners = sorted(seats, key=lambda seat: (seat.joined_at, seat.pk))
    nonces = [seat.nonce for seat in joiners if seat.nonce]
    match.seed = deals.seed_of(match, nonces)
    order = _order(match, joiners, nonces)
    # Two passes: the numbers are unique, so everybody first moves out of the way.
    for k, index in enumerate(order):
        joiners[index].number = 100 + k
    Seat.objects.bulk_update(joiners, ["number"])
    for seat in joiners:
        seat.number -= 100
    Seat.objects.bulk_update(joiners, ["number"])
    match.status = Match.Status.RUNNING
    match.started_at = now
    match.expires_at = None
    commit.first_position(match, sorted(joiners, key=lambda seat: seat.number), now)
    effects.tell(match, effects.STARTED, joiners, but=starter.pk if starter else None)


def _order(match: Match, joiners: Sequence[Seat], nonces: Sequence[str]) -> list[int]:
    """Which joiner gets seat 0, 1, …; the lot decides, the charter may fix who begins.

    Against computers alone the person begins, always. The lot is the table's own: a deal that
    several share must not seat them all alike.
    """
    if match.hot_seat:
        return list(range(len(joiners)))
    person = only_person(match, joiners)
    rotated = _rotated(match, joiners) if match.previous_id else []
    if rotated and person is None:
        return rotated
    order = rotated or fairness.seat_order(deals.own_seed(match, nonces), len(joiners))
    first = None
    if person is not None:
        first = joiners.index(person)
    elif match.first_player == Match.FirstPlayer.CREATOR:
        first = next(i for i, seat in enumerate(joiners) if seat.user_id == match.creator_id)
    elif match.first_player == Match.FirstPlayer.NEWEST:
        first = min(range(len(joiners)), key=lambda i: (_experience(match, joiners[i]), i))
    if first is not None:
        at = order.index(first)
        order = order[at:] + order[:at]
    return order


def _rotated(match: Match, joiners: Sequence[Seat]) -> list[int]:
    """A rematch of the same people: who sat second begins. Otherwise the lot decides."""
    assert match.previous is not None
    before = match.previous.seats.order_by("number")
    people = [_identity(seat) for seat in before]
    left = list(range(len(joiners)))
    order = []
    for person in people[1:] + people[:1]:
        index = next((i for i in left if _identity(joiners[i]) == person), None)
        if index is None:
            return []
        left.remove(index)
        order.append(index)
    return [] if left else order


def _identity(seat: Seat) -> tuple[int | None, str]:
    """Computer players have no account; they are the same if their name is."""
    return seat.user_id, seat.bot and computers.known(seat.bot)


def _experience(match: Match, seat: Seat) -> int:
    if seat.user_id is None:
        return 1_000_000  # a bot never counts as the beginner
    return (
        Seat.objects.filter(user_id=seat.user_id, match__title=match.title)
        .exclude(match__started_at=None)
        .count()
    )


def require_welcome(match: Match, user: User, *, token: str = "") -> Invitation | None:
    """May this person sit down? Private tables want the link or an invitation, and so do tables of
    registered players from guests; gates may refuse.

    Answers the invitation they come with, if any: one by mail nobody has used, or their own.
    """
    theirs = addressed_to(user)
    if token:
        theirs |= Q(token=token, user=None)
    found = list(match.invitations.filter(theirs).order_by("pk"))
    unused = [one for one in found if one.user_id is None]
    asked = next(iter(unused or found), None)
    if user.pk in match.removed and not unused:
        raise NotAllowed("removed")
    if match.visibility == Match.Visibility.INVITED and asked is None:
        raise NotAllowed("not-invited")
    if user.is_guest and match.rated:
        raise NotAllowed("guest-rated")
    if user.is_guest and asked is None and not guests_welcome(match):
        raise NotAllowed("guest-uninvited")
    for name, value in match.gates.items():
        if path := settings.ENTRY_GATES.get(name):
            import_string(path)(match=match, user=user, value=value)
    return asked


def _checked(charter: Charter, user: User) -> dict[str, int]:
    if charter.title not in TITLES:
        raise BadTable("title", "unknown-title")
    game = get(charter.title)
    try:
        options = game.complete(charter.size, charter.options, "00" * 16)
    except BadOptions as error:
        if error.key == "seats":
            raise BadTable("size", "wrong-size") from error
        raise BadTable("options", "wrong-option") from error
    if charter.pace not in paces.offered():
        raise BadTable("pace", "unknown-pace")
    if charter.rated and (game.stage != "rated" or user.is_guest):
        raise BadTable("rated", "guest" if user.is_guest else "not-rated-yet")
    if charter.rated and not title_of(charter.title).may_rate(charter.size, options):
        raise BadTable("rated", "only-full-matches")
    if charter.start_at is not None:
        ahead = charter.start_at - timezone.now()
        if not timedelta(0) < ahead <= LATEST_START:
            raise BadTable("start_at", "out-of-range")
    if len(charter.name.strip()) > 40:
        raise BadTable("name", "too-long")
    return options


def _nonce(given: str) -> str:
    """What the player brought, or one drawn for them."""
    return given if NONCE.match(given) else secrets.token_hex(8)


def _require_open(match: Match) -> None:
    """For whatever is done to an open table; its pages look again when it is done."""
    if not match.is_open:
        raise TableClosed
    effects.nudge(match, SEATS, commit.seats_of(match))


def _require_account(user: User) -> None:
    """Before any table is locked: whoever deletes the account waits, or has done it already."""
    if not hold(user):
        raise NotAllowed("account-gone")
    if user.is_guest:  # a moment ago; perhaps the account has been kept meanwhile
        user.refresh_from_db(fields=["is_guest"])


def _require_creator(match: Match, user: User) -> None:
    if match.creator_id != user.pk:
        raise NotAllowed("creator-only")


def _require_bot(name: str) -> None:
    if name not in computers.BOTS:
        raise BadTable("bot", "unknown-bot")


def _may_start(match: Match) -> bool:
    """With the last seat, or when the set time has come."""
    return match.start_at is None or match.start_at <= timezone.now()


def _cancel(match: Match, by: User | None = None) -> None:
    seats = commit.seats_of(match)
    effects.tell(match, effects.TABLE, seats, but=by.pk if by else None, what="closed")
    match.status = Match.Status.CANCELLED
    match.finished_at = timezone.now()
    match.save(update_fields=["status", "finished_at"])
