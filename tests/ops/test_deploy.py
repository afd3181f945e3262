"""The files of deploy/ are used as they stand, so they are tested as they stand."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"


def test_every_variable_is_documented() -> None:
    text = "".join((ROOT / "nauticus_site" / f).read_text() for f in ("env.py", "settings.py"))
    names = set(re.findall(r'(?:env\.[a-z_]+|required|mail_address)\(\s*"([A-Z_]+)"', text))
    table = (ROOT / "docs" / "operations.md").read_text()

    assert len(names) > 15
    assert [name for name in sorted(names) if f"`{name}`" not in table] == []


@pytest.mark.parametrize("script", sorted(p.name for p in DEPLOY.glob("*.sh")))
def test_scripts_can_be_run(script: str) -> None:
    assert (DEPLOY / script).stat().st_mode & 0o111
    assert subprocess.run(["sh", "-n", str(DEPLOY / script)]).returncode == 0


def test_counts_of_ended_processes_are_removed(tmp_path: Path) -> None:
    (tmp_path / "counter_1.db").touch()
    (tmp_path / "histogram_999999999.db").touch()

    subprocess.run(["sh", str(DEPLOY / "clean-metrics.sh"), str(tmp_path)], check=True)

    assert [path.name for path in tmp_path.iterdir()] == ["counter_1.db"]


def test_only_one_unit_runs_the_clock() -> None:
    units = {p.name: p.read_text() for p in (DEPLOY / "systemd").glob("*.service")}

    assert [name for name, text in units.items() if " beat " in text] == ["nauticus-beat.service"]
    for name, text in units.items():
        for line in ("NoNewPrivileges=yes", "ProtectSystem=strict", "User=nauticus"):
            assert line in text, name
    assert "nauticus-beat" not in (DEPLOY / "systemd" / "nauticus.target").read_text()


def test_what_ends_is_started_again_soon_and_for_ever() -> None:
    units = {p.name: p.read_text() for p in (DEPLOY / "systemd").glob("*.service")}
    lasting = {name: text for name, text in units.items() if "Type=oneshot" not in text}

    assert len(lasting) == 5
    for name, text in lasting.items():
        assert "Restart=always" in text, name
        assert "StartLimitIntervalSec=0" in text, name  # 20 quick deaths and it stayed down
        (seconds,) = re.findall(r"^RestartSec=(\d+)$", text, re.M)
        assert 1 <= int(seconds) <= (1 if "worker" in name else 2), name
