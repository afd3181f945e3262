"""Draws the sample: every module has its share, every operator its turn, all from one seed."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from fnmatch import fnmatch
from pathlib import Path

from tools.mutate.operators import candidates
from tools.mutate.source import OPERATORS, Mutant, Source

# Where a fault would decide matches, ratings or people's data. What does not exist yet is skipped.
WHERE = (
    "engine/core/*.py",
    "*/services.py",
    "*/services/**/*.py",
    "games/selectors/access.py",
    "games/selectors/plans.py",
    "games/selectors/snapshots.py",
    "games/selectors/turns.py",
    "ladder/elo.py",
    "ladder/elo/*.py",
    "tournaments/formats.py",
    "tournaments/formats/*.py",
)


def modules(root: Path, pattern: str = "*") -> list[str]:
    found = {str(path.relative_to(root)) for where in WHERE for path in root.glob(where)}
    return sorted(name for name in found if fnmatch(name, pattern) and _is_ours(name))


def _is_ours(name: str) -> bool:
    return not name.startswith((".", "tests/", "tools/"))


def all_candidates(root: Path, names: Iterable[str]) -> dict[str, list[Mutant]]:
    return {name: candidates(Source.read(root, name)) for name in names}


def shares(sizes: Mapping[str, int], count: int) -> dict[str, int]:
    """Proportional to size, at least one each, never more than there are."""
    sizes = {name: size for name, size in sizes.items() if size}
    whole = sum(sizes.values())
    count = min(max(count, len(sizes)), whole)
    given = {name: min(1, size) for name, size in sizes.items()}
    for _ in range(count - sum(given.values())):
        short = {n: count * size / whole - given[n] for n, size in sizes.items() if given[n] < size}
        given[max(sorted(short), key=short.__getitem__)] += 1
    return given


def draw(found: Mapping[str, list[Mutant]], *, count: int, seed: int) -> list[Mutant]:
    """The same seed draws the same mutants; a change to one module leaves the others' order."""
    given = shares({name: len(mutants) for name, mutants in found.items()}, count)
    drawn: list[Mutant] = []
    for name in sorted(given):
        drawn += _shuffled(found[name], name, seed)[: given[name]]
    # A run cut short by the clock should still have seen every part.
    random.Random(seed).shuffle(drawn)
    return drawn


def _shuffled(mutants: list[Mutant], name: str, seed: int) -> list[Mutant]:
    """Operators take turns, so that the many constants do not crowd out the rest."""
    dice = random.Random(f"{seed}:{name}")
    piles = {operator: [m for m in mutants if m.operator == operator] for operator in OPERATORS}
    for pile in piles.values():
        dice.shuffle(pile)
    order: list[Mutant] = []
    while any(piles.values()):
        turn = [operator for operator in OPERATORS if piles[operator]]
        dice.shuffle(turn)
        order += [piles[operator].pop() for operator in turn]
    return order
