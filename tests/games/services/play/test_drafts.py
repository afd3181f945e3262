"""What pages post late, twice or in vain: nothing counts twice and nobody is stuck."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from engine import registry
from games.models import Match
from games.selectors.positions import position
from games.services.play import takeback
from tests.games.play_helpers import owing, start, step
from tests.games.services.play.test_play import ONE_ROUND, pass_the_turn

pytestmark = pytest.mark.django_db

HTMX: dict[str, Any] = {"headers": {"HX-Request": "true"}}
BOW = 2


def client_of(match: Match, number: int) -> Client:
    client = Client()
    user = match.seats.get(number=number).user
    assert user is not None
    client.force_login(user)
    return client


def at_in(html: str) -> str:
    found = re.search(r'name="at"[^>]*value="([^"]+)"', html)
    assert found is not None
    return found.group(1)


def standing(match: Match) -> tuple[Any, ...]:
    """All that a refused request must leave alone."""
    fresh = Match.objects.get(pk=match.pk)
    drafts = list(fresh.drafts.order_by("seat").values_list("seat", "moves", "parked"))
    plies = list(fresh.plies.order_by("pk").values_list("number", "seat", "move"))
    return fresh.ply, fresh.state, fresh.entries, plies, drafts


def with_hulls_at(match: Match, space: int) -> None:
    """Lay the tile for hulls on a space, in everything that is stored."""
    assert match.state is not None
    tiles = match.state["tiles"]
    other = tiles.index(0)
    tiles[space], tiles[other] = tiles[other], tiles[space]
    match.origin = match.state
    match.save()
    match.snapshots.filter(ply=0).update(state=match.state)


@pytest.fixture
def match(alice: User, bob: User, charlie: User) -> Match:
    match = start(alice, bob, charlie, options=ONE_ROUND)
    with_hulls_at(match, 0)
    return match


@pytest.fixture
def first(match: Match) -> Client:
    return client_of(match, 0)


# --- the same request again ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "path", "fields"),
    [
        ([], "move", {"move": "choose:0"}),
        (["choose:0"], "move", {"move": f"buy:{BOW},1"}),
        (["choose:0", f"buy:{BOW},1"], "undo", {}),
        (["choose:0", f"buy:{BOW},1"], "undo", {"everything": "1"}),
        (["choose:0", "pass"], "confirm", {}),
        (["choose:0", "pass"], "move", {"move": "end", "confirm": "1"}),
    ],
    ids=["choose", "buy", "undo", "undo all", "confirm", "move and confirm"],
)
def test_a_double_click_counts_once(
    match: Match, first: Client, before: list[str], path: str, fields: dict[str, str]
) -> None:
    page = match.get_absolute_url()
    for move in before:
        first.post(f"{page}move/", {"at": at_in(first.get(page).content.decode()), "move": move})
    at = at_in(first.get(page).content.decode())

    assert first.post(f"{page}{path}/", {**fields, "at": at}, **HTMX).status_code == 200
    once = standing(match)
    again = first.post(f"{page}{path}/", {**fields, "at": at}, **HTMX)

    assert again.status_code == 409
    assert standing(match) == once
    html = again.content.decode()
    assert 'id="table"' in html
    assert "has moved on" in html
    if match.seats.get(number=0).owes:
        assert at_in(html) != at
    # without script: back to the page as it is, with the sentence
    plain = first.post(f"{page}{path}/", {**fields, "at": at}, follow=True)
    assert plain.redirect_chain == [(page, 303)]
    assert "has moved on" in plain.content.decode()
    assert standing(match) == once


def test_two_tabs_do_not_mix_their_drafts(match: Match, first: Client) -> None:
    page = match.get_absolute_url()
    tab = at_in(first.get(page).content.decode())
    other = at_in(first.get(page).content.decode())
    first.post(f"{page}move/", {"at": tab, "move": "choose:0"})
    once = standing(match)

    answer = first.post(f"{page}move/", {"at": other, "move": "choose:4"}, **HTMX)

    assert answer.status_code == 409
    assert standing(match) == once
    assert once[4] == [(0, ["choose:0"], False)]


def test_the_back_button_brings_no_old_turn_back(match: Match, first: Client) -> None:
    page = match.get_absolute_url()
    seen = []
    for move in ("choose:0", "pass"):
        seen.append(at_in(first.get(page).content.decode()))
        first.post(f"{page}move/", {"at": seen[-1], "move": move})
    seen.append(at_in(first.get(page).content.decode()))
    first.post(f"{page}confirm/", {"at": seen[-1]})
    once = standing(match)
    assert once[0] == 3

    for at in seen:
        for path in ("move", "undo", "confirm"):
            answer = first.post(f"{page}{path}/", {"at": at, "move": "choose:1"}, **HTMX)
            assert answer.status_code == 409
    assert standing(match) == once


def test_a_stale_confirm_does_not_commit_what_was_changed_elsewhere(
    match: Match, first: Client
) -> None:
    page = match.get_absolute_url()
    for move in ("choose:0", "pass"):
        first.post(f"{page}move/", {"at": at_in(first.get(page).content.decode()), "move": move})
    ready = at_in(first.get(page).content.decode())
    first.post(f"{page}undo/", {"at": ready})
    once = standing(match)

    assert first.post(f"{page}confirm/", {"at": ready}, **HTMX).status_code == 409

    assert standing(match) == once
    assert once[0] == 0


@pytest.mark.parametrize("at", ["", "-", "x", "1.0", "!-", "2.0!", "999999999999999999.1-3"])
def test_a_made_up_decision_is_a_stale_one(match: Match, first: Client, at: str) -> None:
    page = match.get_absolute_url()
    once = standing(match)

    for path in ("move", "undo", "confirm", "plan"):
        fields = {"at": at, "move": "choose:0", "standing": "1"}
        assert first.post(f"{page}{path}/", fields, **HTMX).status_code == 409
    assert standing(match) == once


# --- an offer swapped meanwhile -----------------------------------------------------------


@pytest.fixture
def quay() -> Iterator[str]:
    registry.register("quay", "tests.engine.titles.quay.game:Quay")
    yield "quay"
    registry.forget("quay")


def test_an_offer_swapped_under_the_cursor_is_not_taken(
    quay: str, alice: User, bob: User, charlie: User
) -> None:
    match = start(alice, bob, charlie, title=quay, options=ONE_ROUND)
    dice = random.Random(2)
    while position(match).stack[-1].step == "bid":
        step(match, dice)
        match.refresh_from_db()
    page = match.get_absolute_url()
    state: Any = position(match)
    leader, buyer = client_of(match, state.turn), client_of(match, (state.turn + 1) % 3)
    cards = sorted(state.players[state.turn].hand)

    def act(client: Client, path: str, move: str = "") -> None:
        at = at_in(client.get(page).content.decode())
        found = client.post(f"{page}{path}/", {"at": at, "move": move}, **HTMX)
        assert found.status_code == 200, found.content

    act(leader, "move", f"offer:{cards[0]}")
    act(leader, "confirm")
    seen = buyer.get(page).content.decode()
    assert 'value="accept:1"' in seen
    act(leader, "move", "withdraw:1")
    act(leader, "move", f"offer:{cards[1]}")
    act(leader, "confirm")
    once = standing(match)

    late = buyer.post(f"{page}move/", {"at": at_in(seen), "move": "accept:1"}, **HTMX)

    assert late.status_code == 409
    assert "The match has moved on." in late.content.decode()
    assert 'value="accept:2"' in late.content.decode()
    assert standing(match) == once
    act(buyer, "move", "accept:2")
    # what another seat does meanwhile does not disturb a move that is still possible
    assert match.drafts.get(seat=(state.turn + 1) % 3).moves == ["accept:2"]


# --- a draft that no longer applies -------------------------------------------------------


def sell_out(match: Match, tile: int) -> None:
    match.refresh_from_db()
    assert match.state is not None
    match.state["supply"][tile] = 0
    match.save()


@pytest.fixture
def broken(match: Match, first: Client) -> str:
    """A whole turn, drafted; then the bow in its middle is sold out. Answers the page's `at`."""
    page = match.get_absolute_url()
    for move in ("choose:0", "buy:3,1", f"buy:{BOW},2", "end"):
        first.post(f"{page}move/", {"at": at_in(first.get(page).content.decode()), "move": move})
    at = at_in(first.get(page).content.decode())
    sell_out(match, BOW)
    return at


