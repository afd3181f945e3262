"""The notification settings, the list of notices, the bell."""

from __future__ import annotations

from datetime import time, timedelta
from typing import Any
from urllib.parse import quote_from_bytes

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import guests
from mail import outcomes
from notices import kinds, people, selectors
from notices.models import Delivery, Muted, Notice, Reader
from notices.selectors import reader_of
from outbox.models import Effect
from tests.games.helpers import running
from tests.notices.helpers import work

pytestmark = pytest.mark.django_db

PAGE = "notifications"
CHOICES = {
    "timing": "daily",
    "daily_hour": "7",
    "late_hours": "24",
    "quiet_from": "22:00",
    "quiet_until": "07:00",
    "turn.mail": "on",
}


def test_it_saves_for_who_chose(alice: User, bob: User, as_alice: Client) -> None:
    response = as_alice.post(reverse(PAGE), CHOICES)

    assert (response.status_code, response["Location"]) == (302, reverse(PAGE))
    reader = reader_of(alice)
    assert (reader.timing, reader.daily_hour, reader.late_hours) == ("daily", 7, 24)
    assert (reader.quiet_from, reader.quiet_until) == (time(22), time(7))
    assert kinds.wanted(reader, "turn", "mail")
    assert not kinds.wanted(reader, "friends", "mail")
    assert not Reader.objects.filter(user=bob).exists()
    page = as_alice.get(reverse(PAGE)).content.decode()
    assert 'value="22:00"' in page
    assert "checked" in page.split('value="daily"')[1].split(">")[0]


def test_quiet_hours_are_given_up_by_emptying_both(alice: User, as_alice: Client) -> None:
    as_alice.post(reverse(PAGE), CHOICES)
    as_alice.post(reverse(PAGE), CHOICES | {"quiet_from": "", "quiet_until": ""})

    reader = reader_of(alice)
    assert (reader.quiet_from, reader.quiet_until) == (None, None)


def test_midnight_is_an_hour_like_any(alice: User, as_alice: Client) -> None:
    as_alice.post(reverse(PAGE), CHOICES | {"quiet_from": "00:00", "daily_hour": "0"})

    assert (reader_of(alice).quiet_from, reader_of(alice).daily_hour) == (time(0), 0)


@pytest.mark.parametrize(
    ("field", "value"),
    [("quiet_from", ""), ("quiet_until", ""), ("quiet_from", "25:00"), ("quiet_from", "noon"),
     ("quiet_until", "7 o’clock"), ("timing", "hourly"), ("timing", ""), ("daily_hour", "24"),
     ("daily_hour", "-1"), ("daily_hour", "x" * 9000), ("late_hours", "13"), ("late_hours", "")],
)  # fmt: skip
def test_it_refuses_what_it_does_not_offer(
    field: str, value: str, alice: User, as_alice: Client
) -> None:
    answer = as_alice.post(reverse(PAGE), CHOICES | {field: value})

    assert answer.status_code == 422
    assert not Reader.objects.filter(user=alice).exists()


def test_half_of_quiet_hours_is_explained(as_alice: Client) -> None:
    page = as_alice.post(reverse(PAGE), CHOICES | {"quiet_until": ""}).content.decode()

    assert "Quiet hours need a start and an end." in page


@pytest.mark.parametrize("odd", [b"\xff\xfe", b"\x00", b"x" * 5000, "é".encode(), b"%00"])
def test_garbage_in_a_box_is_no_error(alice: User, as_alice: Client, odd: bytes) -> None:
    body = "&".join(f"{name}={value}" for name, value in CHOICES.items())
    body += f"&{quote_from_bytes(odd)}.mail=on&friends.mail={quote_from_bytes(odd)}&no.such=on"

    answer = as_alice.post(
        reverse(PAGE), body.encode(), content_type="application/x-www-form-urlencoded"
    )

    assert answer.status_code in (302, 400)
    assert set(reader_of(alice).switches) <= {kind.key for kind in kinds.every()}


