"""Chooses the tests that may notice a mutant, the likeliest and cheapest first."""

from __future__ import annotations

from pathlib import PurePosixPath

from tools.mutate.baseline import Baseline
from tools.mutate.source import Mutant

FIRST = 60  # most mutants fall to these
SECONDS = 60.0  # what a survivor of them is worth beyond


def rounds(mutant: Mutant, baseline: Baseline) -> list[list[str]]:
    """At most two: a few tests, then as many more as the time allows."""
    by_line = baseline.lines.get(mutant.module, {})
    covering = {test for line in mutant.lines for test in by_line.get(line, ())}
    order = sorted(covering, key=lambda test: (_distance(test, mutant.module),
                                               baseline.seconds[test], test))  # fmt: skip
    first = _within(order[:FIRST], baseline, SECONDS)
    rest = _within(order[len(first) :], baseline, SECONDS)
    return [some for some in (first, rest) if some]


def _within(tests: list[str], baseline: Baseline, seconds: float) -> list[str]:
    taken: list[str] = []
    for test in tests:
        seconds -= baseline.seconds[test]
        if seconds < 0 and taken:
            break
        taken.append(test)
    return taken


def _distance(test: str, module: str) -> int:
    """0 for the module's own tests, then its folder, its app, and anywhere."""
    file = PurePosixPath(test.partition("::")[0])
    path = PurePosixPath(module)
    if file.stem.startswith(f"test_{path.stem}") and file.parts[1] == path.parts[0]:
        return 0
    if file.parts[1 : len(path.parts)] == path.parts[:-1]:
        return 1
    return 2 if file.parts[1] == path.parts[0] else 3
