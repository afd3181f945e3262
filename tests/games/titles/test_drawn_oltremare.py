"""Oltre Mare on the page: every move a button, nobody's secrets, everything in its place."""

from __future__ import annotations

import random
import re
import time
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client

from accounts.models import User
from engine.core.types import Move
from engine.oltremare.material import CARDS, COMPASS
from games.models import Match, Seat
from games.selectors import scenes
from games.selectors.positions import game_of, position
from games.selectors.turns import at_of
from games.services.play import commit, turns
from games.services.tables import deals, lobby
from games.terms.charter import Charter
from games.titles.oltremare import speech
from games.titles.oltremare.cards import face
from games.titles.oltremare.presenter import OltreMarePresenter
from games.titles.registry import presenter_of
from tests.conftest import make_player
from tests.games.play_helpers import look, owing, step
from tests.games.quay_table import person
from tests.games.secrecy.twins import FIRST_LOOK, differences, quiet_site, readers
from tests.games.web.test_match_page import as_, buttons, get, places

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("oltremare")]

PLAYERS = ("alice", "bob", "chloe", "dmitri", "elena")
STEPS = ("limit", "trade", "reply", "lay", "sail", "compass", "stow", "desk")
OF_BOARD = ("lay", "discard", "sail", "jump", "buy")  # verbs with a place to press
OF_DESK = ("trade", "desk")
LARGEST = 150_000


def deal(seats: int = 3, seed: str = "5e" * 16, **options: int) -> Match:
    people = [make_player(name) for name in PLAYERS[:seats]]
    charter = Charter(title="oltremare", size=seats, options=options or {"length": 1})
    match = lobby.create(user=people[0], charter=charter)
    for number, user in enumerate(people[1:], 1):
        Seat.objects.create(match=match, number=number, user=user, nonce="ab" * 8)
    with patch.object(deals, "own_seed", lambda match, nonces: seed):
        lobby.start(match, list(match.seats.all()))
    match.refresh_from_db()
    return match


def at(wanted: str, seats: int = 3, rich: bool = False) -> Match:
    """A match in which this step waits; `rich`: late, with offers where there can be some."""
    match = deal(seats, length=4)
    game, dice = game_of(match), random.Random(7)
    for _ in range(900):
        state: Any = position(match)
        assert game.to_act(state)
        early = state.round < 3 or (wanted in OF_DESK and len(state.offers) < 2)
        if game.prompt(state) == wanted and not (rich and early):
            break
        number = game.to_act(state)[0]
        moves = game.moves(state, number)
        dear = [m for m in moves if m.verb in ("buy", "offer", "call", "accept")]
        found = [m for m in moves if m.verb == "sail" and state.board[m.args[0]] == COMPASS]
        if wanted == "compass" and found:
            dear, moves = [], found
        move = dice.choice(dear if dear and dice.random() < 0.4 else moves)
        commit.append(match, commit.seats_of(match), number, [move])
    match.refresh_from_db()
    return match


def hands(match: Match, number: int | None) -> set[int]:
    """Cards this seat may not know: hands of others, but for what it saw in a deal."""
    state: Any = position(match)
    known = {card for _, card in game_of(match).view(state, number).get("known", [])}
    held = {card for seat, p in enumerate(state.players) if seat != number for card in p.hand}
    return held - known


def test_its_presenter_is_found() -> None:
    assert type(presenter_of("oltremare")) is OltreMarePresenter


@pytest.mark.parametrize("wanted", STEPS)
def test_every_legal_move_is_a_button(wanted: str) -> None:
    match = at(wanted)

    for seat in match.seats.filter(owes=True):
        html = get(as_(seat.user), match)
        moves = game_of(match).moves(position(match), seat.number)
        assert sorted(buttons(html)) == sorted(map(str, moves))
        assert places(html) == {str(move) for move in moves if move.verb in OF_BOARD}
        ids = re.findall(r'\bid="([^"]*)"', html)
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize("seats", [2, 5])
def test_the_buttons_are_the_moves_throughout_a_match(seats: int) -> None:
    match, dice = deal(seats), random.Random(seats)
    seen = set()
    clients = {seat.number: as_(seat.user) for seat in match.seats.all()}
    largest = 0
    for click in range(400):
        match.refresh_from_db()
        if not match.is_running:
            break
        seat = owing(match)
        found = look(match, seat)
        prompt = game_of(match).prompt(found.state)
        if found.parked is None and (prompt not in seen or click % 9 == 0):
            html = get(clients[seat.number], match)
            legal = game_of(match).moves(found.state, seat.number)
            assert sorted(buttons(html)) == sorted(map(str, legal))
            largest = max(largest, len(html.encode()))
            seen.add(prompt)
        step(match, dice)
    assert {"trade", "lay", "sail", "stow", "desk"} <= seen
    assert largest < LARGEST


@pytest.mark.parametrize("wanted", STEPS)
def test_the_page_is_light(wanted: str) -> None:
    match = at(wanted, 5, rich=wanted != "compass")
    seat = owing(match)
    client = as_(seat.user)
    assert len(get(client, match).encode()) < LARGEST
    presenter = presenter_of("oltremare")
    scene = scenes.scene(match, seat.user)
    presenter.table(scene)
    start = time.process_time()
    for _ in range(10):
        presenter.table(scene)
    assert (time.process_time() - start) / 10 < 0.015


