"""The match page: who sees what, and a whole match by its buttons."""

from __future__ import annotations

import random
import re

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from games.positions import game_of, preview
from tests.games.test_play import start

pytestmark = pytest.mark.django_db

BUTTON = re.compile(r"<button[^>]*>")


def attr(tag: str, name: str) -> str:
    found = re.search(rf'\b{name}="([^"]*)"', tag)
    return found[1] if found else ""


def buttons(html: str) -> list[str]:
    """Values of the moves on offer, in order."""
    return [attr(tag, "value") for tag in BUTTON.findall(html) if attr(tag, "name") == "move"]


def at_of(html: str) -> str:
    return re.search(r'name="at" id="at" value="([^"]*)"', html)[1]


def get(client: Client, match: Match) -> str:
    response = client.get(f"/t/{match.code}/")
    assert response.status_code == 200
    return response.content.decode()


def turn_of(match: Match) -> User:
    return match.seats.select_related("user").get(owes=True).user


def as_(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_whole_match_by_the_buttons_of_its_pages(alice: User, bob: User) -> None:
    match = start(alice, bob, options={"rounds": 1})
    game = game_of(match)
    clients = {user.pk: as_(user) for user in (alice, bob)}
    dice = random.Random(3)
    for _ in range(400):
        match.refresh_from_db()
        if not match.is_running:
            break
        user = turn_of(match)
        html = get(clients[user.pk], match)
        seat = match.seats.get(owes=True)
        found = preview(match, match.drafts.filter(seat=seat.number).first())
        legal = [] if found.parked else [str(m) for m in game.moves(found.state, seat.number)]
        # Every legal move is on the page exactly once, and nothing else is.
        assert sorted(buttons(html)) == sorted(legal)
        assert len(html.encode()) < 150_000
        fields = {"at": at_of(html)}
        if legal:
            move = dice.choice(legal)
            path = "confirm" if move == "end" and dice.random() < 0.5 else "move"
            fields["move"] = move
        else:
            path = "confirm"
        response = clients[user.pk].post(f"/t/{match.code}/{path}/", fields)
        assert response.status_code == 303
    assert match.status == Match.Status.FINISHED
    assert "The match is over" in get(clients[alice.pk], match)
