"""Why a move of Nauticus is not possible, by the engine's code. Numbers become names first."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from engine.core.errors import WhyNot
from engine.nauticus.material import CELLS, SIZE_OF
from games.titles.nauticus import words

REASONS: Final = {
    # whose decision, which decision
    "game-over": _("The match is over."),
    "not-your-decision": _("It is not your decision now."),
    "choose-a-tile-first": _("Choose an action tile first."),
    "take-the-bonus-first": _("Take the tile of the bonus first."),
    "take-the-free-tile-first": _("Take your free tile first."),
    "take-the-reward-first": _("Take the reward for your ship first."),
    "phase-running": _("The tile of this phase is already chosen."),
    "no-bonus-due": _("No bonus tile is due now."),
    "no-free-tile-due": _("No free tile is due now."),
    "no-reward-due": _("No reward is due now."),
    "tile-used": _("This tile was already used in this round."),
    "other-action": _("The action now is: {action}."),
    "action-over": _("You are done with this action. Only the extra action is left."),
    "passed": _("You have passed. Only the extra action is left."),
    "one-withdrawal": _("You withdraw money once per action, with as many workers as you like."),
    "one-scoring": _("You score your crowns once per action."),
    "already-performed": _("You have already used this action. Undo that to pass instead."),
    "pass-instead": _("You have not used the action yet. Not using it is passing."),
    "extra-already-used": _("Your extra action is spent: once per match."),
    "extra-without-use": _("{action}: even with 2 more workers you could do nothing there."),
    "extra-needs-a-use": _("Use the extra action at least once, or undo it."),
    "no-pass-in-extra": _("You cannot pass in the extra action. Undo it instead."),
    # buying
    "stack-empty": _("None is left in the supply: {tile}."),
    "not-sold-here": _("It is not sold here: {tile}."),
    "no-worker": _("You need {need} workers and have {have}."),
    "not-enough-coins": _("It costs {need} coins and you have {have}."),
    "free-tile-to-storage": _("At price 0 a tile goes to storage: only what is paid is built."),
    "storage-full": _("It needs {size} of the 12 storage cells and {room} are free."),
    # building
    "only-hulls-begin-ships": _("Only a hull tile begins a new ship."),
    "hull-closed": _("The hull of berth {ship} is closed."),
    "one-ship-stands-alone": _("A one-ship is a whole hull: it begins a ship of its own."),
    "hull-has-that-part": _("The hull of berth {ship} has no place for this part."),
    "ship-loaded": _("Every hold of berth {ship} is full."),
    "no-hull-for-mast": _("Every hull tile of berth {ship} has its mast."),
    "no-mast-for-sail": _("Berth {ship} has no mast without a sail."),
    "crest-mismatch": _("Berth {ship} sails under the {crest}. One ship, one crest."),
    # light actions
    "already-in-storage": _("It is already in storage."),
    "not-in-storage": _("It is not in your storage: {tile}."),
    "ship-unfinished": _("Berth {ship} is not complete yet."),
    "not-fully-loaded": _("Berth {ship} carries {goods} of {of} goods. Only a full ship delivers."),
    "no-crowns": _("You have no crown to score."),
    "crown-cap": _("{workers} workers already reach the limit of {points} points."),
    # free tiles and rewards
    "not-among-these": _("It is not one of the tiles to choose from: {tile}."),
    "reward-taken-twice": _("You have taken this reward twice for this ship."),
    "goods-must-differ": _("The two goods must differ."),
    "no-goods-left": _("No goods are left in the supply."),
    "name-the-goods": _("Say which goods you take: {goods}."),
    "smaller-number-first": _("These two goods stand in the list in the other order."),
    # notation
    "no-such-verb": _("There is no such move in this game."),
    "wrong-count": _("A move like this names {want} things, not {got}."),
    "no-such-space": _("There is no such space."),
    "no-such-tile": _("There is no such tile."),
    "no-such-ship": _("There is no such ship."),
    "no-such-load": _("You have no such ship to deliver from."),
    "no-such-workers": _("That is no number of workers."),
    "no-such-action": _("There is no such action."),
    "no-such-reward": _("There is no such reward."),
    "no-such-good": _("That is not a good."),
}


def reason(why: WhyNot) -> str:
    text = REASONS.get(why.code)
    return "" if text is None else str(text).format(**_named(why))


def _named(why: WhyNot) -> dict[str, Any]:
    params: dict[str, Any] = dict(why.params)
    if "tile" in params:
        params["size"] = SIZE_OF[params["tile"]] if 0 <= params["tile"] < len(SIZE_OF) else 1
        params["tile"] = words.TILE[params["tile"]]
    if "ship" in params:
        params["ship"] = words.berth(params["ship"])
    if "action" in params:
        params["action"] = words.ACTION[params["action"]]
    if "crest" in params:
        params["crest"] = words.CREST[params["crest"]]
    if "cells" in params:
        params["room"] = CELLS - params["cells"]
    if why.code == "storage-full":
        params.setdefault("size", params.get("goods", 1))
    return params
