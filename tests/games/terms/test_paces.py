"""A new pace is one entry of the list."""

from __future__ import annotations

import pickle
from copy import deepcopy
from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.core import serializers
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.utils import timezone, translation

from accounts.models import User
from games import paces
from games.errors import BadTable
from games.models import Match
from games.paces import Pace, days
from games.selectors.listings import Filters, open_tables
from games.services.tables import invite, lobby, rematch
from outbox.models import Effect
from tests.games.helpers import carry_out, finished, open_table, running
from tests.strangers import ours

pytestmark = pytest.mark.django_db

FORM = {
    "title": "nauticus", "size": "2", "visibility": "public", "first_player": "random",
    "take_backs": "consent", "spectators": "on", "name": "Tonight",
}  # fmt: skip


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch) -> Pace:
    """What somebody would write to add one."""
    pace = Pace(
        key="evening",
        stored=1001,
        turn=timedelta(minutes=45),
        label="45 minutes per turn",
        brief="45 minutes a turn",
        offer="You would have 45 minutes for each turn.",
        more="Bring time.",
    )
    monkeypatch.setattr(paces, "PACES", [*paces.PACES, pace])
    return pace


def test_one_entry_is_enough(
    evening: Pace, alice: User, bob: User, as_alice: Client, client: Client
) -> None:
    option = '<option value="evening">45 minutes per turn</option>'
    assert option in as_alice.get("/play/new/").content.decode()
    assert option in as_alice.get("/play/").content.decode()  # the filter

    as_alice.post("/play/new/", {**FORM, "pace": "evening"})

    match = ours(Match).get()
    assert match.pace == evening
    listed = client.get("/play/", {"pace": "evening"}).content.decode()
    assert "Tonight" in listed
    assert listed.count("45 minutes per turn") == 2  # the choice, and the label in the list
    assert "Tonight" not in client.get("/play/", {"pace": "3"}).content.decode()
    charter = client.get(f"/t/{match.code}/").content.decode()
    assert "<b>45 minutes per turn</b> <span>Bring time.</span>" in charter
    invite.by_mail(code=match.code, user=alice, email="new@example.org")
    carry_out()
    mail = Effect.objects.filter(kind="mail").latest("pk").payload
    assert "You would have 45 minutes for each turn. You can read all the terms" in mail["text"]

    now = timezone.now()
    with time_machine.travel(now, tick=False):
        lobby.join(code=match.code, user=bob)
    assert match.seats.get(owes=True).deadline == now + timedelta(minutes=45)
    assert "45 minutes a turn" in as_alice.get(f"/t/{match.code}/").content.decode()


def test_a_rematch_has_the_same(evening: Pace, alice: User, bob: User) -> None:
    match = finished(alice, bob, pace=evening)

    assert rematch.ask(code=match.code, user=alice).pace == evening


@pytest.mark.parametrize("key", ["4", "0", "-1", "evening", "x", "", "²"])
def test_nobody_chooses_what_is_not_on_the_list(alice: User, as_alice: Client, key: str) -> None:
    assert paces.named(key) is None
    assert as_alice.post("/play/new/", {**FORM, "pace": key}).status_code == 422
    assert not ours(Match).exists()


def test_one_that_is_no_longer_offered_stays_with_its_matches(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = running(alice, bob, pace=days(5))
    gone = [days(5, offered=False) if pace == days(5) else pace for pace in paces.PACES]
    monkeypatch.setattr(paces, "PACES", gone)

    assert Match.objects.get(pk=match.pk).pace == days(5)
    assert "5" not in dict(paces.choices())
    with pytest.raises(BadTable) as caught:
        open_table(alice, pace=days(5))
    assert (caught.value.field, caught.value.why) == ("pace", "unknown-pace")


def test_addresses_from_before_still_filter(alice: User, client: Client) -> None:
    slow = open_table(alice, name="Slow boat", pace=days(14))
    open_table(alice, name="Quick boat", pace=days(1))

    page = client.get("/play/?days=14")

    assert "Slow boat" in page.content.decode()
    assert "Quick boat" not in page.content.decode()
    assert page.context["filters"] == Filters(pace=days(14))
    assert page.context["filters"].query == "pace=14"
    assert list(open_tables(None, Filters(pace=days(14)))) == [slow]


@pytest.mark.parametrize(("turn", "hours"), [(1, 12), (2, 24), (3, 24), (14, 24)])
def test_an_answer_takes_half_a_turn_but_at_most_a_day(turn: int, hours: int) -> None:
    now = timezone.now()

    assert days(turn).answer == timedelta(hours=hours)
    assert days(turn).deadline(now, answer=True) == now + timedelta(hours=hours)
    assert days(turn).deadline(now, answer=True, guest=True) == now + timedelta(hours=hours)
    assert days(turn).deadline(now) == now + timedelta(days=turn)


def test_an_answer_never_takes_longer_than_a_turn_or_a_guests_turn(evening: Pace) -> None:
    slow = replace(days(14), answer=timedelta(days=3))

    assert evening.lasts(answer=True) == timedelta(minutes=45)
    assert slow.lasts(answer=True) == timedelta(days=3)
    assert slow.lasts(answer=True, guest=True) == paces.GUEST_TURN


def test_it_speaks_the_readers_language() -> None:
    with translation.override("fr"):
        assert str(days(1)) == "1 jour par tour"
        assert str(days(7).offer) == "Vous aurez 7 jours par tour."
    assert [str(days(n)) for n in (1, 2)] == ["1 day per turn", "2 days per turn"]


def test_the_numbers_and_keys_are_different() -> None:
    assert len({pace.key for pace in paces.PACES}) == len(paces.PACES)
    assert len({pace.stored for pace in paces.PACES}) == len(paces.PACES)


def test_a_match_travels_with_its_pace(alice: User) -> None:
    match = open_table(alice, pace=days(7))

    assert pickle.loads(pickle.dumps(match)).pace == deepcopy(match).pace == days(7)
    (again,) = serializers.deserialize("json", serializers.serialize("json", [match]))
    assert again.object.pace == days(7)


def test_the_column_is_what_it_was(alice: User) -> None:
    """The release before this one reads and writes it too."""
    match = open_table(alice, pace=days(14))
    before = MigrationExecutor(connection).loader.project_state(("games", "0005_seed_source"))

    row = before.apps.get_model("games", "Match").objects.get(pk=match.pk)

    assert row.days_per_turn == 14
    row.days_per_turn = 2
    row.save()
    assert Match.objects.get(pk=match.pk).pace == days(2)
