"""Taking back needs everyone, removes nothing and never crosses a barrier."""

from __future__ import annotations

import random
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.errors import NotAllowed, Stale, TableClosed
from games.models import Match, Ply
from games.selectors.audit import audit
from games.selectors.positions import game_of, position
from games.selectors.records import text_for
from games.selectors.turns import at_of
from games.services.play import bots, clocks, takeback, turns
from games.services.tables import lobby, seating
from games.terms.charter import Charter
from tests.games.play_helpers import look, owing, start, start_dealt, step
from tests.games.services.play.test_play import ONE_ROUND, pass_the_turn

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: User, bob: User, charlie: User) -> Match:
    match = start(alice, bob, charlie, options=ONE_ROUND)
    pass_the_turn(match)  # seat 0 has chosen and passed
    return match


def people(match: Match) -> list[User]:
    return [s.user for s in match.seats.select_related("user").order_by("number") if s.user]


def test_when_all_agree_the_position_is_the_old_one(match: Match) -> None:
    first, second, third = people(match)
    plies = match.ply
    before, _ = game_of(match).setup(match.size, match.options, match.seed)

    takeback.ask(code=match.code, user=first)
    takeback.answer(code=match.code, user=second, agree=True)
    match.refresh_from_db()
    assert match.ply == plies  # one is missing
    takeback.answer(code=match.code, user=third, agree=True)

    match.refresh_from_db()
    assert match.ply == 0
    game = game_of(match)
    assert game.digest(position(match)) == game.digest(before)
    assert match.seats.get(number=0).owes
    assert Ply.objects.filter(match=match, taken_back=True).count() == plies
    assert "! takeback 0" in text_for(match, None)


def confirm_a_turn(match: Match, dice: random.Random) -> User:
    """Whoever owes composes a turn at random and confirms it."""
    seat = owing(match)
    assert seat.user is not None
    while not (found := look(match, seat)).whole:
        move = dice.choice(game_of(match).moves(found.state, seat.number))
        at = at_of(seat, found)
        turns.submit(code=match.code, user=seat.user, moves=[str(move)], at=at)
        seat.refresh_from_db()
    turns.confirm(code=match.code, user=seat.user, at=at_of(seat, found))
    match.refresh_from_db()
    return seat.user


def twice_in_a_row(match: Match) -> tuple[User, int]:
    """Played until somebody confirmed two turns one after the other: who, and where between."""
    dice = random.Random(3)
    before = None
    while match.is_running:
        between = match.ply
        user = confirm_a_turn(match, dice)
        if user == before and not match.plies.filter(number__gt=between, barrier=True).exists():
            return user, between
        before = user
    raise AssertionError("nobody had two turns in a row")


def test_only_the_last_of_two_turns_in_a_row_is_taken_back(
    alice: User, bob: User, charlie: User
) -> None:
    match = start_dealt(alice, bob, charlie)
    user, second = twice_in_a_row(match)

    takeback.ask(code=match.code, user=user)
    for other in people(match):
        if other != user:
            takeback.answer(code=match.code, user=other, agree=True)

    match.refresh_from_db()
    assert match.ply == second
    assert owing(match).user == user


def test_play_goes_on_and_the_record_still_holds(match: Match) -> None:
    for user in people(match):
        if user == people(match)[0]:
            takeback.ask(code=match.code, user=user)
        else:
            takeback.answer(code=match.code, user=user, agree=True)
    match.refresh_from_db()

    pass_the_turn(match)
    pass_the_turn(match)

    assert audit(Match.objects.get(pk=match.pk)) == ""


def test_one_refusal_is_enough(match: Match) -> None:
    first, second, third = people(match)
    takeback.ask(code=match.code, user=first)

    takeback.answer(code=match.code, user=second, agree=False)

    with pytest.raises(Stale):
        takeback.answer(code=match.code, user=third, agree=True)
    match.refresh_from_db()
    assert match.ply > 0


def test_a_move_makes_the_request_void(match: Match) -> None:
    first, second, _third = people(match)
    takeback.ask(code=match.code, user=first)

    pass_the_turn(match)

    with pytest.raises(Stale):
        takeback.answer(code=match.code, user=second, agree=True)
    takeback.ask(code=match.code, user=second)  # and another may be made


