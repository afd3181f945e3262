"""Why a move of Oltre Mare is not possible, by the engine's code. Numbers become names first."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from engine.core.errors import WhyNot
from games.titles.oltremare import names

REASONS: Final = {
    # whose decision, which decision
    "game-over": _("The match is over."),
    "not-your-decision": _("It’s not your turn to decide."),
    "not-now": _("That belongs to another phase of the turn."),
    "over-limit": _("You hold too many cards. Discard down to your hand limit first."),
    "enough-laid": _("You have no card to lay now."),
    "owing": _("You can do that only during another player’s turn, while you owe no answer."),
    # cards
    "not-in-hand": _("Not in your hand: {card}."),
    "not-laid": _("Not among the cards you laid: {card}."),
    # offers
    "not-active": _("Every deal must include the player whose turn it is."),
    "no-such-seat": _("You can’t make that offer to these players."),
    "no-card": _("At least one card must change hands. Ducats alone aren’t a deal."),
    "load-out-of-reach": _(
        "After that deal, the player whose turn it is couldn’t get enough cards. Cards to lay: "
        "{load}."
    ),
    "too-many-cards": _("Cards per offer, each way: {most} at most."),
    "too-many-ducats": _("Ducats per offer: {most} at most."),
    "nothing-to-give": _("These cards aren’t what offer {id} asks for."),
    "offer-gone": _("Offer {id} is gone."),
    "other-order": _("Name these cards in the other order."),
    "three-slips": _("Slips you can have at once: {most}."),
    "three-calls": _("Calls you can send together: {most}."),
    "no-more-calls": _("No more calls this turn. Rounds of calls per turn: {calls}."),
    "nothing-ready": _("Prepare a call first."),
    "not-asked": _("This offer isn’t for you."),
    "quiet": _("A player who takes no calls can’t be called."),
    "wished": _("You’ve already posted a wish this turn."),
    # buying, sailing
    "too-few-cards": _("Cards needed to go on: {need}. You have {have}. Trade or buy more."),
    "four-bought": _("Cards you can buy per turn: {most}. You’ve bought them all."),
    "no-pirates": _("Your pirate pile is empty."),
    "deck-empty": _("There are no cards left to buy."),
    "out-of-reach": _("You can’t get to {port} by exactly this many routes: {ships}."),
    "compass-there": _("There’s a compass in {port}. One compass can’t lead to another."),
    "same-port": _("You’re already in {port}."),
    # notation
    "wrong-count": _("Numbers expected in this move: {want}; given: {got}."),
    "wrong-length": _("Choose at least {least} and at most {most}. You chose {got}."),
    "not-rising": _("Name each card once, the smallest number first."),
    "no-such-card": _("There’s no such card."),
    "no-such-port": _("There’s no such port."),
    "no-such-pile": _("You can buy from the deck or from your pirate pile."),
    "no-such-offer": _("There’s no such offer."),
    "no-such-want": _("Choose at least one good for each card you want."),
    "no-such-good": _("That’s not one of the goods."),
    "no-such-claim": _("That’s not a pair of signs."),
    "no-such-pay": _("That’s not a valid number of ducats."),
}


def reason(why: WhyNot) -> str:
    text = REASONS.get(why.code)
    return "" if text is None else str(text).format(**_named(why))


def _named(why: WhyNot) -> dict[str, Any]:
    params: dict[str, Any] = dict(why.params)
    if "card" in params:
        # The good alone: a number somebody typed need not be a card of theirs.
        params["card"] = names.good_of(params["card"])
    port = params.get("port", -1)
    if 0 <= port < len(names.PORTS):
        params["port"] = names.PORTS[port]
    return params
