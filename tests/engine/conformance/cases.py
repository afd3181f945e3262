"""Every registered title and every number of seats, and the titles of the tests."""

from __future__ import annotations

from typing import Any

import pytest

from engine import registry
from engine.core import Game

TEST_TITLES = (
    "tests.engine.core.hoist:Hoist",
    "tests.engine.titles.quay.game:Quay",
    "tests.engine.titles.barter.game:Barter",
    "engine.oltremare.game:OltreMare",  # not registered yet: nothing of the site knows it
)


def titles() -> list[Game[Any]]:
    return [registry.load(path) for path in (*registry.TITLES.values(), *TEST_TITLES)]


# Titles of our own engine package first, so that a red line names what players see.
every_title = pytest.mark.parametrize("game", titles(), ids=lambda game: game.slug)


def tables(games: list[Game[Any]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(
        ("game", "seats"),
        [
            pytest.param(game, seats, id=f"{game.slug}-{seats}")
            for game in games
            for seats in game.seats
        ],
    )


every_table = tables(titles())
every_commuting_table = tables(
    [game for game in titles() if any(step.commutes for step in game.steps.values())]
)
