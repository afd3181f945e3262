"""The match page of a title that has no art yet: the engine's board and labelled buttons."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from engine.text.render import english, prompt, word_move
from games.names import seat_name
from games.selectors.scenes import Scene
from games.titles.base import Presenter
from games.titles.facts import Title
from games.titles.waiting import places, time_left, waits


class PlainPresenter(Presenter):
    """Serves every title that has none of its own."""

    template = "games/_plain_table.html"

    def table(self, scene: Scene) -> dict[str, Any]:
        names = [seat_name(seat) for seat in scene.seats]
        return {
            "text": self.text_board(scene),
            "turn": panel(self.title, scene),
            "preview": [self.sentence(event, names) for event in scene.events],
        }


def panel(title: Title, scene: Scene) -> dict[str, Any]:
    """What stands in the turn panel; the keys are those of every title."""
    if not scene.match.is_running:
        return {"state": "over", "places": places(scene)}
    game = title.game
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
        "confirm": not scene.planning and (scene.parked is not None or game.ending in scene.moves),
    }


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
