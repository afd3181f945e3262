"""Titles that tell too much while they trade, each in one way: the suite must find them all."""

from __future__ import annotations

from collections.abc import Callable
from unittest import mock

import pytest

from engine.core import Form, Frame, Log, Move, ScoreSheet, Seat, WhyNot, by_key, knowledge
from tests.engine.conformance import test_all_titles as suite
from tests.engine.conformance.test_the_suite import in_haste
from tests.engine.titles.barter import steps as plain
from tests.engine.titles.barter.game import Barter, sheet
from tests.engine.titles.barter.offers import Accept, Make
from tests.engine.titles.barter.state import GOODS, BarterState, good


def held(s: BarterState, seat: Seat) -> int:
    """Something about the cards in a hand, which nobody else may learn."""
    return sum(good(card) for card in s.players[seat].hand)


class CardsInTheLog(plain.Slip):
    """An offer is told with its cards."""

    def made(self, s: BarterState, f: Frame, seat: Seat, log: Log) -> None:
        super().made(s, f, seat, log)
        log.add("look", seat, cards=s.offers[-1].cards[:])


class ReadableOffer(plain.Slip):
    """Everybody may read the move, which names the cards."""

    def readers(self, s: BarterState, f: Frame, seat: Seat, move: Move) -> None:  # type: ignore[override]
        return None


class FullOutline(plain.Slip):
    """What others read in its place is the move itself."""

    def outline(self, s: BarterState, f: Frame, seat: Seat, move: Move) -> Move:
        return move


class LongOutline(plain.Slip):
    """The mark shows in the number of wants."""

    def outline(self, s: BarterState, f: Frame, seat: Seat, move: Move) -> Move:
        shown = super().outline(s, f, seat, move)
        return Move("slip", (*shown.args, *[0] * (sum(self.forms[0].read(move)["card"]) % 2)))


class KnowingChoices(plain.Slip):
    """The form offers to ask for what the others hold."""

    def compose(self, s: BarterState, f: Frame, seat: Seat) -> list[Form]:
        there = {good(card) for card in s.players[s.turn].hand}
        return [form.narrowed(want=sorted(there)) for form in super().compose(s, f, seat)]


class KnowingRefusal(plain.Slip):
    """What the other does not hold cannot be asked for."""

    def why_not(self, s: BarterState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        why = super().why_not(s, f, seat, move)
        if why is not None:
            return why
        there = {1 << good(card) for card in s.players[s.turn].hand}
        asked = self.forms[0].read(move)["want"]
        gone = any(not any(want & one for one in there) for want in asked)
        return WhyNot("R5", "nobody-has-it") if gone else None


class ReadableGift(plain.Gift):
    """Everybody may read which card went over."""

    def readers(self, s: BarterState, f: Frame, seat: Seat, move: Move) -> None:
        return None


class InstantAnswer(plain.Reply):
    """Whoever holds nothing of use is not waited for."""

    def lapse(self, s: BarterState, f: Frame, seat: Seat) -> Move | None:
        return Move("decline") if held(s, seat) % 2 else None


class CertainDock(plain.Dock):
    """Only with a certain card one may pass, and so only then others may plan."""

    def moves(self, s: BarterState, f: Frame, seat: Seat) -> list[Move]:
        found = super().moves(s, f, seat)
        return found if seat not in f.seats or held(s, seat) % 2 else found[:-1]


class OpenTrade(plain.Trade):
    """Says that nothing hidden counts, among hands of cards."""

    open_information = True


class TellingForesight(plain.Dock):
    """What a mooring would lead to depends on somebody's hand."""

    def play(self, s: BarterState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        super().play(s, f, seat, move, log)
        if move.verb == "moor":
            log.add("wind", seat, force=held(s, (seat + 1) % s.seats))


class TellingAccept(Accept):
    """The wrong cards are refused with a look at the right ones."""

    def why_not(self, s: BarterState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        why = super().why_not(s, f, seat, move)
        offer = next((offer for offer in s.offers if offer.id == move.args[0]), None)
        if why is not None and offer is not None:
            why.params["card"] = sum(offer.cards)
        return why


def trade(*, slip: Make | None = None, accept: Accept | None = None) -> plain.Trade:
    """A trade step with one of its actions replaced."""
    step = plain.Trade()
    actions = [plain.Call(), accept or Accept(), plain.Close(), slip or plain.Slip()]
    super(plain.Trade, step).__init__(*actions, plain.Withdraw())
    return step


def with_steps(**changed: object) -> Barter:
    steps = {
        "round": plain.Round(),
        "trade": plain.Trade(),
        "reply": plain.Reply(),
        "gift": plain.Gift(),
        "dock": plain.Dock(),
    }
    game = Barter.__new__(type("LeakyBarter", (Barter,), {}))
    game.steps = by_key(*{**steps, **changed}.values())  # type: ignore[arg-type]
    game.__init__()  # type: ignore[misc]
    return game


class CountedOrders(Barter):
    """The public score counts secret orders."""

    def score(self, s: BarterState) -> list[ScoreSheet]:
        return [sheet(s, seat, counted=True) for seat in range(s.seats)]


class WideOutlook(Barter):
    """Everybody sees what everybody's order will bring."""

    def outlook(self, s: BarterState, seat: Seat | None) -> list[ScoreSheet]:
        return [sheet(s, who, counted=True) for who in range(s.seats)]


TWINS = suite.test_twin_worlds_cannot_be_told_apart
OTHERS = suite.test_what_others_do_tells_no_secrets
READ = suite.test_what_all_may_read_is_what_all_can_see


@pytest.mark.parametrize(
    ("leak", "test"),
    [
        (lambda: with_steps(trade=trade(slip=CardsInTheLog())), OTHERS),
        (lambda: with_steps(trade=trade(slip=ReadableOffer())), READ),
        (lambda: with_steps(trade=trade(slip=FullOutline())), OTHERS),
        (lambda: with_steps(trade=trade(slip=LongOutline())), OTHERS),
        (lambda: with_steps(trade=trade(slip=KnowingChoices())), TWINS),
        (lambda: with_steps(trade=trade(slip=KnowingRefusal())), TWINS),
        (lambda: with_steps(trade=trade(accept=TellingAccept())), TWINS),
        (lambda: with_steps(trade=OpenTrade()), TWINS),
        (lambda: with_steps(gift=ReadableGift()), READ),
        (lambda: with_steps(reply=InstantAnswer()), TWINS),
        (lambda: with_steps(dock=CertainDock()), TWINS),
        (lambda: with_steps(dock=TellingForesight()), TWINS),
        (CountedOrders, TWINS),
        (WideOutlook, TWINS),
    ],
)
def test_it_finds_the_leak(leak: Callable[[], Barter], test: Callable[..., None]) -> None:
    with pytest.raises(AssertionError):
        in_haste(test)(game=leak(), seats=3)


def test_it_finds_a_gift_that_shows_what_it_was_not() -> None:
    """Whoever knew a card of the giver's sees afterwards whether it was that one."""

    def careless(
        seen: list[int], giver: list[int], taker: list[int], card: int, *seats: Seat
    ) -> None:
        giver.remove(card)
        taker.append(card)
        seen[card] = sum(1 << seat for seat in seats)

    assert knowledge.hand_over is plain.hand_over
    with (
        mock.patch.object(plain, "hand_over", careless),
        pytest.raises(AssertionError, match="read off"),
    ):
        in_haste(OTHERS)(game=Barter(), seats=3)


def test_barter_itself_has_all_of_its_goods() -> None:
    assert len({good(card) for card in range(40)}) == GOODS
