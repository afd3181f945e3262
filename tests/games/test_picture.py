"""Pictures for sharing: every title has one, in letters of our own."""

from __future__ import annotations

import re
import struct
import xml.etree.ElementTree as ET

import pytest
from django.test import Client

from accounts.models import User
from games import history
from games.models import Match
from games.picture import letters, png
from games.picture.glyphs import GLYPHS, MARK
from games.titles.registry import presenter_of
from tests.games.helpers import running
from tests.games.quay_table import deal


def size_of(picture: bytes) -> tuple[int, ...]:
    assert picture.startswith(b"\x89PNG")
    return struct.unpack(">II", picture[16:24])


def drawn(match: Match) -> str:
    presenter = presenter_of(match.title)
    return presenter.picture(history.scene_at(match, None, match.ply, presenter))


def strokes(text: str) -> list[str]:
    """The letters a drawing holds, in their order."""
    known = {path: letter for letter, (_, path) in GLYPHS.items()}
    return [known[path] for path in re.findall(r'd="([^"]+)"', text) if path in known]


# --- letters ------------------------------------------------------------------------------


def test_every_printable_sign_has_strokes() -> None:
    for code in range(33, 127):
        assert chr(code) in GLYPHS, chr(code)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Zoë", "Zoe"),
        ("Åse Łódź", "Ase Lodz"),
        ("Straße", "Strasse"),
        ("Œuvre d’art", "OEuvre d'art"),
        ("e\u0301", "e"),
        ("ﬁn", "fin"),
        ("漢字", MARK * 2),
        ("Юля", MARK * 3),
        ("a\u200db\u202ec", "abc"),
        ("one\ttwo\nthree", "one two three"),
        ("", ""),
    ],
)
def test_any_name_becomes_letters_we_have(text: str, plain: str) -> None:
    assert letters.plain(text) == plain
    ET.fromstring(letters.line(text, 0, 0, 20))


def test_a_line_too_long_gets_smaller_and_then_ends_in_dots() -> None:
    wide = letters.width("A long name", 30)

    smaller = letters.line("A long name", 0, 0, 30, room=wide * 0.8)
    cut = letters.line("A long name", 0, 0, 30, room=wide * 0.3)

    assert "".join(strokes(smaller)) == "Alongname"
    assert "scale(1.2" in smaller
    assert strokes(cut)[-1] == "…"
    assert len(strokes(cut)) < 9


def test_markup_in_a_name_stays_a_name() -> None:
    line = letters.line("<b>&\"'", 0, 0, 20)

    assert strokes(line) == ["<", "b", ">", "&", '"', "'"]


# --- cards --------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_title_without_art_has_a_picture_too(quay: str, client: Client) -> None:
    match = deal()

    answer = client.get(f"/t/{match.code}/board.png")

    assert answer["Content-Type"] == "image/png"
    assert size_of(answer.content) == (1200, 630)
    text = "".join(strokes(drawn(match)))
    for word in ("Quay", "Round1of3", "alice", "bob", "chloe", "5coins,4cards"):
        assert word in text, word
    assert "hand:" not in text


@pytest.mark.django_db
@pytest.mark.parametrize("size", [2, 3, 4])
def test_nauticus_shows_everybody_beside_the_wheel(
    alice: User, bob: User, charlie: User, dora: User, size: int
) -> None:
    match = running(*(alice, bob, charlie, dora)[:size], name="Night & day")

    drawing = drawn(match)

    text = "".join(strokes(drawing))
    for word in ("Nauticus", "Round1of1", "Night&day", "Buyhulls", "alice", "bob"):
        assert word in text, word
    assert ("dora" in text) == (size == 4)
    assert drawing.count("#t-vp") >= size


@pytest.mark.django_db
def test_a_picture_is_drawn_once(
    quay: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = deal()
    made = []
    view = "games.web.views.history.png"
    monkeypatch.setattr(view, lambda *args: made.append(args) or png(*args))

    first = client.get(f"/t/{match.code}/board.png").content
    again = client.get(f"/t/{match.code}/board.png").content
    match.seats.filter(number=0).update(autopilot=True)  # nothing a picture shows
    third = client.get(f"/t/{match.code}/board.png").content

    assert first == again == third
    assert len(made) == 1
    Match.objects.filter(pk=match.pk).update(name="Renamed")
    assert client.get(f"/t/{match.code}/board.png").content != first


@pytest.mark.django_db
def test_other_users_of_the_same_library_do_not_spoil_it(alice: User, bob: User) -> None:
    """A code to scan for two-step log-in, drawn by the same process, renames the namespace."""
    drawing = drawn(running(alice, bob))
    before = png(drawing, "nauticus")

    ET.register_namespace("svg", "http://www.w3.org/2000/svg")

    assert png(drawing, "nauticus") == before
