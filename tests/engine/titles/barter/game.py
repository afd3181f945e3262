from __future__ import annotations

from engine.core import (
    Dice,
    Game,
    Json,
    Log,
    Move,
    Option,
    ScoreSheet,
    Seat,
    by_key,
    new_seed,
    push,
    shuffle,
)
from engine.core.knowledge import Zone, deal_anew, hide, known, stand_ins
from engine.core.zones import mix
from tests.engine.titles.barter.state import (
    CARDS,
    COINS,
    GOODS,
    HAND,
    MOORED,
    ORDERED,
    BarterState,
    Offer,
    Player,
    clone,
    good,
)
from tests.engine.titles.barter.steps import Dock, Gift, Reply, Round, Trade


class Barter(Game[BarterState]):
    slug = "barter"
    seats = range(2, 6)
    state_type = BarterState
    # With two there is time for more, with five for less.
    options = (Option("rounds", 2, (1, 2, 3), by_seats={2: (3, (1, 2, 3, 4)), 5: (1, (1, 2))}),)
    # A turn: a call with up to four answers each declined first, deals with every offer made,
    # two slips of four seats with their withdrawals, closing, a gift; and the dock.
    max_plies = 4 * 5 * (1 + 8 + 9 + 16 + 3 + 1)
    passing = (Move("pass"),)
    steps = by_key(Round(), Trade(), Reply(), Gift(), Dock())

    def deal(self, s: BarterState, log: Log) -> None:
        s.deck = list(range(CARDS))
        shuffle(s, s.deck, "deck")
        orders = list(range(GOODS))
        shuffle(s, orders, "orders")
        for seat in range(s.seats):
            hand = [s.deck.pop() for _ in range(HAND)]
            s.players.append(Player(order=orders[seat], hand=hand))
            hide(s.seen, hand, seat)
        s.spare = orders[s.seats :]
        push(s, "round", [])

    def clone(self, s: BarterState) -> BarterState:
        return clone(s)

    def view(self, s: BarterState, seat: Seat | None) -> dict[str, Json]:
        out = self.header(s, seat)
        out["round"] = s.round
        out["deck"] = len(s.deck)
        out["berths"] = [*s.berths]
        out["offers"] = [offered(s, offer, seat) for offer in s.offers]
        out["players"] = [
            {"coins": p.coins, "cards": len(p.hand), "moored": p.moored, "left": p.left}
            for p in s.players
        ]
        if seat is not None:
            out["hand"] = [*sorted(s.players[seat].hand)]
            out["order"] = s.players[seat].order
            out["known"] = [
                [*known(s.seen, p.hand, seat)] if who != seat else []
                for who, p in enumerate(s.players)
            ]
        if not s.stack:
            out["orders"] = [p.order for p in s.players]
        return out

    def score(self, s: BarterState) -> list[ScoreSheet]:
        return [sheet(s, seat, counted=not s.stack) for seat in range(s.seats)]

    def outlook(self, s: BarterState, seat: Seat | None) -> list[ScoreSheet]:
        return [sheet(s, who, counted=not s.stack or who == seat) for who in range(s.seats)]

    def redeal(self, s: BarterState, seat: Seat, rng: Dice) -> BarterState:
        other = clone(s)
        other.seed = new_seed(rng)
        zones = [Zone(other.deck, ordered=True)]
        for who, p in enumerate(other.players):
            zones.append(Zone(p.hand, needs=shown(other, who)))
        deal_anew(rng, other.seen, seat, zones, kind=good)
        for offer in other.offers:
            if offer.by != seat:
                hand = other.players[offer.by].hand
                offer.cards = stand_ins(hand, map(good, offer.cards), good)
        if s.stack:
            mix_orders(other, seat, rng)
        return other

    def check(self, s: BarterState) -> None:
        cards = s.deck + [card for p in s.players for card in p.hand]
        assert sorted(cards) == list(range(CARDS)), "a card went missing"
        paid = sum(full * (full - 1) // 2 for full in s.berths)
        assert sum(p.coins for p in s.players) + paid == COINS * s.seats
        assert all(p.coins >= 0 for p in s.players)
        assert sorted([*s.spare, *(p.order for p in s.players)]) == list(range(GOODS))
        for seat, p in enumerate(s.players):
            assert all(s.seen[card] >> seat & 1 for card in p.hand), "a card in hand is not known"
        for offer in s.offers:
            assert set(offer.cards) <= set(s.players[offer.by].hand), "an offer without its cards"
        assert all(s.seen[card] == 0 for card in s.deck)


def offered(s: BarterState, offer: Offer, seat: Seat | None) -> dict[str, Json]:
    """An offer as others see it: the goods, not the cards. Its maker sees those, too."""
    shown: dict[str, Json] = {
        "id": offer.id,
        "kind": offer.kind,
        "by": offer.by,
        "to": [other for other in range(s.seats) if offer.to >> other & 1],
        "pay": offer.pay,
        "goods": [good(card) for card in offer.cards],
        "wants": [*offer.wants],
    }
    if seat == offer.by:
        shown["cards"] = [*offer.cards]
    return shown


def shown(s: BarterState, seat: Seat) -> dict[int, int]:
    """How many of each good a hand must hold, by its offers. Two may be about the same card."""
    needs: dict[int, int] = {}
    for offer in s.offers:
        goods = [good(card) for card in offer.cards if offer.by == seat]
        for one in goods:
            needs[one] = max(needs.get(one, 0), goods.count(one))
    return needs


def sheet(s: BarterState, seat: Seat, counted: bool) -> ScoreSheet:
    p = s.players[seat]
    ordered = sum(good(card) == p.order for card in p.hand) if counted else 0
    lines = {"coins": p.coins, "moored": MOORED * p.moored, "order": ORDERED * ordered}
    return ScoreSheet(seat, lines, (-seat,))


def mix_orders(s: BarterState, seat: Seat, rng: Dice) -> None:
    """Others' orders, and those nobody has."""
    hidden = [[p.order] for who, p in enumerate(s.players) if who != seat]
    mix(rng, s.spare, *hidden)
    fresh = iter(hidden)
    for who, p in enumerate(s.players):
        if who != seat:
            p.order = next(fresh)[0]
