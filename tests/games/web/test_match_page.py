"""The match page: who sees what, and whole matches by its buttons."""

from __future__ import annotations

import random
import re

import brotli
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from engine.core.types import Log
from engine.nauticus.material import MAST, SAIL, SINGLE, TRANSPORT
from engine.nauticus.steps.action import build, store
from games.models import Match, Seat
from games.selectors.positions import game_of, position, preview
from games.services.play import commit
from tests.games.services.play.test_play import start

pytestmark = pytest.mark.django_db

BUTTON = re.compile(r"<button[^>]*>")
HTMX = {"HTTP_HX_REQUEST": "true"}
LARGEST = 150_000
LARGEST_PACKED = 40_000


def attr(tag: str, name: str) -> str:
    found = re.search(rf'\b{name}="([^"]*)"', tag)
    return found[1] if found else ""


def buttons(html: str) -> list[str]:
    """Values of the moves on offer, in order."""
    return [attr(tag, "value") for tag in BUTTON.findall(html) if attr(tag, "name") == "move"]


def places(html: str) -> set[str]:
    """Values of the moves that are lit on the board."""
    return set(re.findall(r'data-move="([^"]*)"', html))


def at_of(html: str) -> str:
    found = re.search(r'name="at" id="at" value="([^"]*)"', html)
    assert found is not None
    return found[1]


def get(client: Client, match: Match) -> str:
    response = client.get(f"/t/{match.code}/")
    assert response.status_code == 200
    return str(response.content.decode())


def owing(match: Match) -> Seat:
    return match.seats.select_related("user").get(owes=True)


