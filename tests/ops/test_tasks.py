from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from celery import shared_task
from structlog.testing import capture_logs

from nauticus_site.celery import app
from ops import task_signals
from ops.logs import bind_request_id, current_request_id
from ops.metrics import TASKS

seen: list[str] = []


@shared_task(name="tests.ops.note")
def note() -> None:
    seen.append(current_request_id())


@shared_task(name="tests.ops.fail")
def fail() -> None:
    raise RuntimeError("no wind")


def test_the_message_carries_the_request_id() -> None:
    headers: dict[str, Any] = {}
    with bind_request_id("request-of-alice"):
        task_signals.pass_request_id_on(headers=headers)
    assert headers == {"request_id": "request-of-alice"}

    headers = {}
    task_signals.pass_request_id_on(headers=headers)
    assert headers == {}


def test_a_task_run_in_place_keeps_the_request_around_it() -> None:
    with bind_request_id("request-of-alice"):
        note.apply()
        assert current_request_id() == "request-of-alice"

    assert seen[-1] == "request-of-alice"


def test_it_counts_and_logs_ended_tasks() -> None:
    def count(state: str, task: str) -> float:
        return float(TASKS.labels(task, state)._value.get())

    ok, bad = count("SUCCESS", "tests.ops.note"), count("FAILURE", "tests.ops.fail")
    with capture_logs() as logs:
        note.apply()
        fail.apply()

    assert count("SUCCESS", "tests.ops.note") == ok + 1
    assert count("FAILURE", "tests.ops.fail") == bad + 1
    assert [line["state"] for line in logs if line["event"] == "task"] == ["SUCCESS", "FAILURE"]


@pytest.fixture
def worker(tmp_path: Path) -> Iterator[Path]:
    """A real worker on the test services; its log is the answer."""
    log = tmp_path / "worker.log"
    (tmp_path / "noted.py").write_text(
        "import structlog\n"
        "from nauticus_site.celery import app\n"
        "@app.task(name='noted.note')\n"
        "def note():\n"
        "    structlog.get_logger('noted').info('noted', token='hush')\n"
        "@app.task(name='noted.fail')\n"
        "def fail():\n"
        "    raise RuntimeError('no wind')\n"
    )
    with log.open("wb") as out:
        child = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "nauticus_site", "worker", "-P", "solo",
             "-Q", "ops-test", "--include", "noted", "--without-gossip", "--without-mingle",
             "--without-heartbeat", "-l", "INFO"],
            stdout=out, stderr=out, start_new_session=True,
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
        )  # fmt: skip
    yield log
    child.send_signal(signal.SIGTERM)
    try:
        child.wait(5)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


@pytest.mark.slow
def test_a_worker_inherits_the_request_id(worker: Path) -> None:
    with bind_request_id("request-of-alice"):
        app.send_task("noted.note", queue="ops-test")
    app.send_task("noted.fail", queue="ops-test")

    text, end = "", time.monotonic() + 20
    while "RuntimeError: no wind" not in text and time.monotonic() < end:
        time.sleep(0.05)
        text = worker.read_text()

    lines = text.splitlines()
    said = next(line for line in lines if " noted " in line)
    assert "request_id=request-of-alice" in said
    assert "hush" not in text
    done = next(line for line in lines if "state=SUCCESS" in line)
    assert "request_id=request-of-alice" in done
    assert "task=noted.note" in done
    assert "Traceback" in text
    assert not any("request-of-alice" in line for line in lines if "noted.fail" in line)


def test_sending_while_redis_is_away_does_not_keep_a_request_waiting() -> None:
    from celery import Celery
    from kombu.exceptions import OperationalError

    lonely = Celery("lonely", broker="redis://127.0.0.1:1/0", set_as_current=False)
    lonely.conf.broker_transport_options = app.conf.broker_transport_options

    started = time.monotonic()
    with pytest.raises(OperationalError):
        lonely.send_task("x", queue="fast", retry=False)

    assert time.monotonic() - started < 3  # Celery's own default sleeps for 6 s
