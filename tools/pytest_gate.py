"""Full runs of the tests must also have run the code: every branch of the core, nearly all of the
services. `make test` loads this beside pytest-cov unless it is asked for a part of the tests.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Part:
    name: str
    patterns: tuple[str, ...]
    needed: float  # per cent of lines and branches together

    def files(self, root: Path) -> list[str]:
        found = {path.relative_to(root) for pattern in self.patterns for path in root.glob(pattern)}
        return sorted(str(path) for path in found if path.parts[0] not in ("tests", "tools"))


# The same places as in [tool.coverage.run] of pyproject.toml.
PARTS = (
    Part("engine/core", ("engine/core/*.py",), 100),
    Part("services", ("*/services.py", "*/services/**/*.py"), 95),
    Part("selectors", ("*/selectors.py", "*/selectors/*.py"), 95),
)


@dataclass
class Measured:
    part: Part
    covered: int = 0
    whole: int = 0
    missing: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        return 100 * self.covered / self.whole if self.whole else 100.0

    @property
    def good(self) -> bool:
        return self.share >= self.part.needed


def measure(part: Part, files: Mapping[str, Any], root: Path = ROOT) -> Measured:
    """`files` is what coverage.py writes as JSON: a summary and what is missing, by path."""
    measured = Measured(part)
    for name in part.files(root):
        if name not in files:
            if (root / name).read_text().strip():
                measured.whole += 1
                measured.missing.append(f"{name}: never imported")
            continue
        found = files[name]
        summary = found["summary"]
        measured.covered += summary["covered_lines"] + summary["covered_branches"]
        measured.whole += summary["num_statements"] + summary["num_branches"]
        if places := list(_places(found)):
            measured.missing.append(f"{name}: {', '.join(places)}")
    return measured


def _places(found: Mapping[str, Any]) -> Iterator[str]:
    gone: list[int] = found["missing_lines"]
    runs: list[list[int]] = []
    for line in gone:
        if runs and runs[-1][1] == line - 1:
            runs[-1][1] = line
        else:
            runs.append([line, line])
    yield from (str(a) if a == b else f"{a}-{b}" for a, b in runs)
    for start, end in found["missing_branches"]:
        if start not in gone and end not in gone:
            yield f"{start}->{'exit' if end < 0 else end}"


def _read() -> Mapping[str, Any]:
    import coverage

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "coverage.json"
        cov = coverage.Coverage(config_file=str(ROOT / "pyproject.toml"))
        cov.load()
        cov.json_report(outfile=str(out))
        files: Mapping[str, Any] = json.loads(out.read_text())["files"]
    return files


_measured: list[Measured] = []


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if "PYTEST_XDIST_WORKER" in os.environ or exitstatus != 0:
        return  # a red run says nothing about what is covered
    files = _read()
    _measured.extend(measure(part, files) for part in PARTS)
    if not all(measured.good for measured in _measured):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not _measured:
        return
    terminalreporter.section("coverage, with branches")
    for measured in _measured:
        part = measured.part
        state = "" if measured.good else "   MISSED"
        terminalreporter.line(
            f"{part.name:<14}{measured.share:7.2f} %, {part.needed:g} % needed{state}"
        )
        if not measured.good:
            for line in measured.missing:
                terminalreporter.line(f"  {line}")
