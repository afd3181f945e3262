"""Words of the text board. The engine draws it; these phrases lie over its English ones."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.titles.nauticus import words

PHRASES: Final = {
    "head": _("{0}, round {1} of {2}, phase {3} of {4}"),
    "head.over": _("{0}, after {1} rounds"),
    "columns.space": _("space"),
    "columns.action": _("action"),
    "columns.blue": _("blue"),
    "columns.bonus": _("bonus"),
    "columns.prices": _("prices"),
    "used": _("(used)"),
    "anchor": _("anchor"),
    "supply": _("supply"),
    "heading": _("{0}:"),
    "now": _("{0} performs {1} (blue workers left: {2}, uses: {3})"),
    "now.extra": _("{0} performs the extra action {1} (uses: {2})"),
    "player": _("{0}: points {1}, coins {2}, workers {3}, crowns {4}, pass tiles flipped {5} of 3"),
    "player.extra": _("extra action"),
    "player.total": _("score so far {0}"),
    "start": _("start player"),
    "storage": _("storage {0}/12"),
    "delivered": _("delivered"),
    "ship": _("berth {0}"),
    "ship.open": pgettext_lazy("ship", "open"),
    "ship.closed": pgettext_lazy("ship", "closed"),
    "ship.complete": pgettext_lazy("ship", "complete"),
    "times": _("{0} x{1}"),
    "nothing": _("nothing"),
    "bonus.workers": _("{0} workers"),
    "bonus.workers.one": _("1 worker"),
    "bonus.coins": _("{0} coins"),
    "bonus.points": _("{0} points"),
    "bonus.points.one": _("1 point"),
    "bonus.tile.4": _("a mast"),
    "bonus.tile.9": _("a sail"),
    "bonus.tile.14": _("a good"),
    **{f"action.{i}": word for i, word in enumerate(words.ACTION_LOW)},
    **{f"tile.{i}": word for i, word in enumerate(words.TILE)},
    # in a list of masts or sails the crest is enough
    **{f"short.{i}": word for i, word in enumerate(words.TILE)},
    **{f"short.{4 + i}": word for i, word in enumerate(words.CREST)},
    **{f"short.{9 + i}": word for i, word in enumerate(words.CREST)},
}


def lettered(view: dict[str, Any]) -> dict[str, Any]:
    """The same view with ships called as on the drawn board: berth A, berth B."""
    players = [
        player | {"ships": [s | {"ship": words.berth(s["ship"])} for s in player["ships"]]}
        for player in view["players"]
    ]
    return view | {"players": players}


def phrases() -> dict[str, str]:
    """In the reader's language."""
    return {key: str(text) for key, text in PHRASES.items()}
