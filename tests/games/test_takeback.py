"""Taking back needs everyone, removes nothing and never crosses a barrier."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.errors import NotAllowed, Stale
from games.management.commands.audit_matches import audit
from games.models import Match, Ply
from games.positions import game_of, position
from games.records import text_for
from games.services import takeback
from tests.games.play_helpers import start
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
