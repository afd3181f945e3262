"""Hints of the guided first match: one sentence for the decision at hand, with its rule."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from games.presenters.base import Reason
from games.scenes import Scene

BY_PROMPT: Final = {
    "choose": (
        "R4.2",
        _(
            "The bonus of the space is yours alone; its prices and blue workers are for everybody."
            " Look for a tile you can use now that helps the others little."
        ),
    ),
    "bonus": ("R4.3", _("A mast or sail of the crest your ship already bears saves you coins.")),
    "free": (
        "R5.10",
        _("You bought one of each kind: the fifth tile costs neither coin nor worker."),
    ),
    "reward": (
        "R10.2",
        _("One reward for each mast. Crowns are jokers on ships, and points when they are scored."),
    ),
    "extra": ("R9.2", _("The extra action has its own prices: 2 coins, and 4 for a second copy.")),
}
BY_ACTION: Final = (
    (
        "R6.2",
        _("A short ship is finished soon. Only what you pay with coins can be built at once."),
    ),
    (
        "R6.7",
        _("All masts and sails of one ship bear the same crest; each hull tile takes one mast."),
    ),
    ("R6.9", _("A ship is complete when every hull tile has a mast with a sail. Rewards follow.")),
    ("R7.3", _("Goods count when they are delivered, and only a full, complete ship delivers.")),
    ("R7.1", _("What lies in storage earns nothing until a worker has brought it to a ship.")),
    ("R7.2", _("Blue workers are free: with them alone this action is worth taking.")),
    ("R7.3", _("Deliver the whole load or nothing. Several goods of one kind are worth more.")),
    ("R7.5", _("Crowns are on crown parts and on pass tiles you have turned over.")),
)
PASSING: Final = (
    "R8.1",
    _("Nothing useful to do? Pass: a pass tile turned over is a crown and saves points later."),
)


def hint(scene: Scene) -> Reason | None:
    """What a newcomer may want to know now; None outside guided matches."""
    if not scene.match.guided or not scene.mine:
        return None
    view: dict[str, Any] = scene.view
    found = BY_PROMPT.get(view["prompt"])
    if found is None:
        act = view["action"]
        uses = any(move.verb not in ("pass", "end", "extra") for move in scene.moves)
        found = BY_ACTION[act["action"]] if act and uses else PASSING
    rule, text = found
    return Reason(str(text), rule[1:], f"/rules/nauticus/#{rule}")
