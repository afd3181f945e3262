from __future__ import annotations

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from accounts import demo
from accounts.models import Friendship, User
from tests.strangers import ours


@pytest.fixture
def filled(db: None, settings: Any) -> None:
    settings.DEMO = True
    demo.fill()


def test_it_fills_once(filled: None) -> None:
    demo.fill()

    assert set(ours(User).values_list("username", flat=True)) == set(demo.PLAYERS)
    assert ours(EmailAddress).filter(verified=True).count() == len(demo.PLAYERS)
    assert ours(Friendship).count() == 5
    assert User.objects.get(username="admin").is_superuser


def test_it_belongs_on_the_demonstration_site_only(db: None) -> None:
    with pytest.raises(RuntimeError):
        demo.fill()


def test_whoever_sits_at_the_machine_may_be_anybody(filled: None, client: Client) -> None:
    client.post(reverse("demo_become"), {"player": "chloe", "next": "/play/"})

    assert client.session["_auth_user_id"] == str(User.objects.get(username="chloe").pk)


@pytest.mark.parametrize(
    "extra",
    [{"REMOTE_ADDR": "192.0.2.7"}, {"HTTP_X_FORWARDED_FOR": "127.0.0.1"}, {"HTTP_VIA": "1.1 x"},
     {"REMOTE_ADDR": ""}],
)  # fmt: skip
def test_nobody_from_outside(extra: dict[str, str], filled: None, client: Client) -> None:
    response = client.post(reverse("demo_become"), {"player": "admin"}, **extra)

    assert response.status_code == 404
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("name", ["", "nobody", "x\x01"])
def test_nobody_else(name: str, filled: None, client: Client) -> None:
    assert client.post(reverse("demo_become"), {"player": name}).status_code == 404


def test_never_where_it_is_switched_off(filled: None, client: Client, settings: Any) -> None:
    settings.DEMO = False

    assert client.post(reverse("demo_become"), {"player": "alice"}).status_code == 404
