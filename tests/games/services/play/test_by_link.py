"""A turn by a link of a mail: played once, under the lock, and dead whenever it should be."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.services import deletion, sessions
from engine.core.errors import RulesError
from games.errors import NotAllowed
from games.links import alive
from games.links.alive import LinkDead
from games.links.proposals import proposals
from games.links.tokens import BadLink, decision_link, turn_link
from games.models import Draft, Match, Ply, Seat
from games.selectors.audit import audit
from games.selectors.turns import at_of
from games.services.play import by_link, clocks, takeback, turns
from tests.conftest import make_player
from tests.games.play_helpers import look, owing, start_dealt, statements

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: User, bob: User, charlie: User) -> Match:
    return start_dealt(alice, bob, charlie, options={"rounds": 1})


def token_for(match: Match, moves: tuple[str, ...] | None = None, **given: object) -> str:
    """A link for whoever owes, with the first turn that is proposed to them."""
    match.refresh_from_db()
    seat = owing(match)
    assert seat.user is not None
    if moves is None:
        moves = proposals(match, seat.number)[0].moves
    path = turn_link(seat.user, seat, match, moves, **given)  # type: ignore[arg-type]
    return path.split("/")[2]


def why(token: str, *moves: str) -> str:
    """Why a link does nothing, and that it does nothing."""
    before = list(Ply.objects.order_by("pk").values_list("pk", flat=True))
    with pytest.raises(LinkDead) as dead:
        by_link.play(token=token, moves=moves)
    assert list(Ply.objects.order_by("pk").values_list("pk", flat=True)) == before
    return dead.value.why


# --- it plays -----------------------------------------------------------------------------


def test_it_plays_the_turn_of_its_seat(match: Match) -> None:
    seat = owing(match)
    token = token_for(match)

    played = by_link.play(token=token)

    match.refresh_from_db()
    plies = Ply.objects.filter(match=match)
    assert match.ply == len(played.ticket.moves) == plies.count()
    assert tuple(plies.values_list("move", flat=True)) == played.ticket.moves
    assert set(plies.values_list("seat", "turn", "cause")) == {(seat.number, 1, "")}
    assert (played.match.pk, played.seat, played.first) == (match.pk, seat.number, 0)
    seat.refresh_from_db()
    assert not seat.owes
    assert seat.seen_ply == match.ply
    assert audit(match) == ""


def test_a_link_to_a_decision_plays_what_is_chosen(match: Match) -> None:
    seat = owing(match)
    assert seat.user is not None
    token = decision_link(seat.user, seat, match).split("/")[2]
    chosen = proposals(match, seat.number)[-1].moves

    by_link.play(token=token, moves=chosen)

    assert tuple(Ply.objects.filter(match=match).values_list("move", flat=True)) == chosen


def test_what_is_posted_beside_a_turn_link_does_not_count(match: Match) -> None:
    token = token_for(match)

    played = by_link.play(token=token, moves=["choose:7"])

    assert Ply.objects.get(match=match, number=1).move == played.ticket.moves[0]


@pytest.mark.parametrize(
    ("moves", "error"),
    [
        (("choose:0",), NotAllowed),  # not whole
        ((), NotAllowed),
        (("choose:0", "pass", "end", "choose:1"), RulesError),  # more than a turn
        (("buy:0,1",), RulesError),
        (("dance",), RulesError),
        (("choose:99",), RulesError),
    ],
)
def test_only_whole_legal_turns_are_played(
    match: Match, moves: tuple[str, ...], error: type[Exception]
) -> None:
    seat = owing(match)
    assert seat.user is not None
    token = decision_link(seat.user, seat, match).split("/")[2]

    with pytest.raises(error):
        by_link.play(token=token, moves=moves)

    match.refresh_from_db()
    assert match.ply == 0


def test_it_replaces_a_draft(match: Match) -> None:
    seat = owing(match)
    assert seat.user is not None
    token = token_for(match)
    at = at_of(seat, look(match, seat))
    turns.submit(code=match.code, user=seat.user, moves=["choose:5"], at=at)

    by_link.play(token=token)

    assert not Draft.objects.filter(match=match).exists()
    seat.refresh_from_db()
    assert not seat.drafted


def test_a_whole_match_is_played_by_links(alice: User, bob: User) -> None:
    match = start_dealt(alice, bob, options={"rounds": 1})

    for _ in range(60):
        match.refresh_from_db()
        if not match.is_running:
            break
        token = token_for(match)
        by_link.play(token=token)
    assert match.status == Match.Status.FINISHED
    assert audit(match) == ""
    assert why(token) == alive.TAKEN, "the last turn was their own"


def test_it_asks_little_of_the_database(match: Match) -> None:
    """No more than any commit: there is no session and no player of the request."""
    token = token_for(match)

    with CaptureQueriesContext(connection) as captured:
        by_link.play(token=token)

    assert statements(captured) <= 15


# --- it dies ------------------------------------------------------------------------------


def test_it_works_once(match: Match) -> None:
    token = token_for(match)
    by_link.play(token=token)

    assert why(token) == alive.TAKEN


def test_it_dies_when_the_player_moves_at_the_board(match: Match) -> None:
    seat = owing(match)
    assert seat.user is not None
    token = token_for(match)
    at = at_of(seat, look(match, seat))
    turns.submit(
        code=match.code, user=seat.user, at=at, confirm=True, moves=["choose:0", "pass", "end"]
    )

    assert why(token) == alive.TAKEN


def test_it_dies_when_the_position_moves_on(match: Match) -> None:
    """Somebody else's move: a link for a seat that does not owe any more, or not yet."""
    by_link.play(token=token_for(match))
    match.refresh_from_db()
    waits = match.seats.filter(owes=False).select_related("user")[0]
    assert waits.user is not None
    early = turn_link(waits.user, waits, match, ["pass"]).split("/")[2]

    assert why(early) == alive.MOVED
    by_link.play(token=token_for(match))
    assert why(early) == alive.MOVED


