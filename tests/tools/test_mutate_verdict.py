"""What counts as a kill, and what the whole run says."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.mutate import equivalent, report, sample, tree
from tools.mutate.baseline import Baseline
from tools.mutate.equivalent import Equivalent
from tools.mutate.operators import candidates
from tools.mutate.report import Report, Result
from tools.mutate.run import Run
from tools.mutate.source import Mutant, Source
from tools.mutate.verdict import BROKEN, KILLED, SURVIVED
from tools.mutate.worker import TIMED_OUT, Verdict, Worker

TEXT = "def sail(a):\n    return a > 1, a > 2, a > 3, a > 4, a > 5\n"
MUTANTS = candidates(Source("harbour/services.py", TEXT))

GOOD = "import ships\n\ndef test_it_sails():\n    assert ships.sail() == 1\n"
LAZY = "def test_it_sails():\n    import ships\n    assert ships.sail() == 1\n"


@pytest.mark.parametrize(
    ("code", "test", "expected"),
    [
        ("def sail(): return 1", GOOD, SURVIVED),
        ("def sail(): return 2", GOOD, KILLED),
        ("def sail(): raise ImportError", GOOD, KILLED),
        ("import nothing_of_the_kind", GOOD, BROKEN),
        ("import nothing_of_the_kind", LAZY, BROKEN),
        ("def sail(): return undefined", "from ships import sink\n" + GOOD, BROKEN),
        ("def sail(): return 1", "", BROKEN),
    ],
)
def test_only_a_failing_test_is_a_kill(tmp_path: Path, code: str, test: str, expected: str) -> None:
    (tmp_path / "ships.py").write_text(code)
    (tmp_path / "test_ships.py").write_text(test)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    env = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "MUTATE_MODULE": "ships",
           "MUTATE_VERDICT": str(tmp_path / "said"),
           "PYTHONPATH": f"{tree.ROOT}:{tmp_path}"}  # fmt: skip

    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "tools.mutate.verdict", "test_ships.py"],
        cwd=tmp_path, env=env, capture_output=True, check=False,
    )  # fmt: skip

    assert json.loads((tmp_path / "said").read_text())["verdict"] == expected


def sampled(**counts: int) -> Report:
    states = {"timed_out": TIMED_OUT, "no_coverage": report.NO_COVERAGE, "not_run": report.NOT_RUN}
    results = [
        Result(MUTANTS[0], Verdict(states.get(state, state)))
        for state, count in counts.items() for _ in range(count)
    ]  # fmt: skip
    return Report(results, seed=1)


def test_nine_in_ten_are_enough_and_fewer_are_not() -> None:
    assert sampled(killed=90, survived=10).complaints() == []
    assert sampled(killed=89, survived=11).complaints() == ["89.0% killed, 90% are needed."]


def test_a_time_out_is_a_kill_and_code_no_test_runs_is_none() -> None:
    assert sampled(killed=80, timed_out=10, survived=10).score == 0.9
    assert sampled(killed=90, no_coverage=10).score == 0.9


def test_broken_and_equivalent_mutants_count_neither_way() -> None:
    run = sampled(killed=90, survived=5, broken=20, equivalent=5)

    assert run.counted == 95
    assert run.score == 90 / 95


def test_no_more_than_one_in_twenty_may_be_excused() -> None:
    assert sampled(killed=95, equivalent=5).complaints() == []
    assert sampled(killed=94, equivalent=6).complaints() == [
        "More than 5% of the sample is excused as equivalent."
    ]


def test_a_run_cut_short_does_not_pass() -> None:
    assert sampled(killed=9, not_run=1).complaints() == [
        "1 mutants were not tried: the time was up."
    ]
    assert sampled(broken=3).complaints() == ["No mutant could be tried."]


def test_the_report_shows_what_survived() -> None:
    result = Result(MUTANTS[0], Verdict(SURVIVED), MUTANTS[0].diff(TEXT))

    text = Report([result], seed=1).text()

    assert "harbour/services.py:2  sail  (comparison)" in text
    assert "+    return a >= 1, a > 2, a > 3, a > 4, a > 5" in text
    assert "0 of 1 killed (0.0%)" in text


class Fake(Worker):
    """Tests that say what they are told to."""

    def __init__(self, *verdicts: Verdict) -> None:
        self.verdicts = list(verdicts)
        self.asked: list[list[str]] = []

    def prepare(self) -> None:
        pass

    def try_out(self, mutant: Mutant | None, tests: list[str], expected: float) -> Verdict:
        self.asked.append(tests)
        return self.verdicts.pop(0)


def run(
    worker: Fake, *mutants: Mutant, tests: int = 1, named: tuple[Equivalent, ...] = ()
) -> Report:
    names = {f"tests/harbour/test_x.py::t{n}": 0.1 for n in range(tests)}
    baseline = Baseline(names, {"harbour/services.py": {2: list(names)}})
    whole = Run(list(mutants), baseline, list(named), seed=1, until=float("inf"),
                progress=lambda *_: None)  # fmt: skip
    return whole.go([worker])


def test_a_survivor_of_the_first_round_meets_the_rest() -> None:
    worker = Fake(Verdict(SURVIVED), Verdict(KILLED, "t"), Verdict(SURVIVED))

    assert run(worker, MUTANTS[0], tests=70).count(KILLED) == 1
    assert [len(tests) for tests in worker.asked] == [60, 10, 1]


def test_a_kill_by_a_test_that_fails_anyway_is_a_false_alarm() -> None:
    worker = Fake(
        Verdict(KILLED, "good"), Verdict(KILLED, "bad"), Verdict(KILLED, "bad"), Verdict(SURVIVED)
    )

    found = run(worker, *MUTANTS[:2])

    assert worker.asked[-2:] == [["bad", "good"], ["good"]]
    assert (found.count(KILLED), found.count(report.FALSE_ALARM)) == (1, 1)
    assert found.complaints() == ["1 kills are due to a test that fails anyway."]


def excuse(mutant: Mutant) -> Equivalent:
    return Equivalent(mutant.module, mutant.function, mutant.original, mutant.mutated, "Why not.")


def test_a_named_equivalent_is_excused_unless_a_test_notices_it() -> None:
    survivor, killed = MUTANTS[:2]
    named = (excuse(survivor), excuse(killed))
    worker = Fake(Verdict(SURVIVED), Verdict(KILLED, "t"), Verdict(SURVIVED))

    found = run(worker, survivor, killed, named=named)

    assert found.count(report.EQUIVALENT) == 1
    assert f"Named equivalent, yet killed: {killed.name}" in found.complaints()


def test_an_excuse_needs_a_reason(tmp_path: Path) -> None:
    file = tmp_path / "equivalent.toml"
    names = ("module", "function", "original", "mutated")
    file.write_text("[[equivalent]]\nreason = ' '\n" + "".join(f"{n} = 'x'\n" for n in names))

    with pytest.raises(ValueError, match="No reason"):
        equivalent.read(file)


def test_an_excuse_ends_when_its_code_changes() -> None:
    named = excuse(MUTANTS[0])

    assert equivalent.stale([named], MUTANTS) == []
    assert equivalent.stale([named], MUTANTS[1:]) == [named]


def test_every_excuse_in_the_file_names_code_that_is_there() -> None:
    named = equivalent.read()
    found = sample.all_candidates(tree.ROOT, {row.module for row in named})

    assert equivalent.stale(named, [m for mutants in found.values() for m in mutants]) == []


def test_a_copy_of_the_tree_holds_no_state(tmp_path: Path) -> None:
    tree.copy(tmp_path)

    assert (tmp_path / "engine/core/game.py").exists()
    assert not (tmp_path / ".venv").exists()
    assert not (tmp_path / ".git").exists()
