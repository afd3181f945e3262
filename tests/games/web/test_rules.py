"""Every numbered rule has an anchor, in both languages, so that a refusal can link to it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from engine.registry import TITLES
from games.titles.rulebook import Rule, inline, path_of, rulebook

pytestmark = pytest.mark.django_db


def numbers(path: Path) -> list[str]:
    return re.findall(r"^- \*\*(R\d+\.\d+)\*\*", path.read_text(), re.M)


@pytest.mark.parametrize("slug", TITLES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_rule_of_the_document_is_shown(slug: str, language: str) -> None:
    book = rulebook(slug, language)

    shown = [p.number for s in book.sections for p in s.parts if isinstance(p, Rule)]
    assert shown == numbers(path_of(slug, "en"))


def cited() -> set[str]:
    """Every rule the engine refuses by, and every one the guided match names."""
    base = Path(settings.BASE_DIR)
    files = [*base.glob("engine/nauticus/**/*.py"), base / "games/titles/nauticus/taught.py"]
    found = {rule for f in files for rule in re.findall(r'"(R\d+\.\d+)"', f.read_text())}
    assert len(found) > 20
    return found


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_rule_a_refusal_cites_has_an_anchor(client: Client, language: str) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language

    page = client.get("/rules/nauticus/").content.decode()

    assert f'<html lang="{language}"' in page
    anchors = set(re.findall(r'id="(R\d+\.\d+)"', page))
    assert cited() - anchors == set()


def test_the_rules_are_drawn_with_the_pieces_of_the_board(client: Client) -> None:
    page = client.get("/rules/nauticus/").content.decode()

    for piece in ('id="wheel"', 'class="store"', 'class="dock afloat"', 'class="ptile flip"'):
        assert piece in page
    assert page.count("[code]") == page.count("[ruling]") == 0
    assert page.count(">our ruling<") > 5


def test_the_shelf_of_rules_leads_to_them(client: Client) -> None:
    assert 'href="/rules/nauticus/"' in client.get("/rules/").content.decode()


def test_anyone_may_read_the_rules(client: Client, as_alice: Client) -> None:
    for reader in (client, as_alice):
        page = reader.get("/rules/nauticus/")
        assert page.status_code == 200
        assert b'id="R3.2"' in page.content
    assert client.get("/rules/no-such-title/").status_code == 404


def test_anyone_may_read_how_the_deal_is_checked(client: Client, as_alice: Client) -> None:
    for reader in (client, as_alice):
        page = reader.get("/fairness/")
        assert page.status_code == 200
        assert b"python -m engine verify" in page.content


def test_text_is_escaped_and_rules_are_linked() -> None:
    assert inline("a <b> *c* **d** `e` R1.2") == (
        'a &lt;b&gt; <em>c</em> <strong>d</strong> <code>e</code> <a href="#R1.2">R1.2</a>'
    )
