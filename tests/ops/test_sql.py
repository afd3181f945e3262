"""Written-out statements give what the ORM would, on either way of sending them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from ops.sql import Batch, Rows, scalar
from outbox.models import Effect

pytestmark = pytest.mark.django_db


def effect(number: int) -> Effect:
    return Effect(
        kind="mail", payload={"number": number, "text": "50 % off; 'quoted'"}, key=f"k{number}",
        due_at=timezone.now() + timedelta(hours=number),
    )  # fmt: skip


def values(row: Effect) -> dict[str, object]:
    return {field.attname: getattr(row, field.attname) for field in Effect._meta.concrete_fields}


def test_rows_are_those_of_the_orm() -> None:
    Effect.objects.bulk_create([effect(1), effect(2)])

    found = Rows(Effect, "WHERE kind = %s ORDER BY id").fetch("mail")

    assert [values(row) for row in found] == [values(row) for row in Effect.objects.order_by("id")]


def test_columns_left_out_are_fetched_when_asked_for() -> None:
    effect(1).save()

    (found,) = Rows(Effect, "WHERE key = %s", only=("kind",)).fetch("k1")

    with CaptureQueriesContext(connection) as queries:
        assert found.kind == "mail"
        assert found.payload["number"] == 1
    assert len(queries) == 1


def test_rows_may_be_taken_away() -> None:
    Effect.objects.bulk_create([effect(1), effect(2)])

    found = Rows(Effect, "WHERE key = %s", removed=True).fetch("k1")

    assert [row.payload["number"] for row in found] == [1]
    assert [row.key for row in Effect.objects.all()] == ["k2"]


@pytest.mark.parametrize("together", [True, False])
def test_a_batch_writes_everything(together: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, gone = effect(1), effect(2)
    kept.save()
    gone.save()
    monkeypatch.setattr("ops.sql._takes_several", lambda: together)
    due = timezone.now() + timedelta(days=3)
    batch = Batch()
    batch.insert([effect(3), effect(4)])
    batch.insert([])
    batch.update(kept, due_at=due, payload={"changed": "it's"})
    batch.add("DELETE FROM outbox_effect WHERE id = %s", gone.pk)

    with CaptureQueriesContext(connection) as queries:
        batch.send()
        batch.send()  # sent once

    assert len(queries) == (1 if together else 3)
    assert kept.payload == {"changed": "it's"}
    assert sorted(Effect.objects.values_list("key", flat=True)) == ["k1", "k3", "k4"]
    stored = Effect.objects.get(key="k1")
    assert (stored.due_at, stored.payload) == (due, {"changed": "it's"})
    assert Effect.objects.get(key="k3").payload == effect(3).payload
    assert scalar("SELECT count(*) FROM outbox_effect WHERE kind = %s", "mail") == 3
