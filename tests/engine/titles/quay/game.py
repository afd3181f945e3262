from __future__ import annotations

from engine.core import (
    Dice,
    Frame,
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
from engine.core.zones import mix
from tests.engine.titles.quay.state import (
    BANK,
    CARDS,
    COINS,
    HAND,
    OFFERS,
    Player,
    QuayState,
    clone,
    kind,
)
from tests.engine.titles.quay.steps import (
    NO_BID,
    Bid,
    Echo,
    Flare,
    Haul,
    Market,
    Round,
    Search,
    Storm,
)


class Quay(Game[QuayState]):
    slug = "quay"
    state_type = QuayState
    options = (Option("rounds", 2, (1, 2, 3)),)
    # A round: bids, offers and withdrawals, replies to each offer, closing, hauls with storms and
    # echoes; and four flares a match.
    max_plies = 3 * (4 + 2 * OFFERS + 3 * OFFERS + 1 + 3 * 4) + 2 * 4
    passing = (Move("pass"),)
    steps = by_key(Round(), Bid(), Market(), Haul(), Storm(), Echo(), Search())

    def __init__(self) -> None:
        self.overlays = {"flare": Flare()}
        super().__init__()

    def deal(self, s: QuayState, log: Log) -> None:
        s.deck = list(range(CARDS))
        shuffle(s, s.deck, "deck")
        s.players = [Player() for _ in range(s.seats)]
        for player in s.players:
            player.hand = [s.deck.pop() for _ in range(HAND)]
        push(s, "round", [])

    def clone(self, s: QuayState) -> QuayState:
        return clone(s)

    def view(self, s: QuayState, seat: Seat | None) -> dict[str, Json]:
        top = s.stack[-1] if s.stack else Frame("", [])
        out = self.header(s, seat)
        out["round"] = s.round
        out["bank"] = s.bank
        out["deck"] = len(s.deck)
        out["discard"] = [*s.discard]
        out["offers"] = [{"id": offer.id, "card": offer.card} for offer in s.offers]
        out["players"] = [
            {"coins": p.coins, "cards": len(p.hand), "ship": [*p.ship]} for p in s.players
        ]
        if seat is not None:
            out["hand"] = [*sorted(s.players[seat].hand)]
            if top.step == "bid":
                out["bid"] = top.data[seat]
            if top.step == "search" and seat in top.seats:
                out["seen"] = [*top.data]
        return out

    def score(self, s: QuayState) -> list[ScoreSheet]:
        return [
            ScoreSheet(
                seat,
                {"coins": p.coins, "ship": sum(kind(card) for card in p.ship)},
                (len(p.hand),),
            )
            for seat, p in enumerate(s.players)
        ]

    def redeal(self, s: QuayState, seat: Seat, rng: Dice) -> QuayState:
        other = clone(s)
        other.seed = new_seed(rng)
        hidden = [other.deck]
        hidden += [p.hand for who, p in enumerate(other.players) if who != seat]
        for f in other.stack:
            if f.step == "search" and seat not in f.seats:
                hidden.append(f.data)
        bids = self.others_bids(other, seat)
        hidden += bids
        mix(rng, *hidden)
        for f in other.stack:
            if f.step == "bid":
                fresh = iter(bids)
                f.data = [
                    card if who == seat or card == NO_BID else next(fresh)[0]
                    for who, card in enumerate(f.data)
                ]
        return other

    def others_bids(self, s: QuayState, seat: Seat) -> list[list[int]]:
        return [
            [card]
            for f in s.stack
            if f.step == "bid"
            for who, card in enumerate(f.data)
            if who != seat and card != NO_BID
        ]

    def check(self, s: QuayState) -> None:
        cards = s.deck + s.discard + [offer.card for offer in s.offers]
        for p in s.players:
            cards += p.hand + p.ship
            assert p.coins >= 0
        for f in s.stack:
            if f.step == "bid":
                cards += [card for card in f.data if card != NO_BID]
            if f.step == "search":
                cards += f.data
        assert sorted(cards) == list(range(CARDS)), "a card went missing"
        assert s.bank + sum(p.coins for p in s.players) == BANK + COINS * s.seats
        assert s.bank >= 0
