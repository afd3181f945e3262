"""A position of Nauticus: ints and lists only, so that it copies and prints itself cheaply."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from engine.core.step import copy_stack
from engine.core.types import State
from engine.nauticus.material import PHASES, SPACES, START_POINTS, TILES

# A ship is a list of ints: six counters, then its tiles in the order they were placed. Mast, sail
# and good stand on the hull tiles in that order too; since the crest rule is ship-wide and every
# hull tile takes one of each, the rules need the counters only.
SHAPE: Final = 0  # of the hull, see material.JOIN
SIZE: Final = 1  # hull tiles
MASTED: Final = 2  # masts
RIGGED: Final = 3  # sails
CREST: Final = 4  # of its masts and sails, CROWN while open
LOADED: Final = 5  # goods on board
PARTS: Final = 6  # from here on: tile numbers

# Data of an `act` or `extra` frame: the action being performed.
ACTION: Final = 0
BLUE: Final = 1  # blue workers left
USES: Final = 2
BOUGHT: Final = 3  # 3..6: copies bought of each kind
PRICE: Final = 7  # 7..10: price of the next copy of each kind


@dataclass
class Player:
    vp: int = START_POINTS
    coins: int = 0
    workers: int = 0
    cells: int = 0  # storage cells in use (R5.6)
    crowns: int = 0  # crown masts and sails, stored or built
    flipped: int = 0  # pass tiles with the crown up
    extra: int = 1  # extra-action tiles left
    storage: list[int] = field(default_factory=lambda: [0] * TILES)  # how many of each tile
    delivered: list[int] = field(default_factory=lambda: [0] * 4)
    ships: list[list[int]] = field(default_factory=list)


@dataclass
class NauticusState(State):
    round: int = 0  # 1.. once the first round is dealt
    phase: int = 0  # phases finished in this round
    start: int = 0  # seat with the start player's token
    anchor: int = 0  # space the wheel's anchor points to
    first: int = -1  # space of this round's first phase
    space: int = -1  # space of the current phase
    tiles: list[int] = field(default_factory=lambda: [0] * SPACES)  # action by space
    used: list[int] = field(default_factory=lambda: [0] * SPACES)
    supply: list[int] = field(default_factory=list)  # how many of each tile
    players: list[Player] = field(default_factory=list)


def clone(s: NauticusState) -> NauticusState:
    """Positional, in field order: the hot path of every search."""
    return NauticusState(
        s.seats,
        s.options.copy(),
        s.seed,
        s.drawn.copy(),
        s.reveals,
        s.pushed,
        s.ply,
        s.turn,
        copy_stack(s.stack),
        s.round,
        s.phase,
        s.start,
        s.anchor,
        s.first,
        s.space,
        s.tiles[:],
        s.used[:],
        s.supply[:],
        [
            Player(
                p.vp,
                p.coins,
                p.workers,
                p.cells,
                p.crowns,
                p.flipped,
                p.extra,
                p.storage[:],
                p.delivered[:],
                [ship[:] for ship in p.ships],
            )
            for p in s.players
        ],
    )


def sketch(s: NauticusState, seat: int) -> NauticusState:
    """A copy to try out this seat's turn on, in half the time of `clone`.

    It shares what nobody changes before the round ends: the other players, the wheel, the options,
    the round's frame. In the last phase a turn may end the round, and with it touch everything.
    """
    if s.phase == PHASES - 1:
        return clone(s)
    players = s.players[:]
    p = players[seat]
    players[seat] = Player(
        p.vp,
        p.coins,
        p.workers,
        p.cells,
        p.crowns,
        p.flipped,
        p.extra,
        p.storage[:],
        p.delivered[:],
        [ship[:] for ship in p.ships],
    )
    return NauticusState(
        s.seats,
        s.options,
        s.seed,
        s.drawn,
        s.reveals,
        s.pushed,
        s.ply,
        s.turn,
        [s.stack[0], *copy_stack(s.stack[1:])],
        s.round,
        s.phase,
        s.start,
        s.anchor,
        s.first,
        s.space,
        s.tiles,
        s.used[:],
        s.supply[:],
        players,
    )