def test_hours_are_in_the_readers_language(as_alice: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(language="fr")

    assert "12 heures" in as_alice.get(reverse("notifications")).content.decode()


def test_every_kind_that_can_be_switched_has_a_box_for_every_channel(as_alice: Client) -> None:
    page = as_alice.get(reverse(PAGE)).content.decode()

    for kind in kinds.every():
        for channel in selectors.channels():
            assert (f'name="{kind.key}.{channel}"' in page) is kind.switchable


def test_a_box_shows_what_holds(alice: User, as_alice: Client) -> None:
    Reader.objects.create(user=alice, switches={"turn": {"mail": False}, "left": {"mail": True}})
    page = as_alice.get(reverse(PAGE)).content.decode()

    def checked(kind: str) -> bool:
        box = page.split(f'name="{kind}.mail"')[1].split(">")[0]
        return "checked" in box

    assert [checked(kind) for kind in ("turn", "left", "started")] == [False, True, True]


def test_guests_are_told_what_they_would_get(db: None) -> None:
    client = Client()
    client.force_login(guests.create())

    page = client.get(reverse(PAGE)).content.decode()

    assert "As a guest you only see notifications on this site." in page
    assert reverse("notifications_test") not in page


# --- muting -------------------------------------------------------------------------------


def test_a_match_is_muted_and_heard_again(alice: User, bob: User, as_alice: Client) -> None:
    match = running(alice, bob)
    about = f"match:{match.code}"
    url, data = reverse("notifications_mute"), {"about": about}
    for _ in range(2):
        as_alice.post(url, data | {"on": "1"})
    assert [(row.user, row.about) for row in Muted.objects.all()] == [(alice, about)]
    assert match.get_absolute_url() in as_alice.get(reverse(PAGE)).content.decode()

    Muted.objects.create(user=bob, about=about)
    as_alice.post(url, data)

    assert [row.user for row in Muted.objects.all()] == [bob]


@pytest.mark.parametrize(
    "about", ["", "x", "match:", "match:\x00", "match:" + "a" * 13, "match:a/../b", "user:1",
              "match:<script>", "match:a\n"],
)  # fmt: skip
def test_only_a_match_can_be_muted(about: str, as_alice: Client) -> None:
    answer = as_alice.post(reverse("notifications_mute"), {"about": about, "on": "1"})

    assert answer.status_code in (302, 400)
    assert not Muted.objects.exists()


def test_muting_leads_back(as_alice: Client) -> None:
    data = {"about": "match:abc", "on": "1", "next": "/t/abc/"}

    assert as_alice.post(reverse("notifications_mute"), data)["Location"] == "/t/abc/"


@pytest.mark.parametrize(
    "foreign",
    ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)",
     "http:evil.example", "\t//evil.example", "https://testserver@evil.example/", "",
     " //evil.example", "///evil.example"],
)  # fmt: skip
def test_muting_leads_nowhere_else(foreign: str, as_alice: Client) -> None:
    data = {"about": "match:abc", "on": "1", "next": foreign}

    answer = as_alice.post(reverse("notifications_mute"), data)

    assert answer["Location"] == reverse(PAGE)


# --- the test mail ------------------------------------------------------------------------


def test_a_test_mail_goes_to_the_confirmed_address(alice: User, bob: User, as_bob: Client) -> None:
    answer = as_bob.post(reverse("notifications_test"), follow=True).content.decode()

    mail = Effect.objects.get(kind="mail").payload
    assert mail["to"] == "bob@example.org"
    assert "Test e-mail" in mail["subject"]
    assert reverse(PAGE) in mail["text"]
    assert "It should arrive" in answer


def test_without_one_it_says_so(alice: User, as_alice: Client) -> None:
    alice.emailaddress_set.update(verified=False)  # type: ignore[attr-defined]

    answer = as_alice.post(reverse("notifications_test"), follow=True).content.decode()

    assert "You have no confirmed e-mail address yet." in answer
    assert not Effect.objects.filter(kind="mail").exists()


def test_it_is_not_a_way_to_fill_a_mailbox(as_alice: Client, settings: Any) -> None:
    codes = [as_alice.post(reverse("notifications_test")).status_code for _ in range(6)]

    assert codes == [302] * 5 + [429]


# --- the list and the bell ----------------------------------------------------------------


def news(user: User, count: int = 1) -> None:
    for n in range(count):
        people.channel_off(user=user.pk, channel="push", reason=f"reason {n}.")


def test_the_list_is_ones_own_and_newest_first(alice: User, bob: User, as_alice: Client) -> None:
    news(alice, 2)
    people.channel_off(user=bob.pk, channel="push", reason="bob’s own")
    page = as_alice.get(reverse("notices")).content.decode()

    assert page.index("reason 1.") < page.index("reason 0.")
    assert "bob’s own" not in page


