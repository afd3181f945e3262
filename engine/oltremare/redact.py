"""What a seat may see (section 14), and other deals it cannot rule out."""

from __future__ import annotations

from engine.core import Dice, Json, Seat, new_seed
from engine.core.knowledge import Zone, deal_anew, known, knows, stand_ins
from engine.oltremare.deck import may_buy
from engine.oltremare.material import VENICE
from engine.oltremare.setup import SPREAD, deck_size
from engine.oltremare.state import READY, Offer, OltreMareState, clone
from engine.oltremare.tables import GOOD_OF


def good(card: int) -> int:
    return GOOD_OF[card]


def view(s: OltreMareState, seat: Seat | None, header: dict[str, Json]) -> dict[str, Json]:
    out: dict[str, Json] = {
        **header,
        "round": s.round,
        "deck": len(s.deck) - s.venice,
        "discard": [*s.discard],
        "venice": s.venice,
        "last": s.last,
        "board": [*s.board],
        "offers": [_offer(s, one, seat) for one in s.offers if _shown(one, seat)],
        "players": _players(s),
        "limit": s.limit,
        "load": s.load,
        "bought": s.bought,
        "called": s.called,
        "laid": [*s.laid],
        "ships": s.stack[-1].data[0] if s.stack and s.stack[-1].step == "sail" else 0,
    }
    if seat is not None:
        p = s.players[seat]
        out["hand"] = [*p.hand]
        out["pirate_pile"] = [card if knows(s.seen, card, seat) else -1 for card in p.pirates]
        out["known"] = [
            [other, card]
            for other, them in enumerate(s.players)
            if other != seat
            for card in known(s.seen, them.hand, seat)
        ]
    return out


def _players(s: OltreMareState) -> Json:
    return [
        {
            "ducats": p.ducats,
            "cards": len(p.hand),
            "cargo": [*p.cargo],  # R9.3
            "pirates": len(p.pirates),
            "prestige": p.prestige,
            "markers": p.markers,
            "active": p.active,
            "port": p.port,
            "wish": p.wish,
            "quiet": p.quiet,
            "settled": p.settled,
            "may_buy": may_buy(s) if seat == s.turn and s.stack else 0,
        }
        for seat, p in enumerate(s.players)
    ]


def _shown(offer: Offer, seat: Seat | None) -> bool:
    return offer.kind != READY or offer.by == seat


def _offer(s: OltreMareState, offer: Offer, seat: Seat | None) -> Json:
    """R14.1: the goods, not the cards. Its maker sees those, too."""
    shown: dict[str, Json] = {
        "id": offer.id,
        "kind": offer.kind,
        "by": offer.by,
        "to": [other for other in range(s.seats) if offer.seats >> other & 1],
        "goods": [GOOD_OF[card] for card in offer.cards],
        "claims": [*offer.claims],
        "wants": [*offer.wants],
        "pay": offer.pay,
    }
    if seat == offer.by:
        shown["cards"] = [*offer.cards]
    return shown


def redeal(s: OltreMareState, seat: Seat, rng: Dice) -> OltreMareState:
    """Hidden cards change places within what came into the deck together; hands keep the goods
    that their offers show.

    What came back by a settlement (R11.4) counts as known to have come back, unseen pirates
    included: a few worlds that nobody could rule out are never dealt.
    """
    other = clone(s)
    other.seed = new_seed(rng)
    other.offers = [offer for offer in other.offers if _shown(offer, seat)]
    deck = [card for card in other.deck if card != VENICE]
    zones = [Zone(deck, ordered=True), Zone(other.box)]
    for who, p in enumerate(other.players):
        zones.append(Zone(p.pirates, ordered=True))
        if who != seat:
            zones.append(Zone(p.hand, needs=_needs(other, who)))
    filled = other.filled
    deal_anew(rng, other.seen, seat, zones, good, lambda card: filled[card])
    for offer in other.offers:
        if offer.by != seat:
            hand = other.players[offer.by].hand
            offer.cards = stand_ins(hand, map(good, offer.cards), good)
    if other.venice:
        below = venice_range(other)
        deck.insert(below[rng.randrange(len(below))], VENICE)
    other.deck = deck
    return other


def _needs(s: OltreMareState, seat: Seat) -> dict[int, int]:
    """How many of each good a hand must hold, by its offers. Two may be about the same card."""
    needs: dict[int, int] = {}
    for offer in s.offers:
        if offer.by == seat:
            goods = [GOOD_OF[card] for card in offer.cards]
            for one in goods:
                needs[one] = max(needs.get(one, 0), goods.count(one))
    return needs


def venice_range(s: OltreMareState) -> list[int]:
    """How many cards may lie below Venice (R2.6): no more than there are, and one less while no
    card has left the deck in this turn, for on top it would have been seen (R10.2)."""
    dealt, left = deck_size(s), len(s.deck) - 1
    most = left if s.took else left - 1
    above = (dealt // 2 + k for k in range(-SPREAD, SPREAD + 1))
    below = {dealt - max(1, min(k, dealt - 1)) for k in above}
    return sorted(k for k in below if k <= most)
