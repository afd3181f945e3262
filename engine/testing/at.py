"""Positions out of real matches: "the state of this record after ply 57"."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine import registry
from engine.core.game import Game
from engine.core.record import Record, parse
from engine.core.replay import replay
from engine.core.types import State

RECORDS = Path(__file__).parents[2] / "tests" / "engine" / "records"


def read(path: Path) -> Record:
    return parse(path.read_text(encoding="utf-8"))


def golden(slug: str, folder: Path = RECORDS) -> list[Path]:
    """All stored records of a title, in a stable order."""
    return sorted((folder / slug).glob("*.txt"))


def at(
    slug: str, name: str, ply: int | None = None, folder: Path = RECORDS
) -> tuple[Game[Any], State]:
    """The title and its position after `ply` plies of a stored record (None: after all)."""
    game = registry.get(slug)
    return game, replay(game, read(folder / slug / f"{name}.txt"), upto=ply)
