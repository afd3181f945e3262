"""Many hands at once on one match: exactly the valid commits are applied, in one order."""

from __future__ import annotations

import random
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.db import connection, transaction

from accounts.models import User
from engine.core.errors import RulesError
from engine.core.types import parse_move
from games.errors import TableError
from games.models import Entry, Ply
from games.selectors.audit import audit
from games.selectors.positions import game_of, position
from games.selectors.turns import at_of
from games.services import company
from games.services.play import commit, turns
from tests.conftest import make_player
from tests.games.play_helpers import look, owing, start

HANDS = 8
ROUNDS = 25  # times HANDS: 200 attempts


def attempt(service: Callable[[], object], together: threading.Barrier) -> str:
    """One tab posts; the answer is what became of it."""
    together.wait()
    try:
        service()
    except (TableError, RulesError) as refused:
        return refused.code
    finally:
        connection.close()
    return "applied"


@pytest.mark.django_db(transaction=True)
def test_of_200_commits_exactly_the_valid_ones_count() -> None:
    players: list[User] = [make_player(name) for name in ("alice", "bob", "chloe")]
    stranger = make_player("dmitri")
    match = start(*players, options={"rounds": 2})
    dice = random.Random(7)
    outcome: Counter[str] = Counter()
    for _ in range(ROUNDS):
        match.refresh_from_db()
        seat = owing(match)
        found = look(match, seat)
        game = game_of(match)
        # A turn of moves that is whole: played at random until it would hand over.
        moves: list[str] = []
        state = game.clone(found.state)
        while True:
            move = dice.choice(game.moves(state, seat.number))
            moves.append(str(move))
            if game.apply(state, seat.number, move).outcome != "continues":
                break
        other = match.seats.select_related("user").filter(owes=False)[0]
        turn = partial(turns.submit, code=match.code, moves=moves, confirm=True)
        at = at_of(seat, found)
        hands: list[Callable[[], object]] = [
            *(partial(turn, user=seat.user, at=at) for _ in range(5)),  # one valid, four too many
            partial(turn, user=seat.user, at="1.0"),  # long out of date
            partial(turn, user=stranger, at=at),
            partial(
                turns.confirm,
                code=match.code,
                user=other.user,
                at=at_of(other, look(match, other)),
            ),
        ]
        assert len(hands) == HANDS
        dice.shuffle(hands)
        together = threading.Barrier(HANDS)
        before = match.ply
        with ThreadPoolExecutor(HANDS) as pool:
            outcome.update(pool.map(partial(attempt, together=together), hands))
        match.refresh_from_db()
        assert match.ply == before + len(moves)

    assert sum(outcome.values()) == 200
    assert outcome["applied"] == ROUNDS
    assert outcome["stale"] >= 5 * ROUNDS
    assert outcome["not-allowed"] >= ROUNDS
    assert set(outcome) == {"applied", "stale", "not-allowed"}
    plies = list(Ply.objects.filter(match=match).order_by("pk"))
    assert [ply.number for ply in plies] == list(range(1, match.ply + 1))
    numbers = list(Entry.objects.filter(match=match).values_list("number", flat=True))
    assert numbers == list(range(1, match.entries + 1))
    state, _ = game.setup(match.size, match.options, match.seed)
    for ply in plies:
        game.apply(state, ply.seat, parse_move(ply.move))
    assert game.digest(state) == game.digest(position(match))
    assert audit(match) == ""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("lock", [commit.lock, commit.lock_for_turn])
def test_talk_does_not_wait_for_a_turn_being_taken(lock: Callable[[str], object]) -> None:
    """Who waits here while holding a seat would stop the turn that needs it."""
    alice, bob = make_player("alice"), make_player("bob")
    match = start(alice, bob, options={"rounds": 1})

    def talk() -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '2s'")
            company.say(match=match, user=bob, text="Take your time")
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as elsewhere, transaction.atomic():
        lock(match.code)
        elsewhere.submit(talk).result()

    assert match.messages.get().text == "Take your time"
