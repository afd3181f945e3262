from __future__ import annotations

from collections import Counter
from random import Random

from engine.core import State, below, new_seed, shuffle


def state(seed: str = "00" * 16) -> State:
    return State(2, {}, seed)


def test_it_gives_the_same_numbers_for_ever() -> None:
    # These very numbers stand in stored matches: a change here breaks every record.
    s = state()

    assert [below(s, 100, "deck") for _ in range(8)] == [12, 33, 55, 40, 95, 40, 69, 28]


def test_streams_do_not_disturb_each_other() -> None:
    calm, busy = state(), state()

    below(busy, 6, "dice")
    below(busy, 6, "dice")

    assert [below(calm, 52, "deck") for _ in range(5)] == [
        below(busy, 52, "deck") for _ in range(5)
    ]
    assert busy.drawn == {"dice": 2, "deck": 5}


def test_another_seed_gives_other_numbers() -> None:
    one, two = state("aa" * 16), state("ab" * 16)

    assert [below(one, 1000, "x") for _ in range(5)] != [below(two, 1000, "x") for _ in range(5)]


def test_it_draws_again_rather_than_favour_small_numbers() -> None:
    # With n just over half the span, about every second number is rejected.
    s = state()
    n = (1 << 63) + 1

    numbers = [below(s, n, "x") for _ in range(20)]

    assert all(0 <= number < n for number in numbers)
    assert s.drawn["x"] > 25


def test_it_is_fair_enough() -> None:
    s = state()

    counts = Counter(below(s, 6, "dice") for _ in range(6000))

    assert set(counts) == set(range(6))
    assert all(850 < count < 1150 for count in counts.values())


def test_shuffling_keeps_the_cards() -> None:
    s = state()
    cards = list(range(20))

    shuffle(s, cards, "deck")

    assert cards != list(range(20))
    assert sorted(cards) == list(range(20))
    assert s.drawn == {"deck": 19}


def test_a_new_seed_is_128_bits_of_hex() -> None:
    assert len(bytes.fromhex(new_seed(Random(1)))) == 16
    assert len(new_seed(Random(7))) == 32