def test_a_look_reads_nothing_and_the_button_all(alice: User, bob: User, as_alice: Client) -> None:
    news(alice, 3)
    news(bob)
    for name in ("notices", "notices_bell", "notices"):
        as_alice.get(reverse(name))
    assert selectors.unread(alice) == 3

    for _ in range(2):
        assert as_alice.post(reverse("notices_read"))["Location"] == reverse("notices")
        assert selectors.unread(alice) == 0
    news(alice)

    assert selectors.unread(alice) == 1
    assert [told.unread for told in selectors.bell(alice).told] == [True, False, False, False]
    assert selectors.unread(bob) == 1


def test_the_bell_answers_with_itself(alice: User, as_alice: Client) -> None:
    news(alice)
    page = as_alice.post(reverse("notices_read"), headers={"HX-Request": "true"})

    assert page.status_code == 200
    assert b"<html" not in page.content
    assert b"reason 0." in page.content
    assert b'data-unread="0"' in page.content
    assert b"notice-row unread" not in page.content


def test_the_bell_holds_a_few_and_the_list_has_pages(alice: User, as_alice: Client) -> None:
    news(alice, 35)

    assert len(selectors.bell(alice).told) == selectors.BELL
    assert selectors.bell(alice).unread == 35
    first = as_alice.get(reverse("notices")).content.decode()
    assert "reason 34." in first
    assert "reason 4." not in first
    assert "reason 4." in as_alice.get(reverse("notices"), {"page": "2"}).content.decode()
    for odd in ("0", "999", "x", "-1"):
        assert as_alice.get(reverse("notices"), {"page": odd}).status_code == 200


def test_an_empty_list_says_so(as_alice: Client) -> None:
    assert "Nothing yet" in as_alice.get(reverse("notices")).content.decode()
    assert "Nothing yet" in as_alice.get(reverse("notices_bell")).content.decode()


def test_a_kind_that_is_gone_is_passed_over(alice: User, as_alice: Client) -> None:
    Notice.objects.create(user=alice, kind="pigeons")
    news(alice)

    assert as_alice.get(reverse("notices")).status_code == 200
    assert [told.notice.kind for told in selectors.bell(alice).told] == ["channel"]


def test_what_lies_ahead_is_not_shown(alice: User) -> None:
    news(alice)
    Notice.objects.filter(user=alice).update(at=timezone.now() + timedelta(hours=1))

    assert selectors.unread(alice) == 0
    assert not selectors.bell(alice).told


def test_a_name_is_no_markup(alice: User, bob: User, as_alice: Client) -> None:
    running(alice, bob, name="<b>Bold</b> & co")

    page = as_alice.get(reverse("notices")).content.decode()

    assert "&lt;b&gt;Bold&lt;/b&gt; &amp; co has started." in page
    assert "<b>Bold" not in page


def test_a_channel_switched_off_says_so_and_can_be_switched_on_again(
    alice: User, as_alice: Client
) -> None:
    for n in range(3):
        outcomes.bounced(effect_id=_mailed(alice, n), status="5.1.1", address=alice.email)
    page = as_alice.get(reverse("notifications")).content.decode()
    assert "stopped e-mailing you" in page
    work()
    assert "E-mail was turned off" in as_alice.get("/notices/").content.decode()

    as_alice.post(reverse("notifications_mail_again"))

    assert "stopped e-mailing you" not in as_alice.get(reverse("notifications")).content.decode()


def _mailed(user: User, n: int) -> int:
    effect = Effect.objects.create(kind="notice", payload={"to": user.email})
    outcomes.begin(effect_id=effect.pk, message_id=f"<{n}@example.org>", to=user.email)
    return effect.pk


def test_the_page_says_accepted_until_somebody_says_delivered(
    alice: User, as_alice: Client
) -> None:
    effect = _mailed(alice, 1)
    outcomes.accepted(effect_id=effect)
    notice = Notice.objects.create(user=alice, kind="friends", data={"who": "bob", "asker": 0})
    Delivery.objects.create(
        notice=notice, user=alice, channel="mail", state="sent", effect=effect,
        due_at=notice.at, settled_at=notice.at,
    )  # fmt: skip
    assert "accepted the last e-mail" in as_alice.get(reverse("notifications")).content.decode()

    outcomes.delivered(effect_id=effect)

    assert "was delivered" in as_alice.get(reverse("notifications")).content.decode()
