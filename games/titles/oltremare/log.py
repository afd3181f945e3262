"""The log of Oltre Mare: one sentence per event. What all may read names goods, never cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core.types import Move
from engine.oltremare.tables import LIMIT_OF, LOAD_OF
from games.titles.base import bold
from games.titles.oltremare import names as n

Text = SafeString | str


@dataclass
class Told:
    """An event, and the names of those it's about."""

    data: dict[str, Any]
    names: Sequence[str]
    seat: int

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    @property
    def who(self) -> SafeString:
        return self.named(self.seat)

    def named(self, seat: int) -> SafeString:
        return bold(n.player(seat, self.names))

    def bargain(self) -> str:
        gives = n.given([str(n.GOODS[good]) for good in self["goods"]], self["claims"], self["pay"])
        return n.bargain(gives, n.asked(self["wants"], self["pay"]))


def _start(t: Told) -> Text:
    return format_html(
        _("{who} starts in {port} with {card}."),
        who=t.who,
        port=n.PORTS[t["port"]],
        card=n.card(t["card"]),
    )


def _turn(t: Told) -> Text:
    return format_html(_("Round {round}: {who}’s turn."), round=t["round"], who=t.who)


def _local(t: Told) -> Text:
    if not t["ducats"]:
        return format_html(_("{who} gets nothing from local influence: the limit is 3."), who=t.who)
    return format_html(
        _("{who} earned {ducats} from local influence."), who=t.who, ducats=n.ducats(t["ducats"])
    )


def _limit(t: Told) -> Text:
    return format_html(
        _("{who} put {cards} on the pirate pile to keep to the hand limit."),
        who=t.who,
        cards=n.cards(t["n"]),
    )


def _limit_cards(t: Told) -> Text:
    return format_html(_("{who} discarded: {cards}."), who=t.who, cards=n.all_cards(t["cards"]))


def _buy(t: Told) -> Text:
    text = _("{who} bought a card from the deck for {ducats}.")
    if t["from"]:
        text = _("{who} bought back the top card of the pirate pile for {ducats}.")
    return format_html(text, who=t.who, ducats=n.ducats(t["price"]))


def _bought(t: Told) -> Text:
    return format_html(_("{who} got {card}."), who=t.who, card=n.card(t["card"]))


def _call(t: Told) -> Text:
    return _made(_("{who} called {seats} (offer {id}): {bargain}."), t)


def _slip(t: Told) -> Text:
    return _made(_("{who} left a slip for {seats} (offer {id}): {bargain}."), t)


def _counter(t: Told) -> Text:
    return _made(_("{who} made a counter-offer to {seats} (offer {id}): {bargain}."), t)


def _made(text: str, t: Told) -> Text:
    seats = n.players(t["seats"], t.names)
    return format_html(text, who=t.who, seats=seats, id=t["id"], bargain=t.bargain())


def _withdraw(t: Told) -> Text:
    return format_html(_("{who} withdrew offer {id}."), who=t.who, id=t["id"])


def _decline(t: Told) -> Text:
    return format_html(_("{who} declined."), who=t.who)


def _deal(t: Told) -> Text:
    gives = n.given([str(n.GOODS[good]) for good in t["gave"]], (), t["ducats"])
    asks = n.given([str(n.GOODS[good]) for good in t["got"]], (), -t["ducats"])
    maker, taker = t.named(t["by"]), t.named(t["with"])
    text = _("Deal: {maker} gave {gives} to {taker} for {asks}.")
    if not asks:
        text = _("Deal: {maker} gave {gives} to {taker} as a gift.")
    if not gives:
        text = _("Deal: {taker} gave {asks} to {maker} as a gift.")
    told = format_html(text, maker=maker, taker=taker, gives=gives, asks=asks)
    if t["prestige"]:
        told = format_html("{} {}", told, _("It earned a prestige tile."))
    return told


def _deal_cards(t: Told) -> Text:
    sides = [(t.named(t["by"]), t["gave"]), (t.who, t["got"])]
    parts = (
        (format_html(_("{who} handed over {cards}."), who=who, cards=n.all_cards(cards)),)
        for who, cards in sides
        if cards
    )
    return format_html_join(" ", "{}", parts)


def _close(t: Told) -> Text:
    return format_html(_("{who} finished trading."), who=t.who)


def _lay(t: Told) -> Text:
    if not t["cards"]:
        return format_html(_("{who} had no cards to lay."), who=t.who)
    signs = [
        _("{sign} × {n}").format(sign=n.SIGNS[k], n=t[key])
        for k, key in enumerate("DPCS")
        if t[key]
    ]
    return format_html(
        _("{who} laid {goods}. Signs: {signs}."),
        who=t.who,
        goods=n.goods_of(t["cards"]),
        signs=", ".join(signs),
    )


def _ducats(t: Told) -> Text:
    text = _("{who} earned {ducats}.")
    if t["calm"]:
        text = _("{who} earned {ducats}, {calm} of it from a calm sea.")
    return format_html(text, who=t.who, ducats=n.ducats(t["n"]), calm=t["calm"])


def _pirates(t: Told) -> Text:
    if not t["n"]:
        return format_html(_("No cards are left for {who}’s pirate pile."), who=t.who)
    text = ngettext(
        "Pirates! {n} card went to {who}’s pirate pile.",
        "Pirates! {n} cards went to {who}’s pirate pile.",
        t["n"],
    )
    return format_html(text, n=t["n"], who=t.who)


