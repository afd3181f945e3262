"""What must hold in every position: for tests and fuzzing only."""

from __future__ import annotations

from engine.nauticus.material import (
    ACTIONS,
    CELLS,
    CREST_OF,
    CROWN,
    CROWN_MAST,
    CROWN_SAIL,
    GOOD,
    MAST,
    PHASES,
    SAIL,
    SIZE_OF,
    STOCK,
    TILES,
)
from engine.nauticus.scoring import pieces
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
from engine.nauticus.tables import BEGIN, JOIN


def check(s: NauticusState) -> None:
    assert pieces(s) == list(STOCK), "a tile got lost or was made"
    assert min(s.supply) >= 0
    assert sorted(s.tiles) == list(range(ACTIONS))
    assert sum(s.used) == s.phase <= PHASES
    assert len(s.players) == s.seats
    for p in s.players:
        check_player(p)


def check_player(p: Player) -> None:
    assert p.coins >= 0
    assert p.workers >= 0
    assert 0 <= p.flipped <= 3
    assert p.extra in (0, 1)
    assert min(p.storage) >= 0
    assert p.cells == sum(SIZE_OF[tile] * p.storage[tile] for tile in range(TILES)) <= CELLS
    crowns = p.storage[CROWN_MAST] + p.storage[CROWN_SAIL]
    for ship in p.ships:
        check_ship(ship)
        crowns += sum(tile in (CROWN_MAST, CROWN_SAIL) for tile in ship[PARTS:])
    assert p.crowns == crowns


def check_ship(ship: list[int]) -> None:
    tiles = ship[PARTS:]
    hulls = [tile for tile in tiles if tile < MAST]
    masts = [tile for tile in tiles if MAST <= tile < SAIL]
    sails = [tile for tile in tiles if SAIL <= tile < GOOD]
    shape = BEGIN[hulls[0]]
    for tile in hulls[1:]:
        shape = JOIN[shape][tile]
    assert ship[SHAPE] == shape >= 0
    assert ship[SIZE] == len(hulls) <= 4
    assert ship[MASTED] == len(masts) <= len(hulls)
    assert ship[RIGGED] == len(sails) <= len(masts)
    assert ship[LOADED] == sum(tile >= GOOD for tile in tiles) <= len(hulls)
    crests = {CREST_OF[tile] for tile in masts + sails} - {CROWN}
    assert crests == ({ship[CREST]} - {CROWN}), "one crest per ship"
