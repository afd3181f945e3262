"""One whole match per number of players, through the site's own address for moves."""

from __future__ import annotations

import random

import pytest
from django.test import Client

from games.management.commands.audit_matches import audit
from games.models import Match
from games.positions import game_of, position
from tests.conftest import make_player
from tests.games.play_helpers import start

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_full_match_is_played_to_its_result(size: int) -> None:
    players = [make_player(name) for name in ("alice", "bob", "chloe", "dmitri")[:size]]
    match = start(*players)
    clients = {}
    for seat in match.seats.select_related("user"):
        clients[seat.number] = Client()
        assert seat.user is not None
        clients[seat.number].force_login(seat.user)
    game, state, dice = game_of(match), position(match), random.Random(size)
    revisions = [0] * size
    turns = 0
    while owed := game.to_act(state):
        number = owed[0]
        at = f"{state.stack[-1].id}.{revisions[number]}"
        moves = []
        while True:
            move = dice.choice(game.moves(state, number))
            moves.append(str(move))
            if game.apply(state, number, move).outcome != "continues":
                break
        answer = clients[number].post(
            f"/t/{match.code}/move/",
            {"move": moves, "at": at, "confirm": "1"},
            headers={"Accept": "application/json"},
        )
        assert answer.status_code == 200, answer.content
        assert answer.json()["ply"] == state.ply
        revisions[number] += 1
        turns += 1

    match = Match.objects.get(pk=match.pk)
    assert match.status == Match.Status.FINISHED
    assert game.digest(position(match)) == game.digest(state)
    assert [seat.score for seat in match.seats.all()] == [s.total for s in game.score(state)]
    assert turns >= {2: 28, 3: 70, 4: 105}[size]
    assert audit(match) == ""
    assert clients[0].get(f"/t/{match.code}/result/").status_code == 200
