"""A whole turn of Oltre Mare in one sentence, and what it costs and brings.

Told from the moves: the last of them may reveal something, and then nothing is known of it but that
it was made. What was played is counted from the events, the rest from the position before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core.types import Event, Move
from engine.oltremare.material import CALM, DEAL, FAVOUR, FIGHT
from engine.oltremare.offers import terms
from engine.oltremare.tables import FAVOUR_PRICES, PRICE, PRICE_IN_DEBT, SIGNS_OF, STEPS
from games.titles.answers import TurnWords
from games.titles.base import in_turn
from games.titles.oltremare import names as n
from games.titles.oltremare.moves import move as named

View = dict[str, Any]
SLIPS_AFTER: Final = ("close", "lay", "sail", "jump", "stay", "stow", "wish")


def turn_words(
    moves: Sequence[Move],
    events: Sequence[Event],
    before: View,
    after: View,
    names: Sequence[str] = (),
) -> TurnWords:
    parts = [*_parts(moves, before, names)] or [_("end your turn")]
    bill = Bill(moves, events, before, after)
    return TurnWords(in_turn(parts), n.listed(bill.cost()), n.listed(bill.gain()))


# --- the sentence -------------------------------------------------------------------------


def _parts(moves: Sequence[Move], before: View, names: Sequence[str]) -> Iterator[str]:
    """What is done, one phrase each; cards that go the same way share one."""
    prompt = before["prompt"]
    verbs = [move.verb for move in moves]
    for verb, group in groupby(moves, key=lambda move: move.verb):
        run = [*group]
        cards = [move.args[0] for move in run if move.args]
        if verb in SLIPS_AFTER:
            prompt = "desk"
        if verb == "discard":
            yield _("discard {goods}").format(goods=n.goods_of(cards))
        elif verb == "lay":
            yield _("lay {goods}").format(goods=n.goods_of(cards))
        elif verb == "stow":
            yield _("stow {goods}, bottom first").format(goods=n.stacked(cards))
        elif verb == "buy":
            yield from _purchases(cards)
        elif verb == "offer":
            yield from (_offered(move, prompt, names) for move in run)
        elif (verb == "close" and "lay" in verbs) or (verb == "call" and "offer" in verbs):
            continue  # what comes with it says enough
        elif verb != "end":
            yield from (named(move, names, before["offers"]) for move in run)


def _purchases(piles: Sequence[int]) -> Iterator[str]:
    deck, own = piles.count(0), piles.count(1)
    if deck:
        yield ngettext("buy {n} card from the deck", "buy {n} cards from the deck", deck).format(
            n=deck
        )
    if own:
        yield ngettext(
            "buy back {n} card from your pirate pile",
            "buy back {n} cards from your pirate pile",
            own,
        ).format(n=own)


def _offered(move: Move, prompt: str, names: Sequence[str]) -> str:
    to, pay, cards, wants, claims = terms(move)
    gives = n.given([n.good_of(card) for card in cards], claims, pay)
    text = {
        "trade": _("call {seats}: {bargain}"),
        "reply": _("make a counter-offer to {seats}: {bargain}"),
    }.get(prompt) or _("leave a slip for {seats}: {bargain}")
    return text.format(
        seats=n.players(n.members(to), names), bargain=n.bargain(gives, n.asked(wants, pay))
    )


# --- what it costs and brings -------------------------------------------------------------


class Bill:
    """What the seat gives and gets, besides the cards the sentence names."""

    def __init__(
        self, moves: Sequence[Move], events: Sequence[Event], before: View, after: View
    ) -> None:
        self.seat: int = before["seat"]
        self.active = before["turn"] == self.seat
        self.paid = self.earned = self.drawn = self.prestige = 0
        self.pirates = sum(move.verb == "discard" for move in moves)
        self.markers: list[int] = []
        for event in events:
            self._played(event.kind, event.seat, event.data)
        if moves and not self._was_played(moves, events):
            self._reckon(moves, before, after)

    def _was_played(self, moves: Sequence[Move], events: Sequence[Event]) -> bool:
        """Does the last move show among the events? Only those that may reveal are asked."""
        verb = moves[-1].verb
        kind = {"buy": "buy", "accept": "deal", "lay": "lay"}.get(verb)
        if kind is None:
            return True
        times = 1 if verb == "lay" else sum(move.verb == verb for move in moves)
        return sum(event.kind == kind for event in events) >= times

    def _played(self, kind: str, seat: int, data: Mapping[str, Any]) -> None:
        if kind == "deal":
            if self.seat in (data["by"], data["with"]):
                got = data["ducats"] if data["with"] == self.seat else -data["ducats"]
                self._ducats(got)
                self.prestige += bool(data["prestige"]) and not self.active
        elif seat != self.seat:
            return
        elif kind == "buy":
            self.paid += data["price"]
        elif kind == "ducats":
            self.earned += data["n"]
        elif kind == "pirates":
            self.pirates += data["n"]
        elif kind == "draw":
            self.drawn += data["n"]
        elif kind == "marker":
            self.markers.append(data["marker"])

    def _reckon(self, moves: Sequence[Move], before: View, after: View) -> None:
        """The last move, which was not played here, from the position before it."""
        last, mine = moves[-1], after["players"][self.seat]
        if last.verb == "buy":
            usual = PRICE if mine["ducats"] > 0 else PRICE_IN_DEBT
            favour = mine["active"] == FAVOUR
            self.paid += FAVOUR_PRICES[after["bought"]] if favour else usual
        elif last.verb == "accept":
            for offer in after["offers"]:
                if offer["id"] == last.args[0]:
                    self._ducats(offer["pay"])
        else:
            laid = [*after["laid"], last.args[0]]
            if len(laid) == after["load"]:
                self._signs(laid, mine["active"])

    def _signs(self, laid: Sequence[int], marker: int) -> None:
        ducats, pirates, cards, ships = (sum(SIGNS_OF[card][k] for card in laid) for k in range(4))
        self.earned += STEPS[ducats + (marker == DEAL)] + (ships if marker == CALM else 0)
        self.pirates += 0 if marker == FIGHT else STEPS[pirates]
        self.drawn += STEPS[cards]

    def _ducats(self, number: int) -> None:
        if number > 0:
            self.earned += number
        else:
            self.paid -= number

    def cost(self) -> list[str]:
        kinds = ((self.paid, n.ducats), (self.pirates, n.pirates))
        return [worded(count) for count, worded in kinds if count]

    def gain(self) -> list[str]:
        kinds = ((self.earned, n.ducats), (self.drawn, n.cards), (self.prestige, n.prestige))
        found = [worded(count) for count, worded in kinds if count]
        return found + [
            _("the marker “{marker}”").format(marker=n.MARKERS[marker]) for marker in self.markers
        ]
