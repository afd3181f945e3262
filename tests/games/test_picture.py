"""Pictures for sharing: every title has one, set in fonts we bring."""

from __future__ import annotations

import re
import struct
import xml.etree.ElementTree as ET

import pytest
import resvg_py
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from games import history
from games.models import Match
from games.picture import fonts, lettering, png
from games.picture.lettering import BOLD, MARK, REGULAR
from games.titles.registry import presenter_of
from tests.games.helpers import running
from tests.games.quay_table import deal

# What players may be called in the languages of Europe, and in Vietnamese.
LATIN = "".join(map(chr, [*range(0x41, 0x5B), *range(0x61, 0x7B), *range(0xC0, 0x17F)]))
LETTERS = (
    "".join(map(chr, range(0x20, 0x7F)))
    + LATIN.replace("ŉ", "")
    + "ȘșȚțẞẠạẢảẤấẬậẼẽỆệỊịỌọỔổỞởỢợỤụỮữỰựỲỳỸỹ"
    + "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ"
    + "".join(map(chr, range(0x400, 0x460)))
    + f"–—‘’“”«»·…€×{MARK}"
)


def size_of(picture: bytes) -> tuple[int, ...]:
    assert picture.startswith(b"\x89PNG")
    return struct.unpack(">II", picture[16:24])


def drawn(match: Match) -> str:
    presenter = presenter_of(match.title)
    return presenter.picture(history.scene_at(match, None, match.ply, presenter))


def words(drawing: str) -> list[str]:
    """The texts a drawing shows, in their order."""
    return ["".join(node.itertext()) for node in ET.fromstring(drawing).iter("text")]


def picture(inner: str, wide: int = 400, high: int = 210) -> bytes:
    return png(f'<svg viewBox="0 0 {wide} {high}">{inner}</svg>', "nauticus")


def ink(text: str, weight: int = REGULAR) -> bytes:
    return picture(lettering.line(text, 20, 100, 40, weight=weight))


BLANK = '<rect width="400" height="210" fill="#fff"/>'


# --- fonts --------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", ["eé", "nñ", "oø", "Ll", "LŁ", "cč", "sß", "AΩ", "RЯ", "eệ"])
def test_a_letter_is_not_drawn_as_another(pair: str) -> None:
    assert len({ink(""), ink(pair[0]), ink(pair[1])}) == 3


def test_every_letter_of_our_languages_is_in_the_font() -> None:
    """What a font lacks is drawn as a box, the same for all."""
    box = ink("\u0378")  # a place nobody has given a letter

    assert box not in (ink(""), ink(MARK))
    for letter in "ßẞŁłĐđØøÅåĦħÞþÐðŒœĲĳŊŋŐőŰűȘșŹźĞğİıỮữΨψЖжЇїЂђ":
        assert ink(letter) != box, letter


def test_bold_is_bold() -> None:
    assert len({ink(""), ink("min"), ink("min", BOLD)}) == 3


def test_typed_letters_stand_in_even_columns() -> None:
    """Behind any four letters and a space the next one stands at the same place."""
    cover = f'<rect width="{20 + 4.5 * 20 * lettering.CELL}" height="210" fill="#fff"/>'
    seen = {
        picture(BLANK + lettering.typed(text, 20, 100, 20) + cover)
        for text in ("iiii #", "mmmm #", "é  W #", "ΩЮ◊─ #")
    }

    assert len(seen) == 1
    assert seen != {picture(BLANK)}


def test_no_font_but_ours_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    real = resvg_py.svg_to_bytes
    monkeypatch.setattr(resvg_py, "svg_to_bytes", lambda **how: asked.append(how) or real(**how))
    blank = ink("")
    monkeypatch.setattr(fonts, "files", list)

    assert ink("Zoë") == blank
    assert all(how["skip_system_fonts"] for how in asked)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Zoë", "Zoë"),
        ("Åse Łódź", "Åse Łódź"),
        ("Œuvre d’art", "Œuvre d’art"),
        ("e\u0301", "é"),
        ("x\u0303", "x\u0303"),
        ("Z\u0335\u0336\u0337\u0338a", "Z\u0335a"),
        ("\u0301a", "a"),
        ("Ａ𝓫𝐜", "Abc"),
        ("Юля", "Юля"),
        ("漢字", MARK * 2),
        ("עברית", MARK * 5),
        ("🚢\ufe0f 1\ufe0f\u20e3", f"{MARK} 1"),
        ("👩\u200d🚀", MARK * 2),
        ("a\u200db\u202ec\x00\x0b", "abc "),
        ("\ud800", MARK),
        ("\uffff", MARK),
        ("one\ttwo\nthree", "one two three"),
        ("", ""),
    ],
)
def test_any_name_becomes_letters_we_have(text: str, plain: str) -> None:
    assert lettering.plain(text) == plain
    ET.fromstring(lettering.line(text, 0, 0, 20))


