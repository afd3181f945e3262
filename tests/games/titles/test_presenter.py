"""Words: every reason and every event has its sentence."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import engine.nauticus
from accounts.models import User
from engine import registry
from engine.core.errors import WhyNot
from games.models import Entry
from games.titles.base import ENGINE_REASONS
from games.titles.nauticus.log import TELLERS, sentence
from games.titles.nauticus.reasons import REASONS
from games.titles.nauticus.words import berth
from games.titles.registry import presenter_of
from tests.games.services.play.test_play import start
from tests.games.web.test_match_page import get, nearly_done

NAUTICUS = presenter_of("nauticus")
SOURCES = sorted(Path(engine.nauticus.__file__).parent.rglob("*.py"))
CODE = re.compile(r'"R\d+\.\d+",\s*"([a-z][a-z-]+)"')
SAMPLES = {
    "tile": 5, "ship": 2, "ships": 1, "need": 2, "have": 1, "cells": 11, "space": 3, "action": 1,
    "crest": 2, "goods": 1, "of": 2, "workers": 3, "points": 15, "want": 1, "got": 2, "kind": 5,
    "first": 4, "second": 5, "uses": 1, "room": 0, "reward": 3,
    "least": 1, "most": 2,
}  # fmt: skip


def codes() -> set[str]:
    found = set()
    for path in SOURCES:
        found |= set(CODE.findall(path.read_text()))
        found |= set(re.findall(r'WhyNot\(self\.rule, "([a-z-]+)"', path.read_text()))
    names = ("space", "tile", "ship", "workers", "action", "reward", "good")
    return found | {f"no-such-{name}" for name in names}


def test_every_reason_of_the_rules_has_a_sentence() -> None:
    assert len(codes()) > 40
    assert codes() <= {*REASONS, *ENGINE_REASONS}  # the core's own have general sentences


@pytest.mark.parametrize("code", sorted(REASONS))
def test_it_words_a_reason_with_its_numbers(code: str) -> None:
    told = NAUTICUS.why_not(WhyNot("R5.6", code, SAMPLES))
    assert "{" not in told.text
    assert told.text.endswith((".", "!"))
    assert (told.rule, told.url) == ("5.6", "/rules/nauticus/#R5.6")


def test_the_engines_own_reasons_are_worded_too() -> None:
    for code in ENGINE_REASONS:
        assert "{" not in NAUTICUS.why_not(WhyNot("", code, SAMPLES)).text
    assert NAUTICUS.rule_url("") == ""


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_event_of_a_random_match_can_be_told(seats: int) -> None:
    game = registry.get("nauticus")
    names = ["Ann", "<Ben>", "Cleo", "Dirk"][:seats]
    kinds = set()
    for seed in range(24):
        dice = random.Random(seed)
        state, events = game.setup(seats, {"rounds": 2}, f"{seed:016x}")
        while game.to_act(state):
            seat = game.to_act(state)[0]
            moves = game.moves(state, seat)
            rare = [m for m in moves if m.verb in ("reward", "deliver", "extra", "score")]
            builds = [m for m in moves if m.verb in ("buy", "move") and m.args[1]]
            pool = rare if rare and dice.random() < 0.3 else builds or moves
            events += game.apply(state, seat, dice.choice(pool)).events
        for event in events:
            text = sentence(Entry(kind=event.kind, seat=event.seat, data=event.data), names)
            assert "<Ben>" not in text
            kinds.add(event.kind)
    assert kinds <= set(TELLERS)
    assert len(kinds) >= len(TELLERS) - 2


def test_berths_are_lettered_beyond_the_alphabet() -> None:
    assert [berth(n) for n in (1, 2, 26, 27, 52, 53)] == ["A", "B", "Z", "AA", "AZ", "BA"]


def test_the_text_board_is_worded_like_the_engines() -> None:
    """Whatever phrase the engine adds to its board must be translatable here."""
    from engine.nauticus.english import ENGLISH
    from games.titles.nauticus.text import PHRASES

    assert set(PHRASES) <= set(ENGLISH)
    for key in PHRASES:
        assert PHRASES[key].count("{") == ENGLISH[key].count("{")
    source = (Path(engine.nauticus.__file__).parent / "text.py").read_text()
    board = source[: source.index("def word_move")]
    used = set(re.findall(r'phrases\(\s*"([a-z.]+)"', board))
    assert used - {"title"} <= set(PHRASES)


@pytest.mark.django_db
def test_spaces_and_berths_are_called_alike_on_both_boards(alice: User, bob: User) -> None:
    match = start(alice, bob)
    client = nearly_done(match)
    drawn = get(client, match)
    text = client.get(f"/t/{match.code}/?board=text").content.decode()

    spaces = dict(re.findall(r'id="space(\d)" role="\w+" aria-label="([^.]+)\.', drawn))
    assert sorted(spaces) == list("01234567")
    for space, action in spaces.items():
        number = int(space) + 1
        assert re.search(rf"^(?: |&gt;){number} +{action.lower()}", text, re.M), (number, action)
    assert re.findall(r'aria-label="Berth (\w+), (?!empty)', drawn) == ["A"]
    assert re.findall(r"^    berth (\w+) \(", text, re.M) == ["A"]
