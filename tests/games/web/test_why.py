"""Why not: asked about one thing on the board."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from tests.games.helpers import open_table
from tests.games.services.play.test_play import start
from tests.games.web.test_match_page import as_, at_of, get, owing

pytestmark = pytest.mark.django_db


def ask(client: Client, match: Match, **query: Any) -> dict[str, str]:
    response = client.get(f"/t/{match.code}/why/", query)
    assert response.status_code == 200
    return dict(response.json())


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    return start(alice, bob)


def test_it_names_the_reason_and_the_rule(match: Match) -> None:
    told = ask(as_(owing(match).user), match, move="buy:4,0")

    assert told == {
        "text": "Choose an action tile first.",
        "rule": "3.2",
        "url": "/rules/nauticus/#R3.2",
        "link": "Rule 3.2",
    }


def test_it_speaks_of_the_position_with_the_own_draft(match: Match) -> None:
    seat = owing(match)
    client = as_(seat.user)
    assert ask(client, match, move="choose:4")["text"] == "This is possible now."

    client.post(f"/t/{match.code}/move/", {"at": at_of(get(client, match)), "move": "choose:3"})

    assert ask(client, match, move="choose:4")["rule"] == "3.3"


def test_a_composed_turn_is_confirmed_or_undone(match: Match) -> None:
    client = as_(owing(match).user)
    moves = {"at": at_of(get(client, match)), "move": ["choose:3", "pass", "end"]}
    client.post(f"/t/{match.code}/move/", moves)

    assert "Confirm it, or undo" in ask(client, match, move="choose:4")["text"]


def test_others_things_are_theirs(match: Match) -> None:
    seat = owing(match)
    other = match.seats.exclude(pk=seat.pk).get()

    told = ask(as_(seat.user), match, seat=other.number)

    assert told["text"].startswith(f"This belongs to {other.user}")
    assert told["rule"] == "1.5"


def test_whoever_waits_or_watches_is_told_so(match: Match, charlie: User) -> None:
    seat = owing(match)
    waiting = match.seats.exclude(pk=seat.pk).get()

    assert ask(as_(waiting.user), match, move="choose:1")["rule"] == "13.1"
    for client in (as_(charlie), Client()):
        for query in ({"move": "choose:1"}, {"seat": 0}):
            assert ask(client, match, **query)["text"].startswith("You’re watching.")


def test_nonsense_and_finished_matches_get_a_sentence_too(match: Match) -> None:
    client = as_(owing(match).user)
    for nonsense in ("", "fly", "choose:99", "choose:1;drop", "buy:4"):
        assert ask(client, match, move=nonsense)["text"].endswith(".")

    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)

    assert ask(client, match, move="choose:1")["text"] == "The match is over."


def test_strangers_learn_nothing_of_a_private_table(alice: User, bob: User, charlie: User) -> None:
    match = start(alice, bob, visibility="link", spectators=False)
    for client in (as_(charlie), Client()):
        assert client.get(f"/t/{match.code}/why/?move=pass").status_code == 404


def test_an_open_table_has_no_board_to_ask_about(alice: User) -> None:
    match = open_table(alice)
    assert as_(alice).get(f"/t/{match.code}/why/?move=pass").status_code == 404


def test_it_does_not_answer_for_ever(match: Match, settings: Any) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "why": "2/d/user"}
    client = as_(owing(match).user)
    asked = [client.get(f"/t/{match.code}/why/?move=pass").status_code for _ in range(3)]
    assert asked == [200, 200, 429]
