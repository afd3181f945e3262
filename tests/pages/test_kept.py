"""Bar, menu and foot are drawn once per process, and still are each reader's own."""

from __future__ import annotations

import re

import pytest
from django.template import Context, Template
from django.test import Client
from pytest_django import Settings

from pages import kept

pytestmark = pytest.mark.django_db
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def bar(client: Client, path: str) -> str:
    return re.split(r'<main id="main"', client.get(path).content.decode())[0]


def test_everybody_has_their_own_menu(as_alice: Client, as_bob: Client, client: Client) -> None:
    for _ in range(2):  # the second time from what is kept
        assert "/players/alice/" in bar(as_alice, "/play/")
        assert "/players/alice/" not in bar(as_bob, "/play/")
        assert "/players/" not in bar(client, "/play/")


def test_where_one_is_is_marked_on_every_page(as_alice: Client) -> None:
    for path in ("/play/", "/games/", "/play/"):
        marked = re.findall(r'href="([^"]+)" aria-current="page"', bar(as_alice, path))
        assert marked == [path]


def test_languages_do_not_mix(client: Client) -> None:
    for language, word in (("en", "Tournaments"), ("fr", "Tournois"), ("en", "Tournaments")):
        assert word in bar(Client(headers={"accept-language": language}), "/about/")


def test_no_form_keeps_the_token_of_another(as_alice: Client, as_bob: Client) -> None:
    tokens = [set(TOKEN.findall(c.get("/play/").content.decode())) for c in (as_alice, as_bob)]
    assert tokens[0]
    assert not tokens[0] & tokens[1]


def test_a_part_is_drawn_once_for_the_same_values(settings: Settings) -> None:
    drawn = []
    template = Template('{% load ui %}{% keep "test" a %}{{ b }}{% endkeep %}')

    def draw(a: int, b: str) -> str:
        drawn.append(a)
        return template.render(Context({"a": a, "b": b}))

    assert [draw(1, "one"), draw(1, "other"), draw(2, "two")] == ["one", "one", "two"]
    settings.DEBUG = True
    assert draw(1, "other") == "other"


def test_what_is_kept_stays_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "MOST", 3)
    for number in range(50):
        assert kept.part(("test", number), lambda number=number: str(number)) == str(number)  # type: ignore[misc]
    assert len(kept._parts) <= 3
