"""The fonts of pictures: files of pinned packages, so that every machine draws the same."""

from __future__ import annotations

from functools import cache
from typing import Final

import fontpkg

TEXT: Final = "Source Sans 3"
TYPED: Final = "Source Code Pro"


@cache
def files() -> list[str]:
    return [str(fontpkg.path(family)) for family in (TEXT, TYPED)]
