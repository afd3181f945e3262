"""A seat that owes nothing may act at once where the rules let it, and plan where it can."""

from __future__ import annotations

import random
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from engine.core.types import Frame, Log, Move
from games.models import Draft, Match, Seat
from games.selectors import turns as selectors
from games.selectors.access import match_for
from games.selectors.footings import footing
from games.selectors.positions import position
from games.selectors.scenes import Scene, scene
from games.selectors.turns import at_of
from games.services.play import bots, takeback, turns
from games.services.tables import lobby
from games.terms.charter import Charter
from notices.models import Notice
from tests.engine.titles.quay.game import Quay
from tests.engine.titles.quay.state import QuayState
from tests.engine.titles.quay.steps import Flare
from tests.games.play_helpers import look, owing, statements
from tests.games.quay_table import LUCKY, deal, person, until

pytestmark = pytest.mark.django_db

JSON: dict[str, Any] = {"headers": {"Accept": "application/json"}}


def burn(self: Flare, s: QuayState, f: Frame, seat: int, move: Move, log: Log) -> None:
    """A flare that shows nothing: it neither reveals anything nor asks its owner for more."""
    s.players[seat].hand.remove(move.args[0])
    s.discard.append(move.args[0])
    log.add("flare", seat, card=move.args[0], seen=0)


def hold(match: Match, **hands: list[int]) -> None:
    """Give the seats these cards, and take them from wherever they were."""
    state = match.state
    assert state is not None
    for seat, cards in hands.items():
        state["players"][int(seat[4:])]["hand"] = cards
    match.save(update_fields=["state"])
    match.snapshots.filter(ply=match.ply).update(state=state)


@pytest.fixture
def match(quay: str, monkeypatch: pytest.MonkeyPatch) -> Match:
    """A storm: the seat after the hauler owes an answer, and the hauler holds a flare."""
    monkeypatch.setattr(Flare, "play", burn)
    match = deal()
    until(match, "storm", random.Random(LUCKY))
    hauler = position(match).turn
    hold(match, **{f"seat{n}": [0, 8] if n == hauler else [9 + n, 16 + n] for n in range(3)})
    return match


@pytest.fixture
def open_match(match: Match, monkeypatch: pytest.MonkeyPatch) -> Match:
    """The same where the hauler's next turn can be foreseen, too."""
    monkeypatch.setattr(Quay, "open_information", True)
    monkeypatch.setattr(Quay, "passing", (Move("pass"), Move("yield")))
    return match


def hauler_of(match: Match) -> Seat:
    return match.seats.select_related("user").get(number=position(match).turn)


def shown_to(match: Match, seat: Seat, plan: bool | None = None) -> Scene:
    assert seat.user is not None
    return scene(match_for(match.code, seat.user), seat.user, plan=plan)


def client_of(seat: Seat) -> Client:
    client = Client()
    assert seat.user is not None
    client.force_login(seat.user)
    return client


def submit(match: Match, seat: Seat, move: str, at: str, **more: Any) -> str:
    assert seat.user is not None
    return turns.submit(code=match.code, user=seat.user, moves=[move], at=at, **more).at


# --- acting -------------------------------------------------------------------------------


def test_it_is_committed_by_confirm_and_leaves_the_clocks_alone(match: Match) -> None:
    hauler, other = hauler_of(match), owing(match)
    assert not hauler.owes
    before = match.moved_at, match.ply

    at = submit(match, hauler, "flare:0", shown_to(match, hauler).at)
    assert hauler.user is not None
    turn = turns.confirm(code=match.code, user=hauler.user, at=at)

    match.refresh_from_db()
    ply = match.plies.get(number=match.ply)
    assert (ply.seat, ply.move, ply.cause) == (hauler.number, "flare:0", "")
    assert match.ply == before[1] + 1
    assert match.moved_at is not None
    assert before[0] is not None
    assert match.moved_at > before[0]
    assert not match.drafts.filter(seat=hauler.number).exists()
    mover = match.seats.get(number=hauler.number)
    assert (mover.owes, mover.deadline, mover.seen_ply) == (False, None, match.ply)
    assert mover.revision > hauler.revision
    waiting = match.seats.get(number=other.number)
    assert (waiting.owes, waiting.deadline) == (True, other.deadline)
    assert turn.at == ""  # nothing more to do


