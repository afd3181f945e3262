"""The demonstration has one of everything, and filling it again changes nothing."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from accounts import demo as people
from accounts.models import User
from games.demo import news
from games.demo.fill import fill
from games.models import Invitation, Match, Message, Ply, Seat, TakeBack
from mail.models import LocalImage, LocalMail
from notices import selectors
from notices.models import Delivery, Notice, Reader
from notices.services.sweep import sweep
from outbox.models import Effect
from tests.strangers import ours

pytestmark = pytest.mark.django_db


def counted() -> dict[str, int]:
    models = (Match, Seat, Invitation, Message, TakeBack)
    return {model.__name__: model.objects.count() for model in models}


def test_one_of_everything(settings: Any) -> None:
    settings.DEMO = True
    people.fill()
    fill()

    once = counted()
    fill()

    assert counted() == once
    for status in (Match.Status.OPEN, Match.Status.RUNNING, Match.Status.FINISHED):
        assert ours(Match).filter(status=status).count() >= 3
    assert Match.objects.filter(ended=Match.End.ABANDONED).exists()
    assert Seat.objects.filter(match__status=Match.Status.RUNNING, autopilot=True).exists()
    assert TakeBack.objects.filter(closed_at=None).exists()
    assert Invitation.objects.filter(user__username="alice", answered_at=None).exists()
    alice = Client()
    alice.force_login(User.objects.get(username="alice"))
    for match in Match.objects.exclude(status=Match.Status.OPEN):
        if match.seats.filter(user__username="alice").exists():
            for page in ("", "log/", "at/5/"):
                assert alice.get(f"/t/{match.code}/{page}").status_code == 200, match.name
            if match.status == Match.Status.FINISHED:
                assert alice.get(f"/t/{match.code}/result/").status_code == 200


def test_a_little_of_every_title(settings: Any, quay: str) -> None:
    settings.DEMO = True
    people.fill()
    fill()

    found = Match.objects.filter(title=quay).order_by("name").values_list("name", "status")
    assert list(found) == [
        ("Quay at night", Match.Status.OPEN),
        ("Quay at noon", Match.Status.RUNNING),
        ("Quay regatta", Match.Status.FINISHED),
    ]


def test_it_is_for_the_demonstration_only(settings: Any) -> None:
    settings.DEMO = False
    with pytest.raises(RuntimeError):
        fill()
    with pytest.raises(RuntimeError):
        news.fill()


# --- what its people were told ------------------------------------------------------------


@pytest.fixture
def told(settings: Any) -> None:
    settings.DEMO = settings.LOCAL_INBOX = True
    settings.EMAIL_BACKEND = "mail.backends.LocalInbox"
    settings.LOCAL_INBOX_SECONDS = 0
    people.fill()
    fill()
    news.fill()


def inbox(name: str) -> list[LocalMail]:
    return [mail for mail in LocalMail.objects.all() if f"{name}@demo.example" in mail.recipients]


def test_the_inbox_is_worth_showing(told: None) -> None:
    alice = {mail.subject for mail in inbox("alice")}
    assert alice >= {
        "3 matches are waiting for you",
        "Half your time for Quick tide is used",
        "A take-back in North passage needs your approval",
        "bob mentioned you in Harbour lights",
        "dmitri invites you to a match of Nauticus",
        "dmitri wants to be your friend",
        "Ghost at the helm has started",
        "Lost at sea is over: see the result",
    }
    assert "2 parties vous attendent" in {mail.subject for mail in inbox("chloe")}
    assert "Your turn in Morning watch" in {mail.subject for mail in inbox("bob")}
    pictured = LocalImage.objects.values_list("mail__subject", flat=True)
    assert len(pictured) == 3
    times = [mail.received_at for mail in LocalMail.objects.all()]
    assert max(times) <= timezone.now()
    assert max(times) - min(times) > timedelta(days=3)


def test_a_turn_can_be_taken_from_its_inbox(told: None) -> None:
    mail = next(mail for mail in inbox("alice") if "waiting" in mail.subject)
    link = re.search(r'href="([^"]+/go/[^"]+)"', mail.html)
    assert link is not None
    match = Match.objects.get(name=news.HURRIED)
    visitor, page = Client(), urlsplit(link[1]).path

    assert visitor.get(page).status_code == 200
    match.refresh_from_db()
    before = match.ply
    assert visitor.post(page).status_code == 200

    played = Ply.objects.filter(match=match, number__gt=before).first()
    assert played is not None
    assert played.seat == match.seats.get(user__username="alice").number


def test_nothing_is_told_twice(told: None) -> None:
    counts = (LocalMail, Notice, Delivery, Message, Effect)
    once = [model.objects.count() for model in counts]

    people.fill()
    fill()
    news.fill()
    sweep()
    sweep(timezone.now() + timedelta(hours=3))

    assert [model.objects.count() for model in counts] == once
    assert set(Delivery.objects.values_list("state", flat=True)) == {Delivery.State.SENT}


def test_the_bell_has_old_and_new(told: None) -> None:
    listed = selectors.worded(alice := User.objects.get(username="alice"), selectors.shown(alice))

    assert {one.unread for one in listed} == {True, False}
    assert 2 <= selectors.unread(alice) <= 9
    assert len(listed) < 25  # not every turn that was ever taken
    assert len(set(Reader.objects.values_list("timing", flat=True))) == 4


def test_a_mail_server_gets_no_demonstration_mail(settings: Any, mailoutbox: list[Any]) -> None:
    settings.DEMO, settings.LOCAL_INBOX = True, False
    people.fill()
    fill()
    news.fill()
    sweep(timezone.now() + timedelta(hours=3))

    assert mailoutbox == []
    assert not Effect.objects.filter(kind="notice", done_at=None).exists()
