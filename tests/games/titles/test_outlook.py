"""The plain table counts as its viewer can, and shows what a click would lead to."""

from __future__ import annotations

import random
import re

import pytest
from django.test import Client

from engine.core.types import Move, ScoreSheet, Seat
from games.models import Match
from games.models import Seat as Place
from games.selectors.access import match_for
from games.selectors.positions import position
from games.selectors.scenes import scene
from games.titles.registry import presenter_of
from tests.engine.titles.quay.game import Quay
from tests.engine.titles.quay.state import QuayState
from tests.engine.titles.quay.steps import Haul, Storm
from tests.games.play_helpers import owing, play_out
from tests.games.quay_table import LUCKY, deal, person, until

pytestmark = pytest.mark.django_db

SECRET = 40


def count(self: Quay, s: QuayState, seat: Seat | None) -> list[ScoreSheet]:
    """Everybody has a secret contract that counts for its owner alone."""
    sheets = self.score(s)
    if seat is not None:
        sheets[seat].lines["contract"] = SECRET + seat
    return sheets


@pytest.fixture
def match(quay: str, monkeypatch: pytest.MonkeyPatch) -> Match:
    monkeypatch.setattr(Quay, "outlook", count)
    match = deal()
    until(match, "haul", random.Random(LUCKY))
    return match


def page(match: Match, number: int | None) -> str:
    client = Client()
    if number is not None:
        client.force_login(person(match, number))
    return client.get(match.get_absolute_url()).content.decode()


def standings(html: str) -> dict[str, int]:
    part = html[html.index('id="outlook-h"') :]
    found = re.findall(r"<li><b>(\w+)</b> (-?\d+)", part[: part.index("</ol>")])
    return {name: int(points) for name, points in found}


# --- if it ended now ----------------------------------------------------------------------


def test_the_viewers_own_secrets_count_for_them_alone(match: Match) -> None:
    public = [sheet.total for sheet in Quay().score(position(match))]  # type: ignore[arg-type]
    names = [person(match, number).username for number in range(3)]

    assert standings(page(match, None)) == dict(zip(names, public, strict=True))
    for number in range(3):
        own = list(public)
        own[number] += SECRET + number
        html = page(match, number)
        assert standings(html) == dict(zip(names, own, strict=True))
        assert f"contract {SECRET + number}" in html
        for other in {0, 1, 2} - {number}:
            assert f"contract {SECRET + other}" not in html


def test_a_finished_match_has_its_result_instead(match: Match) -> None:
    match = play_out(match)

    assert 'id="outlook-h"' not in page(match, 0)
    seat = match.seats.get(number=0)
    assert seat.score is not None
    assert seat.score < SECRET


# --- before the click ---------------------------------------------------------------------


def hold(match: Match, seat: Place, cards: list[int]) -> None:
    assert match.state is not None
    match.state["players"][seat.number]["hand"] = cards
    match.save(update_fields=["state"])


def test_a_move_that_can_be_foreseen_says_what_it_does(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat = owing(match)
    hold(match, seat, [8])
    assert "noted" not in page(match, seat.number)
    monkeypatch.setattr(Haul, "foreseen", ("haul", "pass", "rest"))

    html = page(match, seat.number)

    assert seat.user is not None
    notes = re.findall(r'value="([^"]+)"[^>]*>[^<]*</button><small class="hint">([^<]+)</', html)
    assert ("haul:8", f"{seat.user.username} hauls card 8") in notes
    assert "rest" not in dict(notes)  # what is drawn lies behind a barrier
    assert match.ply == Match.objects.get(pk=match.pk).ply


def test_what_it_tells_others_is_not_foreseen(quay: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = deal()
    until(match, "storm", random.Random(LUCKY))
    monkeypatch.setattr(Storm, "foreseen", ("yield",))
    seat = owing(match)
    assert seat.user is not None

    found = scene(match_for(match.code, seat.user), seat.user).foresee(Move("yield"))

    assert found is not None
    assert [event.kind for event in found.events] == ["yield"]


def test_names_are_escaped_there(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Haul, "foreseen", ("haul",))
    seat = owing(match)
    hold(match, seat, [8])
    monkeypatch.setattr(
        type(presenter_of("quay")), "sentence", lambda self, entry, names: f"<i>{entry.kind}"
    )

    html = page(match, seat.number)

    assert "&lt;i&gt;haul" in html
    assert "<i>haul" not in html