def test_nobody_is_called_again_for_it(match: Match) -> None:
    hauler = hauler_of(match)
    told = Notice.objects.count()

    submit(match, hauler, "flare:0", shown_to(match, hauler).at, confirm=True)

    assert match.plies.filter(move="flare:0").exists()
    assert Notice.objects.count() == told


def test_it_keeps_the_drafts_of_others_on_the_new_position(match: Match) -> None:
    hauler, other = hauler_of(match), owing(match)
    move = f"brace:{9 + other.number}"
    submit(match, other, move, at_of(other, look(match, other)))

    submit(match, hauler, "flare:0", shown_to(match, hauler).at, confirm=True)

    match.refresh_from_db()
    found = look(match, match.seats.get(number=other.number))
    assert [str(one) for one in found.moves] == [move]
    assert found.base is not None
    assert found.base.ply == match.ply
    assert found.fault is None


def test_it_takes_few_statements(match: Match) -> None:
    hauler = hauler_of(match)
    at = submit(match, hauler, "flare:0", shown_to(match, hauler).at)
    assert hauler.user is not None

    with CaptureQueriesContext(connection) as captured:
        turns.confirm(code=match.code, user=hauler.user, at=at)

    assert statements(captured) <= 15


def test_it_may_lead_to_a_turn_of_ones_own(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the flare as it is, its player looks at two cards next, and the storm waits."""
    monkeypatch.undo()
    hauler, other = hauler_of(match), owing(match)

    submit(match, hauler, "flare:0", shown_to(match, hauler).at, confirm=True)

    match.refresh_from_db()
    seats = {seat.number: seat for seat in match.seats.all()}
    assert seats[hauler.number].owes
    assert seats[hauler.number].deadline is not None
    assert not seats[other.number].owes
    assert seats[other.number].deadline is None


def test_it_can_be_undone_before_and_taken_back_after(match: Match) -> None:
    hauler = hauler_of(match)
    assert hauler.user is not None
    at = submit(match, hauler, "flare:0", shown_to(match, hauler).at)
    at = turns.undo(code=match.code, user=hauler.user, at=at).at
    draft = match.drafts.get(seat=hauler.number)
    assert (draft.moves, draft.plan) == ([], False)
    held = position(match)

    submit(match, hauler, "flare:0", at, confirm=True)
    takeback.ask(code=match.code, user=hauler.user)
    for number in range(3):
        if number != hauler.number:
            takeback.answer(code=match.code, user=person(match, number), agree=True)

    match.refresh_from_db()
    assert position(match) == held
    assert not match.seats.get(number=hauler.number).owes


def test_whoever_may_not_is_refused(match: Match) -> None:
    stranger = next(
        seat
        for seat in match.seats.select_related("user")
        if not seat.owes and seat.number != position(match).turn
    )
    shown = shown_to(match, stranger)
    assert not shown.acting
    client, page = client_of(stranger), match.get_absolute_url()
    before = match.ply

    moved = client.post(f"{page}move/", {"move": "flare:0", "at": shown.at}, **JSON)
    confirmed = client.post(f"{page}confirm/", {"at": shown.at}, **JSON)

    assert moved.status_code == 422
    assert moved.json()["error"] == "not-your-decision"
    assert confirmed.status_code == 422
    assert confirmed.json()["sentence"] == "It’s not your turn yet."
    match.refresh_from_db()
    assert match.ply == before


def test_a_computer_is_never_asked_while_it_owes_nothing(match: Match) -> None:
    hauler = hauler_of(match)
    match.seats.filter(pk=hauler.pk).update(bot="greedy", user=None)

    assert not bots.take_turn(code=match.code, ply=match.ply)


def test_people_at_one_device_take_turns(
    quay: str, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = lobby.create(user=alice, charter=Charter(title="quay", size=3), hot_seat=True)
    monkeypatch.setattr(Quay, "may_act", lambda self, s, seat: True)
    idle = match.seats.first()
    assert idle is not None
    idle.owes = False

    found = footing(match, idle, None)

    assert (found.acts, found.plan) == (False, False)


# --- acting or planning -------------------------------------------------------------------


def test_a_draft_is_one_or_the_other(open_match: Match) -> None:
    hauler = hauler_of(open_match)
    acting, planning = shown_to(open_match, hauler), shown_to(open_match, hauler, plan=True)
    assert (acting.acting, acting.planning) == (True, False)
    assert (planning.acting, planning.planning) == (False, True)
    assert acting.may_plan
    assert planning.may_act
    assert planning.view["prompt"] == "bid"

    submit(open_match, hauler, "bid:8", planning.at)

    draft = open_match.drafts.get(seat=hauler.number)
    assert (draft.plan, draft.moves) == (True, ["bid:8"])
    for plan in (None, True, False):  # it can't be looked at as the other thing
        shown = shown_to(open_match, hauler, plan=plan)
        assert (shown.planning, shown.acting) == (True, False)


@pytest.mark.parametrize("planned", [True, False])
def test_a_request_that_means_the_other_thing_is_stale(open_match: Match, planned: bool) -> None:
    hauler = hauler_of(open_match)
    move = "bid:8" if planned else "flare:0"
    submit(open_match, hauler, move, shown_to(open_match, hauler, plan=planned).at)
    hauler.refresh_from_db()
    empty = selectors.look(open_match, hauler, None, plan=not planned)
    crossed = at_of(hauler, empty)
    client, page = client_of(hauler), open_match.get_absolute_url()
    before = open_match.ply

    for path, fields in (
        ("move", {"move": "flare:0", "confirm": "1"}),
        ("move", {"move": "bid:8"}),
        ("undo", {}),
        ("confirm", {}),
        ("plan", {"standing": "1"}),
    ):
        answer = client.post(f"{page}{path}/", {**fields, "at": crossed}, **JSON)
        assert answer.status_code == 409, path

    open_match.refresh_from_db()
    assert open_match.ply == before
    assert open_match.drafts.get(seat=hauler.number).moves == [move]


def test_a_plan_is_not_committed_before_its_turn(open_match: Match) -> None:
    hauler = hauler_of(open_match)
    at = submit(
        open_match, hauler, "bid:8", shown_to(open_match, hauler, plan=True).at, confirm=True
    )
    client, page = client_of(hauler), open_match.get_absolute_url()

    answer = client.post(f"{page}confirm/", {"at": at}, **JSON)

    assert answer.status_code == 422
    before = open_match.ply
    open_match.refresh_from_db()
    assert open_match.ply == before
    assert open_match.drafts.get(seat=hauler.number).plan


def test_only_a_plan_can_stand(open_match: Match) -> None:
    hauler = hauler_of(open_match)
    client, page = client_of(hauler), open_match.get_absolute_url()
    at = submit(open_match, hauler, "flare:0", shown_to(open_match, hauler).at)

    refused = client.post(f"{page}plan/", {"standing": "1", "at": at}, **JSON)
    at = client.post(f"{page}undo/", {"at": at}, **JSON).json()["at"]
    at = submit(open_match, hauler, "bid:8", shown_to(open_match, hauler, plan=True).at)
    granted = client.post(f"{page}plan/", {"standing": "1", "at": at}, **JSON)

    assert refused.status_code == 422
    assert granted.status_code == 200
    draft = open_match.drafts.get(seat=hauler.number)
    assert (draft.plan, draft.standing) == (True, True)


def test_a_plan_that_cannot_be_foreseen_rests_and_acting_replaces_it(
    open_match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    hauler = hauler_of(open_match)
    submit(open_match, hauler, "bid:8", shown_to(open_match, hauler, plan=True).at)
    monkeypatch.setattr(Quay, "open_information", False)

    shown = shown_to(open_match, hauler)
    page = client_of(hauler).get(open_match.get_absolute_url()).content.decode()

    assert (shown.acting, shown.resting, shown.draft) == (True, True, [])
    assert "Your plan is on hold. If you act now, it will be discarded." in page
    submit(open_match, hauler, "flare:0", shown.at)
    draft = open_match.drafts.get(seat=hauler.number)
    assert (draft.plan, draft.moves) == (False, ["flare:0"])


def test_what_was_to_be_done_now_stays_a_draft_when_the_turn_comes(match: Match) -> None:
    hauler = hauler_of(match)
    submit(match, hauler, "flare:0", shown_to(match, hauler).at)
    Seat.objects.filter(pk=hauler.pk).update(owes=True)
    hauler.refresh_from_db()

    found = look(match, hauler)

    assert (found.plan, [str(move) for move in found.moves]) == (False, ["flare:0"])
    assert found.base is not None
    assert found.base.ply == match.ply


def test_a_draft_for_a_moment_that_has_passed_rests(match: Match) -> None:
    hauler = hauler_of(match)
    submit(match, hauler, "flare:0", shown_to(match, hauler).at)
    hold(match, **{f"seat{hauler.number}": [8]})

    shown = shown_to(match, hauler)

    assert (shown.acting, shown.draft, shown.broken) == (False, [], None)
    assert match.drafts.get(seat=hauler.number).moves == ["flare:0"]


def test_what_is_undone_stays_what_it_was(open_match: Match) -> None:
    hauler = hauler_of(open_match)
    assert hauler.user is not None
    at = submit(open_match, hauler, "bid:8", shown_to(open_match, hauler, plan=True).at)

    turns.undo(code=open_match.code, user=hauler.user, at=at, everything=True)

    assert shown_to(open_match, hauler).planning
    assert shown_to(open_match, hauler, plan=False).acting


def test_earlier_drafts_of_seats_that_wait_are_plans(match: Match) -> None:
    hauler, other = hauler_of(match), owing(match)
    for seat in (hauler, other):
        Draft.objects.create(match=match, seat=seat.number, moves=["flare:0"], ply=match.ply)

    import_module("games.migrations.0008_draft_plan").mark(apps, None)

    assert match.drafts.get(seat=hauler.number).plan
    assert not match.drafts.get(seat=other.number).plan


# --- the page -----------------------------------------------------------------------------


def test_the_page_says_that_it_counts_at_once(match: Match) -> None:
    hauler, other = hauler_of(match), owing(match)
    page = client_of(hauler).get(match.get_absolute_url()).content.decode()

    assert "You can act now" in page
    assert "It’s not your turn, but anything you confirm here takes effect at once." in page
    assert other.user is not None
    assert f"Waiting for {other.user.username}." in page
    assert 'value="flare:0"' in page
    for word in ("Your turn.", ">Your turn<", "Confirm turn", "● ", "?plan=1", "on my turn"):
        assert word not in page, word

    submit(match, hauler, "flare:0", shown_to(match, hauler).at)
    page = client_of(hauler).get(match.get_absolute_url()).content.decode()

    assert "Confirm now" in page
    assert "anything you confirm here takes effect at once" in page


def test_where_both_are_possible_the_page_leads_from_one_to_the_other(open_match: Match) -> None:
    hauler = hauler_of(open_match)
    client, url = client_of(hauler), open_match.get_absolute_url()

    acting = client.get(url).content.decode()
    planning = client.get(f"{url}?plan=1").content.decode()

    assert 'href="?plan=1"' in acting
    assert "?part=table&amp;plan=0" in acting
    assert 'href="?plan=0"' in planning
    assert "You’re planning ahead" in planning
    assert ">Your plan<" in planning
    assert "takes effect at once" not in planning
    assert "You can act now" in client.get(f"{url}?plan=0").content.decode()


def test_nobody_else_sees_that_somebody_could_act(match: Match) -> None:
    hauler, other = hauler_of(match), owing(match)
    readers = [client_of(other), Client()]
    shown = []
    for hand in ([0, 8], [8, 12]):
        hold(match, **{f"seat{hauler.number}": hand})
        found = [reader.get(match.get_absolute_url()) for reader in readers]
        shown.append([len(page.content) for page in found])

    assert shown[0] == shown[1]
