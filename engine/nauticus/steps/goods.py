"""Buy goods (R5, R6.8) and deliver them (R7.3)."""

from __future__ import annotations

from engine.core.errors import WhyNot
from engine.core.types import Frame, Log, Move, Seat
from engine.nauticus.material import CELLS, EXTRA_WORKERS, GOOD
from engine.nauticus.ships import is_complete
from engine.nauticus.state import BLUE, LOADED, PARTS, PRICE, SIZE, NauticusState, Player
from engine.nauticus.steps.action import Use, pay_workers
from engine.nauticus.steps.buy import Buy
from engine.nauticus.tables import BUY, FORMS, SHIP_OUT


class Goods(Buy):
    first = GOOD

    def moves(self, s: NauticusState, f: Frame, seat: Seat) -> list[Move]:
        p, d = s.players[seat], f.data
        found: list[Move] = []
        if not d[BLUE] and not p.workers:
            return found
        coins = p.coins
        room = p.cells < CELLS
        open_ = [k for k, ship in enumerate(p.ships, 1) if ship[LOADED] < ship[SIZE]]
        supply = s.supply
        for i in range(4):
            price = d[PRICE + i]
            if price > coins or not supply[GOOD + i]:
                continue
            row = BUY[GOOD + i]
            if room or not price:  # R5.8
                found.append(row[0])
            if price:
                for k in open_:
                    found.append(row[k])
        return found


class Deliver(Use):
    """`deliver:ship`: the whole load, one worker per good."""

    verbs = ("deliver",)
    forms = (FORMS["deliver"],)

    def moves(self, s: NauticusState, f: Frame, seat: Seat) -> list[Move]:
        p, d = s.players[seat], f.data
        workers = d[BLUE] + p.workers
        return [
            SHIP_OUT[k]
            for k, ship in enumerate(p.ships, 1)
            if ship[LOADED] == ship[SIZE] <= workers and is_complete(ship)
        ]

    def usable(self, s: NauticusState, p: Player) -> bool:
        workers = p.workers + EXTRA_WORKERS
        return any(ship[LOADED] == ship[SIZE] <= workers and is_complete(ship) for ship in p.ships)

    def play(self, s: NauticusState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        p, d = s.players[seat], f.data
        (k,) = move[1]
        ship = p.ships[k - 1]
        goods = [tile for tile in ship[PARTS:] if tile >= GOOD]
        pay_workers(p, d, len(goods))
        for tile in goods:
            p.delivered[tile - GOOD] += 1
        ship[PARTS:] = [tile for tile in ship[PARTS:] if tile < GOOD]
        ship[LOADED] = 0
        if log.on:
            log.add("deliver", s.turn, ship=k, goods=goods)

    def why_not(self, s: NauticusState, f: Frame, seat: Seat, move: Move) -> WhyNot:
        p, d = s.players[seat], f.data
        (k,) = move.args
        if not 1 <= k <= len(p.ships):
            return WhyNot("R13.2", "no-such-load", {"load": k})
        ship = p.ships[k - 1]
        if not is_complete(ship):
            return WhyNot("R7.3", "ship-unfinished", {"ship": k})
        if ship[LOADED] < ship[SIZE]:
            return WhyNot(
                "R7.3", "not-fully-loaded", {"ship": k, "goods": ship[LOADED], "of": ship[SIZE]}
            )
        return WhyNot("R7.3", "no-worker", {"need": ship[SIZE], "have": d[BLUE] + p.workers})
