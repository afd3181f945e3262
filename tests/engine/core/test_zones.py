from __future__ import annotations

from random import Random

from engine.core import State
from engine.core.zones import draw, mix


def test_drawing_takes_the_top_and_counts_as_a_reveal() -> None:
    s = State(2, {}, "00" * 16)
    pile = [1, 2, 3]

    assert draw(s, pile, 2) == [3, 2]
    assert pile == [1]
    assert s.reveals == 2


def test_drawing_from_a_short_pile_takes_what_is_there() -> None:
    s = State(2, {}, "00" * 16)

    assert draw(s, [7], 3) == [7]
    assert draw(s, [], 3) == []
    assert s.reveals == 1


def test_mixing_keeps_the_sizes_and_the_cards() -> None:
    deck, hand, empty = list(range(10)), [10, 11, 12], list[int]()

    mix(Random(1), deck, hand, empty)

    assert (len(deck), len(hand), empty) == (10, 3, [])
    assert sorted(deck + hand) == list(range(13))
    assert deck != list(range(10))


def test_mixing_forgets_where_the_cards_lay() -> None:
    here, there = ([1, 2, 3, 4], [5, 6]), ([6, 3, 1, 5], [4, 2])

    mix(Random(1), *here)
    mix(Random(1), *there)

    assert here == there
