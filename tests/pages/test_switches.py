"""Language and theme at the foot of every page."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User


def test_it_remembers_the_language_in_a_cookie(client: Client, db: None) -> None:
    response = client.post("/language/", {"language": "fr", "next": "/rules/"})

    assert response.status_code == 302
    assert response["Location"] == "/rules/"
    assert '<html lang="fr"' in client.get("/rules/").content.decode()


def test_an_account_remembers_the_language_too(as_alice: Client, alice: User) -> None:
    as_alice.post("/language/", {"language": "fr", "next": "/"})

    alice.refresh_from_db()
    assert alice.language == "fr"
    assert '<html lang="fr"' in as_alice.get("/").content.decode()


@pytest.mark.parametrize("language", ["", "xx", "../etc", "fr" * 50])
def test_it_refuses_an_unknown_language(language: str, as_alice: Client, alice: User) -> None:
    response = as_alice.post("/language/", {"language": language})

    alice.refresh_from_db()
    assert response.status_code == 400
    assert alice.language == ""


def test_it_follows_the_device_unless_told_otherwise(client: Client, db: None) -> None:
    assert 'data-theme="auto"' in client.get("/").content.decode()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_it_remembers_the_theme_in_a_cookie(theme: str, client: Client, db: None) -> None:
    response = client.post("/theme/", {"theme": theme, "next": "/games/"})

    assert response["Location"] == "/games/"
    assert response.cookies["theme"]["httponly"]
    assert f'data-theme="{theme}"' in client.get("/games/").content.decode()


def test_an_account_remembers_the_theme_and_patterns(as_alice: Client, alice: User) -> None:
    as_alice.post("/theme/", {"theme": "dark"})
    alice.refresh_from_db()
    assert alice.theme == "dark"

    alice.patterns = True
    alice.save()
    as_alice.cookies["theme"] = "light"
    text = as_alice.get("/").content.decode()

    assert '<html lang="en" data-theme="dark" data-patterns="on">' in text


def test_one_players_theme_is_not_anothers(as_alice: Client, as_bob: Client) -> None:
    as_alice.post("/theme/", {"theme": "dark"})

    assert 'data-theme="auto"' in as_bob.get("/").content.decode()


@pytest.mark.parametrize("theme", ["", "sepia", '"><script>'])
def test_it_refuses_an_unknown_theme(theme: str, client: Client, db: None) -> None:
    assert client.post("/theme/", {"theme": theme}).status_code == 400

    client.cookies["theme"] = theme
    assert 'data-theme="auto"' in client.get("/").content.decode()


@pytest.mark.parametrize("path", ["/theme/", "/language/"])
def test_a_switch_is_not_a_link(path: str, client: Client, db: None) -> None:
    assert client.get(path).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(path, {"theme": "dark", "language": "fr"}).status_code == 403


@pytest.mark.parametrize("target", ["https://evil.example/", "//evil.example", "javascript:1", ""])
@pytest.mark.parametrize(
    ("path", "data"), [("/theme/", {"theme": "dark"}), ("/language/", {"language": "fr"})]
)
def test_it_never_leads_off_the_site(
    target: str, path: str, data: dict[str, str], client: Client, db: None
) -> None:
    response = client.post(path, {**data, "next": target})

    assert response.status_code == 302
    assert response["Location"] == "/"