def test_it_is_refused_where_the_charter_says_never_and_to_strangers(
    alice: User, bob: User, charlie: User
) -> None:
    match = start(alice, bob, options=ONE_ROUND, take_backs=Match.TakeBacks.NEVER)
    pass_the_turn(match)

    with pytest.raises(NotAllowed, match=r"^no-take-backs$"):
        takeback.ask(code=match.code, user=people(match)[0])
    with pytest.raises(NotAllowed, match=r"^not-seated$"):
        takeback.ask(code=match.code, user=charlie)


def test_nothing_is_taken_back_across_a_new_deal(match: Match) -> None:
    first = people(match)[0]
    Ply.objects.filter(match=match).update(barrier=True)

    with pytest.raises(NotAllowed, match=r"^behind-a-barrier$"):
        takeback.ask(code=match.code, user=first)


def test_a_refused_turn_is_not_asked_about_again(match: Match) -> None:
    first, second, third = people(match)
    takeback.ask(code=match.code, user=first)
    takeback.answer(code=match.code, user=second, agree=False)

    with pytest.raises(NotAllowed, match="take-back-refused"):
        takeback.ask(code=match.code, user=first)
    pass_the_turn(match)
    with pytest.raises(NotAllowed, match="take-back-refused"):
        takeback.ask(code=match.code, user=first)  # still the same turn of theirs
    takeback.ask(code=match.code, user=second)  # another one's turn is another question
    takeback.answer(code=match.code, user=first, agree=True)
    takeback.answer(code=match.code, user=third, agree=True)
    match.refresh_from_db()
    assert match.ply == 3


def test_who_withdraws_or_was_overtaken_may_ask_again(match: Match) -> None:
    first, *_others = people(match)
    takeback.ask(code=match.code, user=first)
    takeback.answer(code=match.code, user=first, agree=False)
    takeback.ask(code=match.code, user=first)

    pass_the_turn(match)

    assert takeback.open_request(Match.objects.get(pk=match.pk)) is None
    takeback.ask(code=match.code, user=first)


def test_a_turn_played_anew_after_a_take_back_may_be_asked_about(match: Match) -> None:
    first, second, third = people(match)
    pass_the_turn(match)
    takeback.ask(code=match.code, user=second)
    takeback.answer(code=match.code, user=third, agree=False)
    takeback.ask(code=match.code, user=first)
    takeback.answer(code=match.code, user=second, agree=True)
    takeback.answer(code=match.code, user=third, agree=True)
    match.refresh_from_db()
    assert match.ply == 0

    pass_the_turn(match)
    pass_the_turn(match)

    takeback.ask(code=match.code, user=second)


def test_robots_and_who_left_have_no_vote(alice: User, bob: User, charlie: User) -> None:
    match = lobby.create(user=alice, charter=Charter(size=4, options=ONE_ROUND))
    lobby.add_bot(code=match.code, user=alice)
    for user in (bob, charlie):
        match = lobby.join(code=match.code, user=user)
    while owing(match).user_id != alice.pk:
        match.refresh_from_db()
        if not bots.take_turn(code=match.code, ply=match.ply):
            pass_the_turn(match)
    pass_the_turn(match)
    match.refresh_from_db()
    clocks.leave_running(code=match.code, user=charlie)

    takeback.ask(code=match.code, user=alice)
    assert takeback.answer(code=match.code, user=bob, agree=True).granted

    match.refresh_from_db()
    assert owing(match).user_id == alice.pk
    gone = match.seats.get(user=charlie)
    assert gone.autopilot
    assert gone.deadline is None
    assert match.log.filter(kind="!left", taken_back=False).exists()


def test_alone_against_the_computer_it_is_granted_at_once(alice: User) -> None:
    first = Match.FirstPlayer.CREATOR
    charter = Charter(size=2, options=ONE_ROUND, first_player=first)
    match = lobby.create(user=alice, charter=charter, bots=1)
    pass_the_turn(match)
    bots.take_turn(code=match.code, ply=match.ply)

    assert takeback.ask(code=match.code, user=alice).granted

    match.refresh_from_db()
    assert match.ply == 0


