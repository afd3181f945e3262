"""Whose turn has just come: one test for each way it can, through the services."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.models import Match, Seat
from games.selectors.positions import game_of
from games.selectors.turns import at_of
from games.services.play import bots, clocks, takeback, turns
from games.services.sweep import sweep
from games.services.tables import lobby
from games.terms.charter import Charter
from outbox import services as outbox
from outbox.models import Effect
from tests.conftest import make_player
from tests.games.play_helpers import look, owing, start, step
from tests.games.quay_table import deal
from tests.games.services.play.test_drafts import with_hulls_at
from tests.games.services.play.test_plan_ahead import plan
from tests.games.services.play.test_play import ONE_ROUND, pass_the_turn
from tests.strangers import ours

pytestmark = pytest.mark.django_db

Called = list[list[int]]
calls: list[tuple[str, int, list[int]]] = []  # match, ply, seats


def listener(match: Match, seats: Sequence[Seat]) -> None:
    assert connection.in_atomic_block
    assert all(seat.owes for seat in seats)
    calls.append((match.code, match.ply, [seat.number for seat in seats]))


def grumbler(match: Match, seats: Sequence[Seat]) -> None:
    raise RuntimeError("no")


@pytest.fixture(autouse=True)
def _listen(settings: Settings) -> None:
    calls.clear()
    settings.TURN_CALLED = [f"{__name__}.listener"]


@pytest.fixture
def match(alice: User, bob: User, charlie: User) -> Match:
    """A running match of three; seat 0 is to move."""
    match = start(alice, bob, charlie, options=ONE_ROUND)
    calls.clear()
    return match


def called() -> Called:
    found = [seats for _, _, seats in calls]
    calls.clear()
    return found


def person(match: Match, number: int) -> User:
    user = match.seats.select_related("user").get(number=number).user
    assert user is not None
    return user


# --- the start ----------------------------------------------------------------------------


def test_with_the_last_seat_whoever_begins_is_called(alice: User, bob: User) -> None:
    match = lobby.create(user=alice, charter=Charter(options=ONE_ROUND))
    assert called() == []

    lobby.join(code=match.code, user=bob)

    assert calls == [(match.code, 0, [0])]


def test_when_the_date_has_come_too(alice: User, bob: User) -> None:
    soon = timezone.now() + timedelta(days=1)
    match = lobby.create(user=alice, charter=Charter(options=ONE_ROUND, start_at=soon))
    lobby.join(code=match.code, user=bob)
    assert called() == []

    ours(Match).update(start_at=timezone.now())
    sweep()

    assert called() == [[0]]


def test_a_computer_is_called_like_anybody(alice: User) -> None:
    first = Match.FirstPlayer.CREATOR
    match = lobby.create(user=alice, charter=Charter(options=ONE_ROUND, first_player=first), bots=1)
    assert called() == [[0]]

    pass_the_turn(match)

    assert called() == [[1]]
    assert owing(match).bot


def test_at_one_device_each_seat_is_called(alice: User) -> None:
    match = lobby.create(user=alice, charter=Charter(options=ONE_ROUND), hot_seat=True)
    assert called() == [[0]]

    pass_the_turn(match)

    assert called() == [[1]]


def test_all_who_decide_at_once_are_called_at_once(quay: str) -> None:
    """And each of them once: who still owes when another has decided isn't called again."""
    match = deal()
    dice = random.Random(1)
    together = []
    for _ in range(60):
        if not match.is_running:
            break
        before = set(match.seats.filter(owes=True).values_list("number", flat=True))
        called()
        step(match, dice)
        match.refresh_from_db()
        after = set(match.seats.filter(owes=True).values_list("number", flat=True))
        assert called() == ([sorted(after - before)] if after - before else [])
        together.append(len(after - before))

    assert max(together) > 1


# --- a move -------------------------------------------------------------------------------


def test_the_next_one_is_called_when_a_turn_is_confirmed(match: Match) -> None:
    pass_the_turn(match)

    match.refresh_from_db()
    assert calls == [(match.code, match.ply, [1])]


def test_a_draft_calls_nobody(match: Match) -> None:
    seat = owing(match)
    move = game_of(match).moves(look(match, seat).state, seat.number)[0]

    turns.submit(
        code=match.code, user=person(match, 0), moves=[str(move)], at=at_of(seat, look(match, seat))
    )

    assert called() == []


def test_a_plan_that_plays_itself_calls_the_next(alice: User, bob: User, charlie: User) -> None:
    match = start(alice, bob, charlie, make_player("dmitri"), options=ONE_ROUND)
    with_hulls_at(match, 0)
    pass_the_turn(match)
    plan(match, 2, ["pass", "end"])
    called()

    pass_the_turn(match)
    assert called() == [[2]]
    effect = Effect.objects.get(kind="standing-plan")
    assert outbox.run(effect.pk)

    assert called() == [[3]]


