"""The bell, the list and the settings: one's own news and nobody else's."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Friendship, User
from accounts.services import friends
from games.models import Match, Seat
from games.services.play import takeback
from games.services.tables import invite
from notices import abouts, selectors
from notices.hooks import home
from notices.models import Muted, Notice, Reader
from notices.people import channel_off
from notices.services import choices
from pages.counts import counts
from tests.conftest import make_player
from tests.games.helpers import open_table, queries, running
from tests.notices.helpers import pass_turn, wants

pytestmark = pytest.mark.django_db
LOGIN = "→login"
HTMX = {"HX-Request": "true"}

# What anonymous, the owner (alice) and a stranger (charlie) get; a stranger gets their own.
ACCESS = {
    ("get", "notices/"): (LOGIN, 200, 200),
    ("get", "notices/bell/"): (LOGIN, 200, 200),
    ("post", "notices/read/"): (LOGIN, 302, 302),
    ("get", "account/notifications/"): (LOGIN, 200, 200),
    ("post", "account/notifications/"): (LOGIN, 422, 422),
    ("post", "account/notifications/mute/"): (LOGIN, 302, 302),
    ("post", "account/notifications/test/"): (LOGIN, 302, 302),
}


def befriend(user: User, who: str = "bob", **fields: Any) -> Notice:
    """A request nobody has answered; each from another player, whatever their name."""
    asker = make_player(f"asker-{Friendship.objects.count()}")
    Friendship.objects.create(asker=asker, asked=user)
    data = {"who": who, "asker": asker.pk}
    return Notice.objects.create(
        user=user, kind="friends", about=f"player:{asker.pk}", data=data, **fields
    )


def switched_off(user: User, reason: str = "gone", **fields: Any) -> Notice:
    """News that home has no other place for."""
    data = {"channel": "webhook", "reason": reason}
    return Notice.objects.create(user=user, kind="channel", data=data, **fields)


def match_of(mover: User, other: User, **charter: Any) -> Match:
    """It's the mover's turn."""
    return running(mover, other, first_player="creator", **charter)


@pytest.mark.parametrize(("method", "path"), ACCESS)
def test_who_gets_what(
    client: Client, as_alice: Client, as_charlie: Client, method: str, path: str
) -> None:
    for visitor, expected in zip((client, as_alice, as_charlie), ACCESS[method, path], strict=True):
        answer = getattr(visitor, method)(f"/{path}")
        led = answer.get("Location", "").startswith("/account/login/")
        assert (LOGIN if led else answer.status_code) == expected


@pytest.mark.parametrize("path", ["notices/read/", "account/notifications/mute/"])
def test_a_look_changes_nothing(as_alice: Client, alice: User, path: str) -> None:
    befriend(alice)
    assert as_alice.get(f"/{path}").status_code == 405
    assert selectors.unread(alice) == 1


# --- the bell -----------------------------------------------------------------------------


def mark(client: Client, path: str = "/about/") -> str:
    found = re.search(r'id="bell-mark".*?data-unread="(\d+)"', client.get(path).text, re.DOTALL)
    assert found, "no bell"
    return found.group(1)


def test_everybody_has_their_own_bell(
    alice: User, as_alice: Client, as_bob: Client, client: Client
) -> None:
    befriend(alice, "captain-nemo")

    for _ in range(2):  # the second time from what the bar keeps
        assert mark(as_alice) == "1"
        assert mark(as_bob) == "0"
        assert "bell-mark" not in client.get("/about/").text
    assert "captain-nemo" in as_alice.get("/notices/bell/").text
    assert "captain-nemo" not in as_bob.get("/notices/bell/").text
    assert "captain-nemo" in as_alice.get("/notices/").text
    assert "captain-nemo" not in as_bob.get("/notices/").text


def test_a_guest_has_one_too(client: Client) -> None:
    guest = make_player("Guest-17", is_guest=True)
    client.force_login(guest)
    switched_off(guest, "nemo took it")

    assert mark(client) == "1"
    assert "nemo took it" in client.get("/").text


def test_it_opens_on_the_latest_eight(alice: User, as_alice: Client) -> None:
    for number in range(10):
        befriend(alice, f"pal{number}", at=timezone.now() - timedelta(hours=number))

    shown = re.findall(r"pal(\d)", as_alice.get("/notices/bell/").text)

    assert shown == [str(number) for number in range(8)]


def test_more_than_nine_is_nine_plus(alice: User, as_alice: Client) -> None:
    for _ in range(12):
        befriend(alice)

    assert ">9+<" in as_alice.get("/about/").text


def test_reading_it_all_empties_the_mark_and_keeps_the_list(alice: User, as_alice: Client) -> None:
    befriend(alice, "nemo")
    assert 'class="notice-row unread' in as_alice.get("/notices/").text

    assert as_alice.post("/notices/read/").headers["Location"] == "/notices/"

    assert mark(as_alice) == "0"
    listed = as_alice.get("/notices/").text
    assert "nemo" in listed
    assert "notice-row unread" not in listed
    assert "Mark all as read" not in listed.split("<main")[1]
    befriend(alice)
    assert mark(as_alice) == "1"


def test_reading_it_all_leads_back_within_the_site(alice: User, as_alice: Client) -> None:
    def after(back: str) -> str:
        return str(as_alice.post("/notices/read/", {"next": back}).headers["Location"])

    assert after("/") == "/"
    assert after("https://elsewhere.example/") == "/notices/"


def test_an_open_bell_is_drawn_anew_once_all_is_read(alice: User, as_alice: Client) -> None:
    befriend(alice)

    answer = as_alice.post("/notices/read/", headers=HTMX).text

    assert 'id="bell-in"' in answer
    assert re.search(r'data-unread="0"\s+hx-swap-oob', answer)


def test_opening_it_marks_nothing_as_read(alice: User, as_alice: Client) -> None:
    befriend(alice)
    for path in ("/notices/", "/notices/bell/", "/notices/bell/?part=mark"):
        as_alice.get(path)

    assert selectors.unread(alice) == 1


def test_what_lies_ahead_is_not_shown(alice: User, as_alice: Client) -> None:
    befriend(alice, "nemo", at=timezone.now() + timedelta(hours=1))

    assert mark(as_alice) == "0"
    assert "nemo" not in as_alice.get("/notices/").text


def test_a_turn_is_unread_until_it_is_taken(
    alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    match = match_of(alice, bob, name="Evening sail")
    choices.read_all(user=alice)
    Reader.objects.update(seen_at=timezone.now() - timedelta(hours=1))
    Notice.objects.filter(kind="started").delete()
    assert mark(as_alice) == "1"

    pass_turn(match)

    assert mark(as_alice) == "0"
    assert mark(as_bob) == "1"
    row = as_alice.get("/notices/").text
    assert "It’s your turn in Evening sail." in row
    assert 'class="notice-row done"' in row


def test_a_friend_request_is_unread_until_it_is_answered(alice: User, bob: User) -> None:
    charlie = make_player("charlie2")
    for asker in (bob, charlie):
        friends.ask(asker=asker, asked=alice)
    assert both(alice) == 2

    friends.accept(user=alice, other=bob)
    assert both(alice) == 1
    friends.decline(user=alice, other=charlie)
    assert both(alice) == 0


def both(user: User) -> int:
    found = counts(user).unread
    assert found == selectors.unread(user)
    return found


def test_the_bar_counts_as_the_list_does(alice: User, bob: User) -> None:
    assert both(alice) == 0
    match = match_of(alice, bob)
    other = match_of(alice, bob)
    for number in range(3):
        befriend(alice, at=timezone.now() - timedelta(days=number))
    befriend(alice, answered_at=timezone.now())
    channel_off(user=alice.pk, channel="push", reason="gone")
    assert both(alice) == 2 + 2 + 3 + 1
    assert counts(alice).waiting == 2

    half = Notice.objects.filter(user=alice, kind="turn").first()
    assert half is not None
    alarm = Notice(user=alice, kind="half", about=half.about, data={**half.data, "share": 50})
    alarm.save()
    assert both(alice) == 8  # a reminder is no news

    pass_turn(match)
    assert both(alice) == 7
    pass_turn(match)  # bob; alice is called again
    assert counts(alice).waiting == 2
    assert both(alice) == 8
    Seat.objects.filter(match=other, user=alice).update(autopilot=True)
    assert both(alice) == 7

    wants(alice, seen_at=timezone.now())
    assert both(alice) == 0


def test_what_was_answered_is_no_news(alice: User, bob: User, as_bob: Client) -> None:
    table = open_table(alice, visibility="invited")
    invite.by_name(code=table.code, user=alice, name="bob")
    assert both(bob) == 1
    assert 'id="news-h"' not in as_bob.get("/").text  # home has a place for invitations

    invite.decline(code=table.code, user=bob)
    assert both(bob) == 0
    assert 'class="notice-row done"' in as_bob.get("/notices/").text


def test_a_take_back_is_news_while_it_is_asked_for(alice: User, bob: User) -> None:
    match = match_of(alice, bob)
    pass_turn(match)
    for user in (alice, bob):
        choices.read_all(user=user)
    takeback.ask(code=match.code, user=alice)
    assert (both(alice), both(bob)) == (0, 1)

    takeback.answer(code=match.code, user=bob, agree=False)
    assert both(bob) == 0


def test_a_page_pays_one_statement_for_both_numbers(
    alice: User, bob: User, as_alice: Client, as_charlie: Client
) -> None:
    bare = queries(as_charlie, "/about/")
    for _ in range(3):
        match_of(alice, bob)
        befriend(alice)

    assert queries(as_alice, "/about/") == bare == 3  # session, player, numbers


def test_a_list_costs_the_same_however_long(alice: User, bob: User, as_alice: Client) -> None:
    match_of(alice, bob)
    few = queries(as_alice, "/notices/")
    for _ in range(5):
        match_of(alice, bob)

    assert queries(as_alice, "/notices/") == few


# --- title and sign of the tab ------------------------------------------------------------


def test_the_tab_says_how_many_turns_wait(
    alice: User, bob: User, as_alice: Client, as_bob: Client, client: Client
) -> None:
    for _ in range(3):
        match_of(alice, bob)

    page = as_alice.get("/about/").text

    assert "<title>(3) About" in page
    assert 'id="favicon" href="/static/favicon-3.svg"' in page
    for visitor in (as_bob, client):
        page = visitor.get("/about/").text
        assert "<title>About" in page
        assert 'id="favicon" href="/static/favicon.svg"' in page


@pytest.mark.parametrize(
    ("turns", "name"), [(0, ""), (1, "-1"), (9, "-9"), (10, "-10"), (40, "-10")]
)
def test_every_number_has_a_sign(turns: int, name: str) -> None:
    from django.contrib.staticfiles.finders import find

    from pages.templatetags.ui import favicon

    assert favicon(turns) == f"/static/favicon{name}.svg"
    assert find(f"favicon{name}.svg")


# --- home ---------------------------------------------------------------------------------


def test_home_lists_what_is_new_but_turns(alice: User, bob: User, as_alice: Client) -> None:
    for number in range(7):
        switched_off(alice, f"pal{number}", at=timezone.now() - timedelta(hours=number))
    befriend(alice, "nemo")
    match_of(alice, bob)
    page = as_alice.get("/").text
    section = page[page.index('id="news-h"') :].split("</section>")[0]

    assert re.findall(r"pal(\d)", section) == list("0123")
    assert "has started" in section
    assert "your turn" not in section
    assert "nemo" not in section, "friend requests have a place of their own"

    choices.read_all(user=alice)
    assert 'id="news-h"' not in as_alice.get("/").text


def test_nobody_sees_anothers_news_at_home(alice: User, bob: User) -> None:
    switched_off(alice)
    assert home(alice, alice) is not None
    assert home(alice, bob) is None
    assert home(alice, None) is None


# --- settings, and muting -----------------------------------------------------------------


def test_the_settings_are_kept(alice: User, as_alice: Client) -> None:
    form = {
        "timing": "daily", "daily_hour": "19", "late_hours": "24",
        "quiet_from": "22:00", "quiet_until": "07:30", "turn.mail": "on",
    }  # fmt: skip
    assert as_alice.post("/account/notifications/", form).status_code == 302

    reader = Reader.objects.get(user=alice)
    assert (reader.timing, reader.daily_hour, reader.late_hours) == ("daily", 19, 24)
    assert str(reader.quiet_until) == "07:30:00"
    assert reader.switches["turn"]["mail"] is True
    assert reader.switches["ended"]["mail"] is False
    page = as_alice.get("/account/notifications/").text
    assert re.search(r'name="turn.mail"[^>]*checked', page)
    assert not re.search(r'name="ended.mail"[^>]*checked', page)


def test_half_a_quiet_time_is_refused(as_alice: Client, alice: User) -> None:
    form = {"timing": "now", "daily_hour": "8", "late_hours": "12", "quiet_from": "22:00"}
    answer = as_alice.post("/account/notifications/", form)

    assert answer.status_code == 422
    assert "Quiet hours need a start and an end." in answer.text
    assert not Reader.objects.filter(user=alice).exists()


def test_a_match_is_muted_on_its_page_and_named_in_the_settings(
    alice: User, bob: User, as_alice: Client
) -> None:
    match = match_of(bob, alice, name="Evening sail")
    path = match.get_absolute_url()
    page = as_alice.get(path).text
    assert "Mute this match" in page
    assert "We’ll e-mail you when it’s your turn." in page

    form = {"about": f"match:{match.code}", "on": "1", "next": path}
    assert as_alice.post("/account/notifications/mute/", form).headers["Location"] == path

    page = as_alice.get(path).text
    assert "Unmute" in page
    assert "You’ve muted this match" in page
    settings = as_alice.get("/account/notifications/").text
    assert f'<a href="{path}">Evening sail</a>' in settings

    as_alice.post("/account/notifications/mute/", {**form, "on": "0"})
    assert not Muted.objects.filter(user=alice).exists()


def test_only_what_one_may_know_of_can_be_muted_or_named(
    alice: User, bob: User, charlie: User, as_charlie: Client
) -> None:
    private = match_of(alice, bob, visibility="link", spectators=False, name="Behind doors")
    for about in (f"match:{private.code}", "match:nothere", "match:", "harbour:1", "x" * 500):
        as_charlie.post("/account/notifications/mute/", {"about": about, "on": "1"})
    assert not Muted.objects.filter(user=charlie).exists()

    Muted.objects.create(user=charlie, about=f"match:{private.code}")
    page = as_charlie.get("/account/notifications/").text
    assert "Behind doors" not in page
    assert "A match that’s gone" in page
    assert abouts.described([f"match:{private.code}"], charlie) == {}
    as_charlie.post("/account/notifications/mute/", {"about": f"match:{private.code}"})
    assert not Muted.objects.filter(user=charlie).exists()


def test_strangers_are_offered_no_muting(alice: User, bob: User, as_charlie: Client) -> None:
    page = as_charlie.get(match_of(alice, bob).get_absolute_url()).text

    assert "Mute this match" not in page
    assert "Notification settings" not in page.split("<main")[1]


# --- what the page promises ---------------------------------------------------------------


@pytest.fixture
def waiting(alice: User, bob: User) -> Match:
    return match_of(bob, alice)


def promise(client: Client, match: Match) -> str:
    page = client.get(match.get_absolute_url()).text
    return page[page.index("This page updates automatically.") :].split("</p>")[0]


def test_mail_is_promised_to_whom_it_reaches(
    waiting: Match, alice: User, as_alice: Client, settings: Settings
) -> None:
    said = promise(as_alice, waiting)
    assert "We’ll e-mail you" in said
    assert 'href="/account/notifications/"' in said

    choices.save(user=alice, switches={"turn": {"mail": False}})
    assert "under the bell" in promise(as_alice, waiting)
    choices.save(user=alice, switches={"turn": {"mail": True}})
    EmailAddress.objects.filter(user=alice).update(verified=False)
    assert "under the bell" in promise(as_alice, waiting)


def test_no_mail_is_promised_to_a_guest(waiting: Match, alice: User, as_alice: Client) -> None:
    User.objects.filter(pk=alice.pk).update(is_guest=True)

    assert "under the bell" in promise(as_alice, waiting)


@pytest.mark.parametrize("change", [{}, {"is_guest": True}, {"verified": False}], ids=str)
def test_the_promise_is_what_the_channel_says(alice: User, change: dict[str, bool]) -> None:
    if "is_guest" in change:
        User.objects.filter(pk=alice.pk).update(**change)
        alice.refresh_from_db()
    elif change:
        EmailAddress.objects.filter(user=alice).update(**change)

    by = selectors.hearing(alice, "turn", "match:any").by

    assert ("mail" in by) == (alice.pk in selectors.reached("mail", {alice.pk}))


def test_an_open_table_has_its_bell_as_well(alice: User, as_alice: Client) -> None:
    befriend(alice)
    assert mark(as_alice, open_table(alice).get_absolute_url()) == "1"