def test_pass_and_play_has_no_take_backs(alice: User) -> None:
    match = seating.pass_and_play(user=alice, title="nauticus", size=2, options=ONE_ROUND)
    pass_the_turn(match)

    with pytest.raises(NotAllowed, match="no-take-backs"):
        takeback.ask(code=match.code, user=alice)
    client = Client()
    client.force_login(alice)
    assert b"take-back/" not in client.get(match.get_absolute_url()).content


def test_whoever_did_nothing_yet_is_offered_no_take_back(match: Match) -> None:
    client = Client()
    client.force_login(people(match)[2])

    assert b"take-back/" not in client.get(match.get_absolute_url()).content


def test_the_page_says_who_asked_and_who_agreed(match: Match, as_dora: Client) -> None:
    first, second, third = people(match)
    clients = []
    for user in (first, second, third):
        clients.append(Client())
        clients[-1].force_login(user)
    page, url = match.get_absolute_url(), f"{match.get_absolute_url()}take-back/"
    assert f'href="{url}"' in clients[0].get(page).content.decode()

    clients[0].post(url)

    mine, theirs = (client.get(page).content.decode() for client in clients[:2])
    assert "You asked to take back your last turn." in mine
    assert f"Still to answer: {second}, {third}." in mine
    assert "Withdraw" in mine
    assert f"{first} asks to take back their last turn." in theirs
    assert 'value="yes"' in theirs
    clients[1].post(url, {"answer": "yes"})
    seen = clients[2].get(f"{page}?part=table", headers={"HX-Request": "true"}).content.decode()
    assert f"Agreed: {second}." in seen
    assert f"Still to answer: {third}." in seen
    agreed = clients[1].get(page).content.decode()
    assert 'value="yes"' not in agreed
    assert 'value="no"' in agreed  # a change of mind
    assert "to take back" not in as_dora.get(page).content.decode()
    clients[2].post(url, {"answer": "yes"})
    match.refresh_from_db()
    assert match.ply == 0
    assert "takes back a turn" in clients[1].get(page).content.decode()


@pytest.fixture
def as_dora(dora: User) -> Client:
    client = Client()
    client.force_login(dora)
    return client


