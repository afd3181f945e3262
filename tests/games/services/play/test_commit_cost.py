"""What a commit asks of the database, counted over the whole request."""

from __future__ import annotations

import random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Match
from games.selectors.positions import game_of
from games.selectors.turns import at_of
from games.services.play import turns
from tests.games.play_helpers import look, owing, start, statements

pytestmark = pytest.mark.django_db

MOST = 15


@pytest.mark.parametrize("drafted", [True, False])
def test_no_commit_of_a_match_takes_many_statements(
    alice: User, bob: User, charlie: User, drafted: bool
) -> None:
    """Every commit, the one that ends the match too, with session and player of the request."""
    match = start(alice, bob, charlie, options={"rounds": 1})
    clients = {user.pk: Client(headers={"accept": "application/json"}) for user in
               (alice, bob, charlie)}  # fmt: skip
    for user in (alice, bob, charlie):
        clients[user.pk].force_login(user)
        clients[user.pk].get("/")  # the first visit of a session is noted, which costs extra
    dice = random.Random(4)
    counts = []
    while match.is_running:
        seat = owing(match)
        assert seat.user is not None
        client = clients[seat.user.pk]
        found = look(match, seat)
        moves = turn(match, found.state, seat.number, dice)
        if drafted:
            turns.submit(code=match.code, user=seat.user, moves=moves, at=at_of(seat, found))
            seat.refresh_from_db()
            at = at_of(seat, look(match, seat))
            url, body = f"/t/{match.code}/confirm/", {"at": at}
        else:
            at = at_of(seat, found)
            url, body = f"/t/{match.code}/move/", {"at": at, "move": moves, "confirm": "1"}
        with CaptureQueriesContext(connection) as captured:
            answer = client.post(url, body)
        assert answer.status_code == 200, answer.content
        assert answer.json()["state"] == "committed"
        counts.append(statements(captured))
        match = Match.objects.get(pk=match.pk)

    assert match.status == Match.Status.FINISHED
    assert len(counts) > 20
    assert max(counts) <= MOST
    assert counts[-1] <= MOST


def turn(match: Match, state: object, number: int, dice: random.Random) -> list[str]:
    """A whole turn of random legal moves, up to what hands over."""
    game = game_of(match)
    trial = game.clone(state)
    moves = []
    while True:
        move = dice.choice(game.moves(trial, number))
        moves.append(str(move))
        if game.apply(trial, number, move).outcome != "continues":
            return moves
