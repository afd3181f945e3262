"""Hints of the guided first match: one sentence for the page at hand, with its rule."""

from __future__ import annotations

from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.nauticus.material import GOODS
from games.selectors.scenes import Scene
from games.titles.answers import Reason

Hint = tuple[str, str | Promise]

BY_PROMPT: Final[dict[str, Hint]] = {
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
}
BY_ACTION: Final[tuple[Hint, ...]] = (
    (
        "R5.4",
        _("A short ship is finished soon. Only what you pay with coins can be built at once."),
    ),
    (
        "R6.7",
        _("All masts and sails of one ship bear the same crest; each hull tile takes one mast."),
    ),
    ("R6.9", _("A ship is complete when every hull tile has a mast with a sail. Rewards follow.")),
    ("R6.8", _("Goods count when they are delivered, and only a full, complete ship delivers.")),
    ("R7.1", _("What lies in storage earns nothing until a worker has brought it to a ship.")),
    ("R7.2", _("Blue workers are free: with them alone this action is worth taking.")),
    ("R7.3", _("Deliver the whole load or nothing. Several goods of one kind are worth more.")),
    ("R7.5", _("Crowns are on crown parts and on pass tiles you have turned over.")),
)
PASSING: Final[Hint] = (
    "R8.1",
    _("Nothing useful to do? Pass: a pass tile turned over is a crown and saves points later."),
)
USED_UP: Final[Hint] = (
    "R4.6",
    _("Nothing more can be done with this tile. Confirm your turn; the others use the tile next."),
)
EXTRA_BUYS: Final[Hint] = (
    "R9.2",
    _("The extra action has its own prices: 2 coins, and 4 for a second copy."),
)
EXTRA_WORKS: Final[Hint] = (
    "R9.3",
    _("The extra action has no blue workers. The 2 new ones are yours, and what is left stays."),
)
EXTRA_OFFERED: Final[Hint] = (
    "R9.1",
    _(
        "You are done with the tile. The extra action comes once per match: keep it for a turn "
        "in which it finishes a ship, and confirm."
    ),
)
CONFIRM: Final[Hint] = (
    "R3.3",
    _("Read the sums once more. Until you confirm, everything can be undone."),
)
WAITING: Final[Hint] = (
    "R3.3",
    _("Now the others may use the same tile, one after the other. Then somebody else chooses."),
)


def hint(scene: Scene) -> Reason | None:
    """What a newcomer may want to know now; None outside guided matches and for spectators."""
    if not scene.match.guided or scene.seat is None or not scene.match.is_running:
        return None
    rule, text = _hint(scene)
    return Reason(str(text), rule[1:], f"/rules/nauticus/#{rule}")


def _hint(scene: Scene) -> Hint:
    view: dict[str, Any] = scene.view
    if not scene.mine:
        return WAITING
    if scene.parked is not None:
        return CONFIRM
    if view["prompt"] in BY_PROMPT:
        return BY_PROMPT[view["prompt"]]
    act = view["action"]
    if act["extra"]:
        return EXTRA_BUYS if act["action"] <= GOODS else EXTRA_WORKS
    if act["stage"] == 2:
        return EXTRA_OFFERED
    if any(move.verb not in ("pass", "end", "extra") for move in scene.moves):
        return BY_ACTION[act["action"]]
    return PASSING if any(move.verb == "pass" for move in scene.moves) else USED_UP
