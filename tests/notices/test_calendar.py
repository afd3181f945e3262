"""The private calendar: for whoever has its address, and nobody else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from icalendar import Calendar
from pytest_django import Settings

from accounts.models import User
from accounts.services import guests
from games.models import Match, Ply
from games.services.play import clocks, takeback
from notices.models import Reader
from notices.selectors import calendar_digest, calendar_owner
from notices.services import calendar
from tests.games.helpers import running
from tests.notices.helpers import START, pass_turn

pytestmark = pytest.mark.django_db
MAKE, REVOKE = "/account/notifications/calendar/", "/account/notifications/calendar/revoke/"


@pytest.fixture
def match(alice: User, bob: User) -> Iterator[Match]:
    """Alice has just been called, with three days to go."""
    with time_machine.travel(START, tick=False):
        yield running(alice, bob, first_player="creator", name="Friday table")


def feed(secret: str, **headers: str) -> Any:
    return Client(headers=headers).get(f"/calendar/{secret}.ics")


def events(secret: str) -> list[Any]:
    answer = feed(secret)
    assert answer.status_code == 200
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


# --- its address --------------------------------------------------------------------------


def test_the_address_is_shown_once_and_kept_as_a_hash(as_alice: Client, alice: User) -> None:
    page = as_alice.post(MAKE)

    found = re.search(r'value="(http[^"]+/calendar/([\w-]+)\.ics)"', page.content.decode())
    assert found is not None
    address, secret = unescape(found[1]), found[2]
    assert len(secret) >= 32
    assert address.startswith("http")
    assert f"webcal://{address.partition('://')[2]}" in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    assert Reader.objects.get(user=alice).calendar_digest == calendar_digest(secret)
    assert secret not in str(list(Reader.objects.values()))
    assert secret not in str(dict(as_alice.session))
    assert feed(secret).status_code == 200
    settings_page = as_alice.get("/account/notifications/").content.decode()
    assert secret not in settings_page
    assert REVOKE in settings_page


def test_the_settings_offer_one_to_whoever_has_none(as_alice: Client, alice: User) -> None:
    page = as_alice.get("/account/notifications/").content.decode()
    assert f'action="{MAKE}"' in page
    assert REVOKE not in page


def test_a_new_address_ends_the_old_one(alice: User) -> None:
    old, new = calendar.make(user=alice), calendar.make(user=alice)

    assert old != new
    assert feed(old).status_code == 404
    assert feed(new).status_code == 200


def test_a_revoked_address_is_gone(as_alice: Client, alice: User) -> None:
    secret = calendar.make(user=alice)

    assert as_alice.post(REVOKE)["Location"] == "/account/notifications/"

    assert feed(secret).status_code == 404
    assert as_alice.post(REVOKE).status_code == 302
    assert calendar_owner("") is None


def test_nobody_revokes_or_learns_anothers(as_charlie: Client, alice: User) -> None:
    secret = calendar.make(user=alice)

    as_charlie.post(REVOKE)
    as_charlie.post(MAKE)

    assert feed(secret).status_code == 200
    assert calendar_owner(secret) == alice


@pytest.mark.parametrize("path", [MAKE, REVOKE])
def test_only_a_logged_in_player_s_own_form_changes_it(path: str, alice: User) -> None:
    assert Client().post(path)["Location"].startswith(reverse("account_login"))
    known = Client(enforce_csrf_checks=True)
    known.force_login(alice)
    assert known.post(path).status_code == 403
    assert known.get(path).status_code == 405
    assert not Reader.objects.filter(user=alice).exclude(calendar_digest="").exists()


def test_a_guest_may_have_one() -> None:
    assert feed(calendar.make(user=guests.create())).status_code == 200


def test_every_refusal_looks_the_same(alice: User, bob: User, charlie: User) -> None:
    revoked, closed, gone = (calendar.make(user=user) for user in (alice, bob, charlie))
    calendar.revoke(user=alice)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    User.objects.filter(pk=charlie.pk).update(anonymised_at=timezone.now())

    wrong = [revoked, closed, gone, "x", "a" * 43, "a" * 3000, calendar_digest(revoked), "é"]
    answers = [feed(secret) for secret in wrong]

    shapes = {
        (a.status_code, a.content, str({k: v for k, v in a.items() if k != "X-Request-ID"}))
        for a in answers
    }
    assert len(shapes) == 1
    assert answers[0].status_code == 404
    assert answers[0].content == b""


def test_it_goes_with_the_account(alice: User) -> None:
    from notices.hooks import forget

    secret = calendar.make(user=alice)
    forget(alice)

    assert feed(secret).status_code == 404


# --- how it's answered --------------------------------------------------------------------


def test_it_is_served_privately_and_needs_no_cookie(match: Match, alice: User) -> None:
    secret = calendar.make(user=alice)
    User.objects.filter(pk=alice.pk).update(last_seen=None)

    answer = feed(secret)

    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert answer["Cache-Control"] == "private, no-store"
    assert answer["X-Robots-Tag"] == "noindex"
    assert answer["Referrer-Policy"] == "no-referrer"
    assert not answer.cookies
    alice.refresh_from_db()
    assert alice.last_seen is None
    assert Client().head(f"/calendar/{secret}.ics").status_code == 200
    assert Client().post(f"/calendar/{secret}.ics").status_code == 405


def test_whoever_is_logged_in_changes_nothing(
    match: Match, alice: User, as_charlie: Client
) -> None:
    secret = calendar.make(user=alice)

    assert as_charlie.get(f"/calendar/{secret}.ics").content == feed(secret).content


def test_the_same_facts_give_the_same_bytes(match: Match, alice: User) -> None:
    secret = calendar.make(user=alice)
    with time_machine.travel(START + timedelta(minutes=1)):
        first = feed(secret).content
    with time_machine.travel(START + timedelta(days=2)):
        later = feed(secret, **{"accept-language": "fr"}).content

    assert first == later


def test_too_many_questions_are_refused(settings: Settings, alice: User) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "calendar": "2/m/ip"}
    secret = calendar.make(user=alice)

    assert [feed(s).status_code for s in (secret, "guess", secret)] == [200, 404, 429]


# --- what it says -------------------------------------------------------------------------


def test_a_waiting_turn_is_an_event_that_ends_with_its_deadline(match: Match, alice: User) -> None:
    (event,) = events(calendar.make(user=alice))
    seat = match.seats.get(user=alice)
    assert seat.deadline is not None

    assert event["summary"] == "Your turn in Friday table"
    assert event.decoded("dtend") == seat.deadline.replace(microsecond=0)
    assert event.decoded("dtend") - event.decoded("dtstart") == timedelta(minutes=15)
    assert event["url"].endswith(match.get_absolute_url())
    assert event["description"].startswith("Nauticus with bob.")
    assert event.decoded("last-modified") == START
    assert event.decoded("dtstamp") == START
    assert event["transp"] == "TRANSPARENT"
    (alarm,) = event.walk("VALARM")
    assert alarm["action"] == "DISPLAY"
    assert alarm.decoded("trigger") == -timedelta(hours=2)
    assert alarm["trigger"].params["RELATED"] == "END"


def test_the_calendar_says_what_it_is_and_when_to_look_again(match: Match, alice: User) -> None:
    text = feed(calendar.make(user=alice)).content.decode()

    assert text.startswith("BEGIN:VCALENDAR\r\n")
    for row in ("VERSION:2.0", "REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"):
        assert f"\r\n{row}\r\n" in text
    assert "PRODID:" in text


def test_it_speaks_the_players_language(match: Match, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(language="fr")
    answer = feed(calendar.make(user=alice), **{"accept-language": "en"})

    with translation.override("fr"):
        said = translation.gettext("Your turn in %(match)s") % {"match": "Friday table"}
    assert Calendar.from_ical(answer.content).walk("VEVENT")[0]["summary"] == said
    assert answer["Content-Language"] == "fr"


def test_others_turns_ended_matches_and_turns_without_end_are_no_events(
    match: Match, alice: User, bob: User
) -> None:
    secret, bobs = calendar.make(user=alice), calendar.make(user=bob)
    assert events(bobs) == []
    assert len(events(secret)) == 1

    match.seats.filter(user=alice).update(deadline=None)
    assert events(secret) == []

    match.seats.filter(user=alice).update(deadline=START + timedelta(days=1))
    assert len(events(secret)) == 1
    clocks.leave_running(code=match.code, user=alice)
    assert events(secret) == []


def test_each_decision_is_an_event_of_its_own(match: Match, alice: User) -> None:
    secret = calendar.make(user=alice)
    seat = match.seats.get(user=alice)
    (first,) = events(secret)
    assert first["uid"] == events(secret)[0]["uid"]
    assert first["uid"].startswith(f"{match.code}-{seat.number}-0@")

    pass_turn(match)
    assert events(secret) == []
    while not match.seats.get(user=alice).owes:
        pass_turn(match)

    (second,) = events(secret)
    assert second["uid"] != first["uid"]


def test_a_turn_taken_back_is_another_event(match: Match, alice: User, bob: User) -> None:
    secret = calendar.make(user=alice)
    (first,) = events(secret)
    pass_turn(match)
    takeback.ask(code=match.code, user=alice)
    takeback.answer(code=match.code, user=bob, agree=True)
    assert Ply.objects.filter(match=match, taken_back=True).exists()

    (again,) = events(secret)

    assert again["uid"] != first["uid"]


def test_a_deadline_that_moves_makes_it_the_same_event_revised(match: Match, alice: User) -> None:
    secret = calendar.make(user=alice)
    (before,) = events(secret)
    seat = match.seats.get(user=alice)
    assert seat.deadline is not None
    match.seats.filter(pk=seat.pk).update(deadline=seat.deadline + timedelta(hours=6))

    (after,) = events(secret)

    assert after["uid"] == before["uid"]
    assert after["sequence"] == before["sequence"] + 6 * 60


@pytest.mark.parametrize(
    "name",
    [
        "a\r\nEND:VEVENT\r\nBEGIN:VALARM",
        "a\rATTENDEE:mailto:x@y.z",
        "a\u2028ORGANIZER:x",
        "x;y,z\\n:\"'",
        "\x01\x0b\x85 é🚢" + "ü" * 20,
    ],
)
def test_a_name_stays_one_line_of_text(match: Match, alice: User, name: str) -> None:
    Match.objects.filter(pk=match.pk).update(name=name)

    content = feed(calendar.make(user=alice)).content
    (found,) = Calendar.from_ical(content).walk("VEVENT")

    keys = [re.split("[:;]", row)[0] for row in content.decode().split("\r\n") if row[:1] != " "]
    assert keys.count("BEGIN") == 3
    assert not {"ATTENDEE", "ORGANIZER"} & set(keys)
    assert "\n" not in content.decode().replace("\r\n", "")
    assert "\r" not in content.decode().replace("\r\n", "")
    assert all(len(row.encode()) <= 75 for row in content.decode().split("\r\n"))
    said = found["summary"].removeprefix("Your turn in ")
    kept = re.sub(r"[\x00-\x1f\x85\u2028]", " ", name)
    assert said == " ".join(kept.split())


def test_the_nearest_deadline_comes_first(alice: User, bob: User) -> None:
    late = running(alice, bob, first_player="creator")
    soon = running(alice, bob, first_player="creator")
    soon.seats.filter(user=alice).update(deadline=datetime(2026, 3, 1, tzinfo=UTC))

    found = [event["uid"].partition("-")[0] for event in events(calendar.make(user=alice))]

    assert found == [soon.code, late.code]
