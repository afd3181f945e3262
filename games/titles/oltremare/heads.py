"""What the player at hand decides, in a head and a sentence; and what the others wait for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.titles.oltremare import names as n


class Head(NamedTuple):
    head: str
    help: str = ""


WAITING: Final = {
    "limit": gettext_lazy("{who} is discarding"),
    "trade": gettext_lazy("{who} is trading"),
    "reply": gettext_lazy("Waiting for answers: {who}"),
    "lay": gettext_lazy("{who} is laying cards"),
    "sail": gettext_lazy("{who} is sailing"),
    "compass": gettext_lazy("{who} is choosing a port"),
    "stow": gettext_lazy("{who} is stowing cards"),
    "desk": gettext_lazy("{who} is finishing the turn"),
}


def head(view: dict[str, Any], names: Sequence[str] = ()) -> Head:
    """For the seat whose view this is, if it owes a decision; else what it waits for."""
    prompt, seat = view["prompt"], view["seat"]
    if not prompt:
        return Head(_("The match is over"))
    if seat not in view["to_act"]:
        return Head(waiting(view, names))
    return {
        "limit": _limit,
        "trade": _trade,
        "reply": _reply,
        "lay": _lay,
        "sail": _sail,
        "compass": _compass,
        "stow": _stow,
        "desk": _desk,
    }[prompt](view, names)


def waiting(view: dict[str, Any], names: Sequence[str]) -> str:
    """What the table waits for, in one line."""
    who = n.listed([n.player(seat, names) for seat in view["to_act"]])
    return str(WAITING[view["prompt"]]).format(who=who)


def _limit(view: dict[str, Any], names: Sequence[str]) -> Head:
    held, limit = len(view["hand"]), view["limit"]
    text = ngettext(
        "You hold {held} cards, and the limit is {limit}. Choose {n} card for your pirate pile.",
        "You hold {held} cards, and the limit is {limit}. Choose {n} cards for your pirate pile; "
        "the last one ends up on top.",
        held - limit,
    )
    return Head(_("Your turn: hand limit"), text.format(held=held, limit=limit, n=held - limit))


def _trade(view: dict[str, Any], names: Sequence[str]) -> Head:
    short = view["load"] - len(view["hand"])
    if short > 0 and view["players"][view["seat"]]["may_buy"]:
        text = ngettext(
            "You’re {n} card short of your load. Trade or buy more.",
            "You’re {n} cards short of your load. Trade or buy more.",
            short,
        ).format(n=short)
    elif view["called"] >= view["options"]["calls"]:
        text = ngettext(
            "Accept offers and buy cards. Then lay {n} card.",
            "Accept offers and buy cards. Then lay {n} cards.",
            view["load"],
        ).format(n=view["load"])
    else:
        text = ngettext(
            "Accept offers, call other players, buy cards. Then lay {n} card.",
            "Accept offers, call other players, buy cards. Then lay {n} cards.",
            view["load"],
        ).format(n=view["load"])
    return Head(_("Your turn: trade"), text)


def _reply(view: dict[str, Any], names: Sequence[str]) -> Head:
    return Head(
        _("{who} is calling you").format(who=n.player(view["turn"], names)),
        _("Accept, decline or make a counter-offer. If time runs out, you decline."),
    )


def _lay(view: dict[str, Any], names: Sequence[str]) -> Head:
    left = view["load"] - len(view["laid"])
    text = ngettext("Your turn: lay {n} card", "Your turn: lay {n} cards", left)
    return Head(
        text.format(n=left),
        _("Their signs take effect together, in this order: ducats, pirates, cards, ship."),
    )


def _sail(view: dict[str, Any], names: Sequence[str]) -> Head:
    text = ngettext("Your turn: sail {n} route", "Your turn: sail {n} routes", view["ships"])
    return Head(
        text.format(n=view["ships"]),
        _("Choose your destination. Ports on the way don’t count."),
    )


def _compass(view: dict[str, Any], names: Sequence[str]) -> Head:
    return Head(
        _("Your turn: the compass"),
        _("Go on at once to any other port without a compass, or stay. It’s used up either way."),
    )


def _stow(view: dict[str, Any], names: Sequence[str]) -> Head:
    count = len(view["laid"])
    text = ngettext("Your turn: stow {n} card", "Your turn: stow {n} cards", count)
    return Head(
        text.format(n=count),
        _("Bottom first. The last card sets your limit and load for your next turn."),
    )


def _desk(view: dict[str, Any], names: Sequence[str]) -> Head:
    return Head(
        _("Before you end your turn"),
        _("Leave slips and a wish for the others’ turns, or take no calls. Then end your turn."),
    )
