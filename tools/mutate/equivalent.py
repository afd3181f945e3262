"""Mutants that no test can tell from the original, named one by one with the reason."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tools.mutate.source import Mutant

FILE = Path(__file__).parent / "equivalent.toml"
MOST = 0.05  # of a sample; more would be a way to talk survivors away


@dataclass(frozen=True)
class Equivalent:
    module: str
    function: str
    original: str
    mutated: str
    reason: str

    def names(self, mutant: Mutant) -> bool:
        return (self.module, self.function, self.original, self.mutated) == (
            mutant.module, mutant.function, mutant.original, mutant.mutated
        )  # fmt: skip


def read(file: Path = FILE) -> list[Equivalent]:
    rows = tomllib.loads(file.read_text()).get("equivalent", [])
    found = [Equivalent(**row) for row in rows]
    for row in found:
        if not row.reason.strip():
            raise ValueError(f"No reason is given for {row.module}: {row.mutated}")
    return found


def is_named(mutant: Mutant, named: Iterable[Equivalent]) -> bool:
    return any(row.names(mutant) for row in named)


def stale(named: Iterable[Equivalent], mutants: Iterable[Mutant]) -> list[Equivalent]:
    """Entries whose code has changed since: they excuse nothing any more."""
    known = list(mutants)
    return [row for row in named if not any(row.names(mutant) for mutant in known)]
