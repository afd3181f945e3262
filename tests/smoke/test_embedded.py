"""The site exactly as `make run` starts it: sign-up by mail, restarts, a quick stop."""

from __future__ import annotations

import os
import re
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from accounts import toll
from tests.embedded import EmbeddedSite, Visitor
from tools.dev.state import check_port
from tools.services import Services

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("smoke")]

PASSWORD = "tall-ships-and-grain"


def sign_up(visitor: Visitor, name: str) -> str:
    """Fill in the form as a browser would, toll included; the answer is the next page."""
    page = visitor.get("/account/signup/")
    word = re.search(r'name="toll" value="([^"]+)"', page)
    bits = re.search(r'data-bits="(\d+)"', page)
    assert word is not None
    assert bits is not None
    return visitor.post(
        "/account/signup/",
        username=name,
        email=f"{name}@example.org",
        password1=PASSWORD,
        toll=word.group(1),
        toll_work=toll.solve(word.group(1), int(bits.group(1))),
    )


def follow_the_link(visitor: Visitor, name: str) -> str:
    """Open the mail, open the link in it, press the button there."""
    mail = visitor.await_mail(f"{name}@example.org")
    link = re.search(r'href="(http://127[^"]+/confirm-email/[^"]+)"', mail)
    assert link is not None, mail
    visitor.get(link.group(1))
    return visitor.post(visitor.url)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedSite]:
    site = EmbeddedSite(
        tmp_path_factory.mktemp("var"), SIGNUP_MIN_SECONDS="0", POW_BITS="8"
    ).start()
    yield site
    if site.process and site.process.poll() is None:
        site.stop()


def test_a_newcomer_signs_up_and_is_logged_in(site: EmbeddedSite) -> None:
    visitor = Visitor(site)
    assert '"status": "ok"' in visitor.get("/readyz")

    sign_up(visitor, "ilse")
    assert visitor.status == 200
    follow_the_link(visitor, "ilse")

    home = visitor.get("/")
    assert visitor.status == 200
    assert "ilse" in home


def test_a_dead_child_comes_back(site: EmbeddedSite) -> None:
    for child in ("web", "worker", "worker-slow", "beat", "valkey"):
        before = site.pid(child)
        os.killpg(before, signal.SIGKILL)
        end = time.monotonic() + 60
        while site.pid(child) == before and time.monotonic() < end:
            time.sleep(0.1)
        assert site.pid(child) != before, child

    visitor = Visitor(site)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            if '"status": "ok"' in visitor.get("/readyz"):
                break
        except OSError:
            time.sleep(0.2)
    else:
        raise AssertionError(site.logs())
    sign_up(visitor, "noor")
    assert visitor.await_mail("noor@example.org")


def test_a_second_runner_and_a_taken_port_get_one_sentence(
    site: EmbeddedSite, tmp_path: Path
) -> None:
    same_state = EmbeddedSite(site.var)
    same_port = EmbeddedSite(tmp_path)
    same_port.env["PORT"] = str(site.port)

    assert "already runs" in refused(same_state)
    assert f"Port {site.port} is taken" in refused(same_port)


def test_ctrl_c_stops_everything_at_once(site: EmbeddedSite) -> None:
    children = [site.pid(name) for name in ("web", "worker", "worker-slow", "valkey", "beat")]

    assert site.stop() < 8.0  # one or two seconds; a machine full of tests may take a few more

    assert [pid for pid in children if alive_in_group(pid)] == []
    check_port(site.port)  # free for the next start


def alive_in_group(group: int) -> bool:
    """Does any process of the group still run? One that only waits to be buried does not."""
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _parent, its_group = path.read_text().rpartition(")")[2].split()[:3]
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(its_group) == group and state != "Z":
            return True
    return False


def refused(site: EmbeddedSite) -> str:
    """The runner's words when it will not start."""
    done = subprocess.run(site.command, env=site.env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    return done.stderr


def test_a_broken_state_gets_one_sentence(tmp_path: Path) -> None:
    site = EmbeddedSite(tmp_path)
    database = tmp_path / "db.sqlite3"

    database.write_bytes(b"this is not a database" * 100)
    assert "is not a usable database" in refused(site)

    database.unlink()
    with sqlite3.connect(database) as connection:
        connection.execute("create table django_migrations (app text, name text)")
        connection.execute("insert into django_migrations values ('accounts', '9999_later')")
    assert "made by a newer version" in refused(site)

    site.env["PORT"] = "eighty"
    assert "PORT is 'eighty'" in refused(site)


def test_no_mail_is_lost_or_doubled_when_parts_die(tmp_path: Path) -> None:
    services = Services()
    site = EmbeddedSite(
        tmp_path,
        REDIS_URL=services.start_valkey(),
        EMAIL_URL="local://?seconds=1",
        OUTBOX_LEASE_SECONDS="2",
        OUTBOX_SWEEP_SECONDS="0.5",
        OUTBOX_QUEUED_SECONDS="3",
        SIGNUP_MIN_SECONDS="0",
        POW_BITS="8",
    )
    try:
        site.start()
        visitor = Visitor(site)

        # The worker is killed while it hands a mail over: once before the server has accepted
        # it, once between acceptance and the note that it was sent.
        for name, wait in (("early", 0.6), ("late", 1.6)):
            sign_up(visitor, name)
            time.sleep(wait)
            os.killpg(site.pid("worker"), signal.SIGKILL)

        # Valkey is gone during a sign-up.
        services.stop_valkey()
        sign_up(visitor, "becalmed")
        assert visitor.status == 200, site.logs()
        services.start_valkey()

        for name in ("early", "late", "becalmed"):
            visitor.await_mail(f"{name}@example.org", seconds=60)
        wait_until_done(tmp_path)
        for name in ("early", "late", "becalmed"):
            assert len(visitor.mails_to(f"{name}@example.org")) == 1
    finally:
        if site.process and site.process.poll() is None:
            site.stop()
        services.stop()


def wait_until_done(var: Path, seconds: float = 60) -> None:
    """Until no promise is open, so that a repeated mail would have arrived."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with sqlite3.connect(f"file:{var / 'db.sqlite3'}?mode=ro", uri=True) as connection:
            (open_effects,) = connection.execute(
                "select count(*) from outbox_effect where done_at is null"
            ).fetchone()
        if not open_effects:
            return
        time.sleep(0.2)
    raise AssertionError("Promises stayed open.")
