"""What a table may promise when it is opened, and who begins when it starts."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import Block, User
from accounts.services import guests
from engine.core import fairness
from games.errors import BadTable, NotAllowed, SeatsTaken, TableClosed
from games.models import Invitation, Match
from games.paces import days
from games.selectors.positions import game_of
from games.services.sweep import sweep
from games.services.tables import invite, lobby, seating
from games.terms.charter import Charter
from games.titles.registry import lesson_of
from outbox.models import Effect
from tests.conftest import make_player
from tests.games.helpers import carry_out, open_table, running
from tests.games.play_helpers import start
from tests.strangers import ours

pytestmark = pytest.mark.django_db

NEWEST, CREATOR = Match.FirstPlayer.NEWEST, Match.FirstPlayer.CREATOR


def refused(user: User, **charter: object) -> tuple[str, str]:
    """The field that cannot be like this, and why."""
    with pytest.raises(BadTable) as caught:
        lobby.create(user=user, charter=Charter(**charter))  # type: ignore[arg-type]
    assert not ours(Match).filter(status=Match.Status.OPEN).exists()
    return caught.value.field, caught.value.why


def beginner(match: Match) -> User | None:
    return match.seats.select_related("user").get(number=0).user


# --- rated --------------------------------------------------------------------------------


@pytest.fixture
def ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the title were old enough to be rated."""
    monkeypatch.setattr("engine.nauticus.game.Nauticus.stage", "rated")


def test_a_young_title_is_not_rated(alice: User) -> None:
    assert refused(alice, rated=True) == ("rated", "not-rated-yet")


@pytest.mark.usefixtures("ready")
def test_people_play_full_matches_rated(alice: User, bob: User) -> None:
    match = start(alice, bob, rated=True)

    assert match.is_running
    assert match.rated


@pytest.mark.usefixtures("ready")
def test_a_guest_does_not_play_rated() -> None:
    assert refused(guests.create(), rated=True) == ("rated", "guest")


@pytest.mark.usefixtures("ready")
def test_a_short_match_is_not_rated(alice: User) -> None:
    assert refused(alice, rated=True, options={"rounds": 1}) == ("rated", "only-full-matches")
    assert refused(alice, rated=True, options={"rounds": 2}) == ("rated", "only-full-matches")


@pytest.mark.usefixtures("ready")
@pytest.mark.parametrize("how", ["bots", "hot_seat", "guided"])
def test_only_people_at_their_own_devices_are_rated(alice: User, how: str) -> None:
    charter = Charter(size=2, rated=True)

    if how == "bots":
        match = lobby.create(user=alice, charter=charter, bots=1)
    elif how == "hot_seat":
        match = lobby.create(user=alice, charter=charter, hot_seat=True)
    else:
        match = lobby.create(user=alice, charter=charter, guided=True)

    assert Match.objects.get(pk=match.pk).rated is False


@pytest.mark.usefixtures("ready")
def test_the_computer_does_not_sit_down_at_a_rated_table(alice: User) -> None:
    match = open_table(alice, rated=True)

    with pytest.raises(NotAllowed, match=r"^rated-without-bots$"):
        lobby.add_bot(code=match.code, user=alice)
    assert match.seats.count() == 1


# --- time ---------------------------------------------------------------------------------


def test_a_table_waits_two_weeks(alice: User) -> None:
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        match = open_table(alice)

    assert match.expires_at == now + timedelta(days=14)
    assert sweep(now + timedelta(days=14) - timedelta(seconds=1)) == 0
    assert Match.objects.get(pk=match.pk).is_open
    assert sweep(now + timedelta(days=14)) == 1
    match.refresh_from_db()
    assert match.status == Match.Status.CANCELLED
    assert match.finished_at is not None


def test_a_table_with_a_date_waits_two_weeks_longer_than_that(alice: User) -> None:
    when = timezone.now() + timedelta(days=20)
    match = open_table(alice, start_at=when)

    assert match.expires_at == when + timedelta(days=14)
    sweep(when + timedelta(days=13))
    assert Match.objects.get(pk=match.pk).is_open
    sweep(when + timedelta(days=14))
    assert Match.objects.get(pk=match.pk).status == Match.Status.CANCELLED