@pytest.mark.parametrize("wanted", STEPS)
def test_no_card_of_another_hand_is_named_on_the_page(wanted: str) -> None:
    match = at(wanted)

    for number in (0, 1, 2, None):
        client = Client() if number is None else as_(person(match, number))
        html = get(client, match)
        board = html[html.index('id="table"') : html.index('id="rivals"')]
        hidden = {speech.card(card) for card in hands(match, number)}
        view = game_of(match).view(position(match), number)
        open_to = {*view.get("hand", []), *view["laid"], *view.get("pirate_pile", [])}
        hidden -= {speech.card(card) for card in open_to if card > 0}
        assert not [text for text in hidden if text in board]


def test_a_watcher_sees_backs() -> None:
    match = at("lay")

    html = get(Client(), match)
    assert "face down" in html
    assert "o-gc" not in html
    assert not buttons(html)


@pytest.mark.parametrize("wanted", ["trade", "reply", "lay", "desk"])
def test_worlds_that_differ_in_what_is_hidden_are_drawn_alike(wanted: str, dora: User) -> None:
    match = at(wanted)

    with quiet_site():
        for reader in readers(match, dora):
            assert differences(match, reader, random.Random(11), FIRST_LOOK) == []


def test_whoever_waits_sees_the_chart_without_lights() -> None:
    match = at("sail")
    waiting = match.seats.filter(owes=False)[0]

    html = get(as_(waiting.user), match)
    assert "Sea chart" in html
    assert not [move for move in places(html) if move.startswith("sail")]


def test_an_offer_is_composed_in_its_pans() -> None:
    match = at("trade")
    seat = owing(match)
    client = as_(seat.user)
    html = get(client, match)
    state: Any = position(match)
    card = state.players[seat.number].hand[0]
    other = (seat.number + 1) % 3

    assert f'for="f-offer-card-{card}"' in html  # the card of the fan ticks the box
    said = {
        "at": re.search(r'id="compose-offer-at" value="([^"]*)"', html)[1],  # type: ignore[index]
        "compose": "offer",
        "offer.seat": [str(other)],
        "offer.pay": "1",
        "offer.card": [str(card)],
        f"offer.claim.{card}": "-1",
        "offer.want.0": ["0", "2"],
    }
    client.post(f"/t/{match.code}/move/", said)
    html = get(client, match)
    assert "Ready to send" in html
    assert "call" in buttons(html)
    draft = look(match, seat).moves
    assert draft == [Move("offer", (1 << other, 1, 1, card, 1, 5, -1))]


def test_a_refused_offer_is_shown_again_with_the_reason() -> None:
    match = at("trade")
    seat = owing(match)
    client = as_(seat.user)
    html = get(client, match)

    said = {
        "at": re.search(r'id="compose-offer-at" value="([^"]*)"', html)[1],  # type: ignore[index]
        "compose": "offer",
        "offer.seat": ["0", "1", "2"],
        "offer.pay": "-3",
    }
    html = client.post(f"/t/{match.code}/move/", said).content.decode()
    assert 'id="compose-offer-why"' in html
    assert '<option value="-3" selected>' in html


def test_the_page_brings_its_own_sheets_and_both_boards() -> None:
    match = deal()
    client = as_(person(match, 0))
    html = get(client, match)
    text = client.get(f"/t/{match.code}/?board=text").content.decode()

    sheets = re.findall(r'href="/static/([^"]+\.css)"', html)
    assert sheets[-3:] == [f"titles/oltremare/{name}.css" for name in ("board", "table", "phone")]
    assert 'id="text-board"' in text
    assert "Sea chart" not in text
    assert sorted(buttons(text)) == sorted(buttons(html))


def test_a_draft_is_told_back() -> None:
    match = at("lay")
    seat = owing(match)
    assert seat.user is not None
    found = look(match, seat)
    move = game_of(match).moves(found.state, seat.number)[0]
    turns.submit(code=match.code, user=seat.user, moves=[str(move)], at=at_of(seat, found))

    html = get(as_(seat.user), match)
    assert 'id="draft-h"' in html


def test_the_replay_shows_its_chart_at_a_ply() -> None:
    match = at("stow")

    html = as_(person(match, 1)).get(f"/t/{match.code}/at/4/").content.decode()
    assert "o-board" in html
    assert "/static/titles/oltremare/board.css" in html
    assert not places(html)


def test_a_finished_match_has_its_places() -> None:
    match, dice = deal(2), random.Random(3)
    while match.is_running:
        step(match, dice)
        match.refresh_from_db()

    html = get(as_(person(match, 0)), match)
    assert not places(html)
    assert "The match is over" in html
    assert as_(person(match, 0)).get(f"/t/{match.code}/result/").status_code == 200


def test_every_card_has_a_face_and_a_label() -> None:
    for card in range(1, CARDS + 1):
        assert face(card).count("<use") == 5
        assert "Limit" in speech.card(card)
