"""Which mutants are drawn, and which tests they meet."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.mutate import choose, sample
from tools.mutate.baseline import Baseline
from tools.mutate.operators import candidates
from tools.mutate.source import OPERATORS, Mutant, Source

TEXT = """
def sail(a, b):
    if a < b and b != 3:
        a.send(b, kind="fog")
        a.count += 1
        return 7
    return a.filter(x=a, y=b) or True
"""


def modules(**sizes: int) -> dict[str, list[Mutant]]:
    return {name: candidates(Source(name, TEXT * size)) for name, size in sizes.items()}


def test_shares_follow_the_size_and_nobody_goes_without() -> None:
    given = sample.shares({"tiny": 3, "middle": 97, "large": 300}, 40)

    assert given == {"tiny": 1, "middle": 9, "large": 30}


def test_shares_never_exceed_what_there_is() -> None:
    assert sample.shares({"one": 1, "two": 2, "none": 0}, 50) == {"one": 1, "two": 2}


def test_every_module_is_drawn_even_when_there_are_more_than_asked_for() -> None:
    drawn = sample.draw(modules(a=1, b=1, c=5), count=2, seed=1)

    assert sorted(mutant.module for mutant in drawn) == ["a", "b", "c"]


def test_a_seed_draws_the_same_again_and_another_seed_does_not() -> None:
    found = modules(a=2, b=6)

    assert sample.draw(found, count=30, seed=4) == sample.draw(modules(a=2, b=6), count=30, seed=4)
    assert set(sample.draw(found, count=30, seed=4)) != set(sample.draw(found, count=30, seed=5))


def test_a_mutant_is_drawn_once_and_every_operator_has_its_turn() -> None:
    drawn = sample.draw(modules(a=6), count=25, seed=1)

    assert len(drawn) == len(set(drawn)) == 25
    assert {mutant.operator for mutant in drawn} == set(OPERATORS)


def test_it_looks_at_the_core_and_the_services_and_skips_what_is_not_there(tmp_path: Path) -> None:
    wanted = ("engine/core/game.py", "games/services/play/turns.py", "mail/services.py")
    for name in (*wanted, "games/web/views.py", "tests/x/services.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(TEXT)

    assert sample.modules(tmp_path) == list(wanted)
    assert sample.modules(tmp_path, "games/*") == ["games/services/play/turns.py"]


@pytest.fixture
def mutant() -> Mutant:
    found = candidates(Source("games/services/tables/lobby.py", TEXT))
    return next(mutant for mutant in found if "a <= b" in mutant.mutated)


def test_the_tests_nearest_to_the_code_come_first_then_the_quickest(mutant: Mutant) -> None:
    seconds = {
        "tests/pages/test_x.py::a": 0.1,
        "tests/games/test_x.py::slow": 3.0,
        "tests/games/test_x.py::quick": 1.0,
        "tests/games/services/tables/test_lobby.py::own": 9.0,
        "tests/games/services/tables/test_lobby.py::elsewhere": 0.0,
    }
    lines = {mutant.lines[0]: [t for t in seconds if "elsewhere" not in t]}

    assert choose.rounds(mutant, Baseline(seconds, {mutant.module: lines})) == [
        [
            "tests/games/services/tables/test_lobby.py::own",
            "tests/games/test_x.py::quick",
            "tests/games/test_x.py::slow",
            "tests/pages/test_x.py::a",
        ]
    ]


def test_a_survivor_meets_a_second_round_within_a_bound(mutant: Mutant) -> None:
    tests = {f"tests/games/test_x.py::t{n:03}": 0.5 for n in range(300)}

    first, second = choose.rounds(
        mutant, Baseline(tests, {mutant.module: {mutant.lines[0]: list(tests)}})
    )

    assert len(first) == choose.FIRST
    assert len(second) == choose.SECONDS / 0.5
    assert not set(first) & set(second)


def test_a_line_no_test_runs_has_no_round(mutant: Mutant) -> None:
    assert choose.rounds(mutant, Baseline({}, {})) == []
