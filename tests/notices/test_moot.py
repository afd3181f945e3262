"""What is no longer true when it would be told is not told."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from accounts.services import deletion, friends, guests
from games.models import Match, Seat
from games.services import company
from games.services.play import clocks, takeback
from games.services.tables import invite, lobby
from notices import presence, selectors
from notices.models import Delivery, Notice, Reader
from notices.services.sweep import sweep
from tests.games.helpers import finished, open_table, running
from tests.notices.helpers import START, letters, pass_turn, states, until, wants, work
from tests.strangers import ours

pytestmark = pytest.mark.django_db


def listed(user: User) -> list[str]:
    """The kinds on somebody's page, newest first."""
    return [told.notice.kind for told in selectors.worded(user, selectors.shown(user))]


def subjects(name: str) -> list[str]:
    return [mail.subject for mail in letters(name)]


# --- answered meanwhile -------------------------------------------------------------------


@pytest.mark.parametrize("how", ["accept", "decline", "close", "still open"])
def test_an_invitation_that_was_answered(alice: User, bob: User, how: str) -> None:
    match = open_table(alice, size=3)
    invite.by_name(code=match.code, user=alice, name="bob")
    if how == "accept":
        invite.accept(code=match.code, user=bob)
    elif how == "decline":
        invite.decline(code=match.code, user=bob)
    elif how == "close":
        lobby.leave(code=match.code, user=alice)
    work()

    asked = ours(Notice).get(user=bob, kind="invitation")
    if how == "still open":
        assert subjects("bob") == ["alice invites you to a match of Nauticus"]
        assert asked.answered_at is None
    else:
        assert subjects("bob") == []
        assert states(bob, "invitation") == [("cancelled", "already answered")]
        assert asked.answered_at is not None


@pytest.mark.parametrize("how", ["accept", "decline", "take back", "block", "still asked"])
def test_a_friend_request_that_was_answered(
    alice: User, bob: User, charlie: User, how: str
) -> None:
    friends.ask(asker=alice, asked=bob)
    friends.ask(asker=charlie, asked=alice)
    if how == "accept":
        friends.accept(user=bob, other=alice)
    elif how == "decline":
        friends.decline(user=bob, other=alice)
    elif how == "take back":
        friends.remove(user=alice, other=bob)
    elif how == "block":
        friends.block(user=bob, other=alice)
    work()

    assert subjects("alice") == ["charlie wants to be your friend"]
    if how == "still asked":
        assert subjects("bob") == ["alice wants to be your friend"]
    else:
        assert subjects("bob") == []
        assert states(bob, "friends") == [("cancelled", "already answered")]


@pytest.mark.parametrize("how", ["agree", "refuse", "withdraw", "moved on", "still asked"])
def test_a_take_back_that_was_answered(alice: User, bob: User, how: str) -> None:
    match = running(alice, bob, first_player="creator")
    pass_turn(match)
    takeback.ask(code=match.code, user=alice)
    if how in ("agree", "refuse"):
        takeback.answer(code=match.code, user=bob, agree=how == "agree")
    elif how == "withdraw":
        takeback.answer(code=match.code, user=alice, agree=False)
    elif how == "moved on":
        pass_turn(match)
    work()

    if how == "still asked":
        assert "A take-back in Nauticus needs your approval" in subjects("bob")
    else:
        assert states(bob, "takeback") == [("cancelled", "already answered")]
        assert not [s for s in subjects("bob") if "take-back" in s]


def test_a_take_back_is_no_news_for_who_agreed_while_others_have_to(
    alice: User, bob: User, charlie: User
) -> None:
    match = running(alice, bob, charlie, first_player="creator")
    pass_turn(match)
    takeback.ask(code=match.code, user=alice)
    takeback.answer(code=match.code, user=bob, agree=True)
    work()

    assert states(bob, "takeback") == [("cancelled", "already answered")]
    assert states(charlie, "takeback") == [("sent", "accepted by the mail server")]


@pytest.mark.parametrize("kind", ["mention", "started", "takeback"])
def test_whoever_looks_at_the_match_has_seen_it(alice: User, bob: User, kind: str) -> None:
    match = running(alice, bob, first_player="creator")
    if kind == "takeback":
        pass_turn(match)
        takeback.ask(code=match.code, user=alice)
    company.say(match=match, user=alice, text="hello @bob")
    who = alice if kind == "started" else bob
    presence.arrive(who.pk, f"match:{match.code}")
    work()

    assert states(who, kind) == [("cancelled", "open in front of them")]