@pytest.mark.parametrize(
    ("ahead", "fits"),
    [
        (timedelta(0), False),
        (timedelta(seconds=1), True),
        (timedelta(days=30), True),
        (timedelta(days=30, seconds=1), False),
    ],
)
def test_the_date_is_within_thirty_days(alice: User, ahead: timedelta, fits: bool) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        when = timezone.now() + ahead
        if fits:
            assert open_table(alice, start_at=when).start_at == when
        else:
            assert refused(alice, start_at=when) == ("start_at", "out-of-range")


def test_a_table_with_a_date_does_not_begin_before_it(alice: User, bob: User) -> None:
    when = timezone.now() + timedelta(hours=1)
    full = open_table(alice, bob, start_at=when)
    lone = lobby.create(user=alice, charter=Charter(size=2, start_at=when))
    with_bots = lobby.create(user=alice, charter=Charter(size=2, start_at=when), bots=1)
    assert [m.is_open for m in (full, lone, with_bots)] == [True, True, True]

    sweep(when - timedelta(seconds=1))
    assert ours(Match).filter(status=Match.Status.OPEN).count() == 3
    sweep(when)

    assert Match.objects.get(pk=full.pk).is_running
    assert Match.objects.get(pk=with_bots.pk).is_running
    assert Match.objects.get(pk=lone.pk).is_open  # nobody to play with yet


def test_the_last_to_come_after_the_date_starts_it(alice: User, bob: User) -> None:
    when = timezone.now() + timedelta(hours=1)
    match = open_table(alice, start_at=when)

    with time_machine.travel(when, tick=False):
        assert lobby.join(code=match.code, user=bob).is_running


def test_a_table_that_is_not_full_does_not_begin(alice: User) -> None:
    match = open_table(alice, size=3)

    with pytest.raises(TableClosed):
        lobby.begin(code=match.code)


def test_a_match_that_began_no_longer_expires(alice: User, bob: User) -> None:
    match = running(alice, bob)
    assert match.expires_at is None
    assert match.started_at is not None

    with pytest.raises(TableClosed):
        lobby.expire(code=match.code)


# --- the charter --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("charter", "field", "why"),
    [
        ({"title": "chess"}, "title", "unknown-title"),
        ({"pace": days(4)}, "pace", "unknown-pace"),
        ({"pace": days(0)}, "pace", "unknown-pace"),
        ({"name": "x" * 41}, "name", "too-long"),
    ],
)
def test_a_charter_that_makes_no_sense(
    alice: User, charter: dict[str, object], field: str, why: str
) -> None:
    assert refused(alice, **charter) == (field, why)


@pytest.mark.parametrize(
    ("charter", "field"),
    [({"size": 9}, "size"), ({"size": 1}, "size"), ({"options": {"rounds": 77}}, "options")],
)
def test_the_title_says_what_it_cannot_be_played_with(
    alice: User, charter: dict[str, object], field: str
) -> None:
    assert refused(alice, **charter)[0] == field


def test_a_name_has_forty_letters(alice: User) -> None:
    assert open_table(alice, name=f"  {'x' * 40} ").name == "x" * 40


@pytest.mark.parametrize("n", [1, 2, 3, 5, 7, 14])
def test_the_paces(alice: User, bob: User, n: int) -> None:
    now = timezone.now()
    with time_machine.travel(now, tick=False):
        match = running(alice, bob, pace=days(n))

    (seat,) = match.seats.filter(owes=True)
    assert seat.deadline == now + timedelta(days=n)


def test_ten_tables_at_most_wait_for_players(alice: User, bob: User) -> None:
    for _ in range(9):
        open_table(alice)
    running(alice, bob)  # one that has begun does not count
    open_table(alice)

    with pytest.raises(BadTable) as caught:
        open_table(alice)
    assert caught.value.why == "too-many-open"
    open_table(bob)


def test_the_table_is_as_its_opener_wanted_it(alice: User) -> None:
    charter = Charter(
        size=3, name=" Blue hour ", pace=days(7), visibility="link", first_player="newest",
        take_backs="never", spectators=False, options={"rounds": 2}, gates={"luck": 1},
    )  # fmt: skip
    match = lobby.create(user=alice, charter=charter)
    match.refresh_from_db()

    kept = ("size", "pace", "visibility", "first_player", "take_backs", "spectators")
    assert all(getattr(match, name) == getattr(charter, name) for name in kept)
    assert (match.name, match.options, match.gates) == ("Blue hour", {"rounds": 2}, {"luck": 1})
    assert match.creator == alice
    assert (match.hot_seat, match.guided, match.rated) == (False, False, False)
    assert match.commitment == fairness.commitment(match.secret, match.code)
    assert match.seats.get().user == alice


