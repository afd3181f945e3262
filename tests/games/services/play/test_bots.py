"""Computer players by name: who was asked for plays, and nothing stops where one is gone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation
from structlog.testing import capture_logs

from accounts.models import User
from engine.bots import registry
from engine.bots.base import Bot
from engine.bots.greedy import GreedyBot
from engine.bots.registry import Entry
from engine.core import fairness
from engine.core.types import Move
from games.errors import BadTable
from games.models import Match
from games.names import COMPUTERS, seat_name
from games.refusals import sentence, status_of
from games.services.play import bots, clocks
from games.services.tables import lobby, rematch
from games.terms.charter import Charter
from tests.games.play_helpers import owing, start
from tests.games.services.play.test_play import ONE_ROUND, pass_the_turn
from tests.strangers import ours

pytestmark = pytest.mark.django_db

asked: list[tuple[str, int]] = []  # who was asked, with which budget


class Parrot(Bot):
    name = "parrot"

    def choose(self, game: Any, state: Any, seat: int, rng: Any, budget: int) -> Move:
        asked.append((self.name, budget))
        move: Move = game.moves(state, seat)[0]
        return move


@pytest.fixture(autouse=True)
def parrot(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A third player, and ears for the usual one."""
    asked.clear()
    choose = GreedyBot.choose

    def greedy(self: GreedyBot, *given: Any) -> Move:
        asked.append((self.name, given[-1]))
        return choose(self, *given)

    monkeypatch.setattr(GreedyBot, "choose", greedy)
    registry.register("parrot", Entry(f"{__name__}:Parrot", budget=7))
    yield
    registry.forget("parrot")


def against(user: User, **more: Any) -> Match:
    """Somebody has moved, and the computer is to answer."""
    charter = Charter(options=ONE_ROUND, first_player=Match.FirstPlayer.CREATOR)
    match = lobby.create(user=user, charter=charter, bots=1, **more)
    pass_the_turn(match)
    match.refresh_from_db()
    return match


def test_the_player_that_was_asked_for_plays(alice: User) -> None:
    match = against(alice, bot="parrot")
    assert owing(match).bot == "parrot"

    assert bots.take_turn(code=match.code, ply=match.ply)

    assert asked == [("parrot", 7)]
    assert match.plies.filter(cause="bot").exists()


def test_unless_told_otherwise_the_greedy_one_does(alice: User) -> None:
    match = against(alice)
    assert owing(match).bot == "greedy"

    assert bots.take_turn(code=match.code, ply=match.ply)

    assert asked == [("greedy", 400)]


def test_each_seat_has_its_own(alice: User) -> None:
    match = lobby.create(user=alice, charter=Charter(size=3, options=ONE_ROUND))
    lobby.add_bot(code=match.code, user=alice, bot="parrot")
    lobby.add_bot(code=match.code, user=alice)

    assert sorted(seat.bot for seat in match.seats.all()) == ["", "greedy", "parrot"]


def test_the_default_stands_in_for_whoever_left(alice: User, bob: User, charlie: User) -> None:
    match = start(alice, bob, charlie, options=ONE_ROUND)
    gone = owing(match)
    assert gone.user is not None
    clocks.leave_running(code=match.code, user=gone.user)

    assert bots.take_turn(code=match.code, ply=match.ply)

    assert asked == [(registry.DEFAULT, 400)]
    assert match.plies.filter(cause="autopilot").exists()


def test_a_player_that_was_given_up_is_replaced_and_said_so(alice: User) -> None:
    match = against(alice)
    match.seats.exclude(bot="").update(bot="dodo")

    with capture_logs() as logs:
        assert bots.take_turn(code=match.code, ply=match.ply)

    assert asked == [("greedy", 400)]
    said = next(line for line in logs if line["event"] == "bot.unknown")
    assert (said["log_level"], said["match"], said["bot"], said["instead"]) == (
        "warning", match.code, "dodo", "greedy",
    )  # fmt: skip
    assert seat_name(match.seats.exclude(bot="").get()) == "Computer"


def test_a_known_one_is_no_news(alice: User) -> None:
    match = against(alice)

    with capture_logs() as logs:
        assert bots.take_turn(code=match.code, ply=match.ply)

    assert not [line for line in logs if line["event"] == "bot.unknown"]


# --- at the table -------------------------------------------------------------------------


def test_one_that_nobody_knows_does_not_sit_down(alice: User) -> None:
    with pytest.raises(BadTable) as refused:
        lobby.create(user=alice, charter=Charter(), bots=1, bot="genius")
    assert not ours(Match).exists()
    match = lobby.create(user=alice, charter=Charter())
    with pytest.raises(BadTable):
        lobby.add_bot(code=match.code, user=alice, bot="genius")
    assert match.seats.count() == 1

    assert (refused.value.field, refused.value.why) == ("bot", "unknown-bot")
    assert status_of(refused.value) == 422
    assert str(sentence(refused.value)) == "There’s no such computer player."
    with translation.override("fr"):
        assert str(sentence(refused.value)) == "Aucun ordinateur de ce nom ne joue ici."


def test_a_rematch_is_against_the_same_ones_each_one_seat_further(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fairness, "seat_order", lambda seed, seats: [1, 0, 2, 3])
    match = lobby.create(user=alice, charter=Charter(size=4, options=ONE_ROUND))
    for name in ("parrot", "greedy"):
        lobby.add_bot(code=match.code, user=alice, bot=name)
    lobby.join(code=match.code, user=bob)
    assert [seat.bot for seat in match.seats.order_by("number")] == ["parrot", "", "greedy", ""]
    clocks.leave_running(code=match.code, user=alice)

    rematch.ask(code=match.code, user=alice)
    again = rematch.ask(code=match.code, user=bob)

    again.refresh_from_db()
    assert again.is_running
    assert [seat.bot for seat in again.seats.order_by("number")] == ["", "greedy", "", "parrot"]


def test_a_rematch_of_one_person_keeps_the_round_and_the_first_turn(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fairness, "seat_order", lambda seed, seats: [1, 0, 2, 3])
    match = lobby.create(user=alice, charter=Charter(size=4, options=ONE_ROUND))
    for name in ("parrot", "greedy", "parrot"):
        lobby.add_bot(code=match.code, user=alice, bot=name)
    round_the_table = ["", "greedy", "parrot", "parrot"]
    assert [seat.bot for seat in match.seats.order_by("number")] == round_the_table
    clocks.leave_running(code=match.code, user=alice)

    again = rematch.ask(code=match.code, user=alice)

    assert again.is_running
    assert [seat.bot for seat in again.seats.order_by("number")] == round_the_table


def test_a_rematch_replaces_one_that_was_given_up(alice: User) -> None:
    match = against(alice)
    match.seats.exclude(bot="").update(bot="dodo")
    clocks.leave_running(code=match.code, user=alice)

    again = rematch.ask(code=match.code, user=alice)

    assert [seat.bot for seat in again.seats.order_by("number")] == ["", "greedy"]


def test_every_player_has_a_name_on_the_page(alice: User) -> None:
    assert {entry.label for entry in registry.BOTS.values()} <= set(COMPUTERS)
    match = against(alice, bot="random")

    assert sorted(seat_name(seat) for seat in match.seats.all()) == ["Computer", "alice"]
