"""A title that hides something may still be planned in, through steps that hide nothing."""

from __future__ import annotations

import random

import pytest

from engine.core.game import Step
from engine.core.types import Event, Move
from games.models import Match, Seat
from games.selectors.access import match_for
from games.selectors.plans import _bill, stopped
from games.selectors.positions import Preview, game_of, position
from games.selectors.scenes import Scene, scene
from games.services.play import commit, plans, turns
from games.titles.postcards import _group
from tests.engine.titles.quay.game import Quay
from tests.engine.titles.quay.steps import Haul, Storm
from tests.games.quay_table import LUCKY, deal, until

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(quay: str, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A storm; nobody holds a flare, so everybody may pass."""
    monkeypatch.setattr(Quay, "passing", (Move("pass"), Move("yield")))
    match = deal()
    until(match, "storm", random.Random(LUCKY))
    assert match.state is not None
    for number, player in enumerate(match.state["players"]):
        player["hand"] = [8 + number, 12 + number]
    match.save(update_fields=["state"])
    match.snapshots.filter(ply=match.ply).update(state=match.state)
    return match


def allow(monkeypatch: pytest.MonkeyPatch, *steps: type[Step]) -> None:  # type: ignore[type-arg]
    for step in steps:
        monkeypatch.setattr(step, "open_information", True)


def third(match: Match) -> Seat:
    """The seat that hauls after the one in the storm."""
    return match.seats.select_related("user").get(number=(position(match).turn + 2) % 3)


def seen_by(match: Match, seat: Seat, plan: bool | None = None) -> Scene:
    assert seat.user is not None
    return scene(match_for(match.code, seat.user), seat.user, plan=plan)


def test_a_seat_plans_through_steps_that_hide_nothing(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(monkeypatch, Storm, Haul)

    shown = seen_by(match, third(match), plan=True)

    assert not Quay.open_information
    assert shown.planning
    assert shown.view["prompt"] == "haul"
    assert Move("pass") in shown.moves


@pytest.mark.parametrize("only", [(), (Storm,), (Haul,)])
def test_not_if_one_of_them_does(
    match: Match,
    only: tuple[type[Step], ...],  # type: ignore[type-arg]
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    allow(monkeypatch, *only)

    shown = seen_by(match, third(match), plan=True)

    assert (shown.may_plan, shown.planning) == (False, False)


def test_a_plan_is_played_when_its_turn_comes(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(monkeypatch, Storm, Haul)
    seat = third(match)
    assert seat.user is not None
    at = turns.submit(
        code=match.code,
        user=seat.user,
        moves=["rest"],
        at=seen_by(match, seat, plan=True).at,
    ).at
    plans.stand(code=match.code, user=seat.user, at=at, on=True)

    second = (seat.number + 2) % 3
    for move in ("yield", "pass"):
        match.refresh_from_db()
        commit.append(match, commit.seats_of(match), second, [Move(move)])
    match.refresh_from_db()
    assert stopped(match, match.drafts.get(seat=seat.number)) is None
    assert plans.play_standing(code=match.code, ply=match.ply)

    ply = match.plies.filter(seat=seat.number).latest("number")
    assert (ply.move, ply.cause) == ("rest", "order")


def test_what_a_plan_costs_is_told_by_what_its_owner_sees(match: Match) -> None:
    """An event about one's own seat that only another may read must not stop a plan."""
    game, state = game_of(match), position(match)

    def bill(worth: int) -> object:
        events = [
            Event("haul", 0, {"card": 8}),
            Event("counts", 0, {"worth": worth}, to=(1,)),
            Event("draws", 0, {"cards": 1}, to=(0,)),
        ]
        return _bill(game, Preview(state, [], events, base=state), 0)

    assert bill(3) == bill(7)
    assert "counts" not in str(bill(3))
    assert "draws" in str(bill(3))


def test_a_picture_for_all_is_for_titles_that_hide_nothing(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    allow(monkeypatch, Storm, Haul)

    assert _group(match, 1) == 1
