"""Places on the board that carry a move: the same values as the buttons of the turn."""

from __future__ import annotations

from engine.core.types import Move
from games.presenters.nauticus import words
from games.presenters.nauticus.choices import Row
from games.presenters.nauticus.ships import Lit
from games.scenes import Scene


def lights(scene: Scene, rows: list[Row]) -> dict[int, list[Lit]]:
    """Lit places of the viewer's own harbour, by destination (0 is the storage)."""
    act = scene.view["action"]
    blue = act is not None and act["blue"] > 0
    prices = {row.tile: row.price for row in rows}
    labels = {choice.move: choice.full for row in rows for choice in row.choices}
    selected = {row.tile for row in rows if row.selected}
    found: dict[int, list[Lit]] = {}
    for move in scene.moves:
        where = _place(move)
        if where is None:
            continue
        tile, dest = where
        text = str(move)
        found.setdefault(dest, []).append(
            Lit(
                move=text,
                tile=tile,
                label=labels.get(text) or str(words.TILE_LABEL[tile]),
                price=prices.get(tile, -1) if move.verb == "buy" else -1,
                blue=blue,
                shown=tile < 0 or tile in selected,
            )
        )
    return found


def _place(move: Move) -> tuple[int, int] | None:
    """Tile and destination of a move that has them; tile −1 is the whole ship."""
    if move.verb in ("buy", "move"):
        return move.args[0], move.args[1]
    if move.verb in ("bonus", "free"):
        return move.args[0], 0
    if move.verb == "deliver":
        return -1, move.args[0]
    return None
