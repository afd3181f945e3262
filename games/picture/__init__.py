"""Pictures for sharing: what a presenter draws, as a PNG that is the same on every machine."""

from __future__ import annotations

from games.picture.render import png

__all__ = ["png"]
