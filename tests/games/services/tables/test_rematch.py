"""Once more with the same people: the same table, each one seat further."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.demo.people import play
from games.errors import NotAllowed, TableClosed
from games.models import Match
from games.paces import days
from games.services.play import clocks
from games.services.tables import lobby, rematch, seating
from games.terms.charter import Charter
from tests.games.helpers import finished, running

pytestmark = pytest.mark.django_db


def test_the_next_table_is_like_the_last(alice: User, bob: User) -> None:
    match = finished(
        alice, bob, name="Blue hour", pace=days(7), first_player="newest", take_backs="never",
        spectators=False, visibility="public",
    )  # fmt: skip

    again = rematch.ask(code=match.code, user=bob)

    again.refresh_from_db()
    same = ("title", "size", "options", "name", "pace", "first_player", "take_backs",
            "spectators", "rated")  # fmt: skip
    assert all(getattr(again, name) == getattr(match, name) for name in same)
    assert again.visibility == Match.Visibility.INVITED  # the seats are for those who played
    assert (again.previous, again.creator) == (match, bob)
    assert list(again.invitations.values_list("sender", "user")) == [(bob.pk, alice.pk)]
    assert again.is_open


def test_a_rated_match_is_followed_by_a_rated_one(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.nauticus.game.Nauticus.stage", "rated")
    match = running(alice, bob, options={}, rated=True)
    clocks.leave_running(code=match.code, user=alice)

    assert rematch.ask(code=match.code, user=bob).rated


def test_others_who_ask_sit_down_at_it(alice: User, bob: User, charlie: User) -> None:
    match = finished(alice, bob, charlie)
    again = rematch.ask(code=match.code, user=bob)

    assert rematch.ask(code=match.code, user=bob) == again  # twice is once
    assert rematch.ask(code=match.code, user=charlie) == again
    assert again.seats.count() == 2
    assert rematch.ask(code=match.code, user=alice) == again

    again.refresh_from_db()
    assert again.is_running
    assert rematch.ask(code=match.code, user=alice) == again  # it runs already
    assert match.rematches.count() == 1


def test_one_that_was_closed_is_opened_anew(alice: User, bob: User) -> None:
    match = finished(alice, bob)
    first = rematch.ask(code=match.code, user=bob)
    lobby.leave(code=first.code, user=bob)

    again = rematch.ask(code=match.code, user=alice)

    assert again != first
    assert again.is_open


def test_who_is_no_longer_here_is_not_asked(alice: User, bob: User, charlie: User) -> None:
    match = finished(alice, bob, charlie)
    charlie.is_active = False
    charlie.save()

    again = rematch.ask(code=match.code, user=alice)

    assert [asked.user for asked in again.invitations.all()] == [bob]


def test_the_computer_comes_along(alice: User, bob: User) -> None:
    match = lobby.create(user=alice, charter=Charter(size=4, options={"rounds": 1}))
    lobby.add_bot(code=match.code, user=alice)
    lobby.add_bot(code=match.code, user=alice)
    lobby.join(code=match.code, user=bob)
    clocks.leave_running(code=match.code, user=bob)
    before = [seat.user_id for seat in match.seats.order_by("number")]

    again = rematch.ask(code=match.code, user=alice)
    assert again.is_open
    assert again.seats.exclude(bot="").count() == 2
    rematch.ask(code=match.code, user=bob)

    again.refresh_from_db()
    assert again.is_running
    assert [s.user_id for s in again.seats.order_by("number")] == before[1:] + before[:1]


def test_alone_with_the_computer_the_table_stays_what_it_was(alice: User) -> None:
    match = play(
        seating.practise(user=alice, title="nauticus", size=3, options={"rounds": 1}), 2000
    )

    again = rematch.ask(code=match.code, user=alice)

    assert again.is_running
    assert again.visibility == match.visibility == Match.Visibility.LINK
    assert again.seats.exclude(bot="").count() == 2


def test_with_other_people_the_lot_decides(alice: User, bob: User, charlie: User) -> None:
    """Somebody else has taken a seat of the next table: there is nothing to rotate."""
    match = finished(alice, bob)
    again = rematch.ask(code=match.code, user=alice)
    Match.objects.filter(pk=again.pk).update(visibility=Match.Visibility.PUBLIC)

    lobby.join(code=again.code, user=charlie)

    again.refresh_from_db()
    assert again.is_running
    assert {seat.user for seat in again.seats.all()} == {alice, charlie}


def test_only_after_a_finished_match_and_for_who_played_it(
    alice: User, bob: User, charlie: User
) -> None:
    with pytest.raises(TableClosed):
        rematch.ask(code=running(alice, bob).code, user=alice)
    table = lobby.create(user=alice, charter=Charter(size=2))
    lobby.leave(code=table.code, user=alice)
    with pytest.raises(TableClosed):
        rematch.ask(code=table.code, user=alice)
    with pytest.raises(NotAllowed, match=r"^not-seated$"):
        rematch.ask(code=finished(alice, bob).code, user=charlie)
