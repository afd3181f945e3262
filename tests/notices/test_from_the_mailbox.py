"""A whole match without visiting the site: read the mail, follow a link, press its button."""

from __future__ import annotations

import random
import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.models import Match
from tests.games.helpers import running
from tests.notices.helpers import letters, wants, work

pytestmark = pytest.mark.django_db

LINK = re.compile(r"https?://[^/\s]+(/go/\S+?/)(?=\s)")
ACTION = re.compile(r'<form[^>]*method="post"[^>]*action="(/go/[^"]+)"')
OFFER = re.compile(r'<input type="hidden" name="(turn)" value="([^"]*)"')


def press(path: str, dice: random.Random) -> str:
    """The page after its button was pressed, in a mail program's browser: no cookie, no session."""
    client = Client(enforce_csrf_checks=True)
    answer = client.get(path)
    assert answer.status_code == 200, answer.content.decode()[:2000]
    assert not answer.cookies
    html = answer.content.decode()
    offers = OFFER.findall(html)  # the page of a decision has several buttons
    body = dict([dice.choice(offers)]) if offers else {}
    done = client.post(path, body)
    assert done.status_code == 200, done.content.decode()[:2000]
    assert not done.cookies
    return done.content.decode()


def test_a_whole_match_is_played_from_the_mailbox_alone(
    alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    for user in (alice, bob):
        wants(user, timing="now", switches={"half": {"mail": False}})
    match = running(alice, bob)
    dice = random.Random(7)
    taken = 0
    page = ""
    while Match.objects.get(pk=match.pk).is_running:
        before = Match.objects.get(pk=match.pk).ply
        seat = match.seats.select_related("user").get(owes=True)
        assert seat.user is not None
        # The page that thanks for a turn offers the next one, if it's the same player's again.
        further = re.search(r'href="(/go/[^"]+)"', page.partition("<main")[2])
        if further is None:
            clock.shift(timedelta(minutes=6))
            work()
            mails = [m for m in letters(seat.user.username) if "/go/" in str(m.body)]
            links = LINK.findall(str(mails[-1].body))
            assert 1 <= len(links) <= 12
            path = dice.choice(links)
        else:
            path = further[1]
        clock.shift(timedelta(minutes=1))
        page = press(path, dice)
        taken += 1
        assert Match.objects.get(pk=match.pk).ply > before
        assert taken < 200

    finished = Match.objects.get(pk=match.pk)
    assert finished.ended == Match.End.PLAYED
    assert set(finished.plies.values_list("cause", flat=True)) == {""}
    clock.shift(timedelta(minutes=6))
    work()
    for name in ("alice", "bob"):
        assert "over" in letters(name)[-1].subject