def test_it_dies_when_plies_are_counted_anew(match: Match, alice: User, bob: User) -> None:
    """After a take-back another position may have the same number."""
    first, second = token_for(match, ("choose:0", "pass", "end")), owing(match)
    by_link.play(token=first)
    stale = token_for(match)  # at ply 3
    assert second.user is not None
    takeback.ask(code=match.code, user=second.user)
    for user in {seat.user for seat in match.seats.select_related("user")} - {second.user}:
        takeback.answer(code=match.code, user=user, agree=True)  # type: ignore[arg-type]
    match.refresh_from_db()
    assert match.ply == 0
    by_link.play(token=token_for(match, ("choose:4", "pass", "end")))
    match.refresh_from_db()
    assert match.ply == 3

    assert why(stale) == alive.MOVED


@pytest.mark.parametrize("swept", [False, True])
def test_it_dies_when_the_time_is_up(match: Match, swept: bool) -> None:
    token = token_for(match)
    seat = owing(match)
    assert seat.deadline is not None

    with time_machine.travel(seat.deadline, tick=False):
        if swept:
            clocks.settle(code=match.code)
        assert why(token) == alive.TIME
    seat.refresh_from_db()
    assert seat.autopilot, "the deadline was settled first"


def test_a_draft_the_clock_plays_is_no_turn_by_link(match: Match) -> None:
    seat = owing(match)
    assert seat.user is not None
    assert seat.deadline is not None
    token = token_for(match, ("choose:4", "pass", "end"))
    at = at_of(seat, look(match, seat))
    turns.submit(code=match.code, user=seat.user, moves=["choose:0", "pass", "end"], at=at)

    with time_machine.travel(seat.deadline, tick=False), pytest.raises(LinkDead) as dead:
        by_link.play(token=token)

    assert dead.value.why == alive.TIME
    assert Ply.objects.filter(match=match).values_list("move", "cause")[0] == ("choose:0", "clock")