def _draw(t: Told) -> Text:
    if not t["n"]:
        return format_html(_("No cards are left for {who} to draw."), who=t.who)
    return format_html(_("{who} drew {cards}."), who=t.who, cards=n.cards(t["n"]))


def _drawn(t: Told) -> Text:
    if not t["cards"]:
        return ""
    return format_html(_("{who} drew: {cards}."), who=t.who, cards=n.all_cards(t["cards"]))


def _sail(t: Told) -> Text:
    text = _("{who} sailed from {start} to {port}.")
    if t["from"] == t["port"]:
        text = _("{who} made a round trip and is back in {port}.")
    return format_html(text, who=t.who, start=n.PORTS[t["from"]], port=n.PORTS[t["port"]])


def _marker(t: Told) -> Text:
    return format_html(
        _("{who} took the marker “{marker}”."), who=t.who, marker=n.MARKERS[t["marker"]]
    )


def _compass(t: Told) -> Text:
    return format_html(
        _("{who} used the compass and is now in {port}."), who=t.who, port=n.PORTS[t["port"]]
    )


def _stow(t: Told) -> Text:
    top = t["cards"][-1]
    return format_html(
        _("{who} stowed, bottom first: {goods}. Next turn: limit {limit}, load {load}."),
        who=t.who,
        goods=n.stacked(t["cards"]),
        limit=LIMIT_OF[top],
        load=LOAD_OF[top],
    )


def _wish(t: Told) -> Text:
    if not t["goods"]:
        return format_html(_("{who} no longer has a wish."), who=t.who)
    return format_html(_("{who} is looking for {goods}."), who=t.who, goods=n.any_of(t["goods"]))


def _quiet(t: Told) -> Text:
    return format_html(_("{who} takes no calls until the next turn."), who=t.who)


def _venice(t: Told) -> Text:
    paid = zip(t["prestige"], t["cargo"], strict=True)
    text, shown = _("Venice pays for prestige and cargo: {paid}."), "{} {} + {}"
    if not any(t["cargo"]):
        text, shown = _("Venice pays for prestige: {paid}."), "{} {}"
    rows = [(t.named(seat), tiles, cargo) for seat, (tiles, cargo) in enumerate(paid)]
    return format_html(text, paid=format_html_join(", ", shown, rows))


def _last_round(t: Told) -> Text:
    return _("The last card of the deck has been taken: this is the last round.")


def _refill(t: Told) -> Text:
    text = ngettext(
        "A new deck is shuffled: {n} card.", "A new deck is shuffled: {n} cards.", t["n"]
    )
    return format_html(text, n=t["n"])


def _settle(t: Told) -> Text:
    return format_html(
        _("{who}’s cards are counted now and shuffled: cargo {cargo}, pirates {pirates}."),
        who=t.who,
        cargo=t["cargo"],
        pirates=n.signed(t["pirates"]),
    )


def _final(t: Told) -> Text:
    lines = {key: n.signed(t[key]) for key in LINES}
    total = n.ducats(sum(t[key] for key in LINES))
    return format_html(
        _(
            "{who} finishes with {total}: purse {purse}, prestige {prestige}, cargo {cargo}, "
            "pirates {pirates}, markers {markers}."
        ),
        who=t.who,
        total=total,
        **lines,
    )


LINES: Final = ("purse", "prestige", "cargo", "pirates", "markers")
TELLERS: Final[dict[str, Callable[[Told], Text]]] = {
    "start": _start,
    "turn": _turn,
    "local": _local,
    "limit": _limit,
    "limit-cards": _limit_cards,
    "buy": _buy,
    "bought": _bought,
    "call": _call,
    "slip": _slip,
    "counter": _counter,
    "withdraw": _withdraw,
    "decline": _decline,
    "deal": _deal,
    "deal-cards": _deal_cards,
    "close": _close,
    "lay": _lay,
    "ducats": _ducats,
    "pirates": _pirates,
    "draw": _draw,
    "drawn": _drawn,
    "sail": _sail,
    "marker": _marker,
    "compass": _compass,
    "stow": _stow,
    "wish": _wish,
    "quiet": _quiet,
    "venice": _venice,
    "last-round": _last_round,
    "refill": _refill,
    "settle": _settle,
    "final": _final,
}


def sentence(kind: str, data: dict[str, Any], names: Sequence[str], seat: int) -> Text:
    """One event in words; "" where there's nothing to tell."""
    teller = TELLERS.get(kind)
    # An event only another version of the rules knows has no words.
    return "" if teller is None else teller(Told(data, names, seat))


def did(move: Move, name: str) -> Text:
    """A move the log says nothing about, for those who may read it; "" if the log says it all."""
    texts = {
        "discard": _("{who} discarded {goods}."),
        "lay": _("{who} laid {goods}."),
        "stow": _("{who} stowed {goods}."),
        "offer": _("{who} prepared a call."),
        "call": _("{who} sent the calls."),
        "recall": _("{who} recalled the calls."),
        "end": _("{who} ended the turn."),
    }
    if move.verb not in texts:
        return ""
    goods = n.good_of(move.args[0]) if move.verb in ("discard", "lay", "stow") else ""
    return format_html(texts[move.verb], who=bold(name), goods=goods)
