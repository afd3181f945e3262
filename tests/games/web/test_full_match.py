"""One whole match per number of players, by nothing but what the pages' forms offer."""

from __future__ import annotations

import random
import re

import pytest
from django.test import Client

from engine.core.types import parse_move
from games.models import Match
from games.selectors.audit import audit
from games.selectors.positions import game_of, position
from games.services.tables import deals
from tests.conftest import make_player
from tests.games.play_helpers import start

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MOVE = re.compile(r'<button[^>]*name="move" value="([^"]+)"')
AT = re.compile(r'name="at" id="at" value="([^"]+)"')
PHASES = {2: 28, 3: 35, 4: 35}  # seven in each of four or five rounds
JSON = {"Accept": "application/json"}
UNDECIDED = "There’s still something to decide before you can confirm."


@pytest.mark.parametrize("size", PHASES)
def test_a_full_match_is_played_to_its_result(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "own_seed", lambda match, nonces: f"{size:032x}")
    players = [make_player(name) for name in ("alice", "bob", "chloe", "dmitri")[:size]]
    match = start(*players)
    page, dice = match.get_absolute_url(), random.Random(size)
    clients = {}
    for seat in match.seats.select_related("user"):
        clients[seat.number] = Client()
        assert seat.user is not None
        clients[seat.number].force_login(seat.user)

    for _ in range(4000):
        number = match.seats.filter(owes=True).values_list("number", flat=True).first()
        if number is None:
            break
        client = clients[number]
        html = client.get(f"{page}?part=table", headers={"HX-Request": "true"}).content.decode()
        at = AT.search(html)
        assert at is not None
        moves = MOVE.findall(html)
        # A move of the page, mostly followed by Confirm; where more is to be decided, look again.
        fields = {"at": at[1]}
        if moves and moves != ["end"]:
            some = [move for move in moves if move != "end"]
            fields["move"] = (
                "pass" if "pass" in moves and dice.random() < 0.4 else dice.choice(some)
            )
            answer = client.post(f"{page}move/", fields, headers=JSON)
            assert answer.status_code == 200, answer.content
            fields = {"at": answer.json()["at"]}
        if dice.random() < 0.9:
            answer = client.post(f"{page}confirm/", fields, headers=JSON)
            assert answer.status_code == 200 or answer.json()["sentence"] == UNDECIDED

    match = Match.objects.get(pk=match.pk)
    assert match.status == Match.Status.FINISHED
    assert match.ended == Match.End.PLAYED
    game = game_of(match)
    state, _ = game.setup(match.size, match.options, match.seed)
    for ply in match.plies.order_by("number"):
        game.apply(state, ply.seat, parse_move(ply.move))
    assert game.digest(position(match)) == game.digest(state)
    assert [seat.score for seat in match.seats.all()] == [s.total for s in game.score(state)]
    assert [seat.place for seat in match.seats.all()] == game.ranking(state)
    assert audit(match) == ""
    assert match.log.filter(kind="choose").count() == PHASES[size]
    assert clients[0].get(f"{page}result/").status_code == 200
