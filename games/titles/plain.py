"""The match page of a title that has no art yet: the engine's board and labelled buttons."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from engine import registry
from engine.core.types import Move
from engine.text.render import english, prompt, word_move
from games.selectors.scenes import Scene
from games.titles.base import seat_name
from games.titles.waiting import places, time_left, waits

END = Move("end")


def panel(scene: Scene) -> dict[str, Any]:
    """What stands in the turn panel; the keys are those of every title."""
    if not scene.match.is_running:
        return {"state": "over", "places": places(scene)}
    game = registry.get(scene.match.title)
    words = english(game)
    asked = prompt(game, scene.view, words)
    if not scene.mine or scene.seat is None:
        who = ", ".join(seat_name(seat) for seat in scene.owing)
        head = _("{who} is to move").format(who=who)
        return {"state": "waiting", "head": head, "seats": waits(scene)}
    return {
        "state": "choosing" if scene.parked is None else "parked",
        "head": _("Your turn") if scene.parked is None else _("Ready to confirm"),
        "help": asked if scene.parked is None else "",
        "planning": scene.planning,
        "deadline": None if scene.planning else scene.seat.deadline,
        "left": time_left(scene.seat.deadline),
        "draft": [_capital(word_move(game, move, words)) for move in scene.draft],
        "moves": [
            {"value": str(move), "words": _capital(word_move(game, move, words))}
            for move in scene.moves
        ],
        "confirm": not scene.planning and (scene.parked is not None or END in scene.moves),
    }


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
