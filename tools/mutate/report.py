"""What came of the sample: a table, the survivors with their difference, and JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tools.mutate import equivalent
from tools.mutate.source import OPERATORS, Mutant
from tools.mutate.verdict import BROKEN, KILLED, SURVIVED
from tools.mutate.worker import TIMED_OUT, Verdict

ENOUGH = 0.90
NO_COVERAGE = "no coverage"
EQUIVALENT = "equivalent"
NOT_RUN = "not run"
FALSE_ALARM = "false alarm"  # the test that killed it fails without it, too
STATES = (KILLED, TIMED_OUT, SURVIVED, NO_COVERAGE, EQUIVALENT, BROKEN, FALSE_ALARM, NOT_RUN)
KILLS = (KILLED, TIMED_OUT)
# Says nothing about the tests, for or against.
UNCOUNTED = (EQUIVALENT, BROKEN, FALSE_ALARM, NOT_RUN)


@dataclass
class Result:
    mutant: Mutant
    verdict: Verdict
    diff: str = ""


@dataclass
class Report:
    results: list[Result]
    seed: int
    seconds: float = 0.0
    excused_wrongly: list[Result] = field(default_factory=list)  # named equivalent, yet killed

    def count(self, *states: str) -> int:
        return sum(result.verdict.verdict in states for result in self.results)

    @property
    def counted(self) -> int:
        return len(self.results) - self.count(*UNCOUNTED)

    @property
    def score(self) -> float:
        return self.count(*KILLS) / self.counted if self.counted else 0.0

    def complaints(self) -> list[str]:
        """Why the run does not pass; empty if it does."""
        found = []
        if not self.counted:
            found.append("No mutant could be tried.")
        elif self.score < ENOUGH:
            found.append(f"{self.score:.1%} killed, {ENOUGH:.0%} are needed.")
        if self.count(EQUIVALENT) > equivalent.MOST * len(self.results):
            found.append(f"More than {equivalent.MOST:.0%} of the sample is excused as equivalent.")
        if self.count(NOT_RUN):
            found.append(f"{self.count(NOT_RUN)} mutants were not tried: the time was up.")
        if self.count(FALSE_ALARM):
            found.append(f"{self.count(FALSE_ALARM)} kills are due to a test that fails anyway.")
        found += [f"Named equivalent, yet killed: {r.mutant.name}" for r in self.excused_wrongly]
        return found

    def as_json(self) -> dict[str, object]:
        return {
            "seed": self.seed,
            "sampled": len(self.results),
            "seconds": round(self.seconds),
            "score": round(self.score, 4),
            **{state.replace(" ", "_"): self.count(state) for state in STATES},
            "ok": not self.complaints(),
        }

    def details(self) -> dict[str, object]:
        return {
            **self.as_json(),
            "mutants": [
                {
                    "module": r.mutant.module,
                    "function": r.mutant.function,
                    "line": r.mutant.line,
                    "operator": r.mutant.operator,
                    "original": r.mutant.original,
                    "mutated": r.mutant.mutated,
                    "verdict": r.verdict.verdict,
                    "test": r.verdict.test,
                    "why": r.verdict.why,
                    "seconds": round(r.verdict.seconds, 1),
                }
                for r in self.results
            ],
        }

    def text(self) -> str:
        parts = []
        for state in (SURVIVED, NO_COVERAGE, TIMED_OUT, BROKEN, FALSE_ALARM):
            some = [r for r in self.results if r.verdict.verdict == state]
            if some:
                parts.append(f"{state.capitalize()}:")
                parts += [_shown(result) for result in sorted(some, key=lambda r: r.mutant.name)]
        parts.append(self._table("module", lambda r: r.mutant.module))
        parts.append(self._table("operator", lambda r: r.mutant.operator, OPERATORS))
        parts.append(
            f"{self.count(*KILLS)} of {self.counted} killed ({self.score:.1%}), "
            f"{len(self.results)} sampled with seed {self.seed}, {self.seconds / 60:.1f} min."
        )
        return "\n\n".join(parts)

    def _table(self, head: str, key: Callable[[Result], str], order: tuple[str, ...] = ()) -> str:
        rows: dict[str, Counter[str]] = {}
        for result in self.results:
            rows.setdefault(key(result), Counter())[result.verdict.verdict] += 1
        used = [state for state in STATES if self.count(state)]
        lines = [f"{head:<34}{'sampled':>9}" + "".join(f"{state:>13}" for state in used)]
        for name in order or sorted(rows):
            row = rows.get(name, Counter())
            lines.append(
                f"{name:<34}{row.total():>9}" + "".join(f"{row[state] or '':>13}" for state in used)
            )
        return "\n".join(lines)


def _shown(result: Result) -> str:
    mutant = result.mutant
    head = f"  {mutant.module}:{mutant.line}  {mutant.function or 'module'}  ({mutant.operator})"
    why = [f"    {line}" for line in result.verdict.why.splitlines()[-3:]]
    return "\n".join([head, *(f"    {line}" for line in result.diff.splitlines()), *why])