def test_the_end_calls_nobody(alice: User, bob: User) -> None:
    match = start(alice, bob, options=ONE_ROUND)
    called()

    clocks.leave_running(code=match.code, user=alice)

    match.refresh_from_db()
    assert match.is_over
    assert called() == []


# --- a turn taken back --------------------------------------------------------------------


def test_after_a_take_back_whoever_owes_again_is_called(match: Match) -> None:
    pass_the_turn(match)
    called()
    takeback.ask(code=match.code, user=person(match, 0))
    takeback.answer(code=match.code, user=person(match, 1), agree=True)
    assert called() == []

    takeback.answer(code=match.code, user=person(match, 2), agree=True)

    assert calls == [(match.code, 0, [0])]


def test_who_takes_back_in_their_own_turn_goes_on_owing(alice: User) -> None:
    first = Match.FirstPlayer.CREATOR
    match = lobby.create(user=alice, charter=Charter(options=ONE_ROUND, first_player=first), bots=1)
    pass_the_turn(match)
    while owing(match).bot:
        match.refresh_from_db()
        assert bots.take_turn(code=match.code, ply=match.ply)
    called()

    assert takeback.ask(code=match.code, user=alice).granted

    assert owing(match).user == alice
    assert called() == []


def test_a_plan_is_gone_with_a_take_back_and_nobody_looks_for_it(match: Match) -> None:
    with_hulls_at(match, 0)
    pass_the_turn(match)
    plan(match, 2, ["pass", "end"])
    pass_the_turn(match)
    Effect.objects.all().delete()
    called()

    takeback.ask(code=match.code, user=person(match, 1))
    takeback.answer(code=match.code, user=person(match, 0), agree=True)
    takeback.answer(code=match.code, user=person(match, 2), agree=True)

    assert called() == [[1]]
    assert not match.drafts.exists()
    assert not Effect.objects.filter(kind="standing-plan").exists()


# --- the clock, and who leaves ------------------------------------------------------------


def test_a_draft_that_the_deadline_commits_calls_the_next(match: Match) -> None:
    seat = owing(match)
    for move in ("choose:0", "pass", "end"):
        seat.refresh_from_db()
        found = look(match, seat)
        if found.parked is None and move in map(str, game_of(match).moves(found.state, 0)):
            turns.submit(
                code=match.code, user=person(match, 0), moves=[move], at=at_of(seat, found)
            )
    called()

    with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1), tick=False):
        assert sweep() == 1

    assert match.plies.filter(cause="clock").exists()
    assert called() == [[1]]


@pytest.mark.parametrize("how", ["timeout", "left"])
def test_the_computer_takes_over_a_turn_that_came_before(match: Match, how: str) -> None:
    """Nobody's turn has come; the next one's does when the computer has moved."""
    if how == "left":
        clocks.leave_running(code=match.code, user=person(match, 0))
    else:
        with time_machine.travel(timezone.now() + timedelta(days=3, minutes=1), tick=False):
            assert sweep() == 1
    assert owing(match).autopilot
    assert called() == []
    assert Effect.objects.filter(kind="bot-turn").count() == 1

    while owing(match).number == 0:
        match.refresh_from_db()
        assert bots.take_turn(code=match.code, ply=match.ply)

    assert called() == [[1]]


def test_whoever_leaves_out_of_turn_calls_nobody(match: Match) -> None:
    clocks.leave_running(code=match.code, user=person(match, 2))

    assert called() == []


def test_a_departure_that_settles_a_take_back_calls_who_owes_again(match: Match) -> None:
    pass_the_turn(match)
    takeback.ask(code=match.code, user=person(match, 0))
    takeback.answer(code=match.code, user=person(match, 1), agree=True)
    called()

    clocks.leave_running(code=match.code, user=person(match, 2))

    assert called() == [[0]]


# --- who hears of it ----------------------------------------------------------------------


def test_by_itself_nobody_listens(match: Match, settings: Settings) -> None:
    settings.TURN_CALLED = []

    pass_the_turn(match)

    assert called() == []


def test_a_turn_and_what_it_calls_for_are_one_transaction(match: Match, settings: Settings) -> None:
    settings.TURN_CALLED = [f"{__name__}.listener", f"{__name__}.grumbler"]

    with pytest.raises(RuntimeError):
        pass_the_turn(match)

    match.refresh_from_db()
    assert owing(match).number == 0
    assert called() == [[1]]  # was told, and it didn't happen: mail must be promised, not sent