# --- who begins ---------------------------------------------------------------------------


def test_the_least_experienced_begins(alice: User, bob: User, charlie: User) -> None:
    running(alice, charlie)
    running(alice, make_player("dmitri"))

    # Bob has played none, Charlie one, Alice two; whatever the lot says.
    for people in ((alice, bob, charlie), (charlie, alice, bob), (bob, charlie, alice)):
        match = start(*people, first_player=NEWEST)
        assert beginner(match) == bob
        Match.objects.filter(pk=match.pk).delete()  # it would count from now on
    assert beginner(start(alice, charlie, first_player=NEWEST)) == charlie


def test_of_equally_experienced_ones_the_first_to_come_begins(alice: User, bob: User) -> None:
    for people in ((alice, bob), (bob, alice)):
        assert beginner(start(*people, first_player=NEWEST)) == people[0]


def test_only_matches_of_the_same_title_that_began_make_experience(
    alice: User, bob: User, charlie: User, quay: str
) -> None:
    running(alice, charlie)
    for _ in range(3):
        open_table(bob)
        start(bob, charlie, title=quay)

    assert beginner(start(alice, bob, first_player=NEWEST)) == bob


def test_the_computer_is_never_the_beginner(alice: User, bob: User) -> None:
    for _ in range(3):
        running(alice, bob)

    for _ in range(4):
        charter = Charter(size=3, first_player=NEWEST)
        assert beginner(lobby.create(user=alice, charter=charter, bots=2)) == alice


def test_whoever_opened_the_table_begins(alice: User, bob: User, charlie: User) -> None:
    for people in ((alice, bob, charlie), (bob, charlie, alice), (charlie, alice, bob)):
        assert beginner(start(*people, first_player=CREATOR)) == people[0]


def test_who_begins_changes_nothing_about_the_order_of_the_lot(
    alice: User, bob: User, charlie: User, dora: User
) -> None:
    match = start(alice, bob, charlie, dora, first_player=CREATOR)

    lot = fairness.seat_order(match.seed, 4)
    at = lot.index(0)  # the opener came first
    came = [alice, bob, charlie, dora]
    wanted = [came[index].pk for index in lot[at:] + lot[:at]]
    assert list(match.seats.order_by("number").values_list("user_id", flat=True)) == wanted


def test_the_lot_alone_decides_otherwise(alice: User, bob: User, charlie: User) -> None:
    match = start(alice, bob, charlie)

    came = [alice, bob, charlie]
    wanted = [came[index].pk for index in fairness.seat_order(match.seed, 3)]
    assert list(match.seats.order_by("number").values_list("user_id", flat=True)) == wanted


def test_the_words_of_all_who_came_make_the_seed(alice: User, bob: User) -> None:
    match = lobby.create(user=alice, charter=Charter(size=2), nonce="of-alice")
    lobby.join(code=match.code, user=bob, nonce="of-bob")

    match.refresh_from_db()
    assert match.seed == fairness.seed(match.secret, match.code, ["of-alice", "of-bob"])


# --- sitting down -------------------------------------------------------------------------


def test_a_seat_that_was_left_is_the_next_to_be_taken(
    alice: User, bob: User, charlie: User, dora: User
) -> None:
    match = open_table(alice, bob, charlie, size=4)
    lobby.leave(code=match.code, user=bob)

    lobby.join(code=match.code, user=dora)

    match.refresh_from_db()
    assert match.is_open
    assert dict(match.seats.values_list("number", "user__username")) == {
        0: "alice", 1: "dora", 2: "charlie",
    }  # fmt: skip


def test_a_full_table_that_waits_takes_nobody_else(alice: User, bob: User, charlie: User) -> None:
    match = open_table(alice, bob, start_at=timezone.now() + timedelta(hours=1))

    with pytest.raises(SeatsTaken):
        lobby.join(code=match.code, user=charlie)
    with pytest.raises(SeatsTaken):
        lobby.add_bot(code=match.code, user=alice)


