"""Tables and matches of the demonstration site (`make demo`). Running it again changes nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from engine.bots.base import ask
from engine.bots.greedy import GreedyBot
from games.models import Draft, Match, Seat
from games.positions import game_of, position
from games.services import commit, company, invite, lobby
from games.services.lobby import Charter

BUDGET = 60
MOST = 2000


def fill() -> None:
    if not settings.DEMO:
        raise RuntimeError("Demonstration matches belong on the demonstration site only.")
    names = ("alice", "bob", "chloe", "dmitri")
    people = {name: User.objects.get(username=name) for name in names}
    alice, bob, chloe, dmitri = (people[name] for name in names)
    _finished("Winter regatta", [alice, bob], {"rounds": 4}, days_ago=6)
    _finished("Grain and salt", [chloe, alice, dmitri], {"rounds": 2}, days_ago=3)
    _finished("Four flags", [bob, chloe, alice, dmitri], {"rounds": 1}, days_ago=1)
    _running("Harbour lights", [alice, bob, chloe], until=alice, plies=60)
    _running("Quick tide", [alice, dmitri], until=alice, plies=24, days=1)
    _running("North passage", [bob, alice], until=bob, plies=40)
    _running("Long watch", [chloe, dmitri, bob], until=chloe, plies=30)
    _table("Evening sail", bob, [dmitri], size=3)
    _table("First steps welcome", chloe, [], size=2, options={"rounds": 1}, days_per_turn=7)
    _table("Alice's table", alice, [chloe], size=4, days_per_turn=2)
    private = _table("Among friends", dmitri, [], size=2, visibility=Match.Visibility.INVITED)
    if private is not None:
        invite.by_name(code=private.code, user=dmitri, name="alice")


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
def _finished(name: str, people: Sequence[User], options: dict[str, int], *, days_ago: int) -> None:
    match = _table(name, people[0], people[1:], size=len(people), options=options)
    if match is None:
        return
    company.say(match=match, user=people[0], text="Fair winds to everybody!")
    company.say(match=match, user=people[1], text="And a good anchor.")
    play(match, MOST)
    _move_back(match, timedelta(days=days_ago))


@transaction.atomic
def _running(name: str, people: Sequence[User], *, until: User, plies: int, days: int = 3) -> None:
    match = _table(name, people[0], people[1:], size=len(people), days_per_turn=days)
    if match is None:
        return
    company.say(match=match, user=people[1], text="Ready when you are.")
    play(match, plies)
    play(match, MOST, until=until)


def play(match: Match, plies: int, *, until: User | None = None) -> Match:
    """Let the greedy player decide for everybody: some plies, or until it is somebody's turn."""
    bot = GreedyBot()
    game = game_of(match)
    match.refresh_from_db()
    for _ in range(plies):
        if not match.is_running:
            break
        seats = commit.seats_of(match)
        seat = next(s for s in seats if s.owes)
        if until is not None and seat.user_id == until.pk:
            break
        dice = random.Random(f"{match.seed}:{match.ply}")
        move = ask(bot, game, position(match), seat.number, dice, BUDGET)
        commit.append(match, seats, seat.number, [move])
        Draft.objects.filter(match=match, seat=seat.number).delete()
    return match


def _move_back(match: Match, age: timedelta) -> None:
    """Finished some days ago, so that lists look lived in."""
    now = timezone.now()
    Match.objects.filter(pk=match.pk).update(
        created_at=now - age - timedelta(days=4),
        started_at=now - age - timedelta(days=4),
        finished_at=now - age,
    )
    Seat.objects.filter(match=match).update(joined_at=now - age - timedelta(days=4))
