"""What the eight actions have in common: paying workers, storing, building.

The `act` and `extra` steps hold the frame, and ask the action named in its data (layout:
state.ACTION ff.) what may be done and to do it.
"""

from __future__ import annotations

from engine.core.actions import Action
from engine.core.errors import WhyNot
from engine.core.step import Cited, push
from engine.core.types import Frame, Log, Move, Seat
from engine.nauticus.material import (
    CELLS,
    CREST_OF,
    CROWN,
    CROWN_MAST,
    CROWN_PARTS,
    CROWN_SAIL,
    SINGLE,
    SIZE_OF,
)
from engine.nauticus.state import (
    BLUE,
    CREST,
    LOADED,
    MASTED,
    RIGGED,
    SHAPE,
    SIZE,
    USES,
    NauticusState,
    Player,
)
from engine.nauticus.tables import BEGIN, CLOSED, JOIN, MATCH


class Use(Action[NauticusState]):
    """One of the eight. Subclasses keep `moves`, `play` and `why_not` side by side.

    `moves` answers with a new list, the caller adds to it.
    """

    lump: bool = False  # a single use is the whole performance
    once: Cited = Cited("", "")  # of a lump: what forbids the second use

    def usable(self, s: NauticusState, p: Player) -> bool:
        """Would the extra action offer a use? (R9.6: 2 more workers, first copies cost 2.)"""
        raise NotImplementedError

    def why_not(self, s: NauticusState, f: Frame, seat: Seat, move: Move) -> WhyNot:
        """For a move of this verb that `moves` does not list."""
        raise NotImplementedError


def pay_workers(p: Player, d: list[int], count: int) -> None:
    """Blue workers first (R4.6)."""
    d[USES] += count
    blue = d[BLUE]
    if count <= blue:
        d[BLUE] = blue - count
    else:
        d[BLUE] = 0
        p.workers -= count - blue


def store(s: NauticusState, p: Player, tile: int) -> None:
    """From the supply into storage; the caller has made sure that it fits."""
    s.supply[tile] -= 1
    p.storage[tile] += 1
    p.cells += SIZE_OF[tile]
    if tile in CROWN_PARTS:
        p.crowns += 1


def fits(p: Player, tile: int) -> bool:
    return p.cells + SIZE_OF[tile] <= CELLS


def build(s: NauticusState, p: Player, tile: int, dest: int, log: Log) -> None:
    """Put a tile on ship `dest` (counted from 1), or begin a new ship; pay for a completed one."""
    ships = p.ships
    if dest > len(ships):
        ships.append([BEGIN[tile], 1, 0, 0, CROWN, 0, tile])
        return
    ship = ships[dest - 1]
    ship.append(tile)
    if tile < 4:
        ship[SHAPE] = JOIN[ship[SHAPE]][tile]
        ship[SIZE] += 1
    elif tile > CROWN_SAIL:
        ship[LOADED] += 1
    else:
        crest = CREST_OF[tile]
        if crest != CROWN:
            ship[CREST] = crest
        if tile <= CROWN_MAST:
            ship[MASTED] += 1
            return
        ship[RIGGED] += 1
        if ship[RIGGED] == ship[SIZE] and CLOSED[ship[SHAPE]]:
            # R10.1: the turn is interrupted; the frame below goes on afterwards.
            if log.on:
                log.add("complete", s.turn, ship=dest, size=ship[SIZE])
            push(s, "reward", [s.turn], [dest, ship[SIZE], 0, 0, 0, 0, 0, 0])


def why_not_on(p: Player, tile: int, dest: int) -> WhyNot | None:
    """Why a tile cannot be built on that ship (section 6); None if it can."""
    ships = p.ships
    if dest < 1 or dest > len(ships) + 1:
        return WhyNot("R13.2", "no-such-ship", {"ship": dest, "ships": len(ships)})
    if dest > len(ships):
        if tile < 4:
            return None
        rule = "R6.8" if tile > CROWN_SAIL else "R6.6"
        return WhyNot(rule, "only-hulls-begin-ships", {"tile": tile})
    ship = ships[dest - 1]
    here = {"tile": tile, "ship": dest}
    if tile < 4:
        if CLOSED[ship[SHAPE]]:
            return WhyNot("R6.3", "hull-closed", here)
        if tile == SINGLE:
            return WhyNot("R6.1", "one-ship-stands-alone", here)
        if JOIN[ship[SHAPE]][tile] < 0:
            return WhyNot("R6.4", "hull-has-that-part", here)
    elif tile > CROWN_SAIL:
        if ship[LOADED] >= ship[SIZE]:
            return WhyNot("R6.8", "ship-loaded", here)
    elif tile <= CROWN_MAST and ship[MASTED] >= ship[SIZE]:
        return WhyNot("R6.6", "no-hull-for-mast", here)
    elif tile > CROWN_MAST and ship[RIGGED] >= ship[MASTED]:
        return WhyNot("R6.6", "no-mast-for-sail", here)
    elif not MATCH[CREST_OF[tile]][ship[CREST]]:
        return WhyNot("R6.7", "crest-mismatch", {**here, "crest": ship[CREST]})
    return None