def test_nobody_sits_down_at_a_match_that_runs(alice: User, bob: User, charlie: User) -> None:
    match = running(alice, bob)

    for service in (lobby.join, lobby.leave, lobby.add_bot):
        with pytest.raises(TableClosed):
            service(code=match.code, user=charlie)


def test_an_invited_only_table_takes_invited_people_only(
    alice: User, bob: User, charlie: User
) -> None:
    match = open_table(alice, size=3, visibility="invited")
    invite.by_name(code=match.code, user=alice, name="bob")

    with pytest.raises(NotAllowed, match=r"^not-invited$"):
        lobby.join(code=match.code, user=charlie)
    lobby.join(code=match.code, user=bob)

    assert Invitation.objects.get(match=match, user=bob).answered_at is not None


def test_it_is_enough_that_one_of_those_seated_has_blocked_somebody(
    alice: User, bob: User, charlie: User
) -> None:
    match = open_table(alice, bob, size=4)
    Block.objects.create(blocker=bob, blocked=charlie)

    with pytest.raises(NotAllowed, match=r"^blocked$"):
        lobby.join(code=match.code, user=charlie)


def test_only_the_opener_fills_and_empties_seats(alice: User, bob: User, charlie: User) -> None:
    match = open_table(alice, bob, charlie, size=4)

    with pytest.raises(NotAllowed, match=r"^creator-only$"):
        lobby.add_bot(code=match.code, user=bob)
    with pytest.raises(NotAllowed, match=r"^creator-only$"):
        lobby.kick(code=match.code, user=bob, number=2)
    with pytest.raises(NotAllowed, match=r"^no-such-seat$"):
        lobby.kick(code=match.code, user=alice, number=3)
    with pytest.raises(NotAllowed, match=r"^no-such-seat$"):
        lobby.kick(code=match.code, user=alice, number=0)  # not oneself
    assert match.seats.count() == 3


def test_whoever_was_asked_to_leave_stays_away(alice: User, bob: User) -> None:
    match = open_table(alice, bob, size=3)
    lobby.kick(code=match.code, user=alice, number=1)

    with pytest.raises(NotAllowed, match=r"^removed$"):
        lobby.join(code=match.code, user=bob)
    match.refresh_from_db()
    assert match.removed == [bob.pk]


def test_whoever_gets_up_leaves_a_free_seat_and_an_open_table(alice: User, bob: User) -> None:
    match = open_table(alice, bob, size=3)

    assert lobby.leave(code=match.code, user=bob).is_open
    assert [seat.user for seat in match.seats.all()] == [alice]
    assert lobby.leave(code=match.code, user=alice).status == Match.Status.CANCELLED


# --- invitations --------------------------------------------------------------------------


def test_twenty_invitations_are_enough_for_a_table(alice: User, bob: User) -> None:
    match = open_table(alice)
    for n in range(19):
        Invitation.objects.create(match=match, sender=alice, email=f"sailor{n}@example.net")

    invite.by_name(code=match.code, user=alice, name="bob")  # the twentieth

    make_player("eve")
    with pytest.raises(NotAllowed, match=r"^too-many-invitations$"):
        invite.by_name(code=match.code, user=alice, name="eve")
    with pytest.raises(NotAllowed, match=r"^too-many-invitations$"):
        invite.by_mail(code=match.code, user=alice, email="frank@example.net")
    assert match.invitations.count() == 20


def test_nobody_is_invited_to_a_seat_they_have(alice: User, bob: User) -> None:
    match = open_table(alice, bob, size=3)

    with pytest.raises(NotAllowed, match=r"^seated-already$"):
        invite.by_name(code=match.code, user=alice, name="bob")
    assert not match.invitations.exists()


def test_nobody_is_invited_to_a_match_that_runs(alice: User, bob: User, charlie: User) -> None:
    match = running(alice, bob)

    with pytest.raises(TableClosed):
        invite.by_name(code=match.code, user=alice, name="charlie")
    with pytest.raises(TableClosed):
        invite.by_mail(code=match.code, user=alice, email="eve@example.net")