@given(st.text(max_size=60))
def test_any_text_can_be_drawn(text: str) -> None:
    for markup in (lettering.line(text, 0, 0, 20, room=90), lettering.typed(text, 0, 0, 20)):
        assert len(ET.fromstring(markup)) == 0


def test_markup_in_a_name_stays_a_name() -> None:
    assert words(f"<svg>{lettering.line('<b>&', 0, 0, 20)}</svg>") == ["<b>&"]


# --- widths -------------------------------------------------------------------------------


@pytest.mark.parametrize("weight", [REGULAR, BOLD])
def test_no_letter_is_wider_than_we_think(weight: int) -> None:
    """A row for each letter, twelve times; white paper where it's thought to be hides it all."""
    for begin in range(0, len(LETTERS), 40):
        some = LETTERS[begin : begin + 40]
        paper, rows, covers = '<rect width="400" height="1600" fill="#fff"/>', "", ""
        for k, letter in enumerate(some):
            rows += lettering.line(letter * 12, 20, k * 40 + 25, 10, weight=weight)
            wide = lettering.width(letter * 12, 10) + 7
            covers += f'<rect x="15" y="{k * 40}" width="{wide}" height="40" fill="#fff"/>'
        blank = picture(paper, high=1600)

        assert picture(paper + rows, high=1600) != blank
        assert picture(paper + rows + covers, high=1600) == blank, some


def test_we_think_of_names_as_little_wider_than_they_are() -> None:
    for name in ("Alexandra", "Žofie Łuczak", "Jean-Baptiste d’Orléans", "Екатерина"):
        thought = lettering.width(name, 15)
        shown = lettering.line(name, 20, 100, 15, weight=BOLD)
        cover = f'<rect y="60" width="{20 + thought * 0.85}" height="80" fill="#fff"/>'

        assert picture(BLANK + shown + cover) != picture(BLANK), name


def test_a_line_too_long_gets_smaller_and_then_ends_in_dots() -> None:
    wide = lettering.width("A long name", 30)

    smaller = lettering.line("A long name", 0, 0, 30, room=wide * 0.8)
    cut = lettering.line("A long name", 0, 0, 30, room=wide * 0.3)

    assert words(f"<svg>{smaller}</svg>") == ["A long name"]
    sizes = [float(re.findall(r'font-size="([\d.]+)"', line)[0]) for line in (smaller, cut)]
    assert sizes == pytest.approx([30 * 0.8 / lettering.CAPS, 20 / lettering.CAPS], abs=0.01)
    [left] = words(f"<svg>{cut}</svg>")
    assert left.endswith("…")
    assert "A long name".startswith(left[:-1])
    assert lettering.width(left, 20) <= wide * 0.3 + 0.5


# --- cards --------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_title_without_art_has_a_picture_too(quay: str, client: Client) -> None:
    match = deal()

    answer = client.get(f"/t/{match.code}/board.png")

    assert answer["Content-Type"] == "image/png"
    assert size_of(answer.content) == (1200, 630)
    text = "\n".join(words(drawn(match)))
    for word in ("Quay", "Round 1 of 3", "alice", "bob", "chloe", "5 coins, 4 cards"):
        assert word in text, word
    assert "hand:" not in text


@pytest.mark.django_db
@pytest.mark.parametrize("size", [2, 3, 4])
def test_nauticus_shows_everybody_beside_the_wheel(
    alice: User, bob: User, charlie: User, dora: User, size: int
) -> None:
    match = running(*(alice, bob, charlie, dora)[:size], name="Night & day")

    drawing = drawn(match)

    text = "\n".join(words(drawing))
    for word in ("Nauticus", "Round 1 of 1", "Night & day", "Buy hulls", "alice", "bob"):
        assert word in text, word
    assert ("dora" in text) == (size == 4)
    assert drawing.count("#t-vp") >= size


@pytest.mark.django_db
def test_the_names_on_the_wheel_are_drawn_as_the_page_says(alice: User, bob: User) -> None:
    drawing = drawn(running(alice, bob))
    nameless = re.sub(r'<text class="w-name.*?</text>', "", drawing)
    unruled = drawing.replace('class="w-name', 'class="')

    assert len({png(some, "nauticus") for some in (drawing, nameless, unruled)}) == 3


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
