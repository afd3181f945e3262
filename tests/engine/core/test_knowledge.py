"""Who knows which card, and deals that keep to it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.knowledge import (
    Zone,
    deal_anew,
    hand_over,
    hide,
    known,
    knows,
    show,
    stand_ins,
)

ALICE, BOB, CHLOE = 0, 1, 2


def kind(card: int) -> int:
    return card // 4


def test_it_remembers_who_saw_a_card() -> None:
    seen = [0] * 6

    hide(seen, [1, 2], ALICE)
    show(seen, [2], BOB)

    assert known(seen, [2, 1, 0], ALICE) == [1, 2]
    assert known(seen, [2, 1, 0], BOB) == [2]
    assert known(seen, [2, 1, 0], None) == []
    assert knows(seen, 2, BOB)
    assert not knows(seen, 2, None)
    hide(seen, [1, 2])
    assert known(seen, [1, 2], ALICE) == []


def test_whoever_sees_a_back_go_over_no_longer_knows_what_is_left() -> None:
    seen = [0] * 6
    alice, bob = [1, 2, 3], [4]
    hide(seen, alice, ALICE)
    hide(seen, bob, BOB)
    show(seen, [1, 2], CHLOE)  # two cards of Alice's she has seen

    hand_over(seen, alice, bob, 2, ALICE, BOB)

    assert (alice, bob) == ([1, 3], [4, 2])
    assert known(seen, range(6), CHLOE) == []
    assert known(seen, alice, ALICE) == [1, 3]
    assert known(seen, bob, ALICE) == [2]
    assert known(seen, bob, BOB) == [2, 4]


def test_a_new_deal_leaves_what_is_known_where_it_is() -> None:
    seen = [0] * 12
    deck, alice, bob = [0, 1, 2, 3], [4, 5], [6, 7, 8]
    hide(seen, alice, ALICE)
    hide(seen, bob, BOB)
    show(seen, [7, 2], ALICE)

    dealt = set()
    for luck in range(40):
        zones = [Zone(deck[:], ordered=True), Zone(alice[:]), Zone(bob[:])]
        fresh = seen[:]
        deal_anew(Random(luck), fresh, ALICE, zones)
        cards = [zone.cards for zone in zones]
        assert sorted(card for zone in cards for card in zone) == list(range(9))
        assert cards[0][2] == 2
        assert cards[1] == alice
        assert 7 in cards[2]
        assert cards[2] == sorted(cards[2])
        assert all(knows(fresh, card, BOB) for card in cards[2])
        assert not any(knows(fresh, card, BOB) for card in cards[0])
        dealt.add(str(cards))
    assert len(dealt) > 10


def test_what_others_know_stays_with_the_place() -> None:
    """Chloe has seen one of Bob's cards: Alice knows that, and not which one."""
    seen = [0] * 8
    bob, deck = [0, 1, 2], [3, 4, 5, 6, 7]
    hide(seen, bob, BOB)
    show(seen, [1], CHLOE)

    for luck in range(20):
        zones, fresh = [Zone(deck[:], ordered=True), Zone(bob[:])], seen[:]
        deal_anew(Random(luck), fresh, ALICE, zones)

        assert [knows(fresh, card, CHLOE) for card in zones[1].cards].count(True) == 1
        assert not any(knows(fresh, card, CHLOE) for card in zones[0].cards)


def test_a_hand_keeps_what_its_offers_show() -> None:
    seen = [0] * 16
    bob, deck = [0, 1, 9], [2, 4, 5, 8, 12, 13]
    hide(seen, bob, BOB)

    for luck in range(40):
        zones, fresh = [Zone(deck[:], ordered=True), Zone(bob[:], needs={0: 2})], seen[:]
        deal_anew(Random(luck), fresh, ALICE, zones, kind)

        assert sum(kind(card) == 0 for card in zones[1].cards) >= 2


def test_a_known_card_may_be_the_one_an_offer_shows() -> None:
    seen = [0] * 16
    bob, deck = [0, 9], [4, 5, 8, 12, 13]
    hide(seen, bob, BOB)
    show(seen, [0], ALICE)

    zones = [Zone(deck[:], ordered=True), Zone(bob[:], needs={0: 1})]
    deal_anew(Random(1), seen, ALICE, zones, kind)

    assert 0 in zones[1].cards  # and no other of its kind was needed


def test_cards_stay_in_their_part_of_the_deck() -> None:
    def part(card: int) -> int:
        return card % 2

    seen = [0] * 12
    bob, deck = [1, 2, 3], [0, 4, 5, 6, 7]
    hide(seen, bob, BOB)

    for luck in range(20):
        zones, fresh = [Zone(deck[:], ordered=True), Zone(bob[:])], seen[:]
        deal_anew(Random(luck), fresh, ALICE, zones, group=part)

        assert [part(card) for card in zones[0].cards] == [part(card) for card in deck]
        assert sorted(map(part, zones[1].cards)) == [0, 1, 1]


def test_needs_are_met_although_the_first_way_is_none() -> None:
    """Kind 0 is in both parts, kind 1 in the first alone: who takes 0 from there is stuck."""

    def part(card: int) -> int:
        return card // 8

    def sort(card: int) -> int:
        return {0: 0, 1: 1, 8: 0}.get(card, 2)

    seen = [0] * 10
    bob = [1, 8]
    hide(seen, bob, BOB)

    zones = [Zone([0, 9], ordered=True), Zone(bob, needs={0: 1, 1: 1})]
    deal_anew(Random(1), seen, ALICE, zones, sort, part)

    assert zones[1].cards == [1, 8]


def test_an_impossible_need_is_a_bug() -> None:
    seen = [0] * 4
    with pytest.raises(LookupError):
        deal_anew(Random(1), seen, ALICE, [Zone([0, 1], needs={7: 1})], kind)


@given(st.lists(st.integers(0, 39), unique=True, min_size=6, max_size=30), st.integers(0, 99))
def test_the_deal_does_not_follow_where_the_unknown_lay(cards: list[int], luck: int) -> None:
    """Two worlds Alice cannot tell apart are dealt anew alike."""
    third = len(cards) // 3
    seen = [0] * 40
    hands = [cards[:third], cards[third : 2 * third]]
    hide(seen, hands[0], ALICE)
    hide(seen, hands[1], BOB)
    other = [Zone(cards[2 * third :], ordered=True), Zone(hands[0][:]), Zone(hands[1][:])]
    there = seen[:]
    deal_anew(Random(luck + 1), there, ALICE, other)

    ends = []
    world = [Zone(cards[2 * third :], ordered=True), Zone(hands[0][:]), Zone(hands[1][:])]
    for zones, masks in ((world, seen), (other, there)):
        deal_anew(Random(luck), masks, ALICE, zones)
        ends.append(([zone.cards for zone in zones], masks))

    assert ends[0] == ends[1]


def test_an_offer_is_about_the_smallest_cards_that_will_do() -> None:
    assert stand_ins([9, 5, 4, 8], [2, 1, 1], kind) == [4, 5, 8]
    assert stand_ins([3, 1], [0]) == [1]
