"""Twin worlds of a title that trades: offers, answers, gifts and plans give no card away.

Barter has moves that some may read and others may not, seats that act although nobody waits for
them, questions that lapse, and steps that can be planned. Each is served in two worlds its readers
cannot tell apart; then it leaks on purpose, and the comparison must notice.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from accounts.models import User
from engine.core.types import Move
from games.models import Match, Ply
from games.selectors import records, scenes
from games.selectors.access import match_for
from games.selectors.positions import game_of, position
from games.selectors.scenes import Scene, standing
from games.services.play import turns
from games.titles.answers import Table
from games.titles.base import Presenter
from games.titles.plain import PlainPresenter
from tests.conftest import make_player
from tests.engine.titles.barter.game import Barter, sheet
from tests.engine.titles.barter.state import BarterState, good
from tests.engine.titles.barter.steps import Dock
from tests.games.quay_table import deal, person
from tests.games.secrecy.twins import (
    EVERYWHERE,
    FIRST_LOOK,
    TURN,
    Reader,
    differences,
    quiet_site,
    readers,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("barter", "_quiet")]

Patch = pytest.MonkeyPatch
LOOKS = (*FIRST_LOOK, "looks", "match_why", "match_notation", "match_log", "socket")


@pytest.fixture
def _quiet() -> Iterator[None]:
    with quiet_site():
        yield


@pytest.fixture
def stranger(db: None) -> User:
    return make_player("zoe")


@pytest.fixture
def match(stranger: User) -> Match:
    return deal("barter", options={"rounds": 1})


def state_of(match: Match) -> BarterState:
    found = position(match)
    assert isinstance(found, BarterState)
    return found


def act(match: Match, number: int, text: str) -> None:
    """Confirm one move as its player would, owed or not."""
    user = person(match, number)
    at = standing(match_for(match.code, user), user).at
    turns.submit(code=match.code, user=user, moves=[text], at=at, confirm=True)
    match.refresh_from_db()


def lowest(match: Match, number: int) -> int:
    return min(state_of(match).players[number].hand)


def slip(match: Match) -> None:
    """Seat 1, whose turn it isn't, offers a card for a coin."""
    act(match, 1, f"slip:-1,1,{lowest(match, 1)},0")


def call(match: Match) -> None:
    """Seat 0 asks both others for any card, for one of its own."""
    act(match, 0, f"call:6,0,1,{lowest(match, 0)},1,31")


def counter(match: Match) -> None:
    act(match, 2, f"counter:0,1,{lowest(match, 2)},1,31")


def bargain(match: Match) -> None:
    """Seat 1 takes the call: two cards change hands."""
    offer = next(offer for offer in state_of(match).offers if offer.by == 0)
    act(match, 1, f"accept:{offer.id},{max(state_of(match).players[1].hand)}")


def gift(match: Match) -> None:
    act(match, 0, "close")
    act(match, 0, f"give:{lowest(match, 0)}")


def dock(match: Match) -> None:
    for number in (1, 2):
        act(match, number, "close")
        act(match, number, "keep")


COURSE: dict[str, Callable[[Match], None]] = {
    "slip": slip, "call": call, "counter": counter, "bargain": bargain, "gift": gift, "dock": dock,
}  # fmt: skip


def until(match: Match, stage: str) -> None:
    for name, happens in COURSE.items():
        happens(match)
        if name == stage:
            return


def test_a_trade_is_served_alike(match: Match, stranger: User) -> None:
    """At each stage for who watches, who owes, who was dealt with and who wasn't."""
    watches, *seats = readers(match, stranger)
    other = random.Random(21)
    for name, happens in COURSE.items():
        happens(match)
        for reader in (watches, *seats):
            owes = reader.number in game_of(match).to_act(position(match))
            names = (*LOOKS, *TURN, "turn_mail", "pushes") if owes else LOOKS
            assert differences(match, reader, other, names) == [], (name, reader.number)


@pytest.mark.parametrize("stage", ["call", "dock"])
def test_who_may_act_or_plan_finds_nothing_anywhere(
    match: Match, stranger: User, stage: str
) -> None:
    """The caller, who may recall; and whoever plans a place at the dock."""
    until(match, stage)
    reader = readers(match, stranger)[1 + (0 if stage == "call" else 2)]
    assert reader.number not in game_of(match).to_act(position(match))

    assert differences(match, reader, random.Random(22), EVERYWHERE) == []


def test_partners_read_what_they_dealt_and_others_do_not(match: Match) -> None:
    until(match, "gift")
    took = Ply.objects.get(match=match, move__startswith="accept")
    gave = Ply.objects.get(match=match, move__startswith="give")

    texts = [records.text_for(match, number) for number in (None, 0, 1, 2)]

    for ply, seats in ((took, {0, 1}), (gave, {0, 1})):
        for text, number in zip(texts, (None, 0, 1, 2), strict=True):
            assert (f"{ply.seat} {ply.move}\n" in text) == (number in seats)


def test_an_offer_is_recorded_by_its_goods(match: Match) -> None:
    until(match, "slip")
    card = state_of(match).offers[0].cards[0]

    assert f"1 slip:-1,1,{card},0" in records.text_for(match, 1)
    for number in (None, 0, 2):
        assert f"1 ?slip:-1,1,{good(card)},0" in records.text_for(match, number)


