"""The demonstration has one of everything, and filling it again changes nothing."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from accounts import demo as people
from accounts.models import User
from games.demo.fill import fill
from games.models import Invitation, Match, Message, Seat, TakeBack
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
