"""One definition of who may read a log entry, and everything that reads the log goes by it."""

from __future__ import annotations

import json
import sqlite3

import pytest

from accounts.models import User
from games import history
from games.models import Entry, play
from games.results import course
from games.selectors import records
from games.selectors.log import newest
from games.services.play import clocks
from games.titles import endings
from games.titles.registry import presenter_of
from tests.games.helpers import finished, running

LISTS: list[list[int] | None] = [None, [], [0], [2], [12], [0, 2], [1, 2, 12], [2, 20], [21, 121]]
READERS = [None, 0, 1, 2, 12, 20]


def expected(to: list[int] | None, number: int | None) -> bool:
    return to is None or (number is not None and number in to)


@pytest.mark.parametrize("number", READERS)
@pytest.mark.parametrize("tight", [False, True])
def test_sqlite_reads_it_as_meant(number: int | None, tight: bool) -> None:
    condition, params = play.readable(number)
    separators = (",", ":") if tight else None
    with sqlite3.connect(":memory:") as db:
        for to in LISTS:
            text = None if to is None else json.dumps(to, separators=separators)
            asked = f'SELECT {condition} FROM (SELECT ? AS "to")'.replace("%s", "?")
            (found,) = db.execute(asked, [*params, text]).fetchone()
            assert bool(found) is expected(to, number), to


@pytest.mark.django_db
@pytest.mark.parametrize("number", READERS)
def test_the_query_set_and_the_written_statement_agree(
    alice: User, bob: User, number: int | None
) -> None:
    match = running(alice, bob)
    Entry.objects.filter(match=match).delete()
    Entry.objects.bulk_create(
        Entry(match=match, number=index, ply=0, seat=0, kind="whisper", to=to)
        for index, to in enumerate(LISTS)
    )

    wanted = [index for index, to in enumerate(LISTS) if expected(to, number)]
    rows = Entry.objects.filter(match=match).readable_by(number).order_by("number")

    assert [entry.number for entry in rows] == wanted
    assert [line.number for line in newest(match, number, 99)] == wanted[::-1]


@pytest.mark.django_db
def test_a_query_around_another_asks_each_about_its_own(alice: User, bob: User) -> None:
    match = running(alice, bob)
    Entry.objects.filter(match=match).update(to=[1])
    inner = Entry.objects.filter(match=match).readable_by(0)

    assert not Entry.objects.filter(match=match, pk__in=inner).exists()
    assert match.log.readable_by(1).filter(pk__in=match.log.readable_by(1)).exists()


@pytest.mark.django_db
def test_every_reader_of_the_log_goes_by_it(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let nobody read anything: then no page tells anything."""
    match = finished(alice, bob)
    left = running(alice, bob)
    clocks.leave_running(code=left.code, user=bob)
    left.refresh_from_db()
    presenter = presenter_of(match.title)

    def told() -> list[bool]:
        log = history.whole_log(match, alice, presenter)
        then = history.scene_at(match, alice, match.ply, presenter)
        moments = course.course(match)
        turns = course.key_turns(match, moments, ["A", "B"], presenter)
        return [
            bool(newest(match, 0, 9)),
            bool(newest(match, None, 9, ["round"])),
            bool(log.entries),
            bool(then.entries),
            bool(history.chapters(log, presenter)),
            any(turn.text for turn in turns),
            bool(endings.departures(left)),
            "leave" in records.text_for(left, None),
        ]

    assert told() == [True] * 8

    monkeypatch.setattr(play, "readable", lambda number, to="": ("FALSE", ()))

    assert told() == [False] * 8


@pytest.mark.django_db
def test_a_part_that_begins_in_secret_is_for_those_it_names(alice: User, bob: User) -> None:
    match = finished(alice, bob, options={"rounds": 2})
    presenter = presenter_of(match.title)
    second = Entry.objects.filter(match=match, kind="round").order_by("number").last()
    assert second is not None
    second.to = [match.seats.get(user=bob).number]
    second.save()

    def parts(user: User | None) -> int:
        return len(history.chapters(history.whole_log(match, user, presenter), presenter))

    assert [parts(user) for user in (None, alice, bob)] == [1, 1, 2]
