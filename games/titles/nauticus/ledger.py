"""The draft told back: what it did, what it costs and earns, what happens after it."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from engine.core.types import Event
from engine.nauticus.material import CELLS, CROWN_MAST, CROWN_SAIL, GOODS, PHASES, R_GOODS
from games.selectors.scenes import Scene
from games.titles.answers import DraftLine
from games.titles.base import seat_name
from games.titles.kit.art import icon
from games.titles.nauticus import words
from games.titles.nauticus.art import tile_icon

REWARD_TILES = (CROWN_MAST, CROWN_SAIL)
REWARD_SIGNS = {2: "t-vp", 3: "t-coin", 4: "t-worker", R_GOODS: "a-goods"}


class Total(NamedTuple):
    name: str
    was: int | None  # None if the draft did not change it
    now: int
    unit: str


def lines(scene: Scene) -> list[DraftLine]:
    """One line per thing the draft does."""
    found = [line for event in scene.events if (line := _line(event)) is not None]
    if scene.parked is not None and scene.parked.verb == "end":
        found.append(_signed("i-confirm", _("End of your turn")))
    elif scene.parked is not None and not any(e.kind == "pass" for e in scene.events):
        if scene.parked.verb == "pass":
            found.append(_signed("i-pass", _("Pass")))
        elif len(found) < len(scene.draft):
            found.append(_signed("i-confirm", _("Last move")))
    return found


def _line(event: Event) -> DraftLine | None:
    d: dict[str, Any] = event.data
    kind = event.kind
    if kind in ("buy", "move"):
        to = _("to storage")
        if d["dest"] < 0:
            to = _("(no room: it’s lost)")
        elif d["dest"]:
            to = _("to berth {letter}").format(letter=words.berth(d["dest"]))
        text = _("{tile} {place}").format(tile=words.TILE_LABEL[d["tile"]], place=to)
        price = d["price"] if kind == "buy" else None
        return DraftLine(text, tile_icon(d["tile"]), price)
    if kind == "receive":
        text = _("{tile} {place}").format(tile=words.TILE_LABEL[d["tile"]], place=_("to storage"))
        return DraftLine(text, tile_icon(d["tile"]), free=True)
    if kind == "choose":
        return _signed(words.ACTION_SIGNS[d["action"]], str(words.ACTION[d["action"]]))
    if kind == "bonus":
        gift = words.bonus(d)
        return _signed("i-plus", _("Bonus: {gift}").format(gift=gift)) if gift else None
    if kind == "withdraw":
        return _signed("a-money", "+" + words.coins(d["coins"]))
    if kind == "score":
        return _signed("a-crowns", "+" + words.points(d["points"]))
    if kind == "deliver":
        text = words.listed([str(words.TILE[tile]) for tile in d["goods"]])
        return _signed("a-deliver", _("Deliver {goods}").format(goods=text))
    if kind == "reward":
        if d["reward"] < R_GOODS and d["reward"] in (0, 1):
            sign = tile_icon(REWARD_TILES[d["reward"]])
            return DraftLine(str(words.REWARD[d["reward"]]), sign)
        goods = words.listed([str(words.TILE_LABEL[tile]) for tile in d["goods"]])
        return _signed(REWARD_SIGNS[d["reward"]], goods or str(words.REWARD[d["reward"]]))
    if kind == "complete":
        text = _("Ship at berth {letter} complete").format(letter=words.berth(d["ship"]))
        return _signed("c-ship", text)
    if kind == "forfeit":
        return _signed("i-warning", _("No room: a free tile is lost"))
    if kind == "pass":
        return _signed("i-pass", _("Pass"))
    if kind == "extra":
        text = _("Extra action: {action}").format(action=words.ACTION_LOW[d["action"]])
        return _signed("i-extra", text)
    return None


def _signed(sign: str, text: str) -> DraftLine:
    return DraftLine(text, icon(sign))


def totals(scene: Scene) -> list[Total]:
    """Running totals, `9 → 8`; a total that has not moved shows once."""
    number = scene.number or 0
    a, b = scene.before["players"][number], scene.view["players"][number]
    found = [
        _total(_("Coins"), a["coins"], b["coins"]),
        _total(_("Workers"), a["workers"], b["workers"]),
        _total(_("Storage"), a["cells"], b["cells"], _("of {n}").format(n=CELLS)),
    ]
    if a["vp"] != b["vp"]:
        found.append(_total(_("Points"), a["vp"], b["vp"]))
    if a["crowns"] != b["crowns"]:
        found.append(_total(_("Crowns"), a["crowns"], b["crowns"]))
    return found


def _total(name: str, was: int, now: int, unit: str = "") -> Total:
    return Total(name, was if was != now else None, now, unit)


def meter(view: dict[str, Any]) -> list[bool] | None:
    """Which of the four kinds are bought, while that still matters."""
    act = view["action"]
    if act is None or act["action"] > GOODS or act["stage"] == 2:
        return None
    return [count > 0 for count in act["bought"]]


def after(scene: Scene) -> str:
    """Who comes next once this turn is confirmed."""
    view = scene.view
    if view["over"] or scene.seat is None:
        return ""
    seats, start = view["seats"], view["start"]
    position = (scene.seat.number - start) % seats
    if position + 1 < seats:
        who = seat_name(scene.seats[(scene.seat.number + 1) % seats])
        return _("Next to act: {who}.").format(who=who)
    if view["phase"] + 1 < PHASES:
        chooser = scene.seats[(start + 1) % seats]
        text = _("Then phase {phase}: {who} chooses a tile.")
        if chooser.number == scene.number and not scene.match.hot_seat:
            text = _("Then phase {phase}: you choose a tile.")
        return text.format(phase=view["phase"] + 2, who=seat_name(chooser))
    if view["round"] < view["rounds"]:
        return _("Then the round ends: unflipped pass tiles cost points.")
    return _("This is the last turn of the match.")
