"""A second drawn title: what the site asks of one, and what it gives for it."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from django.test import Client

from accounts.models import User
from engine import registry as engine_registry
from engine.core.errors import WhyNot
from engine.core.types import Move
from games import history
from games.models import Match
from games.picture import png
from games.selectors.positions import game_of, position
from games.services.play import turns
from games.titles.registry import presenter_of
from tests.engine.titles import quay as rules
from tests.engine.titles.quay.state import CARDS
from tests.games.play_helpers import look, owing, step
from tests.games.quay_table import LUCKY, deal, person, until
from tests.games.secrecy.twins import FIRST_LOOK, differences, quiet_site, readers
from tests.games.titles.quay import words
from tests.games.titles.quay.presenter import QuayPresenter
from tests.games.web.test_match_page import as_, buttons, get, places

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("drawn")]

STEPS = ("bid", "market", "haul", "storm", "echo", "search")


def on_page(html: str) -> set[int]:
    """Cards whose names stand anywhere on a page."""
    return {number for number in range(CARDS) if re.search(rf"\b{words.card(number)}\b", html)}


def in_sight(match: Match, number: int | None) -> set[int]:
    """Cards this seat may know of: its own, those on ships and for sale, and what the log told."""
    view = game_of(match).view(position(match), number)
    known = {*view["discard"], *view.get("hand", []), *view.get("seen", []), view.get("bid", -1)}
    known |= {offer["card"] for offer in view["offers"]}
    known |= {one for player in view["players"] for one in player["ship"]}
    for entry in match.log.all():
        if entry.to is None or number in entry.to:
            told = entry.data.get("cards", []) if entry.kind in ("draws", "sees") else []
            known |= {*told, entry.data.get("card", -1)}
    return known


def test_its_presenter_is_found_with_its_facts() -> None:
    presenter = presenter_of("quay")

    assert type(presenter) is QuayPresenter
    assert presenter.title.minutes[3] == 15


@pytest.mark.parametrize("wanted", STEPS)
def test_every_legal_move_is_a_button_and_a_place(wanted: str) -> None:
    match = deal()
    until(match, wanted, random.Random(LUCKY))

    for seat in match.seats.filter(owes=True):
        html = get(as_(seat.user), match)
        legal = {str(move) for move in game_of(match).moves(position(match), seat.number)}
        assert sorted(buttons(html)) == sorted(legal)
        assert places(html) == legal
        ids = re.findall(r'\bid="([^"]*)"', html)
        assert len(ids) == len(set(ids))
        assert f"Your turn: {words.HEADS[wanted]}" in html


def test_a_card_to_pick_up_lights_its_own_places() -> None:
    match = deal()
    until(match, "haul", random.Random(LUCKY))
    html = get(as_(owing(match).user), match)

    picks = set(re.findall(r'data-pick="(\d+)"', html))
    assert picks == set(re.findall(r'data-row="(\d+)"', html))
    assert picks == set(re.findall(r'data-move="haul:\d+" data-for="(\d+)"', html))
    first = re.search(r'class="choice sel[^>]*data-row="(\d+)"', html)
    assert first is not None
    assert f'<g class="lit" id="lit-haul-{first[1]}"' in html
    assert html.count('class="lit off" id="lit-haul-') == len(picks) - 1


@pytest.mark.parametrize("wanted", STEPS)
def test_nobody_sees_a_card_that_is_not_theirs_to_see(wanted: str) -> None:
    match = deal()
    until(match, wanted, random.Random(LUCKY))

    for number in (0, 1, 2):
        html = get(as_(person(match, number)), match)
        assert on_page(html) <= in_sight(match, number)
        assert set(game_of(match).view(position(match), number)["hand"]) <= on_page(html)
    assert on_page(get(Client(), match)) <= in_sight(match, None)


def test_worlds_that_differ_in_what_is_hidden_are_drawn_alike(dora: User) -> None:
    match = deal()
    until(match, "haul", random.Random(LUCKY))

    with quiet_site():
        for reader in readers(match, dora):
            assert differences(match, reader, random.Random(11), FIRST_LOOK) == []


def test_a_draft_is_told_back_and_parked() -> None:
    match = deal()
    seat = owing(match)
    assert seat.user is not None
    found = look(match, seat)
    move = game_of(match).moves(found.state, seat.number)[0]
    at = re.search(r'id="at" value="([^"]*)"', get(as_(seat.user), match))
    assert at is not None
    turns.submit(code=match.code, user=seat.user, moves=[str(move)], at=at[1])

    html = get(as_(seat.user), match)
    assert f"<li>Bid {words.card(move.args[0])}</li>" in html
    assert "Ready to confirm" in html
    assert not buttons(html)
    assert not places(html)


def test_whoever_waits_sees_the_board_without_lights() -> None:
    match = deal()
    until(match, "haul", random.Random(LUCKY))
    waiting = match.seats.filter(owes=False)[0]

    html = get(as_(waiting.user), match)
    assert 'class="waiting-body"' in html
    assert 'aria-label="The quay"' in html
    assert not places(html)


def test_the_page_brings_its_own_sheet_and_both_boards() -> None:
    match = deal()
    client = as_(person(match, 0))
    html = get(client, match)
    text = client.get(f"/t/{match.code}/?board=text").content.decode()

    sheets = re.findall(r'href="/static/([^"]+\.css)"', html)
    assert sheets[-1] == "titles/quay/board.css"
    assert "nauticus/" not in "".join(sheets)
    assert 'href="?board=text"' in html
    assert 'id="text-board"' in text
    assert "hand: " in text
    assert 'aria-label="The quay"' not in text


def test_its_log_is_in_sentences() -> None:
    match = deal()
    dice = random.Random(LUCKY)
    for _ in range(30):
        if match.is_running:
            step(match, dice)
            match.refresh_from_db()

    html = as_(person(match, 0)).get(f"/t/{match.code}/log/").content.decode()
    assert "Round 1 begins." in html
    assert re.search(r"<b>\w+</b> hauls \w+ \d\.", html)
    assert "bids-open" not in html


def test_every_event_and_every_refusal_has_words() -> None:
    game = engine_registry.get("quay")
    kinds = set()
    for seed in range(40):
        dice = random.Random(seed)
        state, events = game.setup(3, {"rounds": 3}, f"{seed:032x}")
        while game.to_act(state):
            seat = dice.choice(game.to_act(state))
            moves = game.moves(state, seat)
            rare = [move for move in moves if move.verb in ("flare", "offer", "accept", "brace")]
            events += game.apply(state, seat, dice.choice(rare or moves)).events
        kinds |= {event.kind for event in events}
        for event in events:
            assert words.sentence(event.kind, event.data, "<Ann>").count("<Ann>") == 0
    assert kinds == set(words.TOLD)
    source = (Path(rules.__file__).parent / "steps.py").read_text()
    codes = set(re.findall(r'"R\d", "([a-z-]+)"', source)) | {"not-in-hand", "not-your-turn"}
    assert codes <= set(words.REASONS)
    told = presenter_of("quay").why_not(WhyNot("R3", "too-dear", {"price": 2}))
    assert told.text == "That costs 2 coins."


def test_the_replay_shows_its_board_at_a_ply() -> None:
    match = deal()
    dice = random.Random(LUCKY)
    for _ in range(24):
        step(match, dice)
        match.refresh_from_db()

    client = as_(person(match, 1))
    html = client.get(f"/t/{match.code}/at/4/").content.decode()
    assert 'class="card board quay-board"' in html
    assert "/static/titles/quay/board.css" in html
    assert not places(html)
    assert "hand: " in client.get(f"/t/{match.code}/at/4/?board=text").content.decode()
    gains = [client.get(f"/t/{match.code}/at/{n}/").content.decode() for n in range(match.ply)]
    assert any('class="step-changes"' in page for page in gains)


def test_its_picture_shows_ships_and_no_hand() -> None:
    match = deal()
    until(match, "storm", random.Random(LUCKY))
    presenter = presenter_of("quay")

    drawing = presenter.picture(history.scene_at(match, None, match.ply, presenter))
    ET.fromstring(drawing)
    view = game_of(match).view(position(match), None)
    shown = sum(len(player["ship"]) for player in view["players"])
    assert shown
    assert drawing.count('class="q-card"') == shown
    assert png(drawing, "quay").startswith(b"\x89PNG")


def test_a_finished_match_has_its_places_and_its_result() -> None:
    match = deal()
    dice = random.Random(LUCKY)
    while match.is_running:
        step(match, dice)
        match.refresh_from_db()

    html = get(as_(person(match, 0)), match)
    assert "The match is over" in html
    assert not places(html)
    result = as_(person(match, 0)).get(f"/t/{match.code}/result/").content.decode()
    assert "On the ship" in result


def test_moves_are_named_in_sentences() -> None:
    assert presenter_of("quay").move(Move("haul", (14,))) == "Haul cloth 3"
    assert presenter_of("quay").move(Move("rest")) == "Rest"