def test_who_was_not_asked_has_nothing_to_accept_or_decline(alice: User, bob: User) -> None:
    match = open_table(alice, visibility="invited")

    for answer in (invite.accept, invite.decline):
        with pytest.raises(NotAllowed, match=r"^not-invited-any-more$"):
            answer(code=match.code, user=bob)
    invite.by_name(code=match.code, user=alice, name="bob")
    invite.decline(code=match.code, user=bob)
    assert match.invitations.get().answered_at is not None
    with pytest.raises(NotAllowed, match=r"^not-invited-any-more$"):
        invite.decline(code=match.code, user=bob)


def test_a_stranger_gets_one_mail_however_often_they_are_asked(alice: User) -> None:
    match = open_table(alice)
    for email in ("eve@example.net", " EVE@example.net "):
        invite.by_mail(code=match.code, user=alice, email=email)
    carry_out()

    mails = Effect.objects.filter(kind="mail", payload__to="eve@example.net")
    assert mails.count() == match.invitations.count() == 1


# --- a seat at once -----------------------------------------------------------------------


def test_not_now_needs_a_turn_of_ones_own(alice: User, bob: User) -> None:
    match = running(alice, bob)
    seat = match.seats.select_related("user").get(owes=True)
    other = bob if seat.user == alice else alice

    with pytest.raises(NotAllowed, match=r"^not-your-turn$"):
        seating.skip(code=match.code, user=other)
    assert seat.user is not None
    seating.skip(code=match.code, user=seat.user)

    skipped = match.seats.exclude(skipped_at=None)
    assert [found.number for found in skipped] == [seat.number]
    assert skipped[0].deadline == seat.deadline  # the clock runs on


def test_the_guided_match_is_the_lesson_private_and_begins_with_the_player(alice: User) -> None:
    for _ in range(4):
        match = seating.guide(user=alice, title="nauticus")
        assert beginner(match) == alice
    assert (match.size, match.options, match.guided) == (2, {"rounds": 2}, True)
    assert match.visibility == Match.Visibility.LINK
    assert match.seats.exclude(bot="").get().bot == "beginner"
    lesson = lesson_of("nauticus")
    assert lesson is not None
    assert (match.seed, match.seed_source) == (lesson.seed, "lesson")


@pytest.mark.usefixtures("quay")
def test_a_title_without_a_lesson_has_no_guided_match(alice: User, as_alice: Client) -> None:
    with pytest.raises(BadTable) as caught:
        seating.guide(user=alice, title="quay")

    assert caught.value.why == "no-lesson"
    assert as_alice.post("/play/guided/", {"title": "quay"}).status_code == 422
    assert not ours(Match).exists()
    assert "/play/guided/" not in as_alice.get("/games/quay/").content.decode()


def test_pass_and_play_is_as_long_as_one_wants_and_private(alice: User) -> None:
    match = seating.pass_and_play(
        user=alice, title="nauticus", size=3, options={"rounds": 2}, names=["Ada", "Ben"]
    )

    assert (match.size, match.options, match.hot_seat) == (3, {"rounds": 2}, True)
    assert match.visibility == Match.Visibility.LINK
    assert list(match.seats.order_by("number").values_list("name", flat=True)) == ["Ada", "Ben", ""]


# --- the first position -------------------------------------------------------------------


def test_the_deal_is_written_down(alice: User, bob: User) -> None:
    match = start(alice, bob)

    game = game_of(match)
    state, events = game.setup(2, {}, match.seed)
    assert match.state == match.origin == game.dump(state)
    assert (match.ply, match.origin_ply, match.rules_version) == (0, 0, game.version)
    assert match.options == state.options
    first = fairness.first_link("nauticus", game.version, 2, match.options, match.commitment)
    assert match.chain == first
    assert match.segments == [{"version": game.version, "ply": 0, "link": first}]
    assert list(match.log.order_by("number").values_list("number", "ply", "kind")) == [
        (number, 0, event.kind) for number, event in enumerate(events, 1)
    ]
    assert match.entries == len(events)
    assert match.snapshots.get().ply == 0
    assert [s.owes for s in match.seats.order_by("number")] == [True, False]


def test_a_word_is_drawn_for_who_brings_none(alice: User, bob: User) -> None:
    match = start(alice, bob)

    words = list(match.seats.values_list("nonce", flat=True))
    assert len(set(words)) == 2
    assert all(re.fullmatch("[0-9a-f]{16}", word) for word in words)
