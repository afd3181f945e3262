"""Stepping through a match: every ply told, framed, linked; nothing in the record breaks it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games import history
from games.demo.people import play
from games.models import Match, Ply
from games.services.play import clocks, takeback
from games.titles.registry import presenter_of
from tests.games.helpers import finished, queries, running

pytestmark = pytest.mark.django_db
NAUTICUS = presenter_of("nauticus")
PART = {"HX-Request": "true", "HX-Target": "replay"}


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
    from games.selectors.positions import game_of, position
    from games.selectors.snapshots import state_at

    game = game_of(done)
    assert game.digest(state_at(done, done.ply)) == game.digest(position(done))


def test_each_step_is_told_with_who_did_it(done: Match) -> None:
    names = [seat.user.username for seat in done.seats.select_related("user").order_by("number")]  # type: ignore[union-attr]

    for ply in Ply.objects.filter(match=done):
        _scene, step = history.look_back(done, None, ply.number, NAUTICUS)

        assert step.seat == ply.seat
        assert f"<b>{names[ply.seat]}</b>" in step.text, ply.move


def test_a_step_counts_what_it_changed(done: Match) -> None:
    told = 0
    for ply in range(1, done.ply + 1):
        scene, step = history.look_back(done, None, ply, NAUTICUS)
        coins = {change.seat: change for change in step.changes if change.sign == "t-coin"}
        for seat, (old, new) in enumerate(
            zip(scene.before["players"], scene.view["players"], strict=True)
        ):
            found = coins.get(seat)
            expected = (old["coins"], new["coins"]) if old["coins"] != new["coins"] else None
            assert (None if found is None else (found.was, found.now)) == expected
            told += found is not None
    assert told


def test_the_first_position_has_no_step(done: Match, client: Client) -> None:
    _scene, step = history.look_back(done, None, 0, NAUTICUS)
    assert (step.seat, step.changes) == (None, [])
    assert "nobody has moved yet" in client.get(f"/t/{done.code}/at/0/").content.decode()


def test_one_jumps_to_the_beginning_of_a_round(alice: User, bob: User, client: Client) -> None:
    match = finished(alice, bob, options={"rounds": 2})

    shown = history.whole_log(match, None, NAUTICUS)
    first, second = history.chapters(shown, NAUTICUS, match.ply)

    assert (first.ply, first.now, second.now) == (0, False, True)
    assert history.scene_at(match, None, second.ply, NAUTICUS).view["round"] == 2
    assert history.scene_at(match, None, second.ply - 1, NAUTICUS).view["round"] == 1
    assert (
        f"/t/{match.code}/at/{second.ply}/" in client.get(f"/t/{match.code}/at/1/").content.decode()
    )


def test_a_step_by_script_brings_the_moving_parts_only(done: Match, client: Client) -> None:
    page = client.get(f"/t/{done.code}/at/3/", headers=PART).content.decode()

    assert "<html" not in page
    assert "data-replay" not in page  # the bar stays as it is under the finger
    assert 'id="replay"' in page
    assert 'id="step"' in page


def test_the_text_board_stays_from_step_to_step(done: Match, client: Client) -> None:
    page = client.get(f"/t/{done.code}/at/3/?board=text").content.decode()

    assert 'id="wheel"' not in page
    assert "storage 0/12" in page
    assert f'href="/t/{done.code}/at/4/?board=text"' in page
    found = client.get(f"/t/{done.code}/at/", {"ply": "3", "board": "text"})
    assert found.url == f"/t/{done.code}/at/3/?board=text"  # type: ignore[attr-defined]


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
    assert few <= 16


def test_leaving_and_taking_back_do_not_break_it(
    alice: User, bob: User, charlie: User, client: Client
) -> None:
    match = running(alice, bob, charlie, options={"rounds": 2})
    play(match, 3, until=None)
    asker = Ply.objects.filter(match=match).order_by("-pk")[0].seat
    seats = {seat.number: seat.user for seat in match.seats.select_related("user")}
    takeback.ask(code=match.code, user=seats.pop(asker))  # type: ignore[arg-type]
    for user in seats.values():
        takeback.answer(code=match.code, user=user, agree=True)  # type: ignore[arg-type]
    clocks.leave_running(code=match.code, user=charlie)
    match.refresh_from_db()
    assert Ply.objects.filter(match=match, taken_back=True).exists()
    play(match, 12)

    log = client.get(f"/t/{match.code}/log/").content.decode()
    ways = set(re.findall(rf'href="(/t/{match.code}/at/\d+/)"', log))

    assert "takes back a turn" in log
    assert "left the match" in log
    assert len(ways) >= 3
    for way in sorted(ways):
        assert client.get(way).status_code == 200, way


def test_a_secret_move_is_not_told_to_others(alice: User, bob: User) -> None:
    match = play(running(alice, bob), 4)
    row = Ply.objects.get(match=match, number=2)
    Ply.objects.filter(pk=row.pk).update(secret=True)
    match.log.filter(ply=2).update(to=[row.seat])
    owner = match.seats.get(number=row.seat).user
    other = match.seats.exclude(number=row.seat)[0].user

    told = [history.look_back(match, user, 2, NAUTICUS)[1].text for user in (owner, other, None)]

    assert "decided in secret" not in told[0]
    assert "decided in secret" in told[1]
    assert "decided in secret" in told[2]


def test_the_record_reads_in_code_and_in_words(done: Match, client: Client) -> None:
    moves = history.notation(done, None, NAUTICUS)

    rows = done.plies.order_by("number").values_list("number", "seat", "move")
    assert [(move.ply, move.seat, move.code) for move in moves] == list(rows)
    for move in moves[:: len(moves) // 5]:
        assert move.text == history.look_back(done, None, move.ply, NAUTICUS)[1].text != ""
    page = client.get(f"/t/{done.code}/record/").content.decode()
    assert f"<code>{moves[0].code}</code>" in page
    assert str(moves[0].text) in page
    assert f'href="/t/{done.code}/record.txt"' in page
