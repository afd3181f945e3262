"""Composing tells no more than its seat sees: not by its form, its refusals or a why."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from accounts.models import User
from engine.testing.walks import strange
from games.models import Match
from games.selectors.positions import game_of, position
from games.services.play import commit
from games.titles.composing import said_of
from tests.games.play_helpers import start_dealt
from tests.games.secrecy.other_world import enter_twin
from tests.games.secrecy.twins import quiet_site
from tests.games.web.test_match_page import as_, at_of, get
from tests.games.world import undone

pytestmark = pytest.mark.django_db

JSON = {"Accept": "application/json"}
TURN = re.compile(r'<section class="card turn.*?</section>', re.DOTALL)
NOISE = re.compile(r'name="csrfmiddlewaretoken" value="[^"]+"')


def answers(match: Match, number: int, attempts: list[dict[str, Any]]) -> list[Any]:
    """The turn as this seat is shown it, and what each attempt is answered."""
    seat = match.seats.select_related("user").get(number=number)
    assert seat.user is not None
    client = as_(seat.user)
    html = get(client, match)
    turn = TURN.search(html)
    assert turn is not None
    heard: list[Any] = [NOISE.sub("", turn[0])]
    for fields in attempts:
        with undone():
            answer = client.post(
                f"/t/{match.code}/move/", {"at": at_of(html), **fields}, headers=JSON
            )
            heard.append((answer.status_code, answer.content))
        asked = client.get(f"/t/{match.code}/why/", fields)
        heard.append((asked.status_code, asked.content))
    return heard


@pytest.mark.slow
def test_forms_and_their_refusals_are_alike_in_twin_worlds(
    barter: str, alice: User, bob: User, charlie: User
) -> None:
    match = start_dealt(alice, bob, charlie, title=barter, options={"rounds": 1})
    game, dice = game_of(match), random.Random(5)
    compared = 0
    with quiet_site():
        for _ in range(6):
            state = position(match)
            number = game.to_act(state)[0]
            forms = {form.verb: form for form in game.compose(state, number)}
            tried = strange(game, state, number, dice, 3)
            attempts: list[dict[str, Any]] = [
                {"compose": move.verb, **said_of(forms[move.verb], move).typed}
                for move in tried
                if forms[move.verb].fault(move) is None
            ]
            attempts += [{"move": str(move)} for move in tried]
            with undone():
                here = answers(match, number, attempts)
            with undone():
                enter_twin(match, number, dice)
                there = answers(Match.objects.get(pk=match.pk), number, attempts)
            assert here == there
            compared += len(here)
            legal = [move for move in tried if game.explain(state, number, move) is None]
            move = legal[0] if legal else game.moves(state, number)[-1]
            commit.append(match, commit.seats_of(match), number, [move])
    assert compared > 60
