"""Nothing stale: whatever an answer changes on the page comes with it, and says what is so now."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from games.services.play import clocks
from notices import presence
from tests.games.helpers import running
from tests.games.services.play.test_drafts import client_of
from tests.games.services.play.test_play import pass_the_turn

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
# What each page shows of it, apart from tokens against forgery, which are never the same twice.
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')


def part(html: str, name: str) -> str:
    """The region of this id, as far as the next one that's drawn anew by itself."""
    found = re.search(
        rf'<(\w+)[^>]*id="{name}".*?</\1>\s*(?=</section>|<\w+[^>]*id=|$)', html, re.S
    )
    assert found is not None, f"no {name}"
    return TOKEN.sub("", found[0]).replace(' hx-swap-oob="morph"', "").strip()


def update(client: Client, match: Match) -> str:
    return client.get(f"/t/{match.code}/?part=table", headers=HTMX).text


def confirm(client: Client, match: Match) -> str:
    """Choose a space, pass, confirm: the answer to the last of it."""
    url = f"/t/{match.code}/"
    for step in ({"move": ["choose:0", "pass"]}, None):
        at = re.search(r'id="at" value="([^"]*)"', client.get(url).text)
        assert at is not None
        last = client.post(
            f"{url}{'move' if step else 'confirm'}/", {"at": at[1], **(step or {})}, headers=HTMX
        )
    return last.text


def test_confirm_brings_what_can_be_done_now(alice: User, bob: User, charlie: User) -> None:
    match = running(alice, bob, charlie)
    first = client_of(match, 0)
    before = part(first.get(f"/t/{match.code}/").text, "match-acts")
    assert "/skip/" in before
    assert "/take-back/" not in before  # nothing is confirmed yet

    answer = confirm(first, match)

    acts = part(answer, "match-acts")
    assert "/skip/" not in acts
    assert "/take-back/" in acts
    assert 'id="waiting"' in answer
    assert 'data-count="0"' in answer
    assert "first to act, now" not in answer
    page = first.get(f"/t/{match.code}/").text
    assert acts == part(page, "match-acts")


def test_next_match_is_offered_when_another_waits(alice: User, bob: User) -> None:
    match = running(alice, bob, first_player="creator")
    as_alice = client_of(match, 0)
    assert re.search(r'/skip/"\s+data-turns="2" hidden>', as_alice.get(f"/t/{match.code}/").text)
    running(alice, bob, first_player="creator")
    assert re.search(r'/skip/"\s+data-turns="2">', as_alice.get(f"/t/{match.code}/").text)


def test_nobody_is_to_act_in_a_match_that_somebody_left(alice: User, bob: User) -> None:
    match = running(alice, bob)
    pass_the_turn(match)
    clocks.leave_running(code=match.code, user=bob)

    for number in (0, 1):
        client = client_of(match, number)
        answer = update(client, match)
        assert "to act" not in answer
        assert f"/t/{match.code}/result/" in answer
        acts = part(answer, "match-acts")
        for way in ("/leave/", "/take-back/", "/skip/", "/mute/"):
            assert way not in acts
        assert "to act, now" not in client.get(f"/t/{match.code}/at/{match.ply}/").text


def test_a_plan_is_not_called_a_turn(alice: User, bob: User, charlie: User) -> None:
    match = running(alice, bob, charlie)
    planning = client_of(match, 2).get(f"/t/{match.code}/?plan=1").text
    assert "third to act" in planning
    assert "third to act, now" not in planning
    assert "first to act, now" in planning


def test_here_is_at_this_table_and_elsewhere_is_anywhere_else(
    alice: User, bob: User, charlie: User, as_alice: Client, as_bob: Client
) -> None:
    match, secret = running(alice, bob), running(bob, charlie, name="Hush", visibility="link")
    as_bob.get("/")
    url = f"/t/{match.code}/presence/"

    presence.arrive(bob.pk, f"match:{secret.code}", "window")
    away = as_alice.get(url).text
    assert "<b>bob</b> <span>elsewhere on the site</span>" in away
    assert "Hush" not in away
    assert secret.code not in away

    presence.arrive(bob.pk, f"match:{match.code}", "window")
    assert '<b>bob</b> <span class="here">here</span>' in as_alice.get(url).text
