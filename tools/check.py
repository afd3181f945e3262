"""`make check`: everything that can be found wrong without running the tests."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent


def sample_production() -> dict[str, str]:
    """The documented production environment, with secrets of its own."""
    env: dict[str, str] = {}
    for line in (ROOT / "deploy/env.example").read_text().splitlines():
        name, equals, value = line.strip().partition("=")
        if equals and not name.startswith("#"):
            env[name] = value.strip("\"'")
    return {
        **env,
        "SECRET_KEY": secrets.token_urlsafe(64),
        "METRICS_TOKEN": secrets.token_urlsafe(32),
    }


def run(name: str, command: list[str], env: Mapping[str, str] | None = None) -> bool:
    began = time.monotonic()
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **(env or {})}, capture_output=True, text=True
    )
    state = "ok" if done.returncode == 0 else "FAILED"
    print(f"  {name:<40} {state:<7} {time.monotonic() - began:5.1f} s", flush=True)
    if done.returncode:
        print((done.stdout + done.stderr).strip(), flush=True)
    return done.returncode == 0


def main() -> int:
    manage = [sys.executable, "manage.py"]
    with tempfile.TemporaryDirectory() as var:
        state = {"VAR_DIR": var}
        steps = [
            run("format", [str(BIN / "ruff"), "format", "--check", "."]),
            run("lint", [str(BIN / "ruff"), "check", "."]),
            run("types", [str(BIN / "mypy")], state),
            run("imports between parts", [str(BIN / "lint-imports"), "--no-cache"]),
            run("lines of templates", [sys.executable, "-m", "tools.template_lines"]),
            run("translations", [sys.executable, "-m", "tools.messages", "check"], state),
            run("words", [sys.executable, "-m", "tools.words"]),
            run("migrations", [*manage, "makemigrations", "--check", "--dry-run"], state),
            run("settings, embedded", [*manage, "check", "--fail-level", "WARNING"], state),
            run(
                "settings, production",
                [*manage, "check", "--deploy", "--fail-level", "WARNING"],
                {**sample_production(), **state},
            ),
        ]  # fmt: skip
    return 0 if all(steps) else 1


if __name__ == "__main__":
    sys.exit(main())
