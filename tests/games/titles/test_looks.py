"""What every title may count on: seats told apart, light sheets, pages that name no title."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from engine.registry import TITLES
from games.picture.card import SEAT_LOOKS, Heading, Player, plain
from games.results.chart import chart_of
from games.results.course import Moment
from games.titles.kit.art import flag_sign
from games.titles.registry import known

STATIC = Path(settings.BASE_DIR) / "static"
TEMPLATES = Path(settings.BASE_DIR) / "templates"
SEATS = range(1, SEAT_LOOKS + 1)
SHARED = ("match.css", "lights.css", "match-small.css", "history.css")  # before a title's own


def css(name: str) -> str:
    return re.sub(r"/\*.*?\*/", "", (STATIC / "css" / name).read_text(), flags=re.S)


def selectors(name: str) -> list[str]:
    heads = re.findall(r"([^{}]+)\{", css(name))
    return [head.strip() for head in heads if head.strip() and not head.strip().startswith("@")]


def weightless(selector: str) -> str:
    """A selector without its :where(…), brackets inside brackets included."""
    while (start := selector.find(":where(")) >= 0:
        depth, end = 1, start + len(":where(")
        while depth:
            depth += {"(": 1, ")": -1}.get(selector[end], 0)
            end += 1
        selector = selector[:start] + selector[end:]
    return selector


# --- seats --------------------------------------------------------------------------------


def test_there_are_looks_for_five_seats_and_no_title_has_more() -> None:
    assert SEAT_LOOKS == 5
    assert max(seat for title in known() for seat in title.seats) <= SEAT_LOOKS


@pytest.mark.parametrize(("sheet", "times"), [("tokens.css", 1), ("night.css", 2)])
def test_every_seat_has_a_colour_of_its_own_by_day_and_by_night(sheet: str, times: int) -> None:
    found = [re.findall(rf"--p{seat}: (#\w+);", css(sheet)) for seat in SEATS]

    assert [len(values) for values in found] == [times] * SEAT_LOOKS
    assert len({values[0] for values in found}) == SEAT_LOOKS


def test_every_seat_has_a_flag_of_its_own_shape() -> None:
    sprite = (STATIC / "sprite.svg").read_text()
    shapes = set()
    for seat in SEATS:
        found = re.search(rf'<symbol id="{flag_sign(seat - 1)}".*?</symbol>', sprite)
        assert found is not None
        assert f"var(--p{seat})" in found[0]
        shapes.add(re.sub(r"--p\d|f-\d", "", found[0]))
    assert len(shapes) == SEAT_LOOKS


def test_every_line_of_the_chart_has_its_colour_and_its_dashes() -> None:
    sheet = css("history.css")
    dashes = [
        re.search(rf"path\.line-{seat} {{ stroke-dasharray: ([\d ]+)", sheet) for seat in SEATS
    ]

    for seat in SEATS:
        assert f".line-{seat} {{ --seat: var(--p{seat}); }}" in sheet
    assert dashes[0] is None  # the first is drawn through
    assert len({found[1] for found in dashes[1:] if found}) == SEAT_LOOKS - 1
    names = ["Ann", "Ben", "Cleo", "Dirk", "Emma"]
    moments = [Moment(ply, [ply, 2, 3, 4, 5], 1) for ply in range(4)]
    lines = chart_of(moments, names, []).lines
    assert [line.seat for line in lines] == [*SEATS]
    assert len({line.label_y for line in lines}) == SEAT_LOOKS


def test_a_card_for_sharing_shows_five_players() -> None:
    players = [Player(seat - 1, f"Player {seat}") for seat in SEATS]

    drawing = plain(Heading("Five"), players, "board")
    for seat in SEATS:
        assert f'fill="var(--p{seat})"' in drawing


# --- sheets -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHARED)
def test_no_shared_sheet_weighs_more_than_a_title_can_lift(name: str) -> None:
    """An id, or :has() which counts what it holds, would beat any class of a title's own."""
    for selector in selectors(name):
        bare = weightless(selector)
        assert "#" not in re.sub(r'\[[^\]]*"[^\]]*\]', "", bare), selector
        if bare.startswith((".match", ".rest", ".board", ".mine", ".side", ".lookback")):
            assert ":has(" not in bare, selector


@pytest.mark.parametrize("slug", sorted(TITLES))
def test_no_class_of_a_title_is_styled_by_the_site(slug: str) -> None:
    """Names with a prefix are a title's own; words like `board` are the site's, to be added to."""
    own = "".join(path.read_text() for path in (STATIC / "titles" / slug).glob("*.css"))
    drawn = set(re.findall(r"\.((?:[a-z]|figure)-[a-z][\w-]*)", own))
    site = "".join(css(path.name) for path in (STATIC / "css").glob("*.css"))

    assert drawn or not own  # a title with sheets gives its classes a prefix
    assert not {name for name in drawn if re.search(rf"\.{name}\b(?!-)", site)}


# --- pages --------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", sorted(TITLES))
def test_no_shared_template_knows_a_title_by_name(slug: str) -> None:
    for path in TEMPLATES.rglob("*.html"):
        if TEMPLATES / "titles" not in path.parents:
            assert slug not in path.read_text(), path
