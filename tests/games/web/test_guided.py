"""The guided first match: every page has its hint, and every hint its rule."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from engine.core.types import Move
from engine.registry import get
from games.selectors.scenes import Scene
from games.services.play import bots
from games.services.tables import deals, seating
from games.titles.nauticus import hints
from games.titles.nauticus.hints import hint
from games.titles.rulebook import Rule, rulebook
from tests.games.services.play.test_drafts import at_in

GUIDED: Any = SimpleNamespace(guided=True, is_running=True)
SEAT: Any = SimpleNamespace(number=0, owes=True)
HINT = re.compile(r'class="turn-hint">.*?<a href="/rules/nauticus/#(R[\d.]+)">', re.S)
EVERY = {
    *hints.BY_PROMPT.values(), *hints.BY_ACTION, hints.PASSING, hints.USED_UP, hints.EXTRA_BUYS,
    hints.EXTRA_WORKS, hints.EXTRA_OFFERED, hints.CONFIRM, hints.WAITING,
}  # fmt: skip


def anchors() -> set[str]:
    parts = [part for section in rulebook("nauticus", "en").sections for part in section.parts]
    return {part.number for part in parts if isinstance(part, Rule)}


def test_every_hint_leads_to_a_rule_that_exists() -> None:
    assert {rule for rule, _text in EVERY} <= anchors()


def test_every_kind_of_decision_has_a_hint() -> None:
    game = get("nauticus")
    shown = set()
    for seed in range(40):
        dice = random.Random(seed)
        state, _ = game.setup(2, {"rounds": 2}, f"{seed:016x}")
        while owed := game.to_act(state):
            number, moves = owed[0], game.moves(state, owed[0])
            scene = Scene(GUIDED, [], SEAT, game.view(state, number), {}, moves=moves)
            found = hint(scene)
            assert found is not None
            shown.add(found.text)
            builds = [m for m in moves if m.verb in ("buy", "move") and m.args[1]]
            rare = [m for m in moves if m.verb in ("deliver", "extra", "score", "withdraw")]
            lucky = dice.random()
            pool = rare if rare and lucky < 0.2 else builds if builds and lucky < 0.8 else moves
            game.apply(state, number, dice.choice(pool))
    parked = Scene(GUIDED, [], SEAT, {}, {}, parked=Move("end"))
    away: Any = SimpleNamespace(number=0, owes=False)
    for scene in (parked, Scene(GUIDED, [], away, {}, {})):
        found = hint(scene)
        assert found is not None
        shown.add(found.text)
    assert shown == {str(text) for _rule, text in EVERY}


@pytest.mark.django_db
def test_a_whole_guided_match_never_leaves_one_without_a_hint(
    alice: User, as_alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deals, "own_seed", lambda match, nonces: "5e" * 16)
    match = seating.guide(user=alice, title="nauticus")
    page, dice = match.get_absolute_url(), random.Random(4)
    pages = 0
    for _ in range(300):
        match.refresh_from_db()
        if not match.is_running:
            break
        html = as_alice.get(page).content.decode()
        assert HINT.search(html), html
        pages += 1
        if not match.seats.get(user=alice).owes:
            bots.take_turn(code=match.code, ply=match.ply)
            continue
        moves = re.findall(r'<button[^>]*name="move" value="([^"]+)"', html)
        buys = [move for move in moves if move.startswith("buy:")]
        fields = {"at": at_in(html)}
        if 'id="go"' in html and (len(moves) < 2 or dice.random() < 0.3):
            as_alice.post(f"{page}confirm/", fields)
            continue
        fields["move"] = dice.choice(buys if buys and dice.random() < 0.5 else moves)
        as_alice.post(f"{page}move/", fields)

    assert not match.is_running
    assert pages > 20
    assert not HINT.search(as_alice.get(page).content.decode())


@pytest.mark.django_db
def test_others_are_not_lectured(alice: User, bob: User, client: Client) -> None:
    match = seating.guide(user=alice, title="nauticus")
    type(match).objects.filter(pk=match.pk).update(visibility="public")

    assert not HINT.search(client.get(match.get_absolute_url()).content.decode())