@pytest.mark.parametrize("path", ["confirm", "move", "undo"])
def test_a_broken_draft_is_told_once_and_play_goes_on(
    match: Match, first: Client, broken: str, path: str
) -> None:
    page = match.get_absolute_url()

    told = first.post(f"{page}{path}/", {"at": broken, "move": "buy:0,0"}, **HTMX)

    assert told.status_code == 409
    html = told.content.decode()
    assert "“Bow to berth B” is no longer possible." in html
    assert "None left in the supply: bow." in html
    assert "/rules/nauticus/#R1.2" in html
    assert match.drafts.get().moves == ["choose:0", "buy:3,1"]
    assert not match.plies.exists()
    # the page that came back can go on at once, and does not say it again
    done = first.post(f"{page}confirm/", {"at": at_in(html)}, **HTMX)
    assert done.status_code == 200
    assert "no longer possible" not in done.content.decode()
    moves = list(match.plies.order_by("number").values_list("move", flat=True))
    assert moves == ["choose:0", "buy:3,1", "end"]


def test_whoever_comes_back_to_a_broken_draft_sees_what_is_left_and_goes_on(
    match: Match, first: Client, broken: str
) -> None:
    page = match.get_absolute_url()
    html = first.get(page).content.decode()
    assert "“Bow to berth B” is no longer possible." in html
    assert at_in(html) != broken

    answer = first.post(f"{page}move/", {"at": at_in(html), "move": "buy:0,0"}, **HTMX)

    assert answer.status_code == 200
    assert match.drafts.get().moves == ["choose:0", "buy:3,1", "buy:0,0"]
    assert "no longer possible" not in answer.content.decode()


def test_a_json_client_is_told_too(match: Match, first: Client, broken: str) -> None:
    page = match.get_absolute_url()
    json: dict[str, Any] = {"headers": {"Accept": "application/json"}}

    told = first.post(f"{page}confirm/", {"at": broken}, **json)

    assert told.status_code == 409
    assert told.json()["error"] == "draft-broken"
    assert first.post(f"{page}confirm/", {"at": told.json()["at"]}, **json).status_code == 200


def test_after_a_take_back_the_old_page_is_stale_and_the_new_one_works(
    match: Match, first: Client
) -> None:
    page = match.get_absolute_url()
    pass_the_turn(match)
    second = client_of(match, 1)
    second.post(f"{page}move/", {"at": at_in(second.get(page).content.decode()), "move": "pass"})
    old = at_in(second.get(page).content.decode())
    people = [seat.user for seat in match.seats.select_related("user")]
    takeback.ask(code=match.code, user=people[0])
    for user in people[1:]:
        takeback.answer(code=match.code, user=user, agree=True)

    assert second.post(f"{page}confirm/", {"at": old}, **HTMX).status_code == 409

    assert not match.drafts.exists()
    assert owing(match).number == 0
    at = at_in(first.get(page).content.decode())
    assert first.post(f"{page}move/", {"at": at, "move": "choose:4"}, **HTMX).status_code == 200
