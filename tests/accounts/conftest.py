from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts import toll
from accounts.models import User
from accounts.services import deletion, guests
from outbox.models import Effect

Mails = Callable[..., list[dict[str, Any]]]


@pytest.fixture(autouse=True)
def _quick_toll(settings: Any) -> None:
    settings.POW_BITS = 6
    settings.SIGNUP_MIN_SECONDS = 0


@pytest.fixture(autouse=True)
def _own_var(settings: Any, tmp_path: Any) -> None:
    settings.VAR_DIR = tmp_path


@pytest.fixture
def guest(db: None) -> User:
    return guests.create()


@pytest.fixture
def as_guest(guest: User) -> Client:
    client = Client()
    client.force_login(guest)
    return client


@pytest.fixture
def former(db: None) -> User:
    return deletion.anonymise(user=User.objects.create_user("Gone", "gone@example.org", "x"))


@pytest.fixture
def mails(db: None) -> Mails:
    """Payloads of the queued mails, newest last."""

    def find(template: str = "", to: str = "") -> list[dict[str, Any]]:
        rows = Effect.objects.filter(kind="mail").order_by("pk")
        return [
            row.payload
            for row in rows
            if template in row.payload["template"] and to in row.payload["to"]
        ]

    return find


def link_in(mail: dict[str, Any], part: str) -> str:
    """The path of the first link whose address contains `part`."""
    found = re.search(r"https?://[^/\s]+(/\S*" + re.escape(part) + r"\S*)", mail["text"])
    assert found, mail["text"]
    return found.group(1)


def paid(purpose: str = "signup") -> dict[str, str]:
    """The hidden fields of a form whose toll is paid."""
    challenge = toll.issue(purpose)
    return {
        "toll": challenge.word,
        "toll_work": toll.solve(challenge.word, challenge.bits, challenge.parts),
    }


def signup_data(**changes: str) -> dict[str, str]:
    data = {"username": "Marlow", "email": "marlow@example.org", "password1": "tall-ships-9"}
    return data | paid() | changes