def as_(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def advance(match: Match, plies: int, seed: int = 5) -> None:
    """Random play through the one place where positions move on."""
    dice = random.Random(seed)
    game = game_of(match)
    for _ in range(plies):
        state = position(match)
        if not game.to_act(state):
            break
        number = game.to_act(state)[0]
        moves = game.moves(state, number)
        builds = [m for m in moves if m.verb in ("buy", "move") and m.args[1]]
        move = dice.choice(builds if builds and dice.random() < 0.7 else moves)
        commit.append(match, commit.seats_of(match), number, [move])


def post(client: Client, match: Match, path: str, html: str, **fields: str) -> object:
    return client.post(f"/t/{match.code}/{path}/", {"at": at_of(html), **fields})


@pytest.mark.slow
def test_a_whole_match_by_the_buttons_of_its_pages(alice: User, bob: User) -> None:
    match = start(alice, bob, options={"rounds": 1})
    game = game_of(match)
    clients = {user.pk: as_(user) for user in (alice, bob)}
    dice = random.Random(3)
    for _ in range(400):
        match.refresh_from_db()
        if not match.is_running:
            break
        seat = owing(match)
        client = clients[seat.user_id]
        html = get(client, match)
        found = preview(match, match.drafts.filter(seat=seat.number).first())
        legal = [] if found.parked else [str(m) for m in game.moves(found.state, seat.number)]
        # Every legal move is on the page exactly once, and nothing else is.
        assert sorted(buttons(html)) == sorted(legal)
        fields = {"at": at_of(html)}
        path = "confirm"
        if legal:
            fields["move"] = dice.choice(legal)
            if fields["move"] != "end" or dice.random() < 0.5:
                path = "move"
        assert client.post(f"/t/{match.code}/{path}/", fields).status_code == 303
    assert match.status == Match.Status.FINISHED
    html = get(clients[alice.pk], match)
    assert "The match is over" in html
    assert not buttons(html)
    for seat in match.seats.all():  # the harbours show what was counted
        assert f'<span class="vh">points </span>{seat.score}<' in html


@pytest.mark.parametrize("size", [2, 4])
def test_every_legal_move_has_one_button(
    size: int, alice: User, bob: User, charlie: User, dora: User
) -> None:
    match = start(*(alice, bob, charlie, dora)[:size])
    game = game_of(match)
    for step in range(8):
        advance(match, 9, seed=step)
        seat = owing(match)
        html = get(as_(seat.user), match)
        assert sorted(buttons(html)) == sorted(map(str, game.moves(position(match), seat.number)))
        # The board alone is enough as well: every move but Confirm has a place that is lit for it.
        assert places(html) == set(buttons(html)) - {"end"}
        ids = re.findall(r'\bid="([^"]*)"', html)
        assert len(ids) == len(set(ids))


def nearly_done(match: Match) -> Client:
    """Whoever is to act owns a hull with its mast and has the sail in storage."""
    state = position(match)
    p = state.players[owing(match).number]
    log = Log(on=False)
    for tile in (SINGLE, MAST):
        state.supply[tile] -= 1
        build(state, p, tile, 1, log)
    store(state, p, SAIL)
    there = state.tiles.index(TRANSPORT)
    state.tiles[3], state.tiles[there] = TRANSPORT, state.tiles[3]
    match.state = game_of(match).dump(state)
    match.save(update_fields=["state"])
    return as_(owing(match).user)


def test_rewards_are_taken_on_the_board_or_by_buttons(alice: User, bob: User) -> None:
    match = start(alice, bob)
    client = nearly_done(match)
    html = get(client, match)

    moves = {"at": at_of(html), "move": ["choose:3", f"move:{SAIL},1"]}
    client.post(f"/t/{match.code}/move/", moves)

    html = get(client, match)
    assert "choose a reward" in html
    assert {"reward:0", "reward:2", "reward:5,14,15"} <= places(html) == set(buttons(html))
    # Two goods: each of the four can be picked up, and lights the three others.
    assert len(re.findall(r'data-move="reward:5,14,15"', html)) == 2
    assert html.count('data-for="14"') == 3


def test_others_wait_and_see_no_moves(alice: User, bob: User, charlie: User) -> None:
    match = start(alice, bob)
    seat = owing(match)
    other = bob if seat.user == alice else alice
    for client in (as_(other), as_(charlie), Client()):
        html = get(client, match)
        assert not buttons(html)
        assert "data-move" not in html
        assert f"Waiting for {seat.user.username} to " in html


def test_a_draft_is_seen_by_its_owner_alone(alice: User, bob: User, charlie: User) -> None:
    match = start(alice, bob)
    seat = owing(match)
    other = bob if seat.user == alice else alice
    watchers = [as_(other), as_(charlie), Client()]
    token = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')
    before = [token.sub("", get(client, match)) for client in watchers]
    mine = as_(seat.user)
    html = get(mine, match)

    post(mine, match, "move", html, move="choose:0")

    drafted = get(mine, match)
    assert "choose:0" not in buttons(drafted)
    assert "7" in re.search(r'id="mine".*?workers </span>(\d+)', drafted, re.S)[1]
    assert [token.sub("", get(client, match)) for client in watchers] == before


def test_undo_step_by_step_and_all_at_once(alice: User, bob: User) -> None:
    match = start(alice, bob)
    client = as_(owing(match).user)
    post(client, match, "move", get(client, match), move="choose:3")
    post(client, match, "undo", get(client, match))
    assert "choose:3" in buttons(get(client, match))
    post(client, match, "move", get(client, match), move="choose:3")
    html = get(client, match)
    extra = next(value for value in buttons(html) if value.startswith("extra:"))
    post(client, match, "move", html, move=extra)
    post(client, match, "undo", get(client, match), everything="1")
    assert "choose:3" in buttons(get(client, match))


def test_a_stale_page_changes_nothing(alice: User, bob: User) -> None:
    match = start(alice, bob)
    client = as_(owing(match).user)
    html = get(client, match)
    fields = {"at": at_of(html), "move": "choose:3"}
    assert client.post(f"/t/{match.code}/move/", fields, **HTMX).status_code == 200

    again = client.post(f"/t/{match.code}/move/", fields, **HTMX)

    assert again.status_code == 409
    fresh = again.content.decode()
    assert 'id="table"' in fresh
    assert "has moved on" in fresh
    assert at_of(fresh) != fields["at"]
    assert match.drafts.get().moves == ["choose:3"]


def test_a_move_against_the_rules_is_answered_with_the_rule(alice: User, bob: User) -> None:
    match = start(alice, bob)
    client = as_(owing(match).user)
    at = at_of(get(client, match))
    answer = client.post(f"/t/{match.code}/move/", {"at": at, "move": "pass"}, **HTMX)
    assert answer.status_code == 422
    assert "Choose an action tile first." in answer.content.decode()
    assert "/rules/nauticus/#R3.2" in answer.content.decode()
    # without script: back to the page, with the sentence
    answer = client.post(f"/t/{match.code}/move/", {"at": at, "move": "pass"}, follow=True)
    assert answer.redirect_chain == [(f"/t/{match.code}/", 303)]
    assert "Choose an action tile first." in answer.content.decode()


def test_several_moves_are_all_or_nothing(alice: User, bob: User) -> None:
    match = start(alice, bob)
    client = as_(owing(match).user)
    fields = {"at": at_of(get(client, match)), "move": ["choose:3", "choose:4"]}
    assert client.post(f"/t/{match.code}/move/", fields, **HTMX).status_code == 422
    assert not match.drafts.exists()
    fields["move"] = ["choose:3", "pass"]
    assert client.post(f"/t/{match.code}/move/", fields, **HTMX).status_code == 200
    assert match.drafts.get().moves == ["choose:3", "pass"]


def test_the_answer_brings_log_and_clocks_along(alice: User, bob: User) -> None:
    match = start(alice, bob)
    client = as_(owing(match).user)
    html = client.get(f"/t/{match.code}/?part=table", **HTMX).content.decode()
    assert "<html" not in html
    assert html.count('hx-swap-oob="morph"') == 7  # log, clocks, take-back, acts, link, turns, bell
    for region in ("table", "log", "clocks", "chain"):
        assert html.count(f'id="{region}"') == 1


def test_programs_are_answered_in_json(alice: User, bob: User) -> None:
    match = start(alice, bob)
    client = as_(owing(match).user)
    at = at_of(get(client, match))
    asks = {"HTTP_ACCEPT": "application/json"}
    fields = {"at": at, "move": ["choose:3", "pass"]}
    answer = client.post(f"/t/{match.code}/move/", fields, **asks).json()
    assert answer["state"] == "draft"
    answer = client.post(f"/t/{match.code}/confirm/", {"at": answer["at"]}, **asks).json()
    assert answer["state"] == "committed"
    assert answer["ply"] == 3
    refused = client.post(f"/t/{match.code}/move/", fields, **asks)
    assert refused.status_code == 409
    assert refused.json()["error"] == "stale"


def test_strangers_cannot_see_or_act(alice: User, bob: User, charlie: User) -> None:
    match = start(alice, bob, visibility="link", spectators=False)
    for client in (as_(charlie), Client()):
        assert client.get(f"/t/{match.code}/").status_code == 404
        for path in ("move", "undo", "confirm"):
            assert client.post(f"/t/{match.code}/{path}/", {"at": "1.0"}).status_code == 404
    public = start(alice, bob)
    for client in (as_(charlie), Client()):
        for path in ("move", "undo", "confirm"):
            fields = {"at": "1.0", "move": "pass"}
            assert client.post(f"/t/{public.code}/{path}/", fields).status_code == 403
    assert Client().get("/t/nothere/").status_code == 404


def test_a_player_cannot_act_for_the_other_seat(alice: User, bob: User) -> None:
    match = start(alice, bob)
    seat = owing(match)
    other = as_(bob if seat.user == alice else alice)
    at = at_of(get(as_(seat.user), match))
    assert other.post(f"/t/{match.code}/move/", {"at": at, "move": "choose:1"}, **HTMX).status_code
    assert not match.drafts.exists()


def test_the_page_stays_small(alice: User, bob: User, charlie: User, dora: User) -> None:
    match = start(alice, bob, charlie, dora)
    largest = 0
    for step in range(4):
        advance(match, 50, seed=step)
        if not match.is_running:
            break
        html = get(as_(owing(match).user), match).encode()
        assert len(brotli.compress(html, quality=5)) < LARGEST_PACKED
        largest = max(largest, len(html))
    assert 40_000 < largest < LARGEST


def test_queries_do_not_grow_with_the_match(alice: User, bob: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            get(client, match)
        return len(captured)

    match = start(alice, bob)
    client = as_(alice)
    advance(match, 20)  # both have moved: there is a last turn to tell
    get(client, match)  # whatever is read once per visitor
    first = queries()
    advance(match, 60)
    for _ in range(3):
        start(alice, bob)
    assert queries() == first <= 10


def test_the_board_can_be_read_as_text(alice: User, bob: User) -> None:
    match = start(alice, bob)
    html = as_(alice).get(f"/t/{match.code}/?board=text").content.decode()
    assert 'id="wheel"' not in html
    assert "<pre" in html
    assert "alice" in html.split("<pre")[1]
    if owing(match).user == alice:
        assert len(buttons(html)) == 8
