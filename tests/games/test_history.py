from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games import results
from games.chart import chart_of
from games.demo import play
from games.errors import NotAllowed, TableClosed
from games.models import Match
from games.services import invite, lobby, rematch, seating
from tests.games.helpers import finished, queries, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def done(alice: User, bob: User) -> Match:
    return finished(alice, bob)


def test_every_ply_has_an_address(done: Match, client: Client) -> None:
    for ply in (0, 1, done.ply // 2, done.ply):
        assert client.get(f"/t/{done.code}/at/{ply}/").status_code == 200
    assert client.get(f"/t/{done.code}/at/{done.ply + 1}/").status_code == 404
    assert client.get(f"/t/{done.code}/at/", {"ply": "3"}).url.endswith("/at/3/")  # type: ignore[attr-defined]
    assert client.get(f"/t/{done.code}/at/", {"ply": "x"}).url.endswith(f"/at/{done.ply}/")  # type: ignore[attr-defined]


def test_the_last_ply_is_the_position(done: Match) -> None:
    from games.positions import game_of, position
    from games.selectors import state_at

    game = game_of(done)
    assert game.digest(state_at(done, done.ply)) == game.digest(position(done))


def test_a_replay_offers_nothing_to_play(alice: User, bob: User, as_alice: Client) -> None:
    match = play(running(alice, bob), 10)
    page = as_alice.get(f"/t/{match.code}/at/5/").content.decode()
    assert 'name="move"' not in page
    assert match.secret not in page


def test_a_step_costs_the_same_however_long_the_match(
    alice: User, bob: User, as_alice: Client
) -> None:
    match = play(running(alice, bob), 6)
    few = queries(as_alice, f"/t/{match.code}/at/3/")
    play(match, 30)
    # one query more or less: a position may be stored as it is, or a few plies away
    assert abs(queries(as_alice, f"/t/{match.code}/at/20/") - few) <= 1
    assert few <= 13


def test_the_result_page_tells_sheet_and_chart(done: Match, client: Client) -> None:
    page = client.get(f"/t/{done.code}/result/").content.decode()
    for seat in done.seats.all():
        assert f">{seat.score}<" in page
    assert "Points over the match" in page
    assert done.secret in page


def test_a_running_match_has_no_result_page_yet(alice: User, bob: User, client: Client) -> None:
    match = running(alice, bob)
    assert client.get(f"/t/{match.code}/result/").url == f"/t/{match.code}/"  # type: ignore[attr-defined]


def test_the_course_ends_with_the_final_scores(done: Match) -> None:
    course = results.course(done)
    scores = [seat.score for seat in done.seats.order_by("number")]
    assert course[-1].totals == scores
    chart = chart_of(course, ["a", "b"])
    assert chart is not None
    assert [line.last for line in chart.lines] == scores
    assert chart_of(course[:1], ["a", "b"]) is None


def test_equal_points_name_the_tie_break(done: Match) -> None:
    first, second = done.seats.order_by("place", "number")
    first.score = second.score = 40
    first.place, second.place = 1, 2
    first.sheet = {"lines": {"track": 40}, "tiebreaks": [2, 5]}
    second.sheet = {"lines": {"track": 40}, "tiebreaks": [1, 9]}
    first.save()
    second.save()
    fresh = Match.objects.get(pk=done.pk)
    (sentence,) = results.sheet_of(fresh).ties
    assert "coins left over, 2 to 1" in sentence


def test_the_record_can_be_downloaded(done: Match, client: Client) -> None:
    answer = client.get(f"/t/{done.code}/record.txt")
    assert answer["Content-Type"].startswith("text/plain")
    assert done.seed in answer.content.decode()


def test_a_running_record_keeps_the_seed(alice: User, bob: User, as_alice: Client) -> None:
    match = play(running(alice, bob), 8)
    text = as_alice.get(f"/t/{match.code}/record.txt").content.decode()
    assert match.seed not in text
    assert match.secret not in text
    assert match.commitment in text


def test_the_board_is_a_picture(done: Match, as_alice: Client, client: Client) -> None:
    found = client.get(f"/t/{done.code}/board.png", {"ply": "3"})
    assert found["Content-Type"] == "image/png"
    assert found.content.startswith(b"\x89PNG")
    # a player gets the same picture as everybody
    assert as_alice.get(f"/t/{done.code}/board.png", {"ply": "3"}).content == found.content
    assert client.get(f"/t/{done.code}/board.png", {"ply": "99999"}).status_code == 404


# --- rematch ------------------------------------------------------------------------------


def test_a_rematch_invites_the_others_and_rotates(
    done: Match, alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    before = list(done.seats.order_by("number").values_list("user_id", flat=True))
    as_alice.post(f"/t/{done.code}/rematch/")
    again = done.rematches.get()
    assert again.is_open
    assert again.visibility == "invited"
    invite.accept(code=again.code, user=bob)
    again.refresh_from_db()
    assert again.is_running
    after = list(again.seats.order_by("number").values_list("user_id", flat=True))
    assert after == before[1:] + before[:1]


def test_both_ask_for_a_rematch_and_get_one(done: Match, alice: User, bob: User) -> None:
    rematch.ask(code=done.code, user=alice)
    rematch.ask(code=done.code, user=bob)
    assert done.rematches.get().is_running


def test_a_rematch_with_the_computer_starts_at_once(alice: User) -> None:
    match = seating.guide(user=alice)
    play(match, 2000)
    again = rematch.ask(code=match.code, user=alice)
    assert again.is_running
    assert again.seats.get(number=0).bot


def test_no_rematch_for_strangers_or_before_the_end(
    done: Match, alice: User, bob: User, charlie: User
) -> None:
    with pytest.raises(NotAllowed):
        rematch.ask(code=done.code, user=charlie)
    with pytest.raises(TableClosed):
        rematch.ask(code=running(alice, bob).code, user=alice)


def test_an_open_match_has_no_history(alice: User, client: Client) -> None:
    match = lobby.create(user=alice, charter=lobby.Charter(size=2))
    assert client.get(f"/t/{match.code}/at/0/").status_code == 404
    assert client.get(f"/t/{match.code}/record.txt").status_code == 404
