"""Starts the test services before Django reads its settings, and stops them at the end.

`pytest_configure` would be too late: pytest-django imports the settings earlier. With
xdist the workers inherit the environment of the first process and start nothing.
"""

from __future__ import annotations

import os
import signal

import pytest

from tools.messages import compile_all
from tools.services import FOREIGN, Services

_services: Services | None = None


def _wanted(args: list[str]) -> bool:
    """Runs that only touch the engine need no database."""
    paths = [a for a in args if not a.startswith("-") and "/" in a]
    return not paths or not all(p.startswith("tests/engine") for p in paths)


def _stop_like_ctrl_c(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(
    early_config: pytest.Config, parser: pytest.Parser, args: list[str]
) -> None:
    global _services
    if os.environ.get("NAUTICUS_SERVICES") or not _wanted(args):
        return
    signal.signal(signal.SIGTERM, _stop_like_ctrl_c)  # else the services would outlive the run
    compile_all()
    _services = Services()
    os.environ.update(_services.environment())
    for name in FOREIGN:
        os.environ.pop(name, None)


def pytest_unconfigure(config: pytest.Config) -> None:
    if _services:
        _services.stop()
