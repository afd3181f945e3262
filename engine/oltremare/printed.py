"""The printed data as it stands in the file. `material.read` checks it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final

PRINTED: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("cards.toml").read_text(encoding="utf-8")
)