def test_whoever_looks_elsewhere_is_told(alice: User, bob: User) -> None:
    match = running(alice, bob)
    company.say(match=match, user=alice, text="hello @bob")
    presence.arrive(bob.pk, "match:another")
    presence.arrive(alice.pk, f"match:{match.code}")
    work()

    assert "alice mentioned you in Nauticus" in subjects("bob")


def test_a_page_that_says_nothing_any_more_is_closed(
    alice: User, clock: time_machine.Traveller
) -> None:
    presence.arrive(alice.pk, "match:abc")
    assert presence.looking_at(alice.pk, ["match:abc", "match:xyz"]) == {"match:abc"}
    presence.leave(alice.pk, "match:xyz")
    assert presence.looking_at(alice.pk, ["match:abc"]) == {"match:abc"}

    presence.leave(alice.pk, "match:abc")

    assert presence.looking_at(alice.pk, ["match:abc"]) == set()
    assert presence.looking_at(alice.pk, []) == set()


# --- turns --------------------------------------------------------------------------------


def test_a_turn_of_a_match_that_is_over(alice: User, bob: User) -> None:
    wants(alice, timing="now")
    wants(bob, timing="now")
    finished(alice, bob)
    work()

    for user in (alice, bob):
        found = states(user, "turn")
        assert found
        assert found[-1] == ("cancelled", "the match is over")
        assert all(state in ("cancelled", "superseded") for state, _why in found)
        assert "Nauticus is over: see the result" in subjects(user.username)


def test_a_turn_of_somebody_who_left(alice: User, bob: User, charlie: User) -> None:
    wants(alice, timing="now")
    match = running(alice, bob, charlie, first_player="creator")
    clocks.leave_running(code=match.code, user=alice)
    work()

    assert states(alice, "turn") == [("cancelled", "no longer at the table")]


def test_news_for_an_account_that_was_closed(alice: User, bob: User) -> None:
    friends.ask(asker=alice, asked=bob)
    sweep()  # handed over
    User.objects.filter(pk=bob.pk).update(is_active=False)
    work()

    assert letters("bob") == []
    assert states(bob, "friends") == [("cancelled", "the account is closed")]


def test_news_for_a_match_muted_after_it_was_handed_over(alice: User, bob: User) -> None:
    from notices.services import choices

    match = running(alice, bob)
    company.say(match=match, user=alice, text="hello @bob")
    sweep()
    choices.mute(user=bob, about=f"match:{match.code}", on=True)
    choices.mute(user=alice, about="match:another", on=True)
    work()

    assert states(bob, "mention") == [("cancelled", "muted")]
    assert states(alice, "started")[0][0] == "sent"


def test_nothing_is_said_of_a_match_that_is_gone(alice: User, bob: User) -> None:
    match = running(alice, bob)
    company.say(match=match, user=alice, text="hello @bob")
    ours(Match).filter(pk=match.pk).delete()
    work()

    assert letters("bob") == []
    assert states(bob, "mention") == [("cancelled", "nothing to say")]


# --- alarms -------------------------------------------------------------------------------


@pytest.fixture
def match(alice: User, bob: User, clock: time_machine.Traveller) -> Match:
    """Alice has just been called, and wants to hear of alarms alone."""
    off = {"turn": {"mail": False}, "started": {"mail": False}}
    wants(alice, switches=off)
    return running(alice, bob, first_player="creator")


def whole(match: Match, user: User) -> timedelta:
    deadline = match.seats.get(user=user).deadline
    assert deadline is not None
    return deadline - timezone.now()


def test_an_alarm_stands_on_the_page_when_its_time_has_come(
    match: Match, alice: User, clock: time_machine.Traveller
) -> None:
    time = whole(match, alice)
    work()
    assert "half" not in listed(alice)

    clock.move_to(START + time * 0.5 + timedelta(minutes=1))
    assert "half" not in listed(alice)  # nobody has looked yet whether it holds
    work()

    assert listed(alice)[0] == "half"
    assert "short" not in listed(alice)
    assert selectors.unread(alice) == len(listed(alice)) - 1  # a reminder of the turn


@pytest.mark.parametrize("channel", ["mail", "none", "guest"])
def test_no_alarm_stands_there_for_a_turn_that_was_taken(
    match: Match, alice: User, clock: time_machine.Traveller, channel: str
) -> None:
    """Whether or not a channel would ever have asked."""
    if channel == "none":
        kinds = ("turn", "half", "short", "started")
        wants(alice, switches={kind: {"mail": False} for kind in kinds})
    elif channel == "guest":
        User.objects.filter(pk=alice.pk).update(is_guest=True)
    time = whole(match, alice)
    work()
    pass_turn(match)

    until(clock, START + time, step=7200)

    assert {"half", "short"}.isdisjoint(listed(alice))
    assert Notice.objects.filter(user=alice, kind="half", answered_at__isnull=False).exists()
    assert Delivery.objects.filter(user=alice, notice__kind="half").count() == (channel == "mail")
    assert letters("alice") == []


