"""Free tiles: the bonus tile (R4.3), the free fifth tile (R5.10) and rewards (section 10)."""

from __future__ import annotations

from engine.core.errors import WhyNot
from engine.core.step import Cited, Step
from engine.core.types import Frame, Log, Move, Seat
from engine.nauticus.material import (
    CELLS,
    CROWN_MAST,
    CROWN_SAIL,
    GOOD,
    R_COINS,
    R_CROWN_MAST,
    R_CROWN_SAIL,
    R_GOODS,
    R_POINTS,
    R_WORKERS,
    REWARD_COINS,
    REWARD_POINTS,
    REWARD_WORKERS,
    TILES,
    TWICE,
)
from engine.nauticus.state import NauticusState
from engine.nauticus.steps.action import fits, store
from engine.nauticus.tables import BONUS, FORMS, FREE, REWARD, REWARD_ONE, REWARD_TWO

# Where a free tile comes from, in "receive" and "forfeit" events.
FROM_BONUS, FROM_SET, FROM_REWARD = range(3)


class Gift(Step[NauticusState]):
    """One of four tiles into storage. data: [first of the four tiles]."""

    source = FROM_BONUS
    table: tuple[Move, ...] = ()
    rule = ""

    def advance(self, s: NauticusState, f: Frame, log: Log) -> None:
        first = f.data[0]
        if not any(s.supply[first : first + 4]):
            s.stack.pop()  # R1.2: nothing left to take
        elif not fits(s.players[s.turn], first):
            s.stack.pop()  # R5.7: whichever he took, it would go back
            log.add("forfeit", s.turn, tile=first, source=self.source)
        else:
            f.seats.append(s.turn)

    def moves(self, s: NauticusState, f: Frame, seat: Seat) -> list[Move]:
        if seat not in f.seats:
            return []
        first = f.data[0]
        table = self.table
        supply = s.supply
        return [table[tile] for tile in range(first, first + 4) if supply[tile]]

    def play(self, s: NauticusState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        s.stack.pop()
        tile = move[1][0]
        store(s, s.players[seat], tile)
        if log.on:
            log.add("receive", seat, tile=tile, source=self.source)

    def why_not(self, s: NauticusState, f: Frame, seat: Seat, move: Move) -> WhyNot:
        tile = move.args[0]
        first = f.data[0]
        if not first <= tile < first + 4:
            return WhyNot(self.rule, "not-among-these", {"tile": tile, "first": first})
        return WhyNot("R1.2", "stack-empty", {"tile": tile})


class Bonus(Gift):
    key = "bonus"
    verbs = ("bonus",)
    forms = (FORMS["bonus"],)
    owed = Cited("R4.3", "take-the-bonus-first")
    not_due = Cited("R4.3", "no-bonus-due")
    table = BONUS
    rule = "R4.3"


class Free(Gift):
    key = "free"
    verbs = ("free",)
    forms = (FORMS["free"],)
    owed = Cited("R5.10", "take-the-free-tile-first")
    not_due = Cited("R5.10", "no-free-tile-due")
    source = FROM_SET
    table = FREE
    rule = "R5.10"


class Reward(Step[NauticusState]):
    """Rewards of one ship. data: [ship, rewards left, times taken of each of the six kinds]."""

    key = "reward"
    verbs = ("reward",)
    forms = (FORMS["reward"],)
    owed = Cited("R10.1", "take-the-reward-first")
    not_due = Cited("R10.1", "no-reward-due")

    def moves(self, s: NauticusState, f: Frame, seat: Seat) -> list[Move]:
        if seat not in f.seats:
            return []
        taken = f.data
        supply = s.supply
        found: list[Move] = []
        if taken[2] < TWICE and supply[CROWN_MAST]:
            found.append(REWARD[R_CROWN_MAST])
        if taken[3] < TWICE and supply[CROWN_SAIL]:
            found.append(REWARD[R_CROWN_SAIL])
        for kind in (R_POINTS, R_COINS, R_WORKERS):
            if taken[2 + kind] < TWICE:
                found.append(REWARD[kind])
        if taken[2 + R_GOODS] < TWICE:
            stocked = [tile for tile in range(GOOD, TILES) if supply[tile]]
            room = CELLS - s.players[seat].cells
            if room > 1 and len(stocked) > 1:
                for i, tile in enumerate(stocked):
                    row = REWARD_TWO[tile]
                    for other in stocked[i + 1 :]:
                        found.append(row[other])
            elif room and stocked:
                found += [REWARD_ONE[tile] for tile in stocked]
            elif stocked:
                found.append(REWARD[R_GOODS])
        return found

    def play(self, s: NauticusState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        kind, *goods = move[1]
        data = f.data
        data[1] -= 1
        data[2 + kind] += 1
        if not data[1]:
            s.stack.pop()
        p = s.players[seat]
        if log.on:
            log.add("reward", seat, reward=kind, goods=goods, left=data[1])
        if kind == R_POINTS:
            p.vp += REWARD_POINTS
        elif kind == R_COINS:
            p.coins += REWARD_COINS
        elif kind == R_WORKERS:
            p.workers += REWARD_WORKERS
        elif kind == R_GOODS:
            stocked = sum(1 for tile in range(GOOD, TILES) if s.supply[tile])
            for tile in goods:
                store(s, p, tile)
            if len(goods) < min(2, stocked):
                log.add("forfeit", seat, tile=GOOD, source=FROM_REWARD)
        else:
            tile = CROWN_MAST if kind == R_CROWN_MAST else CROWN_SAIL
            if fits(p, tile):
                store(s, p, tile)
            else:  # R10.5
                log.add("forfeit", seat, tile=tile, source=FROM_REWARD)

    def why_not(self, s: NauticusState, f: Frame, seat: Seat, move: Move) -> WhyNot:
        kind, *goods = move.args
        if goods and kind != R_GOODS:
            return WhyNot("R13.2", "wrong-count", {"want": 1, "got": len(move.args)})
        if f.data[2 + kind] >= TWICE:
            return WhyNot("R10.2", "reward-taken-twice", {"kind": kind})
        if kind == R_GOODS:
            return self._why_not_goods(s, seat, goods)
        return WhyNot("R10.4", "stack-empty", {"tile": CROWN_MAST if kind == 0 else CROWN_SAIL})

    def _why_not_goods(self, s: NauticusState, seat: Seat, goods: list[int]) -> WhyNot:
        for tile in goods:
            if not s.supply[tile]:
                return WhyNot("R10.4", "stack-empty", {"tile": tile})
        if len(goods) == 2 and goods[0] == goods[1]:
            return WhyNot("R10.2", "goods-must-differ", {"tile": goods[0]})
        room = CELLS - s.players[seat].cells
        stocked = sum(1 for tile in range(GOOD, TILES) if s.supply[tile])
        if not stocked:
            return WhyNot("R10.4", "no-goods-left")
        most = min(2, stocked)
        if len(goods) > min(room, most):
            return WhyNot("R10.5", "storage-full", {"room": room, "goods": len(goods)})
        if len(goods) < min(room, most):
            return WhyNot("R10.2", "name-the-goods", {"goods": min(room, most)})
        # Two goods are one pair, written smaller number first.
        return WhyNot("R13.4", "smaller-number-first", {"first": goods[1], "second": goods[0]})
