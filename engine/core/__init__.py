"""The contract every title follows. `from engine.core import …` is the public way in."""

from __future__ import annotations

from engine.core.actions import Action, Menu
from engine.core.errors import (
    BadMaterial,
    BadNotation,
    BadOptions,
    BadRecord,
    BadSnapshot,
    GameOver,
    IllegalMove,
    NotYourDecision,
    RulesError,
)
from engine.core.forms import Field, Form
from engine.core.game import Foreseen, Game
from engine.core.rng import Dice, below, new_seed, shuffle
from engine.core.step import Cited, Step, by_key, copy_stack, push
from engine.core.types import (
    TABLE,
    Applied,
    Event,
    Frame,
    Json,
    Log,
    Move,
    Option,
    ScoreSheet,
    Seat,
    State,
    WhyNot,
    parse_move,
)

__all__ = [
    "TABLE",
    "Action",
    "Applied",
    "BadMaterial",
    "BadNotation",
    "BadOptions",
    "BadRecord",
    "BadSnapshot",
    "Cited",
    "Dice",
    "Event",
    "Field",
    "Foreseen",
    "Form",
    "Frame",
    "Game",
    "GameOver",
    "IllegalMove",
    "Json",
    "Log",
    "Menu",
    "Move",
    "NotYourDecision",
    "Option",
    "RulesError",
    "ScoreSheet",
    "Seat",
    "State",
    "Step",
    "WhyNot",
    "below",
    "by_key",
    "copy_stack",
    "new_seed",
    "parse_move",
    "push",
    "shuffle",
]
