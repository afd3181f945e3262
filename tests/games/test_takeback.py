"""Taking back needs everyone, removes nothing and never crosses a barrier."""

from __future__ import annotations

import random
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.audit import audit
from games.errors import NotAllowed, Stale
from games.models import Match, Ply
from games.positions import game_of, position
from games.records import text_for
from games.services import bots, clocks, lobby, play, seating, takeback
from games.services.lobby import Charter
from tests.games.play_helpers import look, owing, start, start_dealt
from tests.games.test_play import ONE_ROUND, pass_the_turn

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
        at = play.at_of(seat, found)
        play.submit(code=match.code, user=seat.user, moves=[str(move)], at=at)
        seat.refresh_from_db()
    play.confirm(code=match.code, user=seat.user, at=play.at_of(seat, found))
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

    with pytest.raises(NotAllowed):
        takeback.ask(code=match.code, user=people(match)[0])
    with pytest.raises(NotAllowed):
        takeback.ask(code=match.code, user=charlie)


def test_nothing_is_taken_back_across_a_new_deal(match: Match) -> None:
    first = people(match)[0]
    Ply.objects.filter(match=match).update(barrier=True)

    with pytest.raises(NotAllowed):
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
    assert b"take back my last turn" not in client.get(match.get_absolute_url()).content


def test_whoever_did_nothing_yet_is_offered_no_take_back(match: Match) -> None:
    client = Client()
    client.force_login(people(match)[2])

    assert b"take back my last turn" not in client.get(match.get_absolute_url()).content


def test_the_page_says_who_asked_and_who_agreed(match: Match, as_dora: Client) -> None:
    first, second, third = people(match)
    clients = []
    for user in (first, second, third):
        clients.append(Client())
        clients[-1].force_login(user)
    page, url = match.get_absolute_url(), f"{match.get_absolute_url()}take-back/"
    assert "Ask to take back my last turn" in clients[0].get(page).content.decode()

    clients[0].post(url)

    mine, theirs = (client.get(page).content.decode() for client in clients[:2])
    assert "You asked to go back to move 0." in mine
    assert f"Still to answer: {second}, {third}." in mine
    assert "Withdraw" in mine
    assert f"{first} would like to go back to move 0." in theirs
    assert 'value="yes"' in theirs
    clients[1].post(url, {"answer": "yes"})
    seen = clients[2].get(f"{page}?part=table", headers={"HX-Request": "true"}).content.decode()
    assert f"Agreed: {second}." in seen
    assert f"Still to answer: {third}." in seen
    agreed = clients[1].get(page).content.decode()
    assert 'value="yes"' not in agreed
    assert 'value="no"' in agreed  # a change of mind
    assert "go back to move" not in as_dora.get(page).content.decode()
    clients[2].post(url, {"answer": "yes"})
    match.refresh_from_db()
    assert match.ply == 0
    assert "takes a turn back" in clients[1].get(page).content.decode()


@pytest.fixture
def as_dora(dora: User) -> Client:
    client = Client()
    client.force_login(dora)
    return client


def test_everyone_is_nudged(
    match: Match, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    told: list[str] = []
    monkeypatch.setattr("games.nudges.send", lambda code, *args, **more: told.append(code))
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
    monkeypatch.setattr(game, "version", 2)
    monkeypatch.setattr(game, "migrate", lambda self, raw, version: raw)
    first, second, _third = people(match)

    with pytest.raises(NotAllowed, match="nothing-to-take-back"):
        takeback.ask(code=match.code, user=first)
    pass_the_turn(match)
    with pytest.raises(NotAllowed, match="nothing-to-take-back"):
        takeback.ask(code=match.code, user=first)
    takeback.ask(code=match.code, user=second)  # played under the new rules
