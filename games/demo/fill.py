"""Tables and matches of the demonstration site (`make demo`). Running it again changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.demo.people import play
from games.errors import NotAllowed
from games.models import Match, Ply, Seat
from games.paces import USUAL, Pace, days
from games.services import company
from games.services.play import clocks, takeback
from games.services.tables import invite, lobby
from games.terms.charter import Charter
from games.titles.facts import Title
from games.titles.registry import playable

MOST = 2000


def fill() -> None:
    """One of everything: whatever page somebody opens, it has something to show."""
    if not settings.DEMO:
        raise RuntimeError("Demonstration matches belong on the demonstration site only.")
    names = ("alice", "bob", "chloe", "dmitri")
    alice, bob, chloe, dmitri = (User.objects.get(username=name) for name in names)
    _finished("Winter regatta", [alice, bob], {}, days_ago=6)
    _finished("Four flags", [bob, chloe, alice, dmitri], {"rounds": 2}, days_ago=4)
    _finished("Grain and salt", [chloe, alice, dmitri], {"rounds": 1}, days_ago=3)
    _finished("Lost at sea", [dmitri, alice], {}, days_ago=2, leaves=dmitri)
    _running("Harbour lights", [alice, bob, chloe], until=alice, plies=150)
    _running("Quick tide", [alice, dmitri], until=alice, plies=24, pace=days(1))
    _running("North passage", [bob, alice], until=alice, plies=90, takes_back=bob)
    _running("Ghost at the helm", [chloe, alice, dmitri], until=chloe, plies=70, leaves=dmitri)
    _running("Long watch", [chloe, dmitri, bob], until=chloe, plies=30)
    _running("Morning watch", [dmitri, bob], until=bob, plies=40)
    _table("Evening sail", bob, [dmitri], size=3)
    _table("First steps welcome", chloe, [], size=2, options={"rounds": 1}, pace=days(7))
    _table("Alice's table", alice, [chloe], size=4, pace=days(2))
    private = _table("Among friends", dmitri, [], size=2, visibility=Match.Visibility.INVITED)
    if private is not None:
        invite.by_name(code=private.code, user=dmitri, name="alice")
    for title in playable()[1:]:
        _other(title, [alice, bob, chloe, dmitri])


def _other(title: Title, people: Sequence[User]) -> None:
    """A little of every title besides the one people begin with."""
    crew, slug = people[: title.seats[-1]], title.slug
    _finished(f"{title.name} regatta", crew, title.short, days_ago=5, title=slug)
    few = people[: title.seats[0]]
    _running(f"{title.name} at noon", few, until=people[0], plies=6, title=slug)
    _table(f"{title.name} at night", people[1], [], size=title.seats[0], title=slug)


def _missing(name: str, creator: User) -> bool:
    return not Match.objects.filter(name=name, creator=creator).exists()


@transaction.atomic
def _table(name: str, creator: User, guests: Sequence[User], **charter: object) -> Match | None:
    if not _missing(name, creator):
        return None
    match = lobby.create(user=creator, charter=Charter(name=name, **charter))  # type: ignore[arg-type]
    for guest in guests:
        match = lobby.join(code=match.code, user=guest)
    return match


@transaction.atomic
def _finished(
    name: str,
    people: Sequence[User],
    options: dict[str, int],
    *,
    days_ago: int,
    leaves: User | None = None,
    **charter: object,
) -> None:
    match = _table(name, people[0], people[1:], size=len(people), options=options, **charter)
    if match is None:
        return
    company.say(match=match, user=people[0], text="Fair winds to everybody!")
    company.say(match=match, user=people[1], text="And a good anchor.")
    if leaves is not None:
        play(match, 60)
        clocks.leave_running(code=match.code, user=leaves)
    play(match, MOST)
    _move_back(match, timedelta(days=days_ago))


@transaction.atomic
def _running(
    name: str,
    people: Sequence[User],
    *,
    until: User,
    plies: int,
    pace: Pace = USUAL,
    leaves: User | None = None,
    takes_back: User | None = None,
    **charter: object,
) -> None:
    match = _table(name, people[0], people[1:], size=len(people), pace=pace, **charter)
    if match is None:
        return
    company.say(match=match, user=people[1], text="Ready when you are.")
    company.say(match=match, user=people[0], text="Then let us see who finds the anchor first.")
    play(match, plies)
    if leaves is not None:
        clocks.leave_running(code=match.code, user=leaves)
    _turn_of(match, until)
    if takes_back is not None:
        _ask_back(match, takes_back, until)


def _turn_of(match: Match, user: User) -> None:
    """Until a turn of theirs begins: one that was cut off in its middle is played out first."""
    for _ in range(MOST):
        play(match, MOST, until=user)
        last = Ply.objects.filter(match=match).order_by("-number").first()
        if last is None or not match.is_running or last.seat != _seat_of(match, user):
            return
        play(match, 1)


def _seat_of(match: Match, user: User) -> int:
    return Seat.objects.get(match=match, user=user).number


def _ask_back(match: Match, asker: User, other: User) -> None:
    """A request to take back that waits for an answer; not across the deal of a round."""
    for _ in range(5):
        try:
            takeback.ask(code=match.code, user=asker)
            return
        except NotAllowed:
            play(match, 4)
            play(match, MOST, until=other)


def _move_back(match: Match, age: timedelta) -> None:
    """Finished some days ago, so that lists look lived in."""
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(
        created_at=now - age - timedelta(days=4),
        started_at=now - age - timedelta(days=4),
        finished_at=now - age,
    )
    Seat.objects.filter(match=match).update(joined_at=now - age - timedelta(days=4))
