"""Pictures for sharing: what a presenter draws, as a PNG that needs no fonts or style sheets."""

from __future__ import annotations

from games.picture.render import png

__all__ = ["png"]
