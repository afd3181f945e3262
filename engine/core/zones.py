"""Hidden piles and hands: drawing from them, and dealing them anew for another world.

A pile is a `list[int]` whose *last* element is its top.
"""

from __future__ import annotations

from engine.core.rng import Dice
from engine.core.types import State


def draw(s: State, pile: list[int], count: int = 1) -> list[int]:
    """Take up to `count` cards off the top. Counts as a reveal: somebody learns something."""
    taken = []
    for _ in range(min(count, len(pile))):
        taken.append(pile.pop())
    s.reveals += len(taken)
    return taken


def mix(rng: Dice, *zones: list[int]) -> None:
    """Shuffle everything hidden in these zones together and give each zone its number back.

    For `redeal`: pass (copies of) all zones whose contents the seat cannot see. Where each card lay
    before makes no difference: dice that anybody can throw again would else lead back to the truth.
    """
    pool = sorted(card for zone in zones for card in zone)
    rng.shuffle(pool)
    start = 0
    for zone in zones:
        end = start + len(zone)
        zone[:] = pool[start:end]
        start = end
