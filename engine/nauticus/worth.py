"""What a position is worth to a seat, in points of the final score, as far as it can be guessed.

All numbers here are opinion, not rules: found by reasoning and by letting versions play each
other. Time is measured in phases left; a thing is worth less the less time there is to use it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.nauticus.material import (
    CAP,
    CREST_OF,
    CROWNS,
    GOOD,
    GOODS_POINTS,
    MAST,
    PENALTY,
    PHASES,
    SAIL,
    SHIP_POINTS,
)
from engine.nauticus.state import (
    CREST,
    LOADED,
    MASTED,
    PARTS,
    RIGGED,
    SHAPE,
    SIZE,
    NauticusState,
    Player,
)
from engine.nauticus.tables import CLOSED, MATCH

REWARD: Final = 4.2  # a reward, in the middle of the match
PACE: Final = 0.9  # ship parts a player places per phase
FINISH: Final = 1.3  # how much better it is to go on with a ship than to begin one
BLUE: Final = 1.8  # blue workers at a scoring of crowns
CREW: Final = 6.0  # workers at hand for a scoring in a later round
WAGE: Final = 1.3  # what a worker could have done instead
FLIPS: Final = 2.2  # pass tiles flipped by then
PASS_RATE: Final = 0.4  # how often a player will still pass
EXTRA: Final = 8.0
COIN: Final = (0.2, 0.03)  # a coin beyond its third of a point: the first ten, the rest
WORKER: Final = (1.3, 0.5)  # the same for workers: the first six, the rest
STORED: Final = 1.1  # a tile a ship waits for
GOODS_SOON: Final = 0.9  # part of its worth that a good has on a complete ship
GOODS_LATER: Final = 0.55  # the same on an unfinished one


def worth(s: NauticusState, seat: int) -> float:
    p = s.players[seat]
    if not s.stack:
        return exact(p)
    rounds, phases = s.options["rounds"] - s.round, PHASES - 1 - s.phase
    left = rounds * PHASES + phases + 1
    total = p.vp + resources(p.coins, p.workers, left) + ships(p, left) + goods(p, left)
    space = s.tiles.index(CROWNS)
    to_come = phases if not s.used[space] and s.space != space else 0
    return (
        total
        + crowns(rounds, to_come, p.crowns, p.flipped, p.workers)
        - penalty(p.flipped, phases)
        + p.extra * EXTRA * min(1.0, (left - 1) / 4)
    )


def exact(p: Player) -> float:
    """The final score, with the coins that were not exchanged as a fraction (R11)."""
    coins = p.coins + p.workers + sum(p.storage)
    points = p.vp + sum(GOODS_POINTS[count] for count in p.delivered)
    for ship in p.ships:
        coins += ship[LOADED]
        if ship[RIGGED] == ship[SIZE] and CLOSED[ship[SHAPE]]:
            points += SHIP_POINTS[ship[SIZE]]
        else:
            coins += ship[SIZE] + ship[MASTED] + ship[RIGGED]
    return points + coins / 3


# The numbers below are asked for again and again in one search, and are few.
@lru_cache(maxsize=1 << 14)
def resources(coins: int, workers: int, left: int) -> float:
    """Coins and workers: a third of a point in the end, more while there is a use for them."""
    early = min(1.0, (left - 1) / 10)
    return (
        (coins + workers) / 3
        + early * (COIN[0] * min(coins, 10) + COIN[1] * max(0, coins - 10))
        + early * (WORKER[0] * min(workers, 6) + WORKER[1] * max(0, workers - 6))
    )


def ships(p: Player, left: int) -> float:
    """Complete ships count; unfinished ones by progress, as far as time allows."""
    total = 0.0
    begun: list[tuple[int, float, int]] = []  # parts missing, worth when complete, parts there
    for ship in p.ships:
        size = ship[SIZE]
        done = size + ship[MASTED] + ship[RIGGED]
        if CLOSED[ship[SHAPE]]:
            if ship[RIGGED] == size:
                total += SHIP_POINTS[size] + 0.5 * size * min(1.0, left / 12)
                continue
            begun.append((3 * size - done, SHIP_POINTS[size] + REWARD * size, done))
        else:
            begun.append(_aim(ship, done, left))
    begun.sort()
    capacity = PACE * (left - 0.5)
    need = 0
    for missing, prize, done in begun:
        need += missing
        chance = min(1.0, max(0.0, 1.2 - need / (capacity + 0.1)))
        total += done / 3 + chance * (prize - done / 3) * (done / (done + missing)) ** FINISH
    return total + stored(p, left)


def _aim(ship: list[int], done: int, left: int) -> tuple[int, float, int]:
    """The size an open hull had best grow to."""
    ends = (ship[SHAPE] & 1) + (ship[SHAPE] >> 1 & 1)
    least = max(2, ship[SIZE] + 2 - ends)
    best = (99, 0.0, done)
    for size in range(least, 5):
        missing = 3 * size - done
        prize = SHIP_POINTS[size] + REWARD * size
        if best[0] == 99 or (missing < PACE * left * 0.7 and prize > best[1]):
            best = (missing, prize, done)
    return best


def stored(p: Player, left: int) -> float:
    """Tiles in storage: a coin each in the end, more if a ship waits for them."""
    if not p.cells:
        return 0.0
    use = min(1.0, (left - 1) / 6)
    tiles = wanted = 0
    for tile, count in enumerate(p.storage):
        if count:
            tiles += count
            if tile < MAST:
                wanted += 1
            elif tile < GOOD:
                places = _wanted(p, tile)
                wanted += count if count < places else places
    total = tiles / 3 + use * STORED * wanted
    return total - 0.6 * use * (p.cells - 8) if p.cells > 8 else total


def _wanted(p: Player, tile: int) -> int:
    """Places a mast or sail could go to, once its mast stands."""
    match = MATCH[CREST_OF[tile]]
    has = MASTED if tile < SAIL else RIGGED
    places = 0
    for ship in p.ships:
        if match[ship[CREST]]:
            places += ship[SIZE] - ship[has]
    return places


def goods(p: Player, left: int) -> float:
    """Delivered goods count; those on board for part of what they would bring."""
    delivered, points = p.delivered, GOODS_POINTS
    first, second, third, fourth = delivered
    total = float(points[first] + points[second] + points[third] + points[fourth])
    if not any(ship[LOADED] for ship in p.ships):
        return total
    soon = min(GOODS_SOON, (left - 1) / 6)
    later = min(GOODS_LATER, (left - 1) / 14)
    after = delivered[:]
    for ship in p.ships:
        if not ship[LOADED]:
            continue
        ready = ship[RIGGED] == ship[SIZE] and CLOSED[ship[SHAPE]]
        chance = (soon if ready else later) * ship[LOADED] / ship[SIZE]
        for tile in ship[PARTS:]:
            if tile >= GOOD:
                kind = tile - GOOD
                gain = GOODS_POINTS[min(12, after[kind] + 1)] - GOODS_POINTS[after[kind]]
                after[kind] = min(12, after[kind] + 1)
                total += 1 / 3 + chance * (gain - 0.8)
    return total


@lru_cache(maxsize=1 << 14)
def crowns(rounds: int, phases: int, parts: int, flipped: int, workers: int) -> float:
    """What crowns will bring in later rounds, and in this one if their tile is to come in one of so
    many phases (0: it isn't)."""
    total = rounds * _scoring(parts + FLIPS, CREW)
    if phases:
        flips = min(3.0, flipped + PASS_RATE * (phases - 1) / 2)
        total += _scoring(parts + flips, workers + BLUE)
    return total


def _scoring(count: float, crew: float) -> float:
    """A scoring with so many crowns and workers at hand, less the wage of one's own workers."""
    if count < WAGE:
        return min(crew, BLUE) * count
    sent = min(crew, CAP / count)
    return sent * count - WAGE * max(0.0, sent - BLUE)


@lru_cache(maxsize=1 << 8)
def penalty(flipped: int, phases: int) -> float:
    """The loss for pass tiles to expect when the round ends in so many phases (R8.4)."""
    flips = min(3.0, flipped + PASS_RATE * max(0, phases))
    low = int(flips)
    if low == 3:
        return 0.0
    part = flips - low
    return PENALTY[low] * (1 - part) + PENALTY[low + 1] * part
