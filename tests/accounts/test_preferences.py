from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User

PAGE = "preferences"
CHOICES = {
    "language": "fr",
    "time_zone": "Europe/Paris",
    "theme": "dark",
    "patterns": "on",
}


def test_it_saves_and_shows_them_at_once(alice: User, as_alice: Client) -> None:
    response = as_alice.post(reverse(PAGE), CHOICES)

    assert response.status_code == 302
    assert response.cookies["django_language"].value == "fr"
    alice.refresh_from_db()
    assert (alice.language, alice.time_zone, alice.theme, alice.patterns) == (
        "fr", "Europe/Paris", "dark", True,
    )  # fmt: skip
    page = as_alice.get(reverse(PAGE))
    assert page["Content-Language"] == "fr"
    assert b'data-theme="dark"' in page.content
    assert b'data-patterns="on"' in page.content


@pytest.mark.parametrize(
    ("field", "value"),
    [("language", "xx"), ("language", ""), ("time_zone", "Mars/Base"), ("theme", "pink"),
     ("time_zone", "../../etc/passwd"), ("language", "fr\x01"), ("time_zone", "A" * 9000)],
)  # fmt: skip
def test_it_refuses_what_it_does_not_offer(
    field: str, value: str, alice: User, as_alice: Client
) -> None:
    assert as_alice.post(reverse(PAGE), CHOICES | {field: value}).status_code == 422
    alice.refresh_from_db()
    assert alice.language == ""


def test_times_are_shown_in_the_players_zone(alice: User, as_alice: Client, settings: Any) -> None:
    User.objects.filter(pk=alice.pk).update(
        time_zone="Asia/Tokyo", deletion_due="2030-01-01T00:00Z"
    )

    assert "09:00" in as_alice.get(reverse("delete_account")).content.decode()
    assert timezone.get_current_timezone_name() == "UTC"


def test_a_broken_zone_or_language_is_no_error(alice: User, as_alice: Client) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Gone/Zone", language="xx")

    assert as_alice.get(reverse(PAGE)).status_code == 200


def test_last_seen_is_written_once_in_a_while(alice: User, as_alice: Client) -> None:
    as_alice.get("/about/")
    first = User.objects.get(pk=alice.pk).last_seen
    assert first is not None

    with CaptureQueriesContext(connection) as queries:
        as_alice.get("/about/")
    ours = [q["sql"] for q in queries if "accounts_user" in q["sql"] or "session" in q["sql"]]
    assert [sql.split()[0] for sql in ours] == ["SELECT", "SELECT"]  # session and user
    assert User.objects.get(pk=alice.pk).last_seen == first

    with time_machine.travel(timezone.now() + timedelta(minutes=6)):
        as_alice.get("/about/")
    assert User.objects.get(pk=alice.pk).last_seen > first


def test_a_stranger_costs_no_query(
    db: None, client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        client.get("/about/")


async def test_it_works_in_an_event_loop(transactional_db: None, async_client: Any) -> None:
    from asgiref.sync import sync_to_async
    from django.db import connections

    user = await sync_to_async(User.objects.create_user)(
        "Loopy", "l@example.org", "x", language="fr"
    )
    await async_client.aforce_login(user)

    response = await async_client.get("/about/")

    assert response["Content-Language"] == "fr"
    assert (await User.objects.aget(pk=user.pk)).last_seen is not None
    await sync_to_async(connections.close_all)()  # that of the loop's own thread


def test_time_zones_are_listed_by_region_and_city(alice: User, as_alice: Client) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Calcutta")

    page = as_alice.get(reverse(PAGE)).content.decode()

    assert '<optgroup label="Indian Ocean">' in page
    assert (
        '<option value="America/Argentina/Buenos_Aires">Buenos Aires (Argentina)</option>' in page
    )
    assert '<option value="America/New_York">New York</option>' in page
    assert 'value="America/Buenos_Aires"' not in page  # a former name of the same zone
    assert '<option value="Asia/Calcutta" selected>Calcutta</option>' in page  # but it's hers
    assert as_alice.post(reverse(PAGE), CHOICES | {"time_zone": "Asia/Calcutta"}).status_code == 302
