from __future__ import annotations

import pytest

from engine.bots import registry
from engine.bots.base import Bot
from engine.bots.beginner import BeginnerBot
from engine.bots.greedy import GreedyBot
from engine.bots.random import RandomBot
from engine.bots.registry import Entry


def test_each_player_answers_to_its_name() -> None:
    assert {name: type(registry.get(name)) for name in registry.BOTS} == {
        "random": RandomBot,
        "beginner": BeginnerBot,
        "greedy": GreedyBot,
    }
    assert all(registry.get(name).name == name for name in registry.BOTS)
    assert all(entry.budget > 0 for entry in registry.BOTS.values())
    assert all(len(name) <= 20 for name in registry.BOTS)  # a seat has no room for more


def test_an_unknown_one_is_replaced_by_the_default_only_where_asked_to() -> None:
    assert registry.known("random") == "random"
    assert registry.known("genius") == registry.known("") == registry.DEFAULT == "greedy"
    with pytest.raises(KeyError):
        registry.get("genius")


def test_a_player_can_be_registered_by_its_path() -> None:
    entry = Entry(f"{__name__}:Shy", budget=3)

    registry.register("shy", entry)
    registry.register("shy", entry)

    assert registry.get("shy").name == "shy"
    registry.forget("shy")
    assert registry.known("shy") == "greedy"


def test_a_name_cannot_be_taken_twice() -> None:
    with pytest.raises(AssertionError, match="greedy is taken"):
        registry.register("greedy", Entry(f"{__name__}:Shy", budget=3))


def test_only_players_can_be_loaded() -> None:
    with pytest.raises(AssertionError, match="is not a Bot"):
        registry.load("builtins:dict")


class Shy(Bot):
    name = "shy"
