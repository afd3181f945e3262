"""The final page: sheet, places, course, key turns, who left, and the ways on."""

from __future__ import annotations

import itertools
import re
import struct

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.demo.people import play
from games.models import Match, Seat
from games.results import course, sheet
from games.results.chart import chart_of
from games.services.play import clocks
from games.titles.registry import presenter_of
from tests.games.helpers import finished, queries, running

pytestmark = pytest.mark.django_db
NAUTICUS = presenter_of("nauticus")
NAMES = ["first", "second"]


@pytest.fixture
def done(alice: User, bob: User) -> Match:
    return finished(alice, bob)


def test_it_tells_sheet_chart_and_proof(done: Match, client: Client) -> None:
    page = client.get(f"/t/{done.code}/result/").content.decode()
    for seat in done.seats.all():
        assert f">{seat.score}<" in page
        assert seat.nonce in page
    assert "Points over the match" in page
    for fact in (done.secret, done.commitment, done.chain):
        assert fact in page
    assert f"python -m engine verify nauticus-{done.code}.txt" in page


def test_a_running_match_has_no_result_page_yet(alice: User, bob: User, client: Client) -> None:
    match = running(alice, bob)
    assert client.get(f"/t/{match.code}/result/").url == f"/t/{match.code}/"  # type: ignore[attr-defined]


def test_the_course_ends_with_the_final_scores(done: Match) -> None:
    moments = course.course(done)
    scores = [seat.score for seat in done.seats.order_by("number")]
    assert moments[-1].totals == scores
    chart = chart_of(moments, NAMES)
    assert chart is not None
    assert [line.last for line in chart.lines] == scores
    assert [row.round for row in chart.table] == [1, 0]  # a beginning for each round, and the end
    assert chart.table[-1].totals == scores
    assert chart_of(moments[:1], NAMES) is None


def test_the_turns_that_shifted_most_are_told(done: Match, client: Client) -> None:
    moments = course.course(done)

    keys = course.key_turns(done, moments, NAMES, NAUTICUS)

    movers = dict(done.plies.values_list("number", "seat"))
    shifts = {}
    for before, after in itertools.pairwise(moments):
        gains = [b - a for a, b in zip(before.totals, after.totals, strict=True)]
        own, other = gains[movers[after.ply]], gains[1 - movers[after.ply]]
        # What only the others gain or lose, at the end of a round, is no one's key turn.
        shifts[after.ply] = abs(own - other) if own * (own - other) > 0 else 0
    largest = sorted(shifts.values(), reverse=True)[: course.KEY_TURNS]
    told = sorted((shifts[key.ply] for key in keys), reverse=True)
    assert told == [shift for shift in largest if shift >= course.KEY_POINTS]
    assert [key.ply for key in keys] == sorted(key.ply for key in keys)
    page = client.get(f"/t/{done.code}/result/").content.decode()
    for key in keys:
        assert f"<b>{NAMES[key.seat]}</b>" in key.text
        assert f'href="/t/{done.code}/at/{key.ply}/"' in page


def test_the_points_of_a_key_turn_are_those_of_the_score_sheet(
    alice: User, bob: User, client: Client
) -> None:
    match = finished(alice, bob, options={"rounds": 2})
    moments = course.course(match)
    labels = [str(line.label) for line in sheet.sheet_of(match).lines]

    keys = course.key_turns(match, moments, NAMES, NAUTICUS)

    assert keys
    for key in keys:
        assert key.points == sum(change for _label, change in key.parts) != 0
        assert [str(label) for label, _change in key.parts] == [
            label for label in labels if label in {str(name) for name, _change in key.parts}
        ]
    # From the deal to the end, the lines of all turns add up to the sheet that is shown.
    for seat in match.seats.all():
        assert seat.sheet is not None
        assert moments[-1].lines[seat.number] == seat.sheet["lines"]
        for moment in moments:
            assert sum(moment.lines[seat.number].values()) == moment.totals[seat.number]
    page = client.get(f"/t/{match.code}/result/").content.decode()
    label, change = keys[0].parts[0]
    assert re.search(rf"<li>{label} <b class=\"(gain|loss)\">\+?{change}</b></li>", page)


def test_equal_points_name_the_tie_break(done: Match) -> None:
    first, second = done.seats.order_by("place", "number")
    first.score = second.score = 40
    first.place, second.place = 1, 2
    first.sheet = {"lines": {"track": 40}, "tiebreaks": [2, 5]}
    second.sheet = {"lines": {"track": 40}, "tiebreaks": [1, 9]}
    first.save()
    second.save()
    fresh = Match.objects.get(pk=done.pk)
    (sentence,) = sheet.sheet_of(fresh).ties
    assert "coins left over, 2 to 1" in sentence


def test_the_sheet_reads_in_the_order_of_the_title(done: Match) -> None:
    seats = list(done.seats.all())
    for seat in seats:
        assert seat.sheet is not None
        seat.sheet["lines"] = {"ships": 8, "odd": 1, "track": 3, "leftovers": 2, "goods": 5}
    Seat.objects.bulk_update(seats, ["sheet"])

    labels = [str(line.label) for line in sheet.sheet_of(Match.objects.get(pk=done.pk)).lines]

    assert labels == [
        "Score track", "Goods delivered", "Ships completed", "Leftover resources", "odd",
    ]  # fmt: skip


def test_it_says_who_left(alice: User, bob: User, client: Client) -> None:
    match = play(running(alice, bob), 9)
    clocks.leave_running(code=match.code, user=bob)

    page = client.get(f"/t/{match.code}/result/").content.decode()

    assert "bob left the match and finishes last." in page
    assert "with the scores as they stood" in page
    assert "bob left, so the match ended early." in client.get(f"/t/{match.code}/").content.decode()
    match.refresh_from_db()
    moments = course.course(match)
    if moments:  # the end may lie in the middle of a turn
        assert moments[-1].totals == [seat.score for seat in match.seats.order_by("number")]


def test_it_says_whose_time_ran_out(alice: User, bob: User, client: Client) -> None:
    match = play(running(alice, bob), 9)
    late = match.seats.get(owes=True)
    Seat.objects.filter(pk=late.pk).update(deadline=timezone.now())
    assert clocks.settle(code=match.code)

    page = client.get(f"/t/{match.code}/result/").content.decode()

    assert f"{late.user} ran out of time and finishes last." in page
    board = client.get(f"/t/{match.code}/").content.decode()
    assert f"{late.user} ran out of time, so the match ended early." in board


def test_a_link_to_it_brings_a_picture(done: Match, client: Client) -> None:
    page = client.get(f"/t/{done.code}/result/").content.decode()

    (address,) = re.findall(r'property="og:image" content="http://testserver([^"]+)"', page)
    picture = client.get(address)
    assert picture["Content-Type"] == "image/png"
    size = struct.unpack(">II", picture.content[16:24])  # of the header of a PNG
    said = [re.findall(rf'og:image:{side}" content="(\d+)"', page) for side in ("width", "height")]
    assert said == [[str(side)] for side in size]
    assert 'property="og:title"' in page


def test_it_costs_the_same_however_long_the_match(alice: User, bob: User, client: Client) -> None:
    short = queries(client, f"/t/{finished(alice, bob).code}/result/")
    long = finished(alice, bob, options={"rounds": 3})
    # one query less where no turn was worth telling
    assert abs(queries(client, f"/t/{long.code}/result/") - short) <= 1
    assert short <= 6