def test_everyone_is_nudged(
    match: Match, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    told: list[str] = []
    monkeypatch.setattr("games.services.nudges.send", lambda code, *args, **more: told.append(code))
    first, second, _third = people(match)

    with django_capture_on_commit_callbacks(execute=True):
        takeback.ask(code=match.code, user=first)
    assert told == [match.code]
    with django_capture_on_commit_callbacks(execute=True):
        takeback.answer(code=match.code, user=second, agree=False)
    assert told == [match.code, match.code]


def test_nothing_goes_back_across_a_change_of_the_rules(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = type(game_of(match))
    monkeypatch.setattr(game, "version", game.version + 1)
    monkeypatch.setattr(game, "migrate", lambda self, raw, version: raw)
    first, second, _third = people(match)

    with pytest.raises(NotAllowed, match="nothing-to-take-back"):
        takeback.ask(code=match.code, user=first)
    pass_the_turn(match)
    with pytest.raises(NotAllowed, match="nothing-to-take-back"):
        takeback.ask(code=match.code, user=first)
    takeback.ask(code=match.code, user=second)  # played under the new rules


# --- what a take-back does to the table ---------------------------------------------------


def agree_all(match: Match, asker: User) -> None:
    takeback.ask(code=match.code, user=asker)
    for user in people(match):
        if user != asker:
            takeback.answer(code=match.code, user=user, agree=True)
    match.refresh_from_db()


def test_nobody_has_seen_what_was_taken_back(match: Match) -> None:
    first, second, _third = people(match)
    pass_the_turn(match)
    assert [s.seen_ply for s in match.seats.order_by("number")] == [3, 5, 0]

    agree_all(match, second)  # back to where the first turn ended

    assert match.ply == 3
    assert [s.seen_ply for s in match.seats.order_by("number")] == [3, 3, 0]
    agree_all(match, first)
    assert [s.seen_ply for s in match.seats.order_by("number")] == [0, 0, 0]


def test_a_page_from_before_is_stale_though_the_same_was_played_again(match: Match) -> None:
    """The second player looks at a turn that is taken back and then comes again."""
    first, second, _third = people(match)
    seat = match.seats.get(number=1)
    old = at_of(seat, look(match, seat))

    agree_all(match, first)
    pass_the_turn(match)

    seat.refresh_from_db()
    assert seat.owes
    with pytest.raises(Stale):
        turns.submit(code=match.code, user=second, moves=["pass"], at=old)
    now = at_of(seat, look(match, seat))
    turns.submit(code=match.code, user=second, moves=["pass"], at=now)


def test_everyones_pages_are_old_after_a_take_back(match: Match) -> None:
    before = {s.number: s.revision for s in match.seats.all()}

    agree_all(match, people(match)[0])

    assert {s.number: s.revision for s in match.seats.all()} == {
        number: revision + 1 for number, revision in before.items()
    }


def test_the_clock_starts_anew_for_whoever_owes_again(match: Match) -> None:
    first = people(match)[0]
    match.seats.update(skipped_at=timezone.now(), drafted=True)

    with time_machine.travel(timezone.now() + timedelta(days=2), tick=False):
        now = timezone.now()
        agree_all(match, first)

    owed, *others = match.seats.order_by("number")
    assert (owed.owes, owed.deadline) == (True, now + timedelta(days=3))
    assert [(s.owes, s.deadline) for s in others] == [(False, None)] * 2
    assert not match.seats.exclude(skipped_at=None).exists()
    assert not match.seats.filter(drafted=True).exists()


def test_drafts_and_later_positions_go_and_the_log_is_masked(match: Match) -> None:
    first, _second, third = people(match)
    seat = match.seats.get(number=2)
    turns.submit(code=match.code, user=third, moves=["pass"], at=at_of(seat, look(match, seat)))
    log = match.log.filter(ply__gt=0, taken_back=False).count()
    entries = match.entries
    assert log > 0
    assert match.snapshots.filter(ply=match.ply).exists()

    agree_all(match, first)

    assert not match.drafts.exists()
    assert list(match.snapshots.values_list("ply", flat=True)) == [0]
    assert match.log.filter(taken_back=True).count() == log
    assert not match.log.filter(taken_back=False, ply__gt=0).exists()
    (line,) = match.log.filter(kind="!takeback")
    assert (line.seat, line.ply, line.data) == (0, 0, {"to": 0, "after": 3})
    assert match.entries == entries + 1 == line.number


def test_the_chain_of_the_record_goes_back_too(match: Match) -> None:
    first, second, _third = people(match)
    opening = match.segments[0]["link"]
    after_first = match.plies.get(number=3).link
    pass_the_turn(match)

    agree_all(match, second)
    assert match.chain == after_first
    agree_all(match, first)
    assert match.chain == opening


def test_what_was_taken_back_and_played_again_can_be_taken_back_again(match: Match) -> None:
    first = people(match)[0]
    agree_all(match, first)
    pass_the_turn(match)

    agree_all(match, first)

    assert match.ply == 0
    assert match.plies.filter(taken_back=True).count() == 6
    assert audit(Match.objects.get(pk=match.pk)) == ""


def test_two_are_not_asked_about_at_once(match: Match) -> None:
    first, second, _third = people(match)
    pass_the_turn(match)
    takeback.ask(code=match.code, user=first)

    with pytest.raises(NotAllowed, match=r"^already-asked$"):
        takeback.ask(code=match.code, user=second)
    with pytest.raises(NotAllowed, match=r"^already-asked$"):
        takeback.ask(code=match.code, user=first)


def test_whoever_has_not_moved_has_nothing_to_take_back(match: Match) -> None:
    with pytest.raises(NotAllowed, match=r"^nothing-to-take-back$"):
        takeback.ask(code=match.code, user=people(match)[2])


def test_to_agree_twice_is_to_agree_once(match: Match) -> None:
    first, second, _third = people(match)
    takeback.ask(code=match.code, user=first)

    for _ in range(2):
        request = takeback.answer(code=match.code, user=second, agree=True)

    assert sorted(request.agreed) == [0, 1]
    assert not request.granted
    match.refresh_from_db()
    assert match.ply == 3


def test_who_agreed_may_still_refuse(match: Match) -> None:
    first, second, third = people(match)
    takeback.ask(code=match.code, user=first)
    takeback.answer(code=match.code, user=second, agree=True)

    takeback.answer(code=match.code, user=second, agree=False)

    with pytest.raises(Stale):
        takeback.answer(code=match.code, user=third, agree=True)
    with pytest.raises(NotAllowed, match=r"^take-back-refused$"):
        takeback.ask(code=match.code, user=first)


def test_a_granted_request_is_closed(match: Match) -> None:
    agree_all(match, people(match)[0])

    request = match.take_back_requests.get()
    assert request.granted
    assert request.closed_at is not None
    assert (request.seat, request.to_ply, request.at_ply) == (0, 0, 3)


def test_no_take_backs_after_the_end_or_for_who_left(match: Match) -> None:
    first, second, third = people(match)
    clocks.leave_running(code=match.code, user=first)
    with pytest.raises(NotAllowed, match=r"^not-seated$"):
        takeback.ask(code=match.code, user=first)
    clocks.leave_running(code=match.code, user=second)

    with pytest.raises(TableClosed):
        takeback.ask(code=match.code, user=third)
    with pytest.raises(TableClosed):
        takeback.answer(code=match.code, user=third, agree=True)


# --- barriers -----------------------------------------------------------------------------


def act(match: Match, number: int, move: str) -> None:
    """One move, confirmed."""
    seat = match.seats.select_related("user").get(number=number)
    assert seat.user is not None
    match.refresh_from_db()
    at = at_of(seat, look(match, seat))
    turn = turns.submit(code=match.code, user=seat.user, moves=[move], at=at)
    turns.confirm(code=match.code, user=seat.user, at=turn.at)
    match.refresh_from_db()


@pytest.fixture
def market(quay: str, alice: User, bob: User, charlie: User) -> tuple[Match, int]:
    """The leader of the market has shown a card to everybody: that cannot be unseen."""
    match = start(alice, bob, charlie, title=quay, options=ONE_ROUND)
    dice = random.Random(2)
    while position(match).stack[-1].step == "bid":
        step(match, dice)
        match.refresh_from_db()
    state: Any = position(match)
    act(match, state.turn, f"offer:{min(state.players[state.turn].hand)}")
    return match, state.turn


def test_what_was_shown_to_all_is_not_taken_back(market: tuple[Match, int]) -> None:
    match, leader = market
    shown = match.plies.get(number=match.ply)
    assert shown.barrier
    assert shown.move.startswith("offer:")

    with pytest.raises(NotAllowed, match=r"^behind-a-barrier$"):
        takeback.ask(code=match.code, user=people(match)[leader])
    act(match, (leader + 1) % 3, "decline")
    with pytest.raises(NotAllowed, match=r"^behind-a-barrier$"):
        takeback.ask(code=match.code, user=people(match)[leader])


def test_what_came_after_a_barrier_is_taken_back(market: tuple[Match, int]) -> None:
    match, leader = market
    shown = match.ply
    buyer = (leader + 1) % 3
    act(match, buyer, "decline")
    assert not match.plies.get(number=match.ply).barrier

    agree_all(match, people(match)[buyer])

    assert match.ply == shown
    assert match.seats.get(number=buyer).owes


def test_what_was_granted_stays_known_after_the_next_take_back(match: Match) -> None:
    first, *others = people(match)
    for _ in range(2):
        takeback.ask(code=match.code, user=first)
        for other in others:
            takeback.answer(code=match.code, user=other, agree=True)
        match.refresh_from_db()
        assert match.ply == 0
        pass_the_turn(match)

    assert match.take_back_requests.filter(granted=True, to_ply=0).count() == 2


def test_turns_from_before_they_were_stored_are_filled_in(
    alice: User, bob: User, charlie: User
) -> None:
    match = start_dealt(alice, bob, charlie)
    twice_in_a_row(match)
    dice = random.Random(4)
    for _ in range(6):
        confirm_a_turn(match, dice)
    known = dict(match.plies.values_list("number", "turn"))
    assert len(set(known.values())) >= 8
    match.plies.update(turn=0)

    with connection.cursor() as cursor:
        cursor.execute(import_module("games.migrations.0003_turns").FILL)

    assert dict(match.plies.values_list("number", "turn")) == known
