"""A plugin for pytest: how long every test takes that passes."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

_seconds: dict[str, float] = {}
_failed: set[str] = set()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _seconds[report.nodeid] = _seconds.get(report.nodeid, 0.0) + report.duration
    if not report.passed:  # skipped ones say nothing either
        _failed.add(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    if "PYTEST_XDIST_WORKER" not in os.environ:
        good = {test: took for test, took in _seconds.items() if test not in _failed}
        Path(os.environ["MUTATE_TIMES"]).write_text(json.dumps(good))
