"""Moves of Oltre Mare as their player would say them, and the words of forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.core.forms import Field, Form
from engine.core.types import Move
from engine.oltremare.offers import terms
from games.titles.oltremare import names as n

Offers = Sequence[Mapping[str, Any]]  # as a view shows them


def move(move: Move, names: Sequence[str] = (), offers: Offers = ()) -> str:
    """In words, for a player who may read it: it names cards. `offers` are those of the view.

    As written if another version of the rules knew it and this one does not.
    """
    try:
        return WORDED[move.verb](move, names, offers)
    except (KeyError, IndexError, ValueError):
        return str(move)


def _find(offers: Offers, number: int) -> Mapping[str, Any] | None:
    return next((offer for offer in offers if offer["id"] == number), None)


def _card(text: str | Promise) -> Callable[[Move, Sequence[str], Offers], str]:
    return lambda move, names, offers: str(text).format(card=n.card(move.args[0]))


def _port(text: str | Promise) -> Callable[[Move, Sequence[str], Offers], str]:
    return lambda move, names, offers: str(text).format(port=n.PORTS[move.args[0]])


def _plain(text: str | Promise) -> Callable[[Move, Sequence[str], Offers], str]:
    return lambda move, names, offers: str(text)


def _buy(move: Move, names: Sequence[str], offers: Offers) -> str:
    texts = (_("buy a card from the deck"), _("buy back the top card of your pirate pile"))
    return texts[move.args[0]]


def _offer(move: Move, names: Sequence[str], offers: Offers) -> str:
    to, pay, cards, wants, claims = terms(move)
    seats = n.players(n.members(to), names)
    gives = n.given([n.good_of(card) for card in cards], claims, pay)
    asks = n.asked(wants, pay)
    text = _("offer {gives} to {seats} for {asks}")
    if not asks:
        text = _("offer {gives} to {seats} as a gift")
    if not gives:
        text = _("ask {seats} for {asks} as a gift")
    return text.format(gives=gives, seats=seats, asks=asks)


def _accept(move: Move, names: Sequence[str], offers: Offers) -> str:
    number, *cards = move.args
    offer = _find(offers, number)
    if offer is None:
        text = _("accept offer {id}, giving {cards}") if cards else _("accept offer {id}")
        return text.format(id=number, cards=n.all_cards(cards))
    given = [n.card(card) for card in cards]
    gives = n.given(given, (), -offer["pay"])
    gets = n.given([str(n.GOODS[good]) for good in offer["goods"]], offer["claims"], offer["pay"])
    text = _("accept {who}’s offer: give {gives}, get {gets}")
    if not gives:
        text = _("accept {who}’s offer: get {gets}")
    if not gets:
        text = _("accept {who}’s offer: give {gives}")
    return text.format(who=n.player(offer["by"], names), gives=gives, gets=gets)


def _withdraw(move: Move, names: Sequence[str], offers: Offers) -> str:
    offer = _find(offers, move.args[0])
    if offer is None:
        return _("withdraw offer {id}").format(id=move.args[0])
    return _("withdraw your offer: {bargain}").format(bargain=bargain(offer))


def _wish(move: Move, names: Sequence[str], offers: Offers) -> str:
    if not move.args[0]:
        return _("take your wish down")
    return _("post a wish for {goods}").format(goods=n.any_of(move.args[0]))


def bargain(offer: Mapping[str, Any]) -> str:
    """An offer of a view: what it gives for what. Goods only, also in one's own."""
    gives = n.given([str(n.GOODS[good]) for good in offer["goods"]], offer["claims"], offer["pay"])
    return n.bargain(gives, n.asked(offer["wants"], offer["pay"]))


WORDED: Final[dict[str, Callable[[Move, Sequence[str], Offers], str]]] = {
    "discard": _card(gettext_lazy("discard {card}")),
    "buy": _buy,
    "offer": _offer,
    "accept": _accept,
    "call": _plain(gettext_lazy("send your calls")),
    "close": _plain(gettext_lazy("finish trading")),
    "decline": _plain(gettext_lazy("decline")),
    "recall": _plain(gettext_lazy("recall your calls")),
    "withdraw": _withdraw,
    "lay": _card(gettext_lazy("lay {card}")),
    "sail": _port(gettext_lazy("sail to {port}")),
    "jump": _port(gettext_lazy("follow the compass to {port}")),
    "stay": _plain(gettext_lazy("stay where you are")),
    "stow": _card(gettext_lazy("stow {card}")),
    "wish": _wish,
    "quiet": _plain(gettext_lazy("take no calls until your next turn")),
    "end": _plain(gettext_lazy("end your turn")),
}


# --- forms --------------------------------------------------------------------------------

# An offer becomes what the step makes of it.
OFFER_LABEL: Final = {
    "trade": gettext_lazy("Prepare a call"),
    "reply": gettext_lazy("Make a counter-offer"),
    "desk": gettext_lazy("Leave a slip"),
}
FORM_LABEL: Final[dict[str, Promise | str]] = {
    "offer": gettext_lazy("Make an offer"),
    "wish": gettext_lazy("Post a wish"),
    "accept": gettext_lazy("Accept an offer"),
    "withdraw": gettext_lazy("Withdraw an offer"),
    "discard": gettext_lazy("Discard a card"),
    "buy": gettext_lazy("Buy a card"),
    "call": gettext_lazy("Send your calls"),
    "close": gettext_lazy("Finish trading"),
    "decline": gettext_lazy("Decline"),
    "recall": gettext_lazy("Recall your calls"),
    "lay": gettext_lazy("Lay a card"),
    "sail": gettext_lazy("Sail to a port"),
    "jump": gettext_lazy("Follow the compass"),
    "stay": gettext_lazy("Stay where you are"),
    "stow": gettext_lazy("Stow a card"),
    "quiet": gettext_lazy("Take no calls"),
    "end": gettext_lazy("End your turn"),
}
FIELD_LABEL: Final[dict[str, Promise | str]] = {
    "seat": gettext_lazy("Offer to"),
    "pay": gettext_lazy("Ducats you add (a minus asks for ducats)"),
    "offer.card": gettext_lazy("Cards you give"),
    "card": gettext_lazy("Card"),
    "want": gettext_lazy("Card you want: any of these goods"),
    "claim": gettext_lazy("What you say about its signs"),
    "good": gettext_lazy("Goods you’re looking for"),
    "offer": gettext_lazy("Offer"),
    "accept.card": gettext_lazy("Cards you give"),
    "pile": gettext_lazy("Buy from"),
    "port": gettext_lazy("Port"),
}


def form_label(form: Form, prompt: str = "") -> str:
    """What a form does; with the prompt of the view, what an offer becomes here."""
    if form.verb == "offer" and prompt in OFFER_LABEL:
        return str(OFFER_LABEL[prompt])
    return str(FORM_LABEL[form.verb])


def field_label(form: Form, field: Field) -> str:
    return str(FIELD_LABEL.get(f"{form.verb}.{field.key}") or FIELD_LABEL[field.key])


def value_label(form: Form, field: Field, number: int, names: Sequence[str] = ()) -> str:
    """A number of a field, or one thing of a set."""
    key = field.key
    if key == "seat":
        return n.player(number, names)
    if key == "card":
        return n.card(number)
    if key in ("want", "good"):
        return str(n.GOODS_LABEL[number])
    if key == "claim":
        return str(n.PAIRS[number]) if number >= 0 else _("nothing")
    if key == "pay":
        return n.signed(number)
    if key == "pile":
        return (_("Deck"), _("Pirate pile"))[number]
    if key == "port":
        return n.PORTS[number]
    return str(number)
