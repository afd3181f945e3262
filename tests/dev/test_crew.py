"""The runner of `make run` looks after its children, whatever the disk does."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections import namedtuple
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tools.dev import children
from tools.dev.children import Child, Crew

Usage = namedtuple("Usage", "total used free")

SLEEPER = [sys.executable, "-c", "import time; time.sleep(60)"]
# A parent whose own child stays in its group, as Celery's embedded clock did.
FAMILY = [
    sys.executable, "-c",
    "import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', "
    "'import time; time.sleep(60)']); print('born', flush=True); time.sleep(60)",
]  # fmt: skip


class Disk:
    full = False

    def usage(self, path: object) -> Usage:
        return Usage(100_000_000, 0, 0 if self.full else 100_000_000)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    disk = Disk()
    monkeypatch.setattr("tools.dev.children.shutil.disk_usage", disk.usage)
    return disk


@pytest.fixture
def crew(tmp_path: Path) -> Iterator[Crew]:
    crew = Crew(tmp_path / "log", dict(os.environ))
    yield crew
    crew.stop()


def until(true: Callable[[], bool], crew: Crew, seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        crew.look_after()
        time.sleep(0.02)


def running(child: Child) -> bool:
    return child.process is not None and child.process.poll() is None


def kill(child: Child) -> None:
    assert child.process is not None
    child.process.kill()
    child.process.wait()


def group_alive(number: int) -> bool:
    try:
        os.killpg(number, 0)
    except ProcessLookupError:
        return False
    return True


def test_who_is_killed_leaves_nobody_behind(crew: Crew) -> None:
    child = Child("parent", FAMILY)
    crew.start(child)
    assert child.process is not None
    pid = child.process.pid
    until(lambda: "born" in (crew.logs / "parent.log").read_text(), crew)

    os.kill(pid, signal.SIGKILL)

    until(lambda: child.process is not None and child.process.pid != pid, crew)
    until(lambda: not group_alive(pid), crew)


def test_on_a_full_disk_it_waits_for_room_and_says_so_once(
    crew: Crew, disk: Disk, capsys: pytest.CaptureFixture[str]
) -> None:
    child = Child("sleeper", SLEEPER)
    crew.start(child)
    more_than_allowed = children.QUICK_DEATHS_ALLOWED + 2

    for _ in range(more_than_allowed):
        disk.full = True
        kill(child)
        for _ in range(3):
            crew.look_after()
        assert not running(child)
        disk.full = False
        until(lambda: running(child), crew)

    said = capsys.readouterr().out
    assert not crew.stopping
    assert said.count("is full") == more_than_allowed
    assert said.count("room on the disk again") == more_than_allowed


def test_a_pid_file_that_cannot_be_written_does_no_harm(
    crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*args: object) -> int:
        raise OSError(28, "No space left on device")

    child = Child("sleeper", SLEEPER)
    with monkeypatch.context() as full:
        full.setattr(Path, "write_text", no_room)
        crew.start(child)
        crew.look_after()
    assert child.process is not None
    assert child.process.poll() is None

    crew.look_after()

    assert (crew.logs / "sleeper.pid").read_text() == str(child.process.pid)


def test_a_log_that_cannot_be_opened_is_tried_again(
    crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_room(*args: object) -> None:
        raise OSError(28, "No space left on device")

    child = Child("sleeper", SLEEPER)
    with monkeypatch.context() as full:
        full.setattr(Path, "open", no_room)
        crew.start(child)
    assert child.process is None

    until(lambda: child.process is not None, crew)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The set-up script beside an installer that only tells where its cache is."""
    root = Path(__file__).resolve().parents[2]
    folder = tmp_path / "project"
    (folder / ".tools").mkdir(parents=True)
    (folder / ".venv" / "bin").mkdir(parents=True)
    script = root / "tools" / "bootstrap.sh"
    shutil.copy(script, folder / "bootstrap.sh")
    version = next(
        line.partition("=")[2]
        for line in script.read_text().splitlines()
        if line.startswith("UV_VERSION=")
    )
    (folder / ".tools" / "uv").write_text(
        f'#!/bin/sh\n[ "$1" = --version ] && echo "uv {version}" && exit\n'
        'echo "${UV_CACHE_DIR:-default}" > cache-used\n'
    )
    (folder / ".venv" / "bin" / "python").write_text("#!/bin/sh\n")
    for name in (".tools/uv", ".venv/bin/python"):
        (folder / name).chmod(0o755)
    return folder


def cache_used(project: Path, home: str) -> str:
    env = {k: v for k, v in os.environ.items() if k not in ("UV_CACHE_DIR", "XDG_CACHE_HOME")}
    subprocess.run(
        ["sh", "bootstrap.sh", "run"], cwd=project, env={**env, "HOME": home}, check=True
    )
    return (project / "cache-used").read_text().strip()


def test_the_set_up_needs_no_home_that_can_be_written(project: Path) -> None:
    nowhere = project / "cache-used-as-home"
    nowhere.touch()  # a file: nobody, root included, can make a directory in it

    assert cache_used(project, str(nowhere)) == f"{project}/.tools/cache"
    assert cache_used(project, str(project)) == "default"
    assert list((project / ".cache" / "uv").iterdir()) == []
