"""Who knows where which hidden card is, and dealing the others anew.

A state keeps `seen: list[int]`, by number of the card: bit k is set while seat k knows where it
lies. The owner of a hand knows its cards; whoever dealt with somebody knows what went over; a
shuffle forgets. The same list serves `view` (what may this seat be shown?), `redeal` (what must
stay where it is?) and transfers that others only see the back of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from engine.core.rng import Dice
from engine.core.types import Seat


def show(seen: list[int], cards: Iterable[int], *seats: Seat) -> None:
    """These seats, too, know from now on where the cards are."""
    mask = sum(1 << seat for seat in seats)
    for card in cards:
        seen[card] |= mask


def hide(seen: list[int], cards: Iterable[int], *seats: Seat) -> None:
    """Only these seats know from now on; none if the cards were shuffled."""
    mask = sum(1 << seat for seat in seats)
    for card in cards:
        seen[card] = mask


def knows(seen: list[int], card: int, seat: Seat | None) -> bool:
    """A spectator knows of no hidden card."""
    return seat is not None and bool(seen[card] >> seat & 1)


def known(seen: list[int], cards: Iterable[int], seat: Seat | None) -> list[int]:
    """Which of these this seat may be shown, smallest first: the order of a hand is a secret."""
    return sorted(card for card in cards if knows(seen, card, seat))


def hand_over(seen: list[int], giver: list[int], taker: list[int], card: int, *seats: Seat) -> None:
    """Move a card from hand to hand, its face seen by these seats alone.

    Others see a back go over. What they knew of the giver's cards they know no longer, for it
    may have been any of them.
    """
    mask = sum(1 << seat for seat in seats)
    for other in giver:
        seen[other] &= mask
    giver.remove(card)
    taker.append(card)
    seen[card] = mask


@dataclass
class Zone:
    """A place with hidden cards, to be dealt anew. `cards` is changed in place.

    `needs` is what the seat knows of them without knowing the cards: at least so many of a kind,
    because they lie in offers that show their goods.
    """

    cards: list[int]
    ordered: bool = False  # a pile, whose order means something; else the cards are kept sorted
    needs: dict[int, int] = field(default_factory=dict)  # by kind


# What a hidden card's place keeps in a new deal: the part of the deck it is from, and who knows it.
_Place: TypeAlias = tuple[int, int]


def deal_anew(
    rng: Dice,
    seen: list[int],
    seat: Seat,
    zones: list[Zone],
    kind: Callable[[int], int] = lambda card: 0,
    group: Callable[[int], int] = lambda card: 0,
) -> None:
    """Another deal this seat cannot rule out: what it knows stays, the rest is mixed.

    Cards change places within their `group` only (those that are known to be of one part of the
    deck), and each zone gets what it `needs`. What others know goes with the place: that somebody
    saw this card is no secret, only which one it is. The new deal follows from what the seat knows
    and the dice, never from where the unknown cards lay.
    """
    pools: dict[int, list[int]] = {}
    for zone in zones:
        for card in zone.cards:
            if not knows(seen, card, seat):
                pools.setdefault(group(card), []).append(card)
    for key in sorted(pools):
        pools[key].sort()
        rng.shuffle(pools[key])
    before = seen[:]
    places = [
        sorted((group(card), before[card]) for card in zone.cards if not knows(seen, card, seat))
        for zone in zones
        if not zone.ordered
    ]
    hands = [zone for zone in zones if not zone.ordered]
    wanted = [
        (at, one)
        for at, zone in enumerate(hands)
        for one, count in sorted(zone.needs.items())
        for _ in range(count - sum(kind(card) == one for card in known(seen, zone.cards, seat)))
    ]
    dealt: list[list[int]] = [known(before, zone.cards, seat) for zone in hands]
    sources = _sources(wanted, [[key for key, _ in there] for there in places], pools, kind)
    for (at, one), key in zip(wanted, sources, strict=True):
        card = next(card for card in pools[key] if kind(card) == one)
        pools[key].remove(card)
        place = next(place for place in places[at] if place[0] == key)
        places[at].remove(place)
        seen[card] = place[1]
        dealt[at].append(card)
    for zone in zones:
        if zone.ordered:
            zone.cards[:] = [
                card
                if knows(before, card, seat)
                else _next(pools, seen, (group(card), before[card]))
                for card in zone.cards
            ]
    for zone, there, cards in zip(hands, places, dealt, strict=True):
        zone.cards[:] = sorted([*cards, *(_next(pools, seen, place) for place in there)])


def _next(pools: dict[int, list[int]], seen: list[int], place: _Place) -> int:
    card = pools[place[0]].pop()
    seen[card] = place[1]
    return card


def _sources(
    wanted: list[tuple[int, int]],
    places: list[list[int]],
    pools: dict[int, list[int]],
    kind: Callable[[int], int],
) -> list[int]:
    """From which group each wanted card comes, so that all can be had; the true deal shows that
    there is a way."""
    if not wanted:
        return []
    (at, one), *rest = wanted
    for key in sorted(set(places[at])):
        card = next((card for card in pools[key] if kind(card) == one), None)
        if card is None:
            continue
        fewer = [there[:] for there in places]
        fewer[at].remove(key)
        left = {**pools, key: [other for other in pools[key] if other != card]}
        try:
            return [key, *_sources(rest, fewer, left, kind)]
        except LookupError:
            continue
    raise LookupError(f"no card of kind {one} is left")


def stand_ins(
    hand: list[int], kinds: Iterable[int], kind: Callable[[int], int] = lambda card: 0
) -> list[int]:
    """Cards of a new hand for those an offer shows the kinds of: the smallest that will do."""
    rest = sorted(hand)
    found = []
    for one in kinds:
        card = next(card for card in rest if kind(card) == one)
        rest.remove(card)
        found.append(card)
    return sorted(found)
