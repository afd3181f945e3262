"""A small question has a time of its own; when that runs out, it's answered and nobody leaves."""

from __future__ import annotations

import random
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from engine.core.types import Frame, Move
from games.links import alive
from games.links.alive import LinkDead
from games.links.tokens import turn_link
from games.models import Draft, Match, Seat
from games.news.turns import alarm_news, alarms, news
from games.selectors.access import match_for
from games.selectors.positions import position
from games.selectors.records import text_for
from games.selectors.scenes import scene
from games.selectors.turns import at_of
from games.services import effects
from games.services.play import by_link, clocks, commit, takeback, turns
from games.titles.registry import presenter_of
from notices.models import Notice
from tests.engine.titles.quay.state import QuayState
from tests.engine.titles.quay.steps import Storm
from tests.games.play_helpers import look, owing
from tests.games.quay_table import LUCKY, deal, person, until

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


def give_in(self: Storm, s: QuayState, f: Frame, seat: int) -> Move | None:
    return Move("yield")


@pytest.fixture
def match(quay: str, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A storm, which is a question here: whoever does not answer yields."""
    monkeypatch.setattr(Storm, "lapse", give_in)
    match = deal()
    until(match, "storm", random.Random(LUCKY))
    return match


def late(match: Match) -> time_machine.travel:
    deadline = owing(match).deadline
    assert deadline is not None
    return time_machine.travel(deadline, tick=False)


def draft(match: Match, move: str) -> None:
    seat = owing(match)
    assert seat.user is not None
    turns.submit(code=match.code, user=seat.user, moves=[move], at=at_of(seat, look(match, seat)))


def client_of(seat: Seat) -> Client:
    client = Client()
    assert seat.user is not None
    client.force_login(seat.user)
    return client


# --- the clock ----------------------------------------------------------------------------


def test_an_answer_has_less_time_than_a_turn(match: Match) -> None:
    seat = owing(match)

    assert seat.answers
    assert match.moved_at is not None
    assert seat.deadline is not None
    assert abs(seat.deadline - match.moved_at - DAY) < timedelta(seconds=5)
    assert match.pace.turn == 3 * DAY


def test_out_of_time_it_is_answered_and_nobody_leaves(match: Match) -> None:
    seat = owing(match)
    told = Notice.objects.filter(kind=effects.LEFT).count()

    with late(match):
        assert clocks.settle(code=match.code)

    match.refresh_from_db()
    ply = match.plies.get(number=match.ply)
    assert (ply.seat, ply.move, ply.cause) == (seat.number, "yield", "clock")
    seat.refresh_from_db()
    assert not seat.autopilot
    assert match.is_running
    assert not match.log.filter(kind__in=["!timeout", "!left"]).exists()
    assert Notice.objects.filter(kind=effects.LEFT).count() == told
    assert f"{seat.number} yield clock\n" in text_for(match, None)
    page = client_of(seat).get(match.get_absolute_url()).content.decode()
    assert "didn’t answer in time." in page


def test_what_it_owes_next_has_its_own_time(match: Match) -> None:
    """Whoever answered the storm hauls next: a turn, with all its time."""
    seat = owing(match)

    with late(match):
        clocks.settle(code=match.code)
        assert not clocks.settle(code=match.code)  # nothing is due any more
        now = timezone.now()

    seat.refresh_from_db()
    assert (seat.owes, seat.answers, seat.deadline) == (True, False, now + 3 * DAY)


def test_an_answer_given_in_time_leads_to_a_turn_with_all_its_time(match: Match) -> None:
    seat = owing(match)
    with time_machine.travel(timezone.now() + timedelta(hours=20), tick=False):
        draft(match, "yield")
        seat = owing(match)
        assert seat.user is not None
        turns.confirm(code=match.code, user=seat.user, at=at_of(seat, look(match, seat)))
        now = timezone.now()

    seat.refresh_from_db()
    assert (seat.owes, seat.answers, seat.deadline) == (True, False, now + 3 * DAY)


def test_another_question_in_the_same_breath_has_its_own_time(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A seat that is asked something else by the same commit is asked anew."""
    seat, number = owing(match), owing(match).number
    frames = iter([5, 9, 9])
    monkeypatch.setattr(commit, "questions", lambda game, state: {number: next(frames)})
    monkeypatch.setattr("games.services.play.commit.rebase.needed", lambda match: False)
    hauler = position(match).turn
    moves = [Move("flare", (0,))]
    state = match.state
    assert state is not None
    state["players"][hauler]["hand"] = [0]
    match.save(update_fields=["state"])
    with time_machine.travel(timezone.now() + timedelta(hours=20), tick=False):
        commit.append(match, commit.seats_of(match), hauler, moves)
        now = timezone.now()

    seat.refresh_from_db()
    assert seat.deadline == now + DAY


def test_ones_own_whole_draft_comes_first(match: Match) -> None:
    seat = owing(match)
    hand = position(match).players[seat.number].hand  # type: ignore[attr-defined]
    draft(match, f"brace:{hand[0]}")

    with late(match):
        clocks.settle(code=match.code)

    ply = match.plies.filter(seat=seat.number).latest("number")
    assert (ply.move, ply.cause) == (f"brace:{hand[0]}", "clock")
    assert not match.log.filter(kind="!lapse").exists()


def test_a_draft_that_no_longer_holds_goes_with_the_question(match: Match) -> None:
    seat = owing(match)
    hand = position(match).players[seat.number].hand  # type: ignore[attr-defined]
    draft(match, f"brace:{hand[0]}")
    Draft.objects.filter(match=match).update(moves=["brace:99"])

    with late(match):
        clocks.settle(code=match.code)

    assert match.plies.filter(seat=seat.number).latest("number").move == "yield"
    assert not match.drafts.filter(seat=seat.number).exists()


def test_a_late_answer_is_stale(match: Match) -> None:
    seat = owing(match)
    at = at_of(seat, look(match, seat))
    with late(match):
        page = match.get_absolute_url()
        answer = client_of(seat).post(
            f"{page}move/",
            {"move": "yield", "at": at, "confirm": "1"},
            headers={"Accept": "application/json"},
        )

    assert answer.status_code == 409
    ply = match.plies.filter(seat=seat.number).latest("number")
    assert (ply.move, ply.cause) == ("yield", "clock")


def test_a_link_says_that_time_was_up(match: Match) -> None:
    seat = owing(match)
    assert seat.user is not None
    token = turn_link(seat.user, seat, match, ("yield",)).split("/")[2]

    with late(match):
        for _ in range(2):  # by its own hand, and after the sweep
            with pytest.raises(LinkDead) as dead:
                by_link.play(token=token)
            assert dead.value.why == alive.TIME

    assert match.plies.filter(seat=seat.number, move="yield").count() == 1


def test_a_question_that_is_asked_again_after_a_take_back_has_its_time(match: Match) -> None:
    seat = owing(match)
    assert seat.user is not None
    draft(match, "yield")
    seat = owing(match)
    turns.confirm(code=match.code, user=seat.user, at=at_of(seat, look(match, seat)))

    takeback.ask(code=match.code, user=seat.user)
    for number in range(3):
        if number != seat.number:
            takeback.answer(code=match.code, user=person(match, number), agree=True)

    seat.refresh_from_db()
    assert (seat.owes, seat.answers) == (True, True)
    assert seat.deadline is not None
    assert seat.deadline < timezone.now() + 2 * DAY


# --- what people read ---------------------------------------------------------------------


def test_whoever_is_asked_is_told_with_alarms_in_the_shorter_time(match: Match) -> None:
    seat = owing(match)
    assert seat.user is not None
    notice = Notice.objects.filter(user=seat.user, kind=effects.TURN).latest("pk")

    assert notice.data["answer"] is True
    assert seat.deadline is not None
    assert notice.data["deadline"] == seat.deadline.isoformat()
    begun = seat.deadline - DAY
    assert [alarm.at for alarm in alarms(notice)] == [begun + DAY * 0.5, begun + DAY * 0.8]
    told = news(seat.user, [notice])
    assert told is not None
    assert told.title == "Your answer is needed in Quay"
    (half, _short) = alarms(notice)
    warned = alarm_news(seat.user, [half])
    assert warned is not None
    assert warned.text.endswith("left to answer.")
    assert warned.letter is not None
    letter = warned.letter()
    assert "we’ll answer for you" in letter.text
    assert "forfeit" not in letter.text + letter.html


def test_a_turn_that_follows_an_answer_is_told_too(match: Match) -> None:
    seat = owing(match)
    assert seat.user is not None

    with late(match):
        clocks.settle(code=match.code)

    notice = Notice.objects.filter(user=seat.user, kind=effects.TURN).latest("pk")
    assert "answer" not in notice.data
    seat.refresh_from_db()
    assert seat.deadline is not None
    assert notice.data["deadline"] == seat.deadline.isoformat()


def test_the_page_says_until_when_and_what_happens_then(match: Match) -> None:
    seat = owing(match)
    page = client_of(seat).get(match.get_absolute_url()).content.decode()
    other = Client().get(match.get_absolute_url()).content.decode()
    shown = scene(match_for(match.code, seat.user), seat.user)

    assert shown.lapse == Move("yield")
    assert "Your answer" in page
    assert "will be played for you" in page
    assert presenter_of("quay").move(Move("yield"))[1:] in page
    assert "to answer (" in other
    assert "will be played for you" not in other
