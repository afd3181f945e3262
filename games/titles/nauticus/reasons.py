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
    "not-your-decision": _("It’s not your turn to decide."),
    "choose-a-tile-first": _("Choose an action tile first."),
    "take-the-bonus-first": _("Pick your bonus tile first."),
    "take-the-free-tile-first": _("Take your free tile first."),
    "take-the-reward-first": _("Take the reward for your ship first."),
    "phase-running": _("This phase’s tile has already been chosen."),
    "no-bonus-due": _("You have no bonus tile to pick now."),
    "no-free-tile-due": _("You have no free tile to take now."),
    "no-reward-due": _("You have no reward to take now."),
    "tile-used": _("This tile has already been used this round."),
    "other-action": _("The current action is: {action}."),
    "action-over": _("You’re done with this action. Only the extra action is left."),
    "passed": _("You’ve passed. Only the extra action is left."),
    "one-withdrawal": _(
        "You can withdraw money only once per action, with as many workers as you like."
    ),
    "one-scoring": _("You can score your crowns only once per action."),
    "already-performed": _("You’ve already used this action. Undo that if you want to pass."),
    "pass-instead": _("You haven’t used the action yet. To skip it, pass."),
    "extra-already-used": _("You’ve already used your extra action. You get one per match."),
    "extra-without-use": _("{action}: even with 2 more workers you couldn’t do anything there."),
    "extra-needs-a-use": _("Use the extra action at least once, or undo it."),
    "no-pass-in-extra": _("You can’t pass during the extra action. Undo it instead."),
    # buying
    "stack-empty": _("None left in the supply: {tile}."),
    "not-sold-here": _("Not sold here: {tile}."),
    "no-worker": _("Workers needed: {need}. You have {have}."),
    "not-enough-coins": _("Coins needed: {need}. You have {have}."),
    "free-tile-to-storage": _(
        "A tile that costs 0 goes to storage; only tiles you pay for can be built right away."
    ),
    "storage-full": _("Storage cells needed: {size}. Free: {room} of 12."),
    # building
    "only-hulls-begin-ships": _("Only a hull tile can start a new ship."),
    "hull-closed": _("The hull at berth {ship} is already complete."),
    "one-ship-stands-alone": _("A single hull is a whole hull: it always starts a new ship."),
    "hull-has-that-part": _("The hull at berth {ship} has no room for this part."),
    "ship-loaded": _("Every hold at berth {ship} is full."),
    "no-hull-for-mast": _("Every hull tile at berth {ship} already has a mast."),
    "no-mast-for-sail": _("The ship at berth {ship} has no free mast for a sail."),
    "crest-mismatch": _("The ship at berth {ship} bears the {crest} crest. One ship, one crest."),
    # light actions
    "already-in-storage": _("It’s already in storage."),
    "not-in-storage": _("Not in your storage: {tile}."),
    "ship-unfinished": _("The ship at berth {ship} isn’t complete yet."),
    "not-fully-loaded": _(
        "The ship at berth {ship} carries {goods} of {of} goods. Only a full ship can deliver."
    ),
    "no-crowns": _("You have no crowns to score."),
    "crown-cap": _("{workers} workers already reach the limit of {points} points."),
    # free tiles and rewards
    "not-among-these": _("You can’t choose this tile here: {tile}."),
    "reward-taken-twice": _("You’ve already taken this reward twice for this ship."),
    "goods-must-differ": _("The two goods must differ."),
    "no-goods-left": _("There are no goods left in the supply."),
    "name-the-goods": _("Choose which goods to take: {goods}."),
    "smaller-number-first": _("Name these two goods in the other order."),
    # notation
    "wrong-count": _("Numbers expected in this move: {want}; given: {got}."),
    "no-such-space": _("There’s no such space."),
    "no-such-tile": _("There’s no such tile."),
    "no-such-ship": _("There’s no such ship."),
    "no-such-load": _("You have no such ship to deliver from."),
    "no-such-workers": _("That’s not a valid number of workers."),
    "no-such-action": _("There’s no such action."),
    "no-such-reward": _("There’s no such reward."),
    "no-such-good": _("That’s not one of the goods."),
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
