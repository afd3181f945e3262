"""Places on the board that carry a move: the same values as the buttons of the turn.

Every move on offer has a place, but for `end`, which is Confirm. What fits nowhere lies on the
quay.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.core.types import Move
from engine.nauticus.material import (
    CAP,
    CELLS,
    CROWN_MAST,
    CROWN_SAIL,
    GOODS,
    R_COINS,
    R_CROWN_MAST,
    R_CROWN_SAIL,
    R_GOODS,
    R_POINTS,
    R_WORKERS,
    SIZE_OF,
    TRANSPORT,
)
from games.selectors.scenes import Scene
from games.titles.answers import Group
from games.titles.kit.lights import ANYTIME
from games.titles.nauticus import words
from games.titles.nauticus.ships import Lit

PURSE = {R_POINTS: 0, R_COINS: 1, R_WORKERS: 2}
CROWNS = {R_CROWN_MAST: CROWN_MAST, R_CROWN_SAIL: CROWN_SAIL}
BERTH_IDLE, STORE_IDLE, STACK_IDLE = "deliver:{}", "buy:0,0", "buy:{},0"


class Lights(NamedTuple):
    """What is lit, by place, and what to ask when somebody points at a place that is not.

    In a question `{}` is the number of the place, `*` what the player has picked up.
    """

    berths: tuple[tuple[int, tuple[Lit, ...]], ...] = ()
    store: tuple[Lit, ...] = ()
    stacks: tuple[tuple[int, tuple[Lit, ...]], ...] = ()
    purse: tuple[tuple[int, Lit], ...] = ()  # 0 points, 1 coins, 2 workers
    quay: tuple[Lit, ...] = ()
    may_pass: bool = False
    best: str = ""  # the move that is recommended
    extras: frozenset[int] = frozenset()  # actions open to the extra action
    picks: frozenset[int] = frozenset()  # tiles to pick up from wheel and supply
    carry: bool = False  # stored tiles may be picked up
    ask_berth: str = BERTH_IDLE
    ask_store: str = STORE_IDLE
    ask_stack: str = STACK_IDLE


DARK = Lights()


def lights(scene: Scene, rows: list[Group], best: str = "") -> Lights:
    """Lit places of the viewer's own harbour, of the supply and of the wheel."""
    made = _Maker(scene, rows, best)
    for move in scene.moves:
        made.place(move)
    return made.found()


class _Maker:
    def __init__(self, scene: Scene, rows: list[Group], best: str) -> None:
        self.best = best
        self.view = scene.view
        self.me = scene.view["players"][scene.number or 0]
        act = scene.view["action"]
        self.blue = act is not None and act["blue"] > 0
        self.prices = {row.pick: row.price for row in rows}
        self.labels = {c.move: c.full or c.label for row in rows for c in row.choices}
        self.selected = {row.pick for row in rows if row.selected}
        self.tiles = [row.pick for row in rows if row.pick >= 0]
        self.berths: dict[int, list[Lit]] = {}
        self.stacks: dict[int, list[Lit]] = {}
        self.store: list[Lit] = []
        self.purse: list[tuple[int, Lit]] = []
        self.quay: list[Lit] = []
        self.extras: set[int] = set()
        self.picks: set[int] = set()
        self.may_pass = False

    def place(self, move: Move) -> None:
        verb, args = move
        if verb in ("buy", "move"):
            tile, dest = args
            if not dest and self.me["cells"] + SIZE_OF[tile] > CELLS:
                self.quay.append(self._lit(move, ANYTIME))  # bought to be lost (R5.8)
                return
            lit = self._lit(move, tile)
            (self.berths.setdefault(dest, []) if dest else self.store).append(lit)
            if verb == "buy":
                self.picks.add(tile)
        elif verb in ("bonus", "free"):
            self.store.append(self._lit(move, args[0]))
            self.picks.add(args[0])
        elif verb == "deliver":
            self.berths.setdefault(args[0], []).append(self._lit(move, ANYTIME))
        elif verb == "reward":
            self._reward(move)
        elif verb == "extra":
            self.extras.add(args[0])
        elif verb == "pass":
            self.may_pass = True
        elif verb in ("withdraw", "score"):
            # The engine caps what crowns bring; a number beyond the cap is not on offer.
            gain = 2 * args[0] if verb == "withdraw" else min(CAP, args[0] * self.me["crowns"])
            self.quay.append(self._lit(move, ANYTIME)._replace(gain=gain))

    def _reward(self, move: Move) -> None:
        kind, *goods = move.args
        tile = CROWNS.get(kind, -1)
        if kind in PURSE:
            self.purse.append((PURSE[kind], self._lit(move, ANYTIME)))
        elif tile >= 0 and self.me["cells"] + SIZE_OF[tile] <= CELLS:
            self.store.append(self._lit(move, tile))
            self.picks.add(tile)
        elif kind == R_GOODS and len(goods) == 1:
            self.stacks.setdefault(goods[0], []).append(self._lit(move, ANYTIME))
        elif kind == R_GOODS and goods:
            # Pick up one of the two, then the other one is lit.
            for first, second in (goods, goods[::-1]):
                self.stacks.setdefault(second, []).append(self._lit(move, first))
                self.picks.add(first)
        else:
            self.quay.append(self._lit(move, ANYTIME))

    def _lit(self, move: Move, tile: int) -> Lit:
        text = str(move)
        price = self.prices.get(tile, -1) if move.verb == "buy" else -1
        label = self.labels.get(text) or str(words.TILE_LABEL[tile])
        shown, best = tile < 0 or tile in self.selected, text == self.best
        return Lit(text, tile, label, price, self.blue, shown, best=best)

    def found(self) -> Lights:
        return Lights(
            tuple((dest, tuple(lits)) for dest, lits in self.berths.items()),
            tuple(self.store),
            tuple((tile, tuple(lits)) for tile, lits in self.stacks.items()),
            tuple(self.purse),
            tuple(self.quay),
            self.may_pass,
            self.best,
            frozenset(self.extras),
            frozenset(self.picks),
            *self._questions(),
        )

    def _questions(self) -> tuple[bool, str, str, str]:
        prompt, act = self.view["prompt"], self.view["action"]
        if prompt in ("bonus", "free"):
            return False, BERTH_IDLE, f"{prompt}:*", f"{prompt}:{{}}"
        if prompt not in ("act", "extra") or act is None or act["stage"] == 2:
            return False, BERTH_IDLE, STORE_IDLE, STACK_IDLE
        if act["action"] <= GOODS:
            return False, "buy:*,{}", "buy:*,0", STACK_IDLE
        if act["action"] == TRANSPORT:
            return True, "move:*,{}" if self.tiles else BERTH_IDLE, STORE_IDLE, STACK_IDLE
        return False, BERTH_IDLE, STORE_IDLE, STACK_IDLE
