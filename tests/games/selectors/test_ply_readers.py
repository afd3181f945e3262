"""A secret move is read by its player and by those it was shown to, and by nobody else."""

from __future__ import annotations

import random

import pytest
from django.db import connection
from django.test import Client

from games import hooks
from games.models import Match, Ply
from games.selectors.records import text_for
from games.services.play import clocks
from tests.engine.titles.quay.steps import Bid
from tests.games.play_helpers import play_out, step
from tests.games.quay_table import deal, person
from tests.games.secrecy.other_world import enter_twin

pytestmark = pytest.mark.django_db

FRIEND = 1


@pytest.fixture
def match(quay: str, monkeypatch: pytest.MonkeyPatch) -> Match:
    """The first seat has put a card down, which its neighbour may see."""
    monkeypatch.setattr(Bid, "readers", lambda self, s, f, seat, move: (FRIEND,))
    match = deal()
    for _ in range(2):
        step(match, random.Random(3))
    match.refresh_from_db()
    return match


def bid_of(match: Match) -> Ply:
    ply = match.plies.get(number=1)
    assert ply.seat == 0
    return ply


def client_of(match: Match, number: int | None) -> Client:
    client = Client()
    if number is not None:
        client.force_login(person(match, number))
    return client


def test_it_is_stored_with_the_move(match: Match) -> None:
    ply = bid_of(match)

    assert (ply.secret, ply.readers) == (True, [FRIEND])


def test_a_move_for_everybody_names_nobody(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bid, "readers", lambda self, s, f, seat, move: None)
    for _ in range(2):
        step(match, random.Random(3))

    ply = match.plies.get(number=2)
    assert (ply.secret, ply.readers) == (False, [])


@pytest.mark.parametrize(("number", "may"), [(0, True), (FRIEND, True), (2, False), (None, False)])
def test_the_record_is_for_those(match: Match, number: int | None, may: bool) -> None:
    move = bid_of(match).move
    record = client_of(match, number).get(f"{match.get_absolute_url()}record.txt").content.decode()

    assert (f"0 {move}\n" in text_for(match, number)) is may
    assert (f"0 {move}\n" in record) is may
    assert ("\n0 ?\n" in record) is not may


@pytest.mark.parametrize(("number", "may"), [(0, True), (FRIEND, True), (2, False), (None, False)])
def test_so_are_notation_and_replay(match: Match, number: int | None, may: bool) -> None:
    match.log.filter(ply=1).delete()  # the log says nothing of it, so the move itself is told
    client, move = client_of(match, number), bid_of(match).move
    notation = client.get(f"{match.get_absolute_url()}record/").content.decode()
    replay = client.get(f"{match.get_absolute_url()}at/1/").content.decode()

    assert (move in notation) is may
    assert ("decided in secret" in replay) is not may


def test_at_the_end_everybody_reads_it(match: Match) -> None:
    move = bid_of(match).move

    match = play_out(match)

    assert f"0 {move}\n" in text_for(match, None)


def test_whoever_left_reads_no_more_than_their_own(match: Match) -> None:
    clocks.leave_running(code=match.code, user=person(match, FRIEND))
    match = Match.objects.get(pk=match.pk)
    move = bid_of(match).move
    gone = client_of(match, FRIEND)

    record = gone.get(f"{match.get_absolute_url()}record.txt").content.decode()

    assert f"0 {move}\n" not in record
    assert "\n0 ?\n" in record


def test_what_one_takes_along_has_ones_own_moves_only(match: Match) -> None:
    (mine,) = hooks.matches(person(match, 0))
    (theirs,) = hooks.matches(person(match, FRIEND))

    assert mine["moves"] == [bid_of(match).move]
    assert theirs["moves"] == []


def test_in_another_world_it_is_the_same_for_those_who_read_it(match: Match) -> None:
    move = bid_of(match).move

    enter_twin(match, FRIEND, random.Random(5))
    assert bid_of(match).move == move

    enter_twin(match, 2, random.Random(5))
    assert bid_of(match).move != move


def test_rows_of_the_release_before_name_nobody(match: Match) -> None:
    """It writes no readers; the database fills them in."""
    names = [f.column for f in Ply._meta.concrete_fields if f.name not in ("id", "readers")]
    columns = ", ".join(f'"{name}"' for name in names)
    old = bid_of(match)
    copied = columns.replace('"number"', "77")
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_ply ({columns}) SELECT {copied} FROM games_ply WHERE id = %s",
            [old.pk],
        )

    assert match.plies.get(number=77).readers == []
