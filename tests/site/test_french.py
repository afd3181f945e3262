"""What keeps the French site whole: every marked string is collected, and what is shown reads."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from django.template import engines
from django.test import Client
from django.utils import formats, translation

from accounts.models import User
from games.moments import moment
from games.results import course
from games.titles.nauticus import turn
from tests.games.helpers import finished
from tools.messages import marked

IMPORT = "from django.utils.translation import gettext"


def test_a_string_inside_an_f_string_is_collected() -> None:
    text = """shown = f'<b>{_("On the quay")}</b>'"""

    assert list(marked(f"{IMPORT} as _\n{text}")) == ["gettext('On the quay')"]


def test_a_string_is_collected_by_whatever_name_gettext_came_in() -> None:
    text = "shown = now('The match has moved on.')"

    assert list(marked(f"{IMPORT} as now\n{text}")) == ["gettext('The match has moved on.')"]


def test_a_moment_in_french_has_its_preposition() -> None:
    with translation.override("fr"):
        told = formats.date_format(datetime(2026, 11, 17, 14, 5, tzinfo=UTC), "DATETIME_FORMAT")

    assert told == "17 novembre 2026 à 14:05"


@pytest.mark.parametrize(
    ("day", "told"),
    [(1, "le 1er décembre 2026 à 14:05"), (11, "le 11 décembre 2026 à 14:05")],
)
def test_the_first_of_a_month_is_an_ordinal_in_french(day: int, told: str) -> None:
    at = datetime(2026, 12, day, 14, 5, tzinfo=UTC)
    page = engines["django"].from_string('{{ word }} {{ at|date:"DATETIME_FORMAT" }}')

    with translation.override("fr"):
        assert page.render({"word": "le", "at": at}) == told
        assert moment(at) == f"{told.removeprefix('le ')} UTC"
    with translation.override("en"):
        assert page.render({"word": "on", "at": at}) == f"on {day} Dec 2026, 14:05"


@pytest.mark.parametrize(
    ("mine", "whose"), [(True, "votre action supplémentaire"), (False, "l’action supplémentaire")]
)
def test_a_heading_says_your_only_to_whom_it_belongs(mine: bool, whose: str) -> None:
    act = {"action": 0, "stage": 2, "extra": False}
    scene: Any = SimpleNamespace(
        view={"prompt": "extra", "action": act},
        match=SimpleNamespace(hot_seat=False),
        mine=mine,
        planning=False,
        owing=[],
    )

    with translation.override("fr"):
        head, _help, _sign = turn._heading(scene)

    assert head.endswith(f"valider, ou utiliser {whose}")


@pytest.mark.django_db
def test_points_lost_are_counted_as_a_plural_in_french(
    alice: User, bob: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = finished(alice, bob)
    lost = course.KeyTurn(0, "alice", course.course(match)[-1].ply, 1, -3)
    monkeypatch.setattr(course, "key_turns", lambda *args: [lost])

    page = client.get(f"/t/{match.code}/result/", headers={"accept-language": "fr"})

    assert "-3 points<" in page.content.decode()
