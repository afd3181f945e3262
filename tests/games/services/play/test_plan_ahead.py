"""A player who waits may compose the next turn; it is theirs alone until it is confirmed."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from engine.core.types import parse_move
from games.errors import NotAllowed
from games.models import Match
from games.selectors.audit import audit
from games.selectors.plans import stopped
from games.selectors.positions import game_of
from games.selectors.records import text_for
from games.selectors.turns import at_of
from games.services.play import commit, plans, rebase, turns
from outbox import services as outbox
from outbox.models import Effect
from tests.conftest import make_player
from tests.games.play_helpers import look, start, statements
from tests.games.services.play.test_drafts import BOW, at_in, client_of, sell_out, with_hulls_at
from tests.games.services.play.test_play import ONE_ROUND, pass_the_turn

HTMX = {"HX-Request": "true"}

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(alice: User, bob: User, charlie: User) -> Match:
    match = start(alice, bob, charlie, options=ONE_ROUND)
    pass_the_turn(match)
    return match


def test_the_waiting_page_offers_it_and_the_plan_stays_private(match: Match) -> None:
    third, second = client_of(match, 2), client_of(match, 1)
    page = match.get_absolute_url()
    assert b"?plan=1" in third.get(page).content
    planning = third.get(f"{page}?plan=1").content.decode()
    assert 'value="pass"' in planning
    assert "Back to the match" in planning
    for word in ("Confirm turn", "/skip/", "Your turn. Only you can see your draft."):
        assert word not in planning
    seen_by_second = second.get(page).content
    at = re.search(r'name="at"[^>]*value="([^"]+)"', planning)
    assert at is not None

    third.post(f"{page}move/", {"move": "pass", "at": at.group(1)})

    match.refresh_from_db()
    assert match.drafts.get(seat=2).moves == ["pass"]
    assert "You’re planning ahead" in third.get(page).content.decode()
    strip = re.compile(rb'csrfmiddlewaretoken" value="[^"]+')
    assert strip.sub(b"", second.get(page).content) == strip.sub(b"", seen_by_second)


def test_the_plan_is_there_to_confirm_when_the_turn_comes(match: Match) -> None:
    third = client_of(match, 2)
    page = match.get_absolute_url()
    planning = third.get(f"{page}?plan=1").content.decode()
    at = re.search(r'name="at"[^>]*value="([^"]+)"', planning)
    assert at is not None
    third.post(f"{page}move/", {"move": "pass", "at": at.group(1)})

    pass_the_turn(match)

    mine = third.get(page).content.decode()
    assert "Confirm turn" in mine
    at = re.search(r'name="at"[^>]*value="([^"]+)"', mine)
    assert at is not None
    third.post(f"{page}confirm/", {"at": at.group(1)})
    assert match.plies.filter(seat=2, move="pass").exists()


# --- plans that play themselves -----------------------------------------------------------

BUY = ["buy:3,1", "end"]


@pytest.fixture
def hulls(alice: User, bob: User, charlie: User) -> Match:
    """Hulls are sold; seat 0 has passed, seat 1 is to act and seat 2 waits."""
    match = start(alice, bob, charlie, options=ONE_ROUND)
    with_hulls_at(match, 0)
    pass_the_turn(match)
    return match


def plan(match: Match, number: int, moves: list[str], *, standing: bool = True) -> Client:
    client, page = client_of(match, number), match.get_absolute_url()
    for move in moves:
        at = at_in(client.get(f"{page}?plan=1").content.decode())
        assert client.post(f"{page}move/", {"move": move, "at": at}).status_code == 303
    if standing:
        html = client.get(page).content.decode()
        assert "Play it on my turn" in html
        client.post(f"{page}plan/", {"standing": "1", "at": at_in(html)})
        assert match.drafts.get(seat=number).standing
    return client


def carry_out() -> list[bool]:
    """What the workers do: every wake-up of a plan, each twice, for at least once may be twice."""
    effects = list(Effect.objects.filter(kind="standing-plan", done_at=None).order_by("pk"))
    done = [outbox.run(effect.pk) for effect in effects]
    for effect in effects:
        plans.wake(effect)
    return done


def played(match: Match, number: int) -> list[tuple[str, str]]:
    rows = match.plies.filter(seat=number, taken_back=False).order_by("number")
    return list(rows.values_list("move", "cause"))


def test_a_standing_plan_is_played_when_the_turn_comes(hulls: Match) -> None:
    third = plan(hulls, 2, BUY)
    page = hulls.get_absolute_url()
    assert "will be played on your turn" in third.get(page).content.decode()

    pass_the_turn(hulls)
    assert played(hulls, 2) == []  # not in somebody else's request
    assert carry_out() == [True]

    assert played(hulls, 2) == [("buy:3,1", "order"), ("end", "order")]
    assert not hulls.drafts.filter(seat=2).exists()
    hulls.refresh_from_db()
    assert "2 buy:3,1 order" in text_for(hulls, None)
    assert audit(hulls) == ""
    assert third.get(page).status_code == 200


def test_nobody_sees_that_a_plan_stands(hulls: Match) -> None:
    page = hulls.get_absolute_url()
    second, stranger = client_of(hulls, 1), Client()
    strip = re.compile(rb'csrfmiddlewaretoken" value="[^"]+')
    before = [strip.sub(b"", c.get(page).content) for c in (second, stranger)]

    plan(hulls, 2, BUY)

    assert [strip.sub(b"", c.get(page).content) for c in (second, stranger)] == before


def test_several_plans_are_played_in_seat_order(alice: User, bob: User, charlie: User) -> None:
    match = start(alice, bob, charlie, make_player("dmitri"), options=ONE_ROUND)
    with_hulls_at(match, 0)
    pass_the_turn(match)
    plan(match, 3, ["pass", "end"])
    plan(match, 2, BUY)

    pass_the_turn(match)
    while any(carry_out()):
        pass

    order = list(match.plies.order_by("number").values_list("seat", "cause"))[-4:]
    assert order == [(2, "order"), (2, "order"), (3, "order"), (3, "order")]


def test_a_plan_that_does_not_stand_waits_for_its_owner(hulls: Match) -> None:
    third = plan(hulls, 2, BUY, standing=False)

    pass_the_turn(hulls)
    carry_out()

    assert played(hulls, 2) == []
    assert "Confirm turn" in third.get(hulls.get_absolute_url()).content.decode()


@pytest.mark.parametrize("how", ["undo", "undo all", "stop"])
def test_a_plan_that_was_called_off_is_not_played(hulls: Match, how: str) -> None:
    third, page = plan(hulls, 2, BUY), hulls.get_absolute_url()
    at = at_in(third.get(page).content.decode())
    if how == "stop":
        third.post(f"{page}plan/", {"standing": "0", "at": at})
    else:
        third.post(f"{page}undo/", {"at": at, "everything": "1" if how == "undo all" else ""})

    pass_the_turn(hulls)
    carry_out()

    assert played(hulls, 2) == []
    assert not hulls.drafts.filter(standing=True).exists()


def test_at_another_price_it_is_not_played_and_says_so(hulls: Match) -> None:
    third = plan(hulls, 2, BUY)
    hulls.refresh_from_db()
    assert hulls.state is not None
    # The tile lies at another space now, where the same hull costs 1 coin instead of 3.
    hulls.state["space"] = 4
    hulls.state["tiles"][0], hulls.state["tiles"][4] = hulls.state["tiles"][4], 0
    hulls.save()

    pass_the_turn(hulls)
    carry_out()

    assert played(hulls, 2) == []
    page = third.get(hulls.get_absolute_url()).content.decode()
    assert "Your plan wasn’t played: its costs or gains have changed" in page
    assert "Confirm turn" in page
    # it is still the owner's to confirm as it is
    third.post(f"{hulls.get_absolute_url()}confirm/", {"at": at_in(page)})
    assert played(hulls, 2) == [("buy:3,1", ""), ("end", "")]


def test_one_that_is_no_longer_possible_is_not_played_and_says_why(hulls: Match) -> None:
    third = plan(hulls, 2, BUY)
    sell_out(hulls, 3)

    pass_the_turn(hulls)
    carry_out()

    assert played(hulls, 2) == []
    page = third.get(hulls.get_absolute_url()).content.decode()
    assert "Your plan wasn’t played. “Single hull to berth A” is no longer possible." in page
    assert "None left in the supply: single hull." in page
    assert "/rules/nauticus/#R1.2" in page


def test_after_a_change_of_the_rules_it_is_not_played(
    hulls: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    third = plan(hulls, 2, BUY)
    game = type(game_of(hulls))
    monkeypatch.setattr(game, "version", game.version + 1)
    monkeypatch.setattr(game, "migrate", lambda self, raw, version: raw)

    pass_the_turn(hulls)
    carry_out()

    assert played(hulls, 2) == []
    page = third.get(hulls.get_absolute_url()).content.decode()
    assert "the rules have changed" in page


def test_only_a_whole_plan_can_stand_and_only_ahead_of_the_turn(hulls: Match) -> None:
    third, page = plan(hulls, 2, ["extra:0"], standing=False), hulls.get_absolute_url()
    html = third.get(page).content.decode()
    assert 'name="standing" value="1"' not in html

    answer = third.post(f"{page}plan/", {"standing": "1", "at": at_in(html)}, headers=HTMX)
    assert answer.status_code == 422
    assert "Plan a complete turn first" in answer.content.decode()

    second = client_of(hulls, 1)
    at = at_in(second.get(page).content.decode())
    assert second.post(f"{page}plan/", {"standing": "1", "at": at}, headers=HTMX).status_code == 422
    assert not hulls.drafts.filter(standing=True).exists()


def test_a_plan_out_of_time_is_settled_by_the_clock(hulls: Match) -> None:
    plan(hulls, 2, BUY)
    pass_the_turn(hulls)

    with time_machine.travel(timezone.now() + timedelta(days=4), tick=False):
        hulls.refresh_from_db()
        assert plans.play_standing(code=hulls.code, ply=hulls.ply)

    assert played(hulls, 2) == [("buy:3,1", "clock"), ("end", "clock")]


def test_a_commit_that_wakes_a_plan_takes_few_statements(hulls: Match) -> None:
    plan(hulls, 2, BUY)
    second, page = client_of(hulls, 1), hulls.get_absolute_url()
    second.post(f"{page}move/", {"move": "pass", "at": at_in(second.get(page).content.decode())})
    seat = hulls.seats.select_related("user").get(number=1)
    found = look(hulls, seat)
    assert seat.user is not None

    with CaptureQueriesContext(connection) as queries:
        turns.confirm(code=hulls.code, user=seat.user, at=at_of(seat, found))

    assert statements(queries) <= 15
    assert Effect.objects.filter(kind="standing-plan").count() == 1


def test_a_plan_rests_while_what_comes_before_cannot_be_foreseen(hulls: Match) -> None:
    """Seat 0 may plan only until the next phase; a plan for later must not be lost on the way."""
    third, page = plan(hulls, 2, BUY, standing=False), hulls.get_absolute_url()
    hulls.refresh_from_db()
    assert hulls.state is not None
    foreseeable = hulls.state
    # As if seat 1 had to take a reward first: it cannot just pass.
    stuck = json.loads(json.dumps(foreseeable))
    stuck["stack"].append({"step": "free", "seats": [1], "id": 99, "pc": 0, "data": [0, 0]})
    Match.objects.filter(pk=hulls.pk).update(state=stuck)

    html = third.get(page).content.decode()
    assert 'name="standing" value="1"' not in html
    assert hulls.drafts.get(seat=2).moves == BUY

    Match.objects.filter(pk=hulls.pk).update(state=foreseeable)
    assert "Play it on my turn" in third.get(page).content.decode()


def test_at_a_table_of_two_the_second_player_plans_a_turn_too(alice: User, bob: User) -> None:
    """The second of two begins the next phase: `end` hands nothing over and still ends the turn."""
    match = start(alice, bob, options=ONE_ROUND)
    with_hulls_at(match, 0)
    commit.append(match, commit.seats_of(match), 0, [parse_move("choose:0")])
    first, page = client_of(match, 0), match.get_absolute_url()
    second = plan(match, 1, ["buy:3,1"])  # `end` is added as Confirm would
    assert match.drafts.get(seat=1).moves == BUY
    assert "will be played on your turn" in second.get(page).content.decode()

    for path in ("move", "confirm"):
        at = at_in(first.get(page).content.decode())
        first.post(f"{page}{path}/", {"at": at, "move": f"buy:{BOW},1"})
    carry_out()

    assert played(match, 1) == [("buy:3,1", "order"), ("end", "order")]
    assert match.seats.get(number=1).owes  # to choose the next tile


def test_a_turn_that_ended_is_confirmed_though_the_next_is_ones_own(alice: User, bob: User) -> None:
    match = start(alice, bob, options=ONE_ROUND)
    pass_the_turn(match)
    second, page = client_of(match, 1), match.get_absolute_url()
    for move in ("pass", "end"):
        second.post(f"{page}move/", {"move": move, "at": at_in(second.get(page).content.decode())})
    html = second.get(page).content.decode()
    assert "Confirm turn" in html

    second.post(f"{page}confirm/", {"at": at_in(html)})

    assert played(match, 1) == [("pass", ""), ("end", "")]


# --- what it must cost --------------------------------------------------------------------


def lay_tile(match: Match, space: int) -> None:
    """Hulls are sold from another space now, for another price."""
    match.refresh_from_db()
    assert match.state is not None
    old = match.state["space"]
    match.state["space"] = space
    tiles = match.state["tiles"]
    tiles[old], tiles[space] = tiles[space], 0
    match.save()


@pytest.fixture
def four(alice: User, bob: User, charlie: User) -> Match:
    """Hulls are sold; seat 0 has passed, seat 1 is to act."""
    match = start(alice, bob, charlie, make_player("dmitri"), options=ONE_ROUND)
    with_hulls_at(match, 0)
    pass_the_turn(match)
    return match


def stand(match: Match, client: Client) -> None:
    page = match.get_absolute_url()
    at = at_in(client.get(page).content.decode())
    client.post(f"{page}plan/", {"standing": "1", "at": at})
    assert match.drafts.get(standing=True)


def test_the_price_that_counts_is_the_one_seen_when_it_was_left(four: Match) -> None:
    """Composed at one price, left standing at another: that is what its owner agreed to."""
    fourth = plan(four, 3, BUY, standing=False)
    composed_at = four.drafts.get(seat=3).ply
    lay_tile(four, 4)
    pass_the_turn(four)
    stand(four, fourth)
    four.refresh_from_db()
    assert four.drafts.get(seat=3).ply == four.ply > composed_at

    pass_the_turn(four)
    assert carry_out() == [True]

    assert played(four, 3) == [("buy:3,1", "order"), ("end", "order")]


def test_a_price_that_changed_since_it_was_left_stops_it(four: Match) -> None:
    fourth = plan(four, 3, BUY)
    pass_the_turn(four)
    lay_tile(four, 4)

    pass_the_turn(four)
    carry_out()

    assert played(four, 3) == []
    assert "its costs or gains have changed" in fourth.get(four.get_absolute_url()).content.decode()


def test_to_leave_a_plan_is_a_click_that_counts_once(hulls: Match) -> None:
    third, page = plan(hulls, 2, BUY, standing=False), hulls.get_absolute_url()
    at = at_in(third.get(page).content.decode())
    before = hulls.seats.get(number=2).revision

    first = third.post(f"{page}plan/", {"standing": "1", "at": at}, headers=HTMX)
    again = third.post(f"{page}plan/", {"standing": "0", "at": at}, headers=HTMX)

    assert (first.status_code, again.status_code) == (200, 409)
    assert hulls.drafts.get(seat=2).standing
    assert hulls.seats.get(number=2).revision == before + 1


def test_the_answer_says_where_the_seat_stands_now(hulls: Match) -> None:
    plan(hulls, 2, BUY, standing=False)
    seat = hulls.seats.select_related("user").get(number=2)
    assert seat.user is not None

    turn = plans.stand(code=hulls.code, user=seat.user, at=at_of(seat, look(hulls, seat)), on=True)

    assert turn.drafted
    seat.refresh_from_db()
    assert turn.at == at_of(seat, look(hulls, seat))
    plans.stand(code=hulls.code, user=seat.user, at=turn.at, on=False)
    assert not hulls.drafts.get(seat=2).standing


def test_nothing_can_stand_where_nothing_is_planned(hulls: Match) -> None:
    seat = hulls.seats.select_related("user").get(number=2)
    assert seat.user is not None

    with pytest.raises(NotAllowed, match=r"^no-plan$"):
        plans.stand(code=hulls.code, user=seat.user, at=at_of(seat, look(hulls, seat)), on=True)


def test_a_late_call_plays_no_plan(hulls: Match) -> None:
    plan(hulls, 2, BUY)
    pass_the_turn(hulls)
    hulls.refresh_from_db()

    for ply in (hulls.ply - 1, hulls.ply + 1):
        assert plans.play_standing(code=hulls.code, ply=ply) is False
    assert plans.play_standing(code="nothere2", ply=hulls.ply) is False
    assert played(hulls, 2) == []
    assert plans.play_standing(code=hulls.code, ply=hulls.ply) is True
    assert plans.play_standing(code=hulls.code, ply=hulls.ply) is False


def test_no_plan_is_played_after_the_end(hulls: Match) -> None:
    plan(hulls, 2, BUY)
    pass_the_turn(hulls)
    hulls.refresh_from_db()
    Match.objects.filter(pk=hulls.pk).update(status=Match.Status.FINISHED)

    assert plans.play_standing(code=hulls.code, ply=hulls.ply) is False
    assert played(hulls, 2) == []


def test_a_plan_of_somebody_who_does_not_owe_waits(four: Match) -> None:
    plan(four, 3, BUY)
    four.refresh_from_db()

    assert plans.play_standing(code=four.code, ply=four.ply) is False
    assert played(four, 3) == []


def test_a_rebase_since_it_was_left_stops_it(hulls: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    third = plan(hulls, 2, BUY)
    pass_the_turn(hulls)
    game = type(game_of(hulls))
    monkeypatch.setattr(game, "version", game.version + 1)
    monkeypatch.setattr(game, "migrate", lambda self, raw, version: raw)
    rebase.rebase_stored(code=hulls.code)

    carry_out()

    assert played(hulls, 2) == []
    assert "the rules have changed" in third.get(hulls.get_absolute_url()).content.decode()


def test_a_plan_left_under_the_new_rules_is_played(
    hulls: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = type(game_of(hulls))
    monkeypatch.setattr(game, "version", game.version + 1)
    monkeypatch.setattr(game, "migrate", lambda self, raw, version: raw)
    rebase.rebase_stored(code=hulls.code)
    plan(hulls, 2, BUY)

    pass_the_turn(hulls)

    assert carry_out() == [True]
    assert played(hulls, 2) == [("buy:3,1", "order"), ("end", "order")]


def test_a_plan_that_ends_no_turn_is_not_played(hulls: Match) -> None:
    third = plan(hulls, 2, BUY)
    hulls.drafts.update(moves=BUY[:1])

    pass_the_turn(hulls)
    carry_out()

    assert played(hulls, 2) == []
    found = stopped(Match.objects.get(pk=hulls.pk), hulls.drafts.get(seat=2))
    assert found is not None
    assert found.code == "unfinished"
    assert third.get(hulls.get_absolute_url()).status_code == 200


def test_a_plan_left_where_nothing_could_be_foreseen_is_not_played(hulls: Match) -> None:
    plan(hulls, 2, BUY)
    hulls.drafts.update(ply=0)  # before seat 0 had chosen a tile

    pass_the_turn(hulls)
    carry_out()

    assert played(hulls, 2) == []
    found = stopped(Match.objects.get(pk=hulls.pk), hulls.drafts.get(seat=2))
    assert found is not None
    assert found.code == "price"
