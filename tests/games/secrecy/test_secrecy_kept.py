"""Secrets that once slipped out, each by a way of its own."""

from __future__ import annotations

import random
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.core.game import Game
from engine.nauticus.game import Nauticus
from games import hooks
from games.models import Entry, Match, Seat
from games.selectors import scenes
from games.selectors import turns as selectors
from games.selectors.access import match_for, reader_of
from games.selectors.positions import game_of, position
from games.selectors.records import text_for
from games.selectors.scenes import scene
from games.selectors.turns import at_of
from games.services.play import bots, clocks, turns
from games.titles.registry import presenter_of
from tests.engine.titles.quay.game import Quay
from tests.games.play_helpers import look, owing, step
from tests.games.quay_table import LUCKY, deal, person, until

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(quay: str) -> Match:
    return deal()


def swap(match: Match, **hands: list[int]) -> None:
    """Give the seats other cards: `seat0=[…]`; whoever held them gets the others' old ones."""
    state = match.state
    assert state is not None
    for seat, cards in hands.items():
        state["players"][int(seat[4:])]["hand"] = cards
    match.save(update_fields=["state"])


def reader(match: Match, number: int) -> Client:
    client = Client()
    client.force_login(person(match, number))
    return client


# --- planning ahead -----------------------------------------------------------------------


def test_planning_does_not_tell_whether_another_may_pass(match: Match) -> None:
    until(match, "haul", random.Random(LUCKY))
    hauler = owing(match).number
    waiting = (hauler + 1) % 3
    page = f"{match.get_absolute_url()}?plan=1"
    shown = {}
    for hand in ([0], [8]):  # a flare forbids the hauler to pass, another card does not
        swap(match, **{f"seat{hauler}": hand})
        assert ("pass" in map(str, game_of(match).moves(position(match), hauler))) == (hand == [8])

        answer = reader(match, waiting).get(page, headers={"HX-Request": "true"})
        told = scene(match_for(match.code, person(match, waiting)), person(match, waiting))
        shown[hand[0]] = (len(answer.content), told.may_plan, told.planning, told.at)

    assert shown[0] == shown[8]
    assert not shown[0][1]


def test_a_title_must_say_that_everything_is_open_before_anybody_plans() -> None:
    assert not Game.open_information
    assert not Quay.open_information
    assert Nauticus.open_information


# --- the log ------------------------------------------------------------------------------


def fill_log(match: Match, to: list[int] | None, count: int) -> None:
    Entry.objects.bulk_create(
        Entry(
            match=match, number=match.entries + n, ply=match.ply, seat=1, kind="whisper", to=to,
            data={"card": n},
        )
        for n in range(1, count + 1)
    )  # fmt: skip
    match.entries += count
    match.save(update_fields=["entries"])


@pytest.mark.parametrize("ply", [None, 0])
def test_others_private_entries_take_up_no_room(
    match: Match, ply: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scenes, "LOG_SHOWN", 5)
    monkeypatch.setattr("games.history.LOG_SHOWN", 5)
    fill_log(match, None, 8)
    page = match.get_absolute_url() + ("" if ply is None else f"at/{ply}/")
    before = {n: lines(reader(match, n).get(page)) for n in range(3)}
    spectator = lines(Client().get(page))
    assert len(spectator) == 5

    fill_log(match, [1], 4)

    for number in (0, 2):
        assert lines(reader(match, number).get(page)) == before[number]
    assert lines(Client().get(page)) == spectator
    assert lines(reader(match, 1).get(page)) != before[1]


def lines(answer: object) -> list[str]:
    page = answer.content.decode()  # type: ignore[attr-defined]
    return re.findall(r"<li>(.*?whisper.*?)</li>", page)


def test_an_entry_is_read_by_those_it_names(match: Match) -> None:
    fill_log(match, [0, 2], 1)
    fill_log(match, [12], 1)
    fill_log(match, [], 1)

    def read(number: int | None) -> int:
        return sum(entry.kind == "whisper" for entry in match.log.readable_by(number))

    assert [read(n) for n in (0, 1, 2, 12, None)] == [1, 0, 1, 1, 0]


def test_reading_the_log_costs_everybody_the_same(match: Match) -> None:
    fill_log(match, [1], 50)

    def count(number: int) -> int:
        client = reader(match, number)
        client.get(match.get_absolute_url())
        with CaptureQueriesContext(connection) as found:
            client.get(match.get_absolute_url())
        return len(found)

    assert count(0) == count(1)


# --- the preview of a draft ---------------------------------------------------------------


def test_a_draft_shows_no_event_meant_for_another(match: Match) -> None:
    until(match, "storm", random.Random(LUCKY))
    seat = owing(match)
    at = at_of(seat, look(match, seat))
    assert seat.user is not None

    turns.submit(code=match.code, user=seat.user, moves=["yield"], at=at)

    draft = match.drafts.get(seat=seat.number)
    kinds = [event.kind for event in selectors.look(match, seat, draft).events]
    assert kinds[:2] == ["yield", "counts"]  # the second is the hauler's alone
    shown = scene(match_for(match.code, seat.user), seat.user)
    assert [event.kind for event in shown.events] == ["yield"]
    assert "counts" not in str(presenter_of("quay").table(shown).turn.tells)


# --- who left -----------------------------------------------------------------------------


def test_the_computer_s_secret_moves_are_not_for_the_player_who_left(match: Match) -> None:
    dice = random.Random(2)
    gone = owing(match)  # everybody owes a bid; this one puts a card down and then leaves
    step(match, dice)
    step(match, dice)
    assert gone.user is not None
    until(match, "haul", random.Random(LUCKY))
    clocks.leave_running(code=match.code, user=gone.user)
    while not played_for(match, gone):
        match.refresh_from_db()
        if owing(match).number == gone.number:
            bots.take_turn(code=match.code, ply=match.ply)
        else:
            step(match, dice)
    own = match.plies.filter(seat=gone.number, secret=True, cause="").first()
    assert own is not None
    ply = played_for(match, gone)
    assert ply is not None

    match.refresh_from_db()
    record = Client()
    record.force_login(gone.user)
    text = record.get(f"{match.get_absolute_url()}record.txt").content.decode()
    (row,) = hooks.matches(gone.user)

    assert reader_of(match, gone.user) == gone.number
    assert f"{gone.number} {own.move}\n" in text
    assert f"{gone.number} ?" in text
    assert f"{gone.number} {ply} " not in text
    assert own.move in row["moves"]
    assert row["moves"].count("?") == 1
    assert ply not in row["moves"]
    assert f"{gone.number} {ply}" not in text_for(match, None)


def played_for(match: Match, seat: Seat) -> str:
    found = match.plies.filter(seat=seat.number, secret=True, cause="autopilot").first()
    return "" if found is None else found.move
