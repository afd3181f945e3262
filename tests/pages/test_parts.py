"""The design system's own promises: no inline code, no missing sign, equal night colours."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template import Context, Template, loader
from django.test import Client
from django.urls import NoReverseMatch, reverse

from tests.pages.conftest import PUBLIC

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "static"
TEMPLATES = ROOT / "templates"
COMPONENTS = "/debug/components/"


class Page(HTMLParser):
    """Notes what a strict content policy forbids, every id and every sign used."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.forbidden: list[str] = []
        self.ids: list[str] = []
        self.uses: set[str] = set()
        self.refs: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        self.forbidden += [f"{tag} {key}" for key in found if key == "style" or key[:2] == "on"]
        if tag == "style" or (tag == "script" and "src" not in found):
            self.forbidden.append(tag)
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "use":
            self.uses.add(found["href"])
        for key in ("for", "aria-labelledby", "aria-describedby", "popovertarget", "data-dialog"):
            self.refs |= set(found.get(key, "").split())


def page(client: Client, path: str) -> Page:
    return Page(client.get(path).content.decode())


@pytest.mark.parametrize("path", [*PUBLIC, COMPONENTS])
def test_pages_keep_the_content_policy(path: str, client: Client, as_alice: Client) -> None:
    for reader in (client, as_alice):
        found = page(reader, path)

        assert found.forbidden == []
        assert len(found.ids) == len(set(found.ids)), "an id stands twice"
        assert found.refs <= set(found.ids)


@pytest.mark.parametrize("path", [*PUBLIC, COMPONENTS, "/nowhere/"])
def test_every_sign_used_is_drawn(path: str, client: Client, as_alice: Client) -> None:
    drawn = {
        f"/static/{name}#{key}"
        for name in ("sprite.svg", "art.svg")
        for key in re.findall(r' id="([\w-]+)"', (STATIC / name).read_text())
    }
    for reader in (client, as_alice):
        used = page(reader, path).uses
        assert used
        assert used <= drawn


def test_every_icon_named_in_a_template_is_drawn() -> None:
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', (STATIC / "sprite.svg").read_text()))
    for path in TEMPLATES.rglob("*.html"):
        for name in re.findall(r'{% icon "([\w-]+)"', path.read_text()):
            symbol = name if "-" in name[:2] else f"i-{name}"
            assert symbol in drawn, f"{path.name}: {symbol}"


def test_every_address_named_in_a_template_exists() -> None:
    for path in TEMPLATES.rglob("*.html"):
        names = re.findall(r"""{% url ["']([\w:-]+)["']([^%]*)%}""", path.read_text())
        for name, rest in names:
            if rest.split(" as ")[0].strip():
                continue  # takes arguments
            try:
                reverse(name)
            except NoReverseMatch as fault:  # pragma: no cover
                pytest.fail(f"{path}: {fault}")


def test_every_static_file_named_in_a_template_exists() -> None:
    for path in TEMPLATES.rglob("*.html"):
        for name in re.findall(r"""{% static ["']([^"']+)["']""", path.read_text()):
            assert (STATIC / name).exists(), f"{path.name}: {name}"


def test_the_night_chart_is_the_same_by_device_and_by_hand() -> None:
    text = (STATIC / "css" / "night.css").read_text()
    blocks = re.findall(r"\{\n(  color-scheme.*?)\n\}", text, re.S)

    assert len(blocks) == 2
    assert blocks[0] == blocks[1]


def test_night_names_only_colours_of_the_day() -> None:
    day = set(re.findall(r"(--[\w-]+):", (STATIC / "css" / "tokens.css").read_text()))
    night = set(re.findall(r"(--[\w-]+):", (STATIC / "css" / "night.css").read_text()))

    assert night <= day


def test_every_token_used_is_defined() -> None:
    css = "".join(path.read_text() for path in (STATIC / "css").glob("*.css"))
    defined = set(re.findall(r"(--[\w-]+):", css))
    used = set(re.findall(r"var\((--[\w-]+)\)", css))
    art = {name for file in STATIC.glob("*.svg") for name in _vars(file)}

    assert used | art <= defined


def _vars(file: Path) -> list[str]:
    return re.findall(r"var\((--[\w-]+)\)", file.read_text())


def test_files_stay_small() -> None:
    for path in [*(STATIC / "css").glob("*.css"), *(STATIC / "js").glob("*.js")]:
        assert len(path.read_text().splitlines()) <= 200, path.name


def test_the_component_page_shows_each_part_twice(client: Client, db: None) -> None:
    text = client.get(COMPONENTS).content.decode()

    assert text.count('data-theme="light"') == text.count('data-theme="dark"') == 9
    assert 'aria-invalid="true"' in text


def test_the_component_page_is_hidden_in_production(
    client: Client, as_alice: Client, settings: object
) -> None:
    settings.DEBUG = False  # type: ignore[attr-defined]
    settings.PROFILE = "production"  # type: ignore[attr-defined]

    for reader in (client, as_alice):
        assert reader.get(COMPONENTS).status_code == 404
    assert COMPONENTS not in client.get("/").content.decode()


def test_a_field_is_tied_to_its_help_and_its_errors(db: None) -> None:
    from pages.debug import SampleForm

    form = SampleForm({"name": "", "title": "n"})
    html = loader.render_to_string("components/field.html", {"field": form["name"]})
    found = Page(html)

    assert 'aria-invalid="true"' in html
    assert {"id_name_helptext", "id_name_error"} <= set(found.ids)
    assert found.refs <= set(found.ids)


def test_help_text_of_ours_is_escaped(db: None) -> None:
    from pages.debug import SampleForm

    context = {"field": SampleForm()["note"], "help": "<b>loud</b>"}
    html = loader.render_to_string("components/field.html", context)

    assert "&lt;b&gt;" in html


def test_an_icon_can_have_a_name() -> None:
    html = Template('{% load ui %}{% icon "t-coin" 24 label=name %}').render(
        Context({"name": "3 <coins>"})
    )

    assert 'role="img" aria-label="3 &lt;coins&gt;"' in html
    assert "sprite.svg#t-coin" in html


def test_messages_are_shown_as_toasts(client: Client, db: None) -> None:
    from django.contrib.messages import constants
    from django.contrib.messages.storage.base import Message

    said = [Message(constants.SUCCESS, "Saved <b>"), Message(constants.ERROR, "Broken")]
    html = loader.render_to_string("components/toasts.html", {"messages": said})

    assert "Saved &lt;b&gt;" in html
    assert html.count("data-brief") == 1
    assert 'class="toast toast-error"' in html
