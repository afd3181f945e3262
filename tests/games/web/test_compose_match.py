"""Whole matches of a title that trades, by nothing but the buttons and forms of its pages."""

from __future__ import annotations

import random

import pytest
from django.test import Client

from engine.core.types import parse_move
from games.models import Match
from games.selectors.audit import audit
from games.selectors.positions import game_of, position
from games.services.tables import deals
from tests.conftest import make_player
from tests.games.play_helpers import start
from tests.games.web.filling import Forms
from tests.games.web.test_match_page import at_of, buttons

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

TRIES = 30  # at a form, by somebody who doesn't know the rules


def compose(client: Client, page: str, html: str, dice: random.Random) -> bool:
    """Fill in one of the forms until it's accepted; each refusal brings the page along."""
    for _ in range(TRIES):
        forms = Forms(html)
        if not forms.fixed:
            return False
        answer = client.post(f"{page}move/", forms.filled(dice.choice([*forms.fixed]), dice))
        if answer.status_code == 303:
            return True
        assert answer.status_code == 422
        html = answer.content.decode()
        assert 'class="compose-why"' in html
    return False


@pytest.mark.parametrize("size", [2, 3])
def test_a_match_is_played_by_its_forms(
    size: int, barter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deals, "own_seed", lambda match, nonces: f"{size:032x}")
    players = [make_player(name) for name in ("alice", "bob", "chloe")[:size]]
    match = start(*players, title=barter, options={"rounds": 2})
    page, dice = match.get_absolute_url(), random.Random(size)
    clients = {}
    for seat in match.seats.select_related("user"):
        clients[seat.number] = Client()
        assert seat.user is not None
        clients[seat.number].force_login(seat.user)

    for _ in range(400):
        number = match.seats.filter(owes=True).values_list("number", flat=True).first()
        if number is None:
            break
        client = clients[number]
        html = client.get(page).content.decode()
        listed = [
            move for move in buttons(html) if move.partition(":")[0] not in ("call", "counter")
        ]
        if dice.random() < 0.3 or not compose(client, page, html, dice):
            at = at_of(client.get(page).content.decode())
            answer = client.post(f"{page}move/", {"at": at, "move": dice.choice(listed)})
            assert answer.status_code == 303
        at = at_of(client.get(page).content.decode())
        assert client.post(f"{page}confirm/", {"at": at}).status_code == 303

    match = Match.objects.get(pk=match.pk)
    assert match.status == Match.Status.FINISHED
    assert match.ended == Match.End.PLAYED
    game = game_of(match)
    state, _ = game.setup(match.size, match.options, match.seed)
    for ply in match.plies.order_by("number"):
        game.apply(state, ply.seat, parse_move(ply.move))
    assert game.digest(position(match)) == game.digest(state)
    assert [seat.score for seat in match.seats.all()] == [s.total for s in game.score(state)]
    assert audit(match) == ""
    verbs = {ply.move.partition(":")[0] for ply in match.plies.all()}
    assert {"call", "counter", "close", "moor"} <= verbs
    assert clients[0].get(f"{page}result/").status_code == 200
    assert clients[0].get(f"{page}log/").status_code == 200
    assert clients[0].get(f"{page}at/3/").status_code == 200
