from __future__ import annotations

import re

import pytest
from django.template import loader
from django.test import Client

from accounts.models import User
from games.titles.registry import known, playable
from tests.conftest import make_player
from tests.pages.conftest import PUBLIC


@pytest.mark.parametrize("path", PUBLIC)
def test_it_shows_every_page_to_anybody(
    path: str, client: Client, as_alice: Client, as_charlie: Client
) -> None:
    for reader in (client, as_alice, as_charlie):
        response = reader.get(path)

        assert response.status_code == 200
        assert response["Content-Type"].startswith("text/html")


@pytest.mark.parametrize("path", PUBLIC)
def test_it_answers_only_reading(path: str, client: Client, db: None) -> None:
    assert client.head(path).status_code == 200
    assert client.post(path).status_code == 405


def test_every_page_has_a_title_of_its_own(client: Client, db: None) -> None:
    titles = []
    for path in PUBLIC:
        text = client.get(path).content.decode()
        found = re.search(r"<title>(.*?)</title>", text, re.S)
        assert found
        assert len(re.findall(r"<h1[ >]", text)) == 1, path
        titles.append(found[1])

    assert len(set(titles)) == len(PUBLIC)


def test_it_greets_a_stranger_with_the_landing_page(client: Client, db: None) -> None:
    text = client.get("/").content.decode()

    planned = len(known()) - len(playable())
    assert f"{len(playable())} to play now, {planned} more on the way." in text
    assert 'id="harbour"' not in text
    for name in ("Nauticus", "Oltre Mare", "Shipyard", "Rotterdam"):
        assert name in text


def test_it_opens_the_harbour_for_a_player(as_alice: Client) -> None:
    text = as_alice.get("/").content.decode()

    assert "Nothing is waiting for you" in text
    assert "Account menu for alice" in text
    assert "Log out" in text


def test_it_tells_a_guest_how_to_stay(client: Client, db: None) -> None:
    guest = make_player("Guest-17", is_guest=True)
    client.force_login(guest)

    text = client.get("/").content.decode()

    assert "guest" in text
    assert "/account/keep/" in text


def test_it_marks_the_section_shown(client: Client, db: None) -> None:
    text = client.get("/ladder/").content.decode()

    assert '<a href="/ladder/" aria-current="page">' in text
    assert text.count('aria-current="page"') == 1


def test_it_shows_a_badge_only_when_a_turn_waits(as_alice: Client, alice: User) -> None:
    assert 'class="waiting"' not in as_alice.get("/").content.decode()

    html = loader.render_to_string("components/menu.html", {"user": alice, "waiting_turns": 3})

    assert 'class="waiting"' in html
    assert "3 turns" in html


def test_privacy_offers_export_and_deletion_to_whom_they_serve(
    client: Client, as_alice: Client, alice: User
) -> None:
    assert "/account/data/" not in client.get("/privacy/").content.decode()

    text = as_alice.get("/privacy/").content.decode()

    assert "/account/data/" in text
    assert "/account/delete/" in text


def test_contact_names_the_address(client: Client, db: None, settings: object) -> None:
    settings.CONTACT_EMAIL = "captain@harbour.example"  # type: ignore[attr-defined]

    assert "mailto:captain@harbour.example" in client.get("/contact/").content.decode()


def test_it_serves_manifest_and_robots(client: Client, db: None) -> None:
    manifest = client.get("/manifest.webmanifest")
    robots = client.get("/robots.txt")

    assert manifest["Content-Type"] == "application/manifest+json"
    assert manifest.json()["icons"][0]["src"].endswith(".svg")
    assert "Disallow: /account/" in robots.content.decode()
    assert client.get("/favicon.ico")["Location"] == "/static/favicon.svg"
