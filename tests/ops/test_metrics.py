from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from ops.metrics import ProcessesCollector
from outbox.models import Effect
from tests.conftest import make_player

TOKEN = "a-long-token-for-prometheus-0123456789"


def sample(text: str, name: str, **labels: str) -> float | None:
    for family in text_string_to_metric_families(text):
        for found in family.samples:
            if found.name == name and labels.items() <= found.labels.items():
                return found.value
    return None


@pytest.mark.parametrize("who", ["anonymous", "player", "staff"])
def test_in_production_only_the_token_opens_it(
    db: None, client: Client, settings: Settings, who: str
) -> None:
    settings.PROFILE = "production"
    settings.METRICS_TOKEN = TOKEN
    if who != "anonymous":
        client.force_login(make_player("dora", is_staff=who == "staff", is_superuser=True))

    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", HTTP_AUTHORIZATION="Bearer wrong").status_code == 404
    assert client.get("/metrics", HTTP_AUTHORIZATION=TOKEN).status_code == 404
    assert client.get(f"/metrics?token={TOKEN}").status_code == 404
    assert client.get("/metrics", HTTP_AUTHORIZATION=f"Bearer {TOKEN}").status_code == 200


def test_without_a_token_production_shows_nothing(
    db: None, client: Client, settings: Settings
) -> None:
    settings.PROFILE = "production"
    settings.METRICS_TOKEN = ""

    assert client.get("/metrics").status_code == 404
    assert client.get("/metrics", HTTP_AUTHORIZATION="Bearer ").status_code == 404


def test_the_embedded_site_shows_it_on_this_machine_only(db: None, client: Client) -> None:
    assert client.get("/metrics").status_code == 200
    assert client.get("/metrics", REMOTE_ADDR="192.0.2.1").status_code == 404
    assert client.get("/metrics", HTTP_X_FORWARDED_FOR="127.0.0.1").status_code == 404


def test_it_counts_requests_by_route_and_not_by_path(db: None, client: Client) -> None:
    def missed(text: str) -> float:
        labels = {"route": "unmatched", "method": "GET", "status": "404"}
        return sample(text, "nauticus_http_requests_total", **labels) or 0

    before = missed(client.get("/metrics").content.decode())
    client.get("/nothing/one")
    client.get("/nothing/two")
    client.generic("BREW", "/nothing/three")

    text = client.get("/metrics").content.decode()

    assert missed(text) == before + 2
    assert sample(text, "nauticus_http_requests_total", route="unmatched", method="OTHER")
    assert sample(text, "nauticus_http_request_seconds_count", route="unmatched", method="GET")
    assert "nothing" not in text
    assert sample(text, "process_resident_memory_bytes")


def test_it_shows_the_outbox(db: None, client: Client) -> None:
    now = timezone.now()
    Effect.objects.create(kind="mail", due_at=now - timedelta(minutes=5))
    Effect.objects.create(kind="mail", due_at=now + timedelta(minutes=5))
    Effect.objects.create(kind="mail", done_at=now)
    Effect.objects.create(kind="mail", given_up_at=now, lane="slow")

    text = client.get("/metrics").content.decode()

    assert sample(text, "nauticus_outbox_waiting", lane="fast") == 2
    assert sample(text, "nauticus_outbox_due", lane="fast") == 1
    assert 290 < (sample(text, "nauticus_outbox_oldest_due_seconds", lane="fast") or 0) < 320
    assert sample(text, "nauticus_outbox_given_up", lane="slow") == 1
    assert sample(text, "nauticus_outbox_oldest_due_seconds", lane="slow") == 0
    assert sample(text, "nauticus_database_up") == 1


def test_it_shows_what_became_of_mails(db: None, client: Client) -> None:
    from mail.metrics import count
    from mail.models import AddressState, SentMail

    now = timezone.now()
    for number, fields in enumerate(
        [{}, {"bounced_at": now}, {"bounced_at": now}, {"complained_at": now}]
    ):
        SentMail.objects.create(effect_id=number, message_id=f"<{number}@x>", digest="d", **fields)
    AddressState.objects.create(digest="on")
    AddressState.objects.create(digest="off", off_at=now)
    before = client.get("/metrics").content.decode()
    for state in ("handed_over", "handed_over", "refused"):
        count(state)

    text = client.get("/metrics").content.decode()

    def more(state: str) -> float:
        was, is_ = (sample(t, "nauticus_mails_total", state=state) or 0 for t in (before, text))
        return is_ - was

    assert (more("handed_over"), more("refused")) == (2, 1)
    assert sample(text, "nauticus_mails_bounced") == 2
    assert sample(text, "nauticus_mails_complained") == 1
    assert sample(text, "nauticus_mail_addresses_off") == 1


def test_it_answers_when_the_database_does_not(
    db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    from django.db import OperationalError

    from ops import metrics

    def fail(self: object) -> None:
        raise OperationalError

    monkeypatch.setattr(metrics.OutboxCollector, "_read", fail)
    monkeypatch.setattr(metrics.MailCollector, "_read", fail)

    text = client.get("/metrics").content.decode()

    assert sample(text, "nauticus_database_up") == 0


def test_a_collector_of_an_app_above_is_silent_without_the_database(
    db: None, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ops.metrics.database_answers", lambda: False)

    text = client.get("/metrics").content.decode()

    assert sample(text, "nauticus_database_up") == 0
    assert "nauticus_deliveries" not in text


def test_several_processes_are_added_up(tmp_path: Path) -> None:
    code = (
        "import django; django.setup()\n"
        "import sys\n"
        "from ops.metrics import count_request, MultiProcessCollector, CollectorRegistry\n"
        "from ops.metrics import generate_latest\n"
        "count_request('home', 'GET', 200, 0.01)\n"
        "if sys.argv[1:]:\n"
        "    registry = CollectorRegistry(); MultiProcessCollector(registry)\n"
        "    print(generate_latest(registry).decode())\n"
    )
    env = {
        **os.environ,
        "PROMETHEUS_MULTIPROC_DIR": str(tmp_path),
        "DJANGO_SETTINGS_MODULE": "nauticus_site.settings",
    }
    out = ""
    for arguments in ([], ["show"]):
        out = subprocess.run(
            [sys.executable, "-c", code, *arguments],
            env=env, check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip

    assert sample(out, "nauticus_http_requests_total", route="home") == 2


def test_it_reads_the_processes_that_count(tmp_path: Path) -> None:
    (tmp_path / f"counter_{os.getpid()}.db").touch()
    (tmp_path / "counter_999999999.db").touch()

    memory, cpu, files = ProcessesCollector(tmp_path).collect()

    assert [s.labels["pid"] for s in memory.samples] == [str(os.getpid())]
    assert memory.samples[0].value > 1_000_000
    assert cpu.samples[0].value > 0
    assert files.samples[0].value > 0
