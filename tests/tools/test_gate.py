"""What a full run of the tests says about the code it did not reach."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tools.pytest_gate import PARTS, ROOT, Part, measure

PART = Part("harbour", ("harbour/*.py",), 95)


def file(
    whole: int, forks: int, lines: Sequence[int] = (), branches: Sequence[list[int]] = ()
) -> dict[str, object]:
    return {
        "summary": {
            "num_statements": whole,
            "num_branches": forks,
            "covered_lines": whole - len(lines),
            "covered_branches": forks - len(branches),
        },
        "missing_lines": list(lines),
        "missing_branches": list(branches),
    }


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "harbour").mkdir()
    for name in ("quay", "crane"):
        (tmp_path / f"harbour/{name}.py").write_text("x = 1\n")
    return tmp_path


def test_lines_and_branches_count_together_over_all_files(root: Path) -> None:
    files = {
        "harbour/quay.py": file(60, 20, lines=[7, 8, 9], branches=[[3, 5]]),
        "harbour/crane.py": file(20, 0, lines=[4]),
    }

    found = measure(PART, files, root)

    assert found.share == 95
    assert found.good
    assert found.missing == ["harbour/crane.py: 4", "harbour/quay.py: 7-9, 3->5"]


def test_one_more_line_is_too_much(root: Path) -> None:
    files = {
        "harbour/quay.py": file(100, 0, lines=[1, 2, 3, 4, 5, 6]),
        "harbour/crane.py": file(0, 0),
    }

    assert not measure(PART, files, root).good


def test_a_branch_out_of_a_function_is_named(root: Path) -> None:
    files = {"harbour/quay.py": file(9, 2, branches=[[5, -3]]), "harbour/crane.py": file(1, 0)}

    assert measure(PART, files, root).missing == ["harbour/quay.py: 5->exit"]


def test_a_module_nobody_imports_is_missing_too(root: Path) -> None:
    found = measure(PART, {"harbour/quay.py": file(1, 0)}, root)

    assert not found.good
    assert found.missing == ["harbour/crane.py: never imported"]


def test_the_gate_knows_where_the_code_is() -> None:
    core, services, selectors = (part.files(ROOT) for part in PARTS)

    assert "engine/core/game.py" in core
    assert {"games/services/play/turns.py", "mail/services.py"} <= set(services)
    assert {"games/selectors/turns.py", "accounts/selectors.py"} <= set(selectors)


@pytest.mark.parametrize(("test", "code", "said"), [
    ("assert quay.sail(1) == 1 and quay.sail(0) == 2", 0, "100.00 %"),
    ("assert quay.sail(1) == 1", 1, "MISSED"),
])  # fmt: skip
def test_a_run_fails_when_code_is_not_reached(
    tmp_path: Path, test: str, code: int, said: str
) -> None:
    """The real plug-in beside pytest-cov, over a tree of its own."""
    core = tmp_path / "engine/core"
    core.mkdir(parents=True)
    (core / "__init__.py").touch()
    (core / "quay.py").write_text("def sail(a):\n    if a:\n        return 1\n    return 2\n")
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools/pytest_gate.py").write_text((ROOT / "tools/pytest_gate.py").read_text())
    (tmp_path / "pyproject.toml").write_text((ROOT / "pyproject.toml").read_text())
    (tmp_path / "test_quay.py").write_text(
        f"from engine.core import quay\n\ndef test_it_sails():\n    {test}\n"
    )
    own = {k: v for k, v in os.environ.items() if not k.startswith(("COV", "PYTEST"))}

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-c", "/dev/null", "--rootdir", str(tmp_path),
         "-n", "1", "-p", "no:django", "-p", "no:cacheprovider", "-p", "tools.pytest_gate",
         "--cov", "--cov-config=pyproject.toml", "--cov-report=", "test_quay.py"],
        cwd=tmp_path, env=own, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == code, done.stdout + done.stderr
    assert said in done.stdout
    assert ("engine/core/quay.py: 4" in done.stdout) == bool(code)
