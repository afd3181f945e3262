"""What must hold in every position: for tests and fuzzing only."""

from __future__ import annotations

from engine.oltremare.material import CARDS, COMPASS, MARKER_COUNT, NONE, PORTS, VENICE
from engine.oltremare.scoring import runs
from engine.oltremare.state import CALLED, COUNTER, READY, SLIP, OltreMareState
from engine.oltremare.tables import MATERIAL, MAX_BUYS, MAX_CALLS, MAX_SLIPS


def check(s: OltreMareState) -> None:
    cards = [*s.deck, *s.discard, *s.box, *s.laid]
    for p in s.players:
        cards += p.hand + p.cargo + p.pirates
    venice = [VENICE] if s.venice else []
    assert sorted(cards) == [*venice, *range(1, CARDS + 1)], "a card got lost or was made"
    assert (VENICE in s.deck) == s.venice
    check_markers(s)
    check_knowledge(s)
    check_offers(s)
    assert 0 <= s.bought <= MAX_BUYS
    assert 0 <= s.called <= s.options["calls"]
    assert len(s.laid) <= 4
    assert len(s.players) == s.seats
    for seat, p in enumerate(s.players):
        assert p.hand == sorted(p.hand)
        assert sum(run.length for run in runs(p.cargo)) == len(p.cargo)
        assert p.cargo or p.settled
        assert not (p.settled and (p.cargo or p.pirates)), "a settled seat has piles"
        assert not (s.gave >> seat & 1 and seat == s.turn)
        assert p.prestige >= 0


def check_markers(s: OltreMareState) -> None:
    assert len(s.board) == PORTS
    for kind in range(len(MATERIAL.markers)):
        active = sum(p.active == kind for p in s.players)
        assert s.board.count(kind) + active <= MATERIAL.markers[kind]
    assert all(p.active != COMPASS for p in s.players)
    lying = sum(marker != NONE for marker in s.board)
    kept = sum(p.markers for p in s.players)
    assert lying + kept <= PORTS - s.seats <= MARKER_COUNT
    assert all(p.markers or p.active == NONE for p in s.players)


def check_knowledge(s: OltreMareState) -> None:
    for card in s.deck:
        assert s.seen[card] == 0, "somebody knows a card of the deck"
    for seat, p in enumerate(s.players):
        assert all(s.seen[card] >> seat & 1 for card in p.hand), "a card in hand is not known"
        for card in p.pirates:
            assert s.seen[card] in (0, 1 << seat), "a pirate is known to others"
    assert all(s.filled[card] == s.fills or not s.fills for card in s.deck if card)


def check_offers(s: OltreMareState) -> None:
    ids = [offer.id for offer in s.offers]
    assert ids == sorted(set(ids))
    assert not ids or ids[-1] <= s.offered
    for offer in s.offers:
        assert set(offer.cards) <= set(s.players[offer.by].hand), "an offer without its cards"
        assert offer.cards or offer.wants
        assert offer.seats
        assert not offer.seats >> offer.by & 1
        assert (offer.kind in (CALLED, READY)) == (offer.by == s.turn and offer.kind != SLIP)
        assert offer.kind != COUNTER or offer.seats == 1 << s.turn
    for seat in range(s.seats):
        kinds = [offer.kind for offer in s.offers if offer.by == seat]
        assert kinds.count(SLIP) <= MAX_SLIPS
        assert kinds.count(READY) + kinds.count(CALLED) <= MAX_CALLS