def test_an_alarm_of_a_turn_whose_notice_was_written_a_moment_later(
    match: Match, alice: User, clock: time_machine.Traveller
) -> None:
    # As it is outside of tests: the clock goes on between the deadline and the notice.
    written = START + timedelta(milliseconds=7)
    Notice.objects.filter(user=alice, kind="turn", about=f"match:{match.code}").update(at=written)
    work()

    until(clock, START + whole(match, alice) * 0.6, step=7200)

    assert subjects("alice") == ["Half your time for Nauticus is used"]


def test_an_alarm_moves_with_its_deadline(
    match: Match, alice: User, clock: time_machine.Traveller
) -> None:
    time = whole(match, alice)
    work()
    Seat.objects.filter(match=match, user=alice).update(deadline=START + 2 * time)

    until(clock, START + time * 0.9, step=7200)
    assert letters("alice") == []
    assert "half" not in listed(alice)
    until(clock, START + time * 1.05, step=1800)

    assert subjects("alice") == ["Half your time for Nauticus is used"]
    assert Notice.objects.get(user=alice, kind="half").at == START + time


def test_a_turn_taken_back_has_alarms_of_its_own_and_no_others(
    match: Match, alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    time = whole(match, alice)
    work()
    clock.shift(time * 0.3)
    pass_turn(match)
    takeback.ask(code=match.code, user=alice)
    takeback.answer(code=match.code, user=bob, agree=True)
    seat = match.seats.get(user=alice)
    assert seat.owes
    again, left = timezone.now(), whole(match, alice)
    assert again + left > START + time  # the deadline has moved

    until(clock, again + left * 0.47, step=3600)
    assert letters("alice") == []
    until(clock, again + left * 0.99, step=3600)

    assert subjects("alice") == [
        "Half your time for Nauticus is used",
        "Your time for Nauticus is running out",
    ]
    assert states(alice, "half") == [
        ("cancelled", "a later turn"),
        ("sent", "accepted by the mail server"),
    ]


def test_no_alarm_without_a_deadline_or_after_it(
    match: Match, alice: User, clock: time_machine.Traveller
) -> None:
    time = whole(match, alice)
    work()
    seat = Seat.objects.filter(match=match, user=alice)
    seat.update(deadline=None)
    clock.move_to(START + time * 0.6)
    work()
    assert states(alice, "half") == [("cancelled", "no deadline any more")]

    seat.update(deadline=START + time)
    clock.move_to(START + time)
    work()

    assert states(alice, "short") == [("cancelled", "the time is up")]
    assert letters("alice") == []


def test_an_alarm_that_breaks_stops_nobody_else(
    match: Match, alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    time = whole(match, alice)
    work()
    Notice.objects.filter(user=alice, kind="half").update(data={})
    clock.move_to(START + time * 0.6)
    friends.ask(asker=alice, asked=bob)
    work()

    assert "alice wants to be your friend" in subjects("bob")
    assert states(alice, "half") == [("cancelled", "broken")]


def test_an_alarm_finds_its_match_among_many(
    match: Match, alice: User, bob: User, clock: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """The mail about turns names so many; the last match is as urgent as any."""
    monkeypatch.setattr("games.news.turns.MATCHES", 1)
    time = whole(match, alice)
    running(alice, bob, first_player="creator", name="Other").seats.update(deadline=START)
    Seat.objects.filter(match=match).update(skipped_at=START)
    work()
    until(clock, START + time * 0.55, step=7200)

    assert "Half your time for Nauticus is used" in subjects("alice")


def test_alarms_are_made_once(match: Match, alice: User) -> None:
    work()
    Notice.objects.filter(user=alice, kind="turn").update(planned_at=None)
    work()

    assert Notice.objects.filter(user=alice, kind="half").count() == 1


def test_a_deleted_account_leaves_nothing_to_tell(alice: User, bob: User) -> None:
    running(alice, bob, first_player="creator")
    work()
    deletion.anonymise(user=alice)
    work()

    assert not Notice.objects.filter(user=alice).exists()
    assert not Delivery.objects.filter(user=alice).exists()
    assert not Reader.objects.filter(user=alice).exists()


def test_a_guest_is_told_on_the_site(bob: User) -> None:
    guest = guests.create()
    match = running(bob, guest, visibility="link")
    company.say(match=match, user=bob, text=f"hi @{guest.username}")
    work()

    assert "mention" in listed(guest)
    assert not Delivery.objects.filter(user=guest).exists()
