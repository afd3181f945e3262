"""House flags: every player flies one, drawn from the number of the account.

A field in one of fourteen partitions, two colours that stand out from each other, and a
charge in the middle. Shown round, so everything that matters lies near the centre. No cross
and no crescent stands alone: in red on white they belong to others.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

DARK = ("#12283b", "#a42f33", "#1d6f60", "#3d479d", "#1f6f9e", "#a83a14", "#4a3b63", "#33502f")
LIGHT = ("#fffdf6", "#efc667", "#cfe3ea", "#f3dfae", "#e9b9a4", "#bfd8b8")
PALE = ("#8fa3ae", "#7d97a3", "#9aa89f")
PAPER = "#eef3f3"

PARTITIONS: tuple[str, ...] = (
    "",
    '<path fill="{b}" d="M32 0h32v64H32z"/>',
    '<path fill="{b}" d="M0 32h64v32H0z"/>',
    '<path fill="{b}" d="M32 0h32v32H32zM0 32h32v32H0z"/>',
    '<path stroke="{b}" stroke-width="13" d="M0 0l64 64M64 0L0 64"/>',
    '<path fill="{b}" d="M25 0h14v25h25v14H39v25H25V39H0V25h25z"/>',
    '<path fill="{b}" d="M0 0l40 32L0 64z"/>',
    '<path stroke="{b}" stroke-width="22" d="M-6 70L70-6"/>',
    '<path fill="{b}" d="M20 0h24v64H20z"/>',
    '<path fill="{b}" d="M0 20h64v24H0z"/>',
    '<path fill="{b}" d="M32 2l30 30-30 30L2 32z"/>',
    '<path fill="{b}" d="M0 0h64v10H0zM0 18h64v9H0zM0 37h64v9H0zM0 54h64v10H0z"/>',
    '<path fill="{b}" d="M0 0h64L32 32zM0 64h64L32 32z"/>',
    '<path fill="{b}" d="M0 40q8-7 16 0t16 0 16 0 16 0v24H0z"/>'
    '<path fill="none" stroke="{b}" stroke-width="5" d="M0 27q8-7 16 0t16 0 16 0 16 0"/>',
)

CHARGES: tuple[str, ...] = (
    '<circle cx="32" cy="32" r="9" fill="{c}"/>',
    '<circle cx="32" cy="32" r="8" fill="none" stroke="{c}" stroke-width="5"/>',
    '<path fill="{c}" d="M32 19l3.8 8.8 9.5.8-7.2 6.2 2.2 9.3'
    'L32 39.2l-8.3 4.9 2.2-9.3-7.2-6.2 9.5-.8z"/>',
    '<path fill="{c}" d="M32 19l10 13-10 13-10-13z"/>',
    '<circle cx="32" cy="25" r="5" fill="{c}"/><circle cx="25" cy="37" r="5" fill="{c}"/>'
    '<circle cx="39" cy="37" r="5" fill="{c}"/>',
    '<path fill="none" stroke="{c}" stroke-width="4" stroke-linecap="round" '
    'd="M32 25v20M25 30h14M21 37c1 6 5 9 11 9s10-3 11-9"/>'
    '<circle cx="32" cy="21.5" r="3" fill="none" stroke="{c}" stroke-width="3"/>',
    '<path fill="{c}" d="M33 18v22h12C45 29 40 22 33 18zM30 22c-2 8-5 13-10 18h10z'
    'M18 43h28l-4 5H22z"/>',
    '<circle cx="32" cy="32" r="7.5" fill="none" stroke="{c}" stroke-width="3.5"/>'
    '<path stroke="{c}" stroke-width="2.6" stroke-linecap="round" '
    'd="M32 18.5v27M18.5 32h27M22.5 22.5l19 19M41.5 22.5l-19 19"/>',
)


@lru_cache(maxsize=4096)
def draw(number: int, kind: str = "player") -> str:
    """The inside of an SVG with the view box 0 0 64 64."""
    if kind == "former":  # struck: a bare halyard in the fog
        return (
            f'<path fill="{PAPER}" d="M0 0h64v64H0z"/>'
            '<path stroke="#6a7c86" stroke-width="4" stroke-linecap="round" d="M26 14v40"/>'
            '<path fill="#b9c5ca" d="M28 34h18l-5 6 5 6H28z"/>'
        )
    seed = hashlib.sha256(f"flag:{number}".encode()).digest()
    if kind == "guest":  # a signal flag without arms
        a, b = PALE[seed[0] % len(PALE)], PAPER
        return _field(a) + PARTITIONS[1 + seed[1] % 12].format(b=b)
    a, b = DARK[seed[0] % len(DARK)], LIGHT[seed[1] % len(LIGHT)]
    if seed[2] % 3 == 0:
        a, b = b, a
    partition = seed[3] % len(PARTITIONS)
    charge = CHARGES[seed[4] % len(CHARGES)]
    if partition == 0:
        return _field(a) + charge.format(c=b)
    plate = f'<circle cx="32" cy="32" r="18" fill="{a}"/>'
    body = _field(a) + PARTITIONS[partition].format(b=b)
    return body + plate + charge.format(c=b) if seed[5] % 4 else body


def _field(colour: str) -> str:
    return f'<path fill="{colour}" d="M0 0h64v64H0z"/>'


def svg(number: int, kind: str = "player") -> str:
    """A file of its own."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64">'
        f"{draw(number, kind)}</svg>"
    )
