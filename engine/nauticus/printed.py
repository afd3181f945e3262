"""What is printed on the board and its tiles (R12). Data only; `material.read` checks it.

KNOWN stands in a rulebook or is confirmed by a player's report of a real table. RECONSTRUCTED is
our stand-in for what only the artwork shows: if you own the game and can read the board, correct
it here and nowhere else. Running matches keep the positions they have, but the rules version
(`Nauticus.version`) must be raised.
"""

from __future__ import annotations

from typing import Any, Final

PRINTED: Final[dict[str, Any]] = {
    # Blue workers on the wheel, clockwise from the anchor section. KNOWN: 0 at the anchor and 1 to
    # 3 elsewhere; 2 in the fourth section, if the rulebook's example shows the opening position.
    # RECONSTRUCTED: the rest.
    "wheel": [0, 2, 3, 2, 1, 3, 2, 1],
    # The order of the four items on each blue tile; prices are read against it.
    "hulls": ["stern", "middle", "bow", "single"],  # KNOWN (report of a real table)
    "crests": ["whale", "ship", "wheel", "star"],  # RECONSTRUCTED: order, and the name "star"
    "goods": ["fish", "grain", "coffee", "salt"],  # RECONSTRUCTED: order
    # The eight spaces clockwise. KNOWN: the bonuses and their order, and the prices of the 2-points
    # space. RECONSTRUCTED: the other prices, so that each price stands twice at each position.
    "spaces": [
        {"workers": 3, "coins": 0, "points": 0, "tile": "", "prices": [0, 1, 2, 3]},
        {"workers": 0, "coins": 0, "points": 0, "tile": "mast", "prices": [3, 2, 1, 0]},
        {"workers": 0, "coins": 0, "points": 0, "tile": "sail", "prices": [2, 3, 0, 1]},
        {"workers": 0, "coins": 0, "points": 2, "tile": "", "prices": [1, 2, 3, 0]},
        {"workers": 2, "coins": 0, "points": 0, "tile": "", "prices": [0, 3, 2, 1]},
        {"workers": 1, "coins": 0, "points": 0, "tile": "good", "prices": [3, 0, 1, 2]},
        {"workers": 1, "coins": 0, "points": 1, "tile": "", "prices": [2, 1, 0, 3]},
        {"workers": 0, "coins": 4, "points": 0, "tile": "", "prices": [1, 0, 3, 2]},
    ],
    # How many of each tile there are (R1.1). KNOWN.
    "stock": {
        "stern": 18,
        "middle": 9,
        "bow": 18,
        "single": 18,
        "mast": 15,
        "crown mast": 12,
        "sail": 15,
        "crown sail": 12,
        "good": 12,
    },
}