def test_somebody_elses_deadline_is_settled_and_the_turn_is_played(match: Match) -> None:
    """As where several decide at once: another's time is up, ours is not."""
    token = token_for(match)
    other = match.seats.filter(owes=False)[0]
    Seat.objects.filter(pk=other.pk).update(
        owes=True, deadline=timezone.now() - timedelta(minutes=1)
    )

    by_link.play(token=token)

    other.refresh_from_db()
    assert other.autopilot


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ("password", alive.DETAILS),
        ("address", alive.DETAILS),
        ("everywhere", alive.DETAILS),
        ("inactive", alive.ACCOUNT),
        ("deleted", alive.ACCOUNT),
        ("left", alive.SEAT),
        ("handed over", alive.SEAT),
        ("over", alive.OVER),
    ],
)
def test_it_dies_with_what_it_stood_on(match: Match, change: str, expected: str) -> None:
    seat = owing(match)
    user = seat.user
    assert user is not None
    token = token_for(match)
    if change == "password":
        user.set_password("another-tall-ship")
        user.save()
    elif change == "address":
        EmailAddress.objects.filter(user=user).update(email="new@example.org")
    elif change == "everywhere":
        sessions.end_others(user=user, keep="")
    elif change == "inactive":
        User.objects.filter(pk=user.pk).update(is_active=False)
    elif change == "deleted":
        deletion.anonymise(user=user)
    elif change == "left":
        clocks.leave_running(code=match.code, user=user)
    elif change == "handed over":
        Seat.objects.filter(pk=seat.pk).update(user=make_player("eve"))
    else:
        Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)

    assert why(token) == expected


def test_an_old_address_taken_up_again_revives_nothing(match: Match) -> None:
    """Links also carry a count that only rises."""
    user = owing(match).user
    assert user is not None
    token = token_for(match)
    epoch = user.link_epoch
    for email in ("new@example.org", f"{user.username}@example.org"):
        EmailAddress.objects.filter(user=user).update(email=email)
        sessions.end_links(user=user)
    user.refresh_from_db()

    assert user.link_epoch == epoch + 2
    assert why(token) == alive.DETAILS


def test_a_forged_token_is_nothing(match: Match) -> None:
    token = token_for(match)
    for wrong in ("", "x", token[:-1], token.swapcase()):
        with pytest.raises(BadLink):
            by_link.play(token=wrong)


def test_a_seat_that_is_gone_is_nothing(match: Match) -> None:
    token = token_for(match)
    match.seats.all().delete()

    with pytest.raises(BadLink):
        by_link.play(token=token)


# --- the site's own ways to end links -----------------------------------------------------


def test_logging_out_everywhere_ends_links(as_alice: Client, alice: User) -> None:
    as_alice.post("/account/sessions/")

    alice.refresh_from_db()
    assert alice.link_epoch == 1


def test_a_new_password_ends_links(as_alice: Client, alice: User) -> None:
    answer = as_alice.post(
        "/account/password/change/",
        {
            "oldpassword": "tall-ships-and-grain",
            "password1": "harbour-lights-42",
            "password2": "harbour-lights-42",
        },
    )

    assert answer.status_code == 302
    alice.refresh_from_db()
    assert alice.check_password("harbour-lights-42")
    assert alice.link_epoch == 1


def test_a_confirmed_address_ends_links(alice: User) -> None:
    """The one it replaces may be somebody else's by now."""
    address = EmailAddress.objects.create(user=alice, email="new@example.org", verified=False)

    Client().post(f"/account/confirm-email/{EmailConfirmationHMAC(address).key}/")

    address.refresh_from_db()
    assert address.verified
    alice.refresh_from_db()
    assert alice.link_epoch == 1


# --- many hands at once -------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_of_eight_clicks_one_counts() -> None:
    match = start_dealt(*map(make_player, ("alice", "bob", "chloe")), options={"rounds": 1})
    token = token_for(match)
    together = threading.Barrier(8)

    def click(_: int) -> str:
        together.wait()
        try:
            by_link.play(token=token)
        except LinkDead as dead:
            return dead.why
        finally:
            connection.close()
        return "played"

    with ThreadPoolExecutor(8) as hands:
        found = sorted(hands.map(click, range(8)))

    assert found == ["played", *[alive.TAKEN] * 7]
    match.refresh_from_db()
    assert Ply.objects.filter(match=match).count() == match.ply
    assert audit(match) == ""
