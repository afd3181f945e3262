"""Who knows where which hidden card is, and dealing the others anew.

A state keeps `seen: list[int]`, by number of the card: bit k is set while seat k knows where it
lies. The owner of a hand knows its cards; whoever dealt with somebody knows what went over; a
shuffle forgets. The same list serves `view` (what may this seat be shown?), `redeal` (what must
stay where it is?) and transfers that others only see the back of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

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

    `bound` names cards of which the seat knows one thing without knowing the card: of which kind
    they are, because they lie in an offer that shows their goods. In an order that is no secret.
    """

    cards: list[int]
    ordered: bool = False  # a pile, whose order means something; else the cards are kept sorted
    bound: list[int] = field(default_factory=list)


def deal_anew(
    rng: Dice,
    seen: list[int],
    seat: Seat,
    zones: list[Zone],
    kind: Callable[[int], int] = lambda card: 0,
    group: Callable[[int], int] = lambda card: 0,
) -> dict[int, int]:
    """Another deal this seat cannot rule out: what it knows stays, the rest is mixed.

    Cards change places within their `group` only (those that are known to be of one part of the
    deck), bound ones with cards of their `kind` and group. What others know goes with the place:
    that somebody saw this card is no secret, only which one it is. Answers which card stands for
    which bound one now. The new deal follows from what the seat knows and the dice, never from
    where the unknown cards lay.
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
    stands_for: dict[int, int] = {}
    for zone in zones:
        for card in zone.bound:
            if not knows(before, card, seat) and card not in stands_for:
                pool = pools[group(card)]
                fit = next(other for other in pool if kind(other) == kind(card))
                pool.remove(fit)
                seen[fit] = before[card]
                stands_for[card] = fit
    for zone in zones:
        dealt: list[int] = []
        places: list[tuple[int, int]] = []  # group and who knows: what a place keeps
        for card in zone.cards:
            if knows(before, card, seat):
                dealt.append(card)
            elif card in stands_for:
                dealt.append(stands_for[card])
            elif zone.ordered:
                dealt.append(_next(pools, seen, group(card), before[card]))
            else:
                places.append((group(card), before[card]))
        dealt += [_next(pools, seen, key, mask) for key, mask in sorted(places)]
        zone.cards[:] = dealt if zone.ordered else sorted(dealt)
    return stands_for


def _next(pools: dict[int, list[int]], seen: list[int], key: int, mask: int) -> int:
    card = pools[key].pop()
    seen[card] = mask
    return card
