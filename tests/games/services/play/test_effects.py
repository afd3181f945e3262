"""What follows a commit by itself: the computer answers, plans are looked at, pages are told."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from engine.core import fairness
from games.models import Match
from games.services import effects, nudges
from games.services.play import bots, clocks, takeback
from games.services.sweep import sweep
from games.services.tables import lobby
from games.terms.charter import Charter
from outbox import services as outbox
from outbox.models import Effect
from tests.conftest import make_player
from tests.games.play_helpers import owing, start
from tests.games.services.play.test_drafts import with_hulls_at
from tests.games.services.play.test_plan_ahead import plan
from tests.games.services.play.test_play import ONE_ROUND, pass_the_turn
from tests.games.world import undone

pytestmark = pytest.mark.django_db

BOT, PLAN = "bot-turn", "standing-plan"


def promised(kind: str) -> list[dict[str, Any]]:
    return list(Effect.objects.filter(kind=kind).order_by("pk").values_list("payload", flat=True))


def work() -> int:
    """What the workers do until nothing waits; the answer is how often they were called."""
    done = 0
    while waiting := list(Effect.objects.filter(kind=BOT, done_at=None).order_by("pk")):
        for effect in waiting:
            assert outbox.run(effect.pk)
            done += 1
    return done


def against_the_computer(user: User) -> Match:
    return lobby.create(user=user, charter=Charter(size=2, options=ONE_ROUND), bots=1)


# --- the computer -------------------------------------------------------------------------


def test_nobody_is_woken_while_a_person_owes(alice: User) -> None:
    match = against_the_computer(alice)

    assert owing(match).user == alice
    assert promised(BOT) == []


def test_the_computer_answers_a_turn(alice: User) -> None:
    match = against_the_computer(alice)

    pass_the_turn(match)

    match.refresh_from_db()
    assert owing(match).bot
    assert promised(BOT) == [{"match": match.code, "ply": match.ply}]
    assert work() > 0
    assert owing(match).user == alice  # it played until the turn came back
    assert match.plies.filter(cause="bot").exists()


def test_the_computer_opens_a_match_it_begins(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fairness, "seat_order", lambda seed, seats: [1, 0, 2])
    match = lobby.create(user=alice, charter=Charter(size=3, options=ONE_ROUND), bots=1)
    lobby.join(code=match.code, user=bob)

    assert promised(BOT) == [{"match": match.code, "ply": 0}]
    work()
    assert owing(match).user == alice


def test_whoever_left_is_played_for(alice: User, bob: User, charlie: User) -> None:
    match = start(alice, bob, charlie, options=ONE_ROUND)
    gone = owing(match)
    assert gone.user is not None

    clocks.leave_running(code=match.code, user=gone.user)

    assert promised(BOT) == [{"match": match.code, "ply": match.ply}]
    assert work() > 0
    assert owing(match).number != gone.number
    assert match.plies.filter(seat=gone.number, cause="autopilot").exists()


def test_whoever_left_is_played_for_when_the_turn_comes(
    alice: User, bob: User, charlie: User
) -> None:
    match = start(alice, bob, charlie, options=ONE_ROUND)
    gone = match.seats.select_related("user").get(number=1)
    assert gone.user is not None
    clocks.leave_running(code=match.code, user=gone.user)
    assert promised(BOT) == []  # another one owes

    pass_the_turn(match)

    match.refresh_from_db()
    gone.refresh_from_db()
    assert gone.owes
    assert gone.deadline is None  # who left has no clock
    assert promised(BOT) == [{"match": match.code, "ply": match.ply}]
    work()
    assert owing(match).number == 2


def test_a_seat_without_a_player_never_runs_out_of_time(
    alice: User, bob: User, charlie: User
) -> None:
    match = start(alice, bob, charlie, options=ONE_ROUND)
    gone = match.seats.select_related("user").get(number=1)
    assert gone.user is not None
    clocks.leave_running(code=match.code, user=gone.user)
    pass_the_turn(match)

    assert sweep(timezone.now() + timedelta(days=400)) == 0

    match.refresh_from_db()
    assert match.is_running
    assert not match.log.filter(kind="!timeout").exists()


def test_the_computer_itself_has_no_clock(alice: User) -> None:
    match = against_the_computer(alice)
    pass_the_turn(match)

    assert owing(match).deadline is None


def test_a_late_call_finds_the_match_moved_on(alice: User) -> None:
    """A wake-up may come twice, or after the turn it was meant for."""
    match = against_the_computer(alice)
    pass_the_turn(match)
    match.refresh_from_db()
    before = match.ply

    for ply in (before - 1, before + 1):
        assert bots.take_turn(code=match.code, ply=ply) is False
    match.refresh_from_db()
    assert match.ply == before
    assert bots.take_turn(code=match.code, ply=before) is True
    match.refresh_from_db()
    assert match.ply == before + 1
    assert bots.take_turn(code=match.code, ply=before) is False


def test_it_does_not_play_for_people(alice: User) -> None:
    match = against_the_computer(alice)

    assert bots.take_turn(code=match.code, ply=match.ply) is False
    assert not match.plies.exists()


def test_it_does_not_play_on_after_the_end(alice: User) -> None:
    match = against_the_computer(alice)
    pass_the_turn(match)
    match.refresh_from_db()
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)

    assert bots.take_turn(code=match.code, ply=match.ply) is False


def test_it_decides_the_same_when_asked_again(alice: User) -> None:
    """A task that was killed before its commit must not have another idea the second time."""
    match = against_the_computer(alice)
    pass_the_turn(match)
    match.refresh_from_db()
    ideas = set()
    for _ in range(3):
        with undone():
            assert bots.take_turn(code=match.code, ply=match.ply)
            ideas.add(match.plies.order_by("-pk")[0].move)

    assert len(ideas) == 1


def test_after_a_take_back_the_computer_is_woken_again(alice: User) -> None:
    match = against_the_computer(alice)
    pass_the_turn(match)
    work()
    Effect.objects.all().delete()

    assert takeback.ask(code=match.code, user=alice).granted
    assert promised(BOT) == []  # it is Alice's turn again
    pass_the_turn(match)

    match.refresh_from_db()
    assert promised(BOT) == [{"match": match.code, "ply": match.ply}]


# --- plans --------------------------------------------------------------------------------


def test_a_plan_is_woken_when_its_turn_comes_and_not_before(
    alice: User, bob: User, charlie: User
) -> None:
    match = start(alice, bob, charlie, make_player("dmitri"), options=ONE_ROUND)
    with_hulls_at(match, 0)
    pass_the_turn(match)
    plan(match, 3, ["pass", "end"])

    pass_the_turn(match)
    assert owing(match).number == 2
    assert promised(PLAN) == []  # not its turn yet

    pass_the_turn(match)
    match.refresh_from_db()
    assert owing(match).number == 3
    assert promised(PLAN) == [{"match": match.code, "ply": match.ply}]


def test_no_plan_is_looked_for_where_nobody_made_one(match: Match) -> None:
    pass_the_turn(match)
    pass_the_turn(match)

    assert promised(PLAN) == []


def test_the_plan_of_somebody_who_left_is_gone(alice: User, bob: User, charlie: User) -> None:
    match = start(alice, bob, charlie, options=ONE_ROUND)
    with_hulls_at(match, 0)
    pass_the_turn(match)
    plan(match, 2, ["pass", "end"])
    gone = match.seats.select_related("user").get(number=2)
    assert gone.user is not None

    clocks.leave_running(code=match.code, user=gone.user)
    pass_the_turn(match)

    assert promised(PLAN) == []
    assert not match.drafts.filter(seat=2).exists()
    gone.refresh_from_db()
    assert not gone.drafted
    work()
    assert set(match.plies.filter(seat=2).values_list("cause", flat=True)) == {"autopilot"}


# --- pages --------------------------------------------------------------------------------

Sent = list[tuple[Any, ...]]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    found: Sent = []
    monkeypatch.setattr(nudges, "send", lambda *said: found.append(said))
    return found


@pytest.fixture
def match(alice: User, bob: User, charlie: User) -> Match:
    return start(alice, bob, charlie, options=ONE_ROUND)


def everybody(match: Match) -> list[int]:
    return sorted(seat.user_id for seat in match.seats.all() if seat.user_id)


def test_the_end_is_told_to_everybody_at_the_table(
    alice: User, bob: User, sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    match = start(alice, bob, options=ONE_ROUND)

    with django_capture_on_commit_callbacks(execute=True):
        clocks.leave_running(code=match.code, user=alice)

    assert sent == [(match.code, match.ply, "end", everybody(match))]


def test_a_player_who_leaves_is_news_about_the_seats(
    match: Match, bob: User, sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        clocks.leave_running(code=match.code, user=bob)

    assert sent == [(match.code, match.ply, "seats", everybody(match))]


def test_a_take_back_moves_the_table_on_every_page(
    match: Match, sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    first, second, third = (s.user for s in match.seats.select_related("user").order_by("number"))
    pass_the_turn(match)
    takeback.ask(code=match.code, user=first)  # type: ignore[arg-type]
    takeback.answer(code=match.code, user=second, agree=True)  # type: ignore[arg-type]

    with django_capture_on_commit_callbacks(execute=True):
        takeback.answer(code=match.code, user=third, agree=True)  # type: ignore[arg-type]

    assert (match.code, 0, "table", everybody(match)) in sent
    assert "take-back" in [said[2] for said in sent]


def test_seats_without_people_have_no_home_page(
    alice: User, sent: Sent, django_capture_on_commit_callbacks: Any
) -> None:
    match = against_the_computer(alice)

    with django_capture_on_commit_callbacks(execute=True):
        effects.nudge(match, nudges.SEATS, list(match.seats.all()))

    assert sent == [(match.code, 0, "seats", [alice.pk])]
