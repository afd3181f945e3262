"""Matches of the test title with hidden information, dealt alike in every run."""

from __future__ import annotations

import random
from typing import Any
from unittest.mock import patch

from accounts.models import User
from games.models import Match, Seat
from games.selectors.positions import game_of, position
from games.services.tables import deals, lobby
from games.terms.charter import Charter
from tests.conftest import make_player
from tests.games.play_helpers import step

SEED = "5e" * 16
LUCKY = 2717  # random play with these dice meets every step of the title within ten plies
PLAYERS = ("alice", "bob", "chloe")


def deal(title: str = "quay", seed: str = SEED, **charter: Any) -> Match:
    """A running match of three, the same cards each time."""
    people = [make_player(name) for name in PLAYERS]
    charter.setdefault("options", {"rounds": 3})
    match = lobby.create(user=people[0], charter=Charter(title=title, size=3, **charter))
    for number, user in enumerate(people[1:], 1):
        Seat.objects.create(match=match, number=number, user=user, nonce="ab" * 8)
    with patch.object(deals, "own_seed", lambda match, nonces: seed):
        lobby.start(match, list(match.seats.all()))
    match.refresh_from_db()
    return match


def prompt(match: Match) -> str:
    return game_of(match).prompt(position(match))


def until(match: Match, wanted: str, dice: random.Random, clicks: int = 400) -> None:
    """Random play until a step waits."""
    for _ in range(clicks):
        if prompt(match) == wanted:
            return
        step(match, dice)
        match.refresh_from_db()
        assert match.is_running
    raise AssertionError(f"no {wanted} in sight")


def person(match: Match, number: int) -> User:
    user = match.seats.select_related("user").get(number=number).user
    assert user is not None
    return user
