"""The local inbox shows a mail with the pictures it brought, and fetches nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from mail import backends
from mail.models import LocalImage, LocalMail
from outbox.models import Effect
from outbox.services import run
from tests.mail.test_letters import PNG, with_picture

pytestmark = pytest.mark.django_db
News = Callable[..., Effect]


@pytest.fixture(autouse=True)
def _local(settings: Any) -> None:
    settings.EMAIL_BACKEND = "mail.backends.LocalInbox"


@pytest.fixture
def mail(news: News) -> LocalMail:
    run(news(with_picture(html='<img src="cid:board@nauticus"> <img src="cid:other">')).pk)
    return LocalMail.objects.get()


def test_it_shows_the_picture(mail: LocalMail, client: Client) -> None:
    page = client.get(reverse("inbox_message_html", args=[mail.pk]))
    address = reverse("inbox_image", args=[mail.pk, "board@nauticus"])

    assert f'src="{address}"' in page.content.decode()
    assert 'src="cid:other"' in page.content.decode()
    policy = page["Content-Security-Policy"]
    assert "img-src 'self'" in policy
    assert "default-src 'none'" in policy
    picture = client.get(address)
    assert (picture.status_code, picture["Content-Type"]) == (200, "image/png")
    assert picture.content == PNG
    assert picture["X-Content-Type-Options"] == "nosniff"


def test_the_words_around_a_picture_stay(mail: LocalMail, client: Client) -> None:
    LocalMail.objects.filter(pk=mail.pk).update(html='<p>write "cid:x" or cid:board@nauticus</p>')

    page = client.get(reverse("inbox_message_html", args=[mail.pk]))

    assert page.content.decode() == '<p>write "cid:x" or cid:board@nauticus</p>'


def test_nobody_elsewhere_sees_it(mail: LocalMail, client: Client, settings: Any) -> None:
    address = reverse("inbox_image", args=[mail.pk, "board@nauticus"])

    assert client.get(address, REMOTE_ADDR="203.0.113.9").status_code == 404
    assert client.get(reverse("inbox_image", args=[mail.pk, "other"])).status_code == 404
    assert client.get(reverse("inbox_image", args=[mail.pk + 1, "board@nauticus"])).status_code == (
        404
    )
    settings.LOCAL_INBOX = False
    assert client.get(address).status_code == 404


def test_the_same_mail_twice_keeps_one_picture(mail: LocalMail) -> None:
    effect = Effect.objects.get()
    Effect.objects.update(done_at=None, claim=None, claimed_until=None, payload={
        "about": "a match", "reader": "alice@example.org",
    })  # fmt: skip

    assert run(effect.pk) is True

    assert LocalMail.objects.count() == 1
    assert LocalImage.objects.count() == 1


def test_pictures_of_old_mails_are_thrown_away(news: News, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backends, "IMAGES_OF", 3)
    for _ in range(5):
        run(news(with_picture()).pk)

    kept = LocalMail.objects.order_by("pk").values_list("images", flat=True)
    assert [image is not None for image in kept] == [False, False, True, True, True]


def test_it_shows_who_writes_and_where_it_returns_to(news: News, settings: Any) -> None:
    settings.MAIL_BOUNCE_DOMAIN = "bounces.nauticus.example"
    run(news(with_picture()).pk)

    mail = LocalMail.objects.get()
    assert mail.sender == "Nauticus <harbour@nauticus.example>"
    assert mail.headers["Return-Path"].startswith("<bounce+")
    assert "images" not in mail.headers
