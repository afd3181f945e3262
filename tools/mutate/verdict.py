"""A plugin for pytest: says what the tests made of a mutant.

The exit code alone does not tell a test that failed from code that cannot be imported, and only
the first is a kill.
"""

from __future__ import annotations

import importlib
import json
import os
from pathlib import Path

import pytest

KILLED, SURVIVED, BROKEN = "killed", "survived", "broken"

_said: dict[str, str] = {}


def _say(verdict: str, test: str = "", why: str = "") -> None:
    if not _said:
        _said.update(verdict=verdict, test=test, why=why.strip()[-300:])


def pytest_collection(session: pytest.Session) -> None:
    """Imported before any test could trip over it."""
    if module := os.environ.get("MUTATE_MODULE"):
        try:
            importlib.import_module(module)
        except Exception as error:
            _say(BROKEN, why=f"{type(error).__name__}: {error}")
            pytest.exit("the mutant cannot be imported", returncode=2)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.failed:
        _say(BROKEN, report.nodeid, str(report.longrepr))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed:
        crash = getattr(report.longrepr, "reprcrash", None)
        _say(KILLED, report.nodeid, str(getattr(crash, "message", report.longrepr)))


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if exitstatus == 0:
        _say(SURVIVED)
    elif exitstatus != 1:
        _say(BROKEN, why=f"pytest ended with {int(exitstatus)}")
    Path(os.environ["MUTATE_VERDICT"]).write_text(json.dumps(_said))
