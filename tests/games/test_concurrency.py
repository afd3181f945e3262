"""Many hands at once on one match: exactly the valid commits are applied, in one order."""

from __future__ import annotations

import random
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import connection

from accounts.models import User
from engine.core.errors import RulesError
from games.errors import TableError
from games.management.commands.audit_matches import audit
from games.models import Entry, Ply
from games.positions import game_of
from games.services import play
from tests.conftest import make_player
from tests.games.play_helpers import look, owing, start

HANDS = 8
ROUNDS = 25  # times HANDS: 200 attempts


def click(code: str, user: User, moves: list[str], together: threading.Barrier, at: str) -> str:
    """One tab posts a whole turn; the answer is what became of it."""
    together.wait()
    try:
        play.submit(code=code, user=user, moves=moves, at=at, confirm=True)
    except (TableError, RulesError) as refused:
        return refused.code
    finally:
        connection.close()
    return "applied"


@pytest.mark.django_db(transaction=True)
def test_of_200_commits_exactly_the_valid_ones_count() -> None:
    players: list[User] = [make_player(name) for name in ("alice", "bob", "chloe")]
    match = start(*players, options={"rounds": 2})
    dice = random.Random(7)
    outcome: Counter[str] = Counter()
    committed = 0
    for _ in range(ROUNDS):
        match.refresh_from_db()
        seat = owing(match)
        found = look(match, seat)
        at = play.at_of(seat, found)
        game = game_of(match)
        # A turn of moves that is whole: played at random until it would hand over.
        moves: list[str] = []
        state = game.clone(found.state)
        while True:
            move = dice.choice(game.moves(state, seat.number))
            moves.append(str(move))
            if game.apply(state, seat.number, move).outcome != "continues":
                break
        barrier = threading.Barrier(HANDS)

        tabs = [at] * 6 + ["1.0"] * 2  # two are long out of date
        hand = partial(click, match.code, seat.user, moves, barrier)
        before = match.ply
        with ThreadPoolExecutor(HANDS) as pool:
            outcome.update(pool.map(hand, tabs))
        match.refresh_from_db()
        assert match.ply == before + len(moves)
        committed += 1

    assert outcome["applied"] == committed == ROUNDS
    assert outcome["stale"] == ROUNDS * HANDS - committed
    assert list(Ply.objects.filter(match=match).values_list("number", flat=True)) == list(
        range(1, match.ply + 1)
    )
    numbers = list(Entry.objects.filter(match=match).values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert audit(match) == ""