# --- the leaks ----------------------------------------------------------------------------


def held(s: BarterState, seat: int) -> int:
    return sum(s.players[seat].hand)


def record_that_everybody_reads(patch: Patch) -> None:
    patch.setattr(records, "is_hidden", lambda ply, reader: False)


def record_that_partners_share(patch: Patch) -> None:
    """What one may read, all may."""
    patch.setattr(records, "is_hidden", lambda ply, reader: ply.secret and not ply.readers)


def outline_with_the_card(patch: Patch) -> None:
    patch.setattr(Ply, "masked", property(lambda ply: f"?{ply.move}"))


def form_with_what_others_hold(patch: Patch) -> None:
    def compose(self: Barter, s: BarterState, seat: int) -> list[Any]:
        there = sorted({good(card) for card in s.players[(seat + 1) % s.seats].hand})
        forms = super(Barter, self).compose(s, seat)
        return [form.narrowed(want=there) for form in forms]

    patch.setattr(Barter, "compose", compose, raising=False)


def buttons_in_the_order_of_another_hand(patch: Patch) -> None:
    told = PlainPresenter.table

    def table(self: PlainPresenter, scene: Scene) -> Table:
        other = held(state_of(scene.match), ((scene.number or 0) + 1) % 3)
        random.Random(other).shuffle(scene.moves)
        return told(self, scene)

    patch.setattr(PlainPresenter, "table", table)


def log_with_the_mark_of_an_offer(patch: Patch) -> None:
    told = Presenter.sentence

    def sentence(self: Presenter, entry: Any, names: Any) -> Any:
        text = told(self, entry, names)
        offers = state_of(Match.objects.filter(title="barter").latest("pk")).offers
        return f"{text} {sum(offer.cards[0] % 8 for offer in offers)}"

    for presenter in (Presenter, PlainPresenter):
        patch.setattr(presenter, "sentence", sentence)


def reason_that_knows_the_other_hand(patch: Patch) -> None:
    told = Barter.explain

    def explain(self: Barter, s: BarterState, seat: int, move: Move) -> Any:
        why = told(self, s, seat, move)
        if why is not None:
            why.code = f"{why.code}-{held(s, (seat + 1) % 3)}"
            why.rule = f"R{held(s, (seat + 1) % 3)}"
        return why

    patch.setattr(Barter, "explain", explain, raising=False)


def plan_with_a_certain_card(patch: Patch) -> None:
    told = Dock.moves

    def moves(self: Dock, s: BarterState, f: Any, seat: int) -> list[Move]:
        found = told(self, s, f, seat)
        return found if seat or held(s, seat) % 2 else found[:-1]

    patch.setattr(Dock, "moves", moves)


def outlook_of_everybody(patch: Patch) -> None:
    def outlook(self: Barter, s: BarterState, seat: int | None) -> list[Any]:
        return [sheet(s, who, counted=True) for who in range(s.seats)]

    patch.setattr(Barter, "outlook", outlook)
    told = PlainPresenter.table

    def table(self: PlainPresenter, scene: Scene) -> Any:
        shown = told(self, scene)
        shown.text += str(game_of(scene.match).outlook(position(scene.match), scene.number))  # type: ignore[attr-defined]
        return shown

    patch.setattr(PlainPresenter, "table", table)


def view_of_what_was_given(patch: Patch) -> None:
    told = Barter.view

    def view(self: Barter, s: BarterState, seat: int | None) -> Any:
        found = told(self, s, seat)
        found["known"] = [sorted(p.hand)[:1] for p in s.players]
        return found

    patch.setattr(Barter, "view", view)


def drafts_on_another_position(patch: Patch) -> None:
    """The page of a seat that acts shows the position as its next owner sees it."""
    told = scenes.game_of

    class Gossip:
        def __init__(self, game: Any) -> None:
            self.game = game

        def view(self, s: Any, seat: int | None) -> Any:
            return self.game.view(s, ((seat or 0) + 1) % 3)

        def __getattr__(self, name: str) -> Any:
            return getattr(self.game, name)

    patch.setattr(scenes, "game_of", lambda match: Gossip(told(match)))


@pytest.mark.parametrize(
    ("leak", "stage", "number", "where"),
    [
        (record_that_everybody_reads, "gift", 2, "match_record"),
        (record_that_partners_share, "gift", 2, "match_record"),
        (outline_with_the_card, "slip", 0, "match_notation"),
        (form_with_what_others_hold, "slip", 0, "match"),
        (buttons_in_the_order_of_another_hand, "slip", 0, "match"),
        (log_with_the_mark_of_an_offer, "slip", 0, "match"),
        (reason_that_knows_the_other_hand, "slip", 0, "match_why"),
        (plan_with_a_certain_card, "dock", 2, "looks"),
        (outlook_of_everybody, "slip", 0, "match"),
        (view_of_what_was_given, "gift", 2, "match"),
        (drafts_on_another_position, "call", 0, "match"),
    ],
)
def test_a_leak_is_noticed(
    match: Match, stranger: User, monkeypatch: Patch, leak: Any, stage: str, number: int, where: str
) -> None:
    until(match, stage)
    reader = readers(match, stranger)[1 + number]
    assert isinstance(reader, Reader)

    leak(monkeypatch)

    found = [differences(match, reader, random.Random(luck), (where,)) for luck in range(31, 37)]
    assert [where] in found
