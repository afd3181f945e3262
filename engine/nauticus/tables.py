"""Tables derived from the material: how hulls grow, and every move, built once.

The rules only pick moves from these tables, which is what makes listing them cheap.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from engine.core.forms import Field, Form
from engine.core.types import Move
from engine.nauticus.material import (
    ACTIONS,
    CAP,
    CROWN,
    GOOD,
    MIDDLE,
    R_GOODS,
    REWARDS,
    SINGLE,
    SPACES,
    STERN,
    STOCK,
    TILES,
)

# Hull shapes: stern + 2 * bow + 4 * middles, or LONE for a 1-ship. JOIN[shape][tile] is the shape
# after adding a hull tile, -1 if it does not fit (R6.1 to R6.4); CLOSED says that none does.
LONE: Final = 12
BEGIN: Final = (1, 4, 2, LONE)  # shape of a ship begun with this tile


def _join(shape: int, tile: int) -> int:
    if shape == LONE or shape & 3 == 3 or tile == SINGLE:
        return -1
    if tile == MIDDLE:
        return shape + 4 if shape < 8 else -1
    bit = 1 if tile == STERN else 2
    return -1 if shape & bit else shape | bit


JOIN: Final = tuple(tuple(_join(shape, tile) for tile in range(4)) for shape in range(LONE + 1))
CLOSED: Final = tuple(shape == LONE or shape & 3 == 3 for shape in range(LONE + 1))

# MATCH[crest of a part][crest of a ship]: may the part go there (R6.7)?
MATCH: Final = tuple(
    tuple(part == CROWN or ship in (part, CROWN) for ship in range(5)) for part in range(5)
)

# Moves are built once; the rules only pick from these tables. No player can have more ships than
# there are hull tiles.
MOST_SHIPS: Final = sum(STOCK[:4])
MOST_WORKERS: Final = 999
DESTS: Final = MOST_SHIPS + 2
CHOOSE: Final = tuple(Move("choose", (i,)) for i in range(SPACES))
BONUS: Final = tuple(Move("bonus", (t,)) for t in range(TILES))
FREE: Final = tuple(Move("free", (t,)) for t in range(TILES))
BUY: Final = tuple(tuple(Move("buy", (t, k)) for k in range(DESTS)) for t in range(TILES))
CARRY: Final = tuple(tuple(Move("move", (t, k)) for k in range(DESTS)) for t in range(TILES))
TAKE: Final = tuple(Move("withdraw", (n,)) for n in range(1, MOST_WORKERS + 1))
SHIP_OUT: Final = tuple(Move("deliver", (k,)) for k in range(DESTS))
SCORE: Final = tuple(Move("score", (w,)) for w in range(1, CAP + 1))
EXTRA: Final = tuple(Move("extra", (a,)) for a in range(ACTIONS))
REWARD: Final = tuple(Move("reward", (r,)) for r in range(REWARDS))
REWARD_ONE: Final = tuple(Move("reward", (R_GOODS, t)) for t in range(TILES))
REWARD_TWO: Final = tuple(
    tuple(Move("reward", (R_GOODS, a, b)) for b in range(TILES)) for a in range(TILES)
)
PASS: Final = Move("pass")
END: Final = Move("end")

# A large number for each move. Two different sets of moves have different sums, but for a chance of
# one in 10**19: lines of moves are compared by them, whatever their order.
MARKS: Final = {
    move: int.from_bytes(blake2b(str(move).encode(), digest_size=8).digest(), "big")
    for move in (
        *CHOOSE, *BONUS, *FREE, *(move for row in BUY for move in row),
        *(move for row in CARRY for move in row), *TAKE, *SHIP_OUT, *SCORE, *EXTRA, *REWARD,
        *REWARD_ONE, *(move for row in REWARD_TWO for move in row), PASS, END,
    )
}  # fmt: skip

# What the numbers of each verb are called and how far they go (R13.2).
_TILE: Final = Field("tile", 0, TILES - 1)
_WORKERS: Final = Field("workers", 1, MOST_WORKERS)
FORMS: Final = {
    form.verb: form
    for form in (
        Form("choose", (Field("space", 0, SPACES - 1),)),
        Form("bonus", (_TILE,)),
        Form("free", (_TILE,)),
        Form("buy", (_TILE, Field("ship", 0, DESTS - 1))),
        Form("move", (_TILE, Field("ship", 0, DESTS - 1))),
        Form("withdraw", (_WORKERS,)),
        Form("deliver", (Field("load", 1, DESTS - 1),)),
        Form("score", (_WORKERS,)),
        Form("extra", (Field("action", 0, ACTIONS - 1),)),
        Form(
            "reward",
            (
                Field("reward", 0, REWARDS - 1),
                Field("good", GOOD, TILES - 1, least=0, most=2, tail=True),
            ),
        ),
        Form("pass"),
        Form("end"),
    )
}
