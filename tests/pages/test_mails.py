"""Every mail can be looked at before anybody gets it; a new one without a sample fails here."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client
from django.utils import translation

from mail import previews
from mail.letters import Image, Letter
from tests.mail.test_letters import PNG

pytestmark = pytest.mark.django_db
EMAILS = Path(__file__).resolve().parents[2] / "templates" / "emails"
NAMES = sorted(
    path.relative_to(EMAILS).as_posix().removesuffix(".subject.txt")
    for path in EMAILS.rglob("*.subject.txt")
)
MISSING = "⟦missing: %s⟧"


def test_every_mail_has_three_templates_and_a_sample() -> None:
    bodies = {
        path.relative_to(EMAILS).as_posix().removesuffix(end)
        for end in (".txt", ".html")
        for path in EMAILS.rglob(f"*{end}")
        if not path.name.endswith(".subject.txt")
    }

    assert bodies - {"layout"} == set(NAMES)
    assert previews.templates() == NAMES
    assert set(NAMES) <= set(previews.registered()), "a mail has no sample: see mail/previews.py"


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("name", NAMES)
def test_a_sample_says_all_that_the_mail_needs(name: str, language: str, settings: Any) -> None:
    engine = dict(settings.TEMPLATES[0])
    engine["OPTIONS"] = {**engine["OPTIONS"], "string_if_invalid": MISSING}
    settings.TEMPLATES = [engine]

    with translation.override(language):
        letter = previews.show(name, language)

    assert letter is not None
    assert letter.subject
    for words in (letter.subject, letter.text, letter.html):
        assert "⟦" not in words
    assert letter.language == language


@pytest.mark.parametrize("name", NAMES)
def test_it_is_shown_in_both_languages_by_day_and_by_night(name: str, client: Client) -> None:
    for query in ("", "?dark=1", "?lang=fr", "?lang=fr&dark=1"):
        page = client.get(f"/debug/mails/{name}/{query}")
        html = client.get(f"/debug/mails/{name}/html/{query}")

        assert page.status_code == html.status_code == 200
        wanted = f"/debug/mails/{name}/html/?lang={'fr' if 'fr' in query else 'en'}"
        assert wanted in page.content.decode()
        shown = html.content.decode()
        assert f'<html lang="{"fr" if "fr" in query else "en"}"' in shown
        assert ("@media all" in shown) is ("dark" in query)
        assert "prefers-color-scheme" not in shown
        policy = html["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "sandbox" in policy
        assert html["X-Frame-Options"] == "SAMEORIGIN"


def test_french_readers_get_french(client: Client) -> None:
    english = client.get("/debug/mails/account/password_changed/").content.decode()
    french = client.get("/debug/mails/account/password_changed/?lang=fr").content.decode()

    assert "Your password was changed" in english
    assert "Your password was changed" not in french


def test_the_list_names_them_all(client: Client) -> None:
    page = client.get("/debug/mails/").content.decode()

    for name in NAMES:
        assert re.search(rf'href="/debug/mails/{name}/"', page)
    assert "has no sample" not in page


@pytest.mark.parametrize("path", ["nothing/there/", "games/invitation/?lang=xx"])
def test_what_is_not_there_is_not_shown(path: str, client: Client) -> None:
    assert client.get(f"/debug/mails/{path}").status_code == 404


def test_it_is_not_there_in_production(client: Client, settings: Any) -> None:
    settings.PROFILE, settings.DEBUG = "production", False

    for path in ("", "games/invitation/", "games/invitation/html/"):
        assert client.get(f"/debug/mails/{path}").status_code == 404


def test_a_letter_with_a_picture_is_shown_whole(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter = Letter(
        "Your turn", "Ahoy", '<img src="cid:board" alt="ships">', images=(Image("board", PNG),)
    )
    monkeypatch.setitem(previews._samples, "tests/turn", lambda language: letter)

    html = client.get("/debug/mails/tests/turn/html/")

    assert 'src="data:image/png;base64,iVBOR' in html.content.decode()
    assert "img-src data:" in html["Content-Security-Policy"]


def test_the_languages_of_the_site_are_those_tested() -> None:
    assert [code for code, _ in site.LANGUAGES] == ["en", "fr"]


@pytest.mark.django_db
def test_the_sample_of_the_turn_mail_is_in_one_language(client: Client) -> None:
    french = client.get("/debug/mails/games/turn/html/?lang=fr").content.decode()

    assert "2 parties vous attendent" in french
    assert "matches are waiting" not in french
    assert "1 j 11 h" in french
