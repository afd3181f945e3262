"""The board in a mail: as a seat sees it, small, drawn once, and telling nobody else's secrets."""

from __future__ import annotations

import random
import re
import struct
from typing import Any

import pytest
from django.core.cache import cache
from django.utils import translation

from accounts.models import User
from engine.nauticus.material import BOW, MIDDLE, STERN
from games.demo.people import play
from games.models import Draft, Match
from games.picture.canvas import LIMIT
from games.picture.pixels import rgb
from games.picture.render import worded
from games.selectors.positions import game_of, position
from games.titles import postcards
from games.titles.base import Presenter
from games.titles.nauticus import postcard
from games.titles.nauticus.presenter import NauticusPresenter
from games.titles.postcards import board_alt, board_picture
from games.titles.registry import presenter_of
from tests.engine.titles.quay.game import Quay
from tests.games.helpers import finished, running
from tests.games.play_helpers import owing, step
from tests.games.quay_table import LUCKY, deal, prompt, until
from tests.games.secrecy.other_world import enter_twin
from tests.games.secrecy.twins import undone

pytestmark = pytest.mark.django_db
EVERYBODY = (None, 0, 1, 2)


@pytest.fixture(autouse=True)
def _empty_cache() -> None:
    cache.clear()


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A row for each picture that was really drawn."""
    made: list[str] = []
    for presenter in (Presenter, NauticusPresenter):
        real = presenter.postcard

        def draw(self: Presenter, scene: Any, real: Any = real) -> bytes:
            made.append(translation.get_language() or "")
            found: bytes = real(self, scene)
            return found

        monkeypatch.setattr(presenter, "postcard", draw)
    return made


def fresh(match: Match) -> Match:
    return Match.objects.get(pk=match.pk)


def size_of(picture: bytes) -> tuple[int, ...]:
    assert picture.startswith(b"\x89PNG")
    return struct.unpack(">II", picture[16:24])


# --- small --------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [2, 3, 4])
def test_a_picture_fits_in_a_mail(
    alice: User, bob: User, charlie: User, dora: User, size: int
) -> None:
    people = (alice, bob, charlie, dora)[:size]
    match = running(*people, name="Night & day", options={"rounds": 5})
    for plies in (0, 40, 40):
        match = play(match, plies)
        picture = board_picture(match, 0, "en")

        assert match.is_running
        assert len(picture) <= LIMIT
        assert size_of(picture) == (720, 758 if size == 2 else 904)

    over = board_picture(finished(*people, options={"rounds": 3}), None, "fr")
    assert len(over) <= LIMIT


def test_a_title_without_art_fits_too(quay: str) -> None:
    match = deal()
    until(match, "storm", random.Random(LUCKY))

    for number in EVERYBODY:
        picture = board_picture(fresh(match), number, "en")

        assert len(picture) <= LIMIT
        assert size_of(picture) == (840, 441)


def test_the_palette_has_what_tells_things_apart() -> None:
    """Run `python -m tools.palette` when the tokens change."""
    for token in ("p1", "p2", "p3", "p4", "crest-whale", "crest-ship", "crest-wheel", "crest-star",
                  "paper", "ink", "w-blue", "w-beige", "w-back", "w-now", "w-bonus", "brass-2",
                  "chart-water"):  # fmt: skip
        assert rgb(worded(f"var(--{token})")) in postcard.PALETTE.exact, token


# --- what it shows ------------------------------------------------------------------------


def test_everything_on_the_board_is_on_the_picture(alice: User, bob: User) -> None:
    """Each thing of the view that changes makes another picture."""
    match = play(running(alice, bob, options={"rounds": 5}), 60)
    presenter = presenter_of("nauticus")
    scene = postcards._scene(match, None, presenter)
    first = presenter.postcard(scene)
    view = scene.view

    def other(**changed: Any) -> bytes:
        scene.view = {**view, **changed}
        try:
            return presenter.postcard(scene)
        finally:
            scene.view = view

    def space(**changed: Any) -> list[Any]:
        return [{**view["spaces"][0], **changed}, *view["spaces"][1:]]

    def player(**changed: Any) -> list[Any]:
        return [{**view["players"][0], **changed}, *view["players"][1:]]

    now = view["spaces"][0]
    shop = {"action": 0, "used": False}  # only there prices count
    seen = {
        "anchor": other(anchor=(view["anchor"] + 1) % 8),
        "action": other(spaces=space(action=(now["action"] + 1) % 8)),
        "used": other(spaces=space(used=not now["used"])),
        "prices": other(spaces=space(**shop, prices=[4, 4, 4, 4])),
        "one price": other(spaces=space(**shop, prices=[4, 4, 4, 3])),
        "first": other(spaces=space(first=not now["first"])),
        "bonus": other(spaces=space(bonus={"workers": 0, "coins": 9, "points": 0, "tile": -1})),
        "coins": other(players=player(coins=77)),
        "workers": other(players=player(workers=77)),
        "crowns": other(players=player(crowns=77)),
        "points": other(players=player(points=77)),
        "ships": other(players=player(ships=[])),
        "round": other(round=4 if view["round"] != 4 else 3),
    }

    assert presenter.postcard(scene) == first
    assert len({first, *seen.values()}) == 1 + len(seen)


def test_every_part_of_a_ship_is_drawn(alice: User, bob: User) -> None:
    match = running(alice, bob)
    presenter = presenter_of("nauticus")
    scene = postcards._scene(match, None, presenter)
    whole = {
        "hulls": [STERN, MIDDLE, BOW],
        "masts": [4, 5],
        "sails": [9],
        "goods": [14],
        "closed": True,
    }
    variants = [
        {**whole, "complete": False},
        {**whole, "complete": True},
        {**whole, "complete": False, "hulls": [STERN, MIDDLE], "closed": False},
        {**whole, "complete": False, "masts": [4, 6]},
        {**whole, "complete": False, "sails": [10]},
        {**whole, "complete": False, "goods": [15]},
    ]
    seen = set()
    for ship in variants:
        players = [{**p, "ships": [{"ship": 0, **ship}]} for p in scene.view["players"]]
        scene.view = {**scene.view, "players": players}
        seen.add(presenter.postcard(scene))

    assert len(seen) == len(variants)


def test_words_are_in_the_reader_s_language(alice: User, bob: User) -> None:
    match = running(alice, bob)
    with translation.override("de"):
        english, french = (board_picture(match, 0, language) for language in ("en", "fr"))
        assert translation.get_language() == "de"

    assert english != french
    assert "round 1 of 1" in board_alt(match, 0, "en")
    assert "round 1 of 1" not in board_alt(match, 0, "fr")
    assert "alice" in board_alt(match, 0, "fr")


def test_a_draft_is_not_shown(quay: str) -> None:
    match = deal("nauticus")
    seat = owing(match)
    before = board_picture(fresh(match), seat.number, "en"), board_alt(match, seat.number, "en")
    move = game_of(match).moves(position(match), seat.number)[0]
    Draft.objects.create(match=match, seat=seat.number, moves=[str(move)], ply=match.ply)
    match.seats.filter(pk=seat.pk).update(drafted=True)
    cache.clear()

    after = board_picture(fresh(match), seat.number, "en"), board_alt(match, seat.number, "en")

    assert before == after


def test_the_text_shows_a_seat_its_own_hand(quay: str) -> None:
    match = deal()

    hands = {re.search(r"hand:.*", board_alt(match, k, "en"))[0] for k in range(3)}  # type: ignore[index]

    assert len(hands) == 3
    assert "hand:" not in board_alt(match, None, "en")


# --- drawn once ---------------------------------------------------------------------------


def test_where_all_is_open_one_picture_serves_everybody(drawings: list[str], quay: str) -> None:
    match = deal("nauticus")
    dice = random.Random(4)
    for _ in range(9):
        step(match, dice)
        match.refresh_from_db()

    pictures = {board_picture(match, number, "en") for number in EVERYBODY}

    assert len(pictures) == 1
    assert drawings == ["en"]
    board_picture(match, 1, "fr")
    assert drawings == ["en", "fr"]


def test_where_all_is_open_every_view_is_the_same(quay: str) -> None:
    """Which is why one picture may serve everybody."""
    match = deal("nauticus")
    dice = random.Random(4)
    for _ in range(30):
        step(match, dice)
        match.refresh_from_db()
        state = position(match)
        views = [game_of(match).view(state, number) for number in EVERYBODY]
        for view in views:
            del view["seat"]

        assert all(view == views[0] for view in views)


def test_hidden_hands_are_never_handed_to_another(drawings: list[str], quay: str) -> None:
    match = deal()

    first = [board_picture(fresh(match), number, "en") for number in EVERYBODY]
    again = [board_picture(fresh(match), number, "en") for number in EVERYBODY]

    assert len(set(first)) == 4
    assert first == again
    assert len(drawings) == 4


def test_a_picture_is_drawn_anew_when_something_on_it_changed(
    drawings: list[str], alice: User, bob: User
) -> None:
    match = running(alice, bob)
    first = board_picture(fresh(match), 0, "en")

    User.objects.filter(pk=bob.pk).update(username="robert")
    renamed = board_picture(fresh(match), 0, "en")
    play(match, 4)
    moved = board_picture(fresh(match), 0, "en")

    assert len({first, renamed, moved}) == 3
    assert len(drawings) == 3


@pytest.mark.parametrize("name", ["get", "set"])
def test_without_a_cache_it_is_drawn(
    name: str, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = running(alice, bob)
    drawn = board_picture(match, 0, "en")
    cache.clear()

    def broken(*args: object, **how: object) -> None:
        raise RuntimeError("no cache today")

    monkeypatch.setattr(f"games.titles.postcards.cache.{name}", broken)

    assert board_picture(match, 0, "en") == drawn


@pytest.mark.parametrize("found", [b"", "text", 7, b"GIF89a"])
def test_what_is_no_picture_is_not_served(
    found: object, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = running(alice, bob)
    drawn = board_picture(match, 0, "en")
    monkeypatch.setattr("games.titles.postcards.cache.get", lambda key: found)

    assert board_picture(match, 0, "en") == drawn


# --- twin worlds --------------------------------------------------------------------------


def mailed(match: Match, number: int | None) -> tuple[bytes, str, str]:
    """What a mail shows of the board, drawn anew."""
    cache.clear()
    now = fresh(match)
    return (
        board_picture(now, number, "en"),
        board_alt(now, number, "en"),
        board_alt(now, number, "fr"),
    )


def told_apart(match: Match, number: int | None, dice: random.Random) -> bool:
    here = mailed(match, number)
    state = fresh(match).state
    with undone():
        enter_twin(match, number, dice)
        assert fresh(match).state != state
        return mailed(match, number) != here


def test_twin_worlds_look_alike_in_nauticus(quay: str) -> None:
    match = deal("nauticus")
    dice, other = random.Random(4), random.Random(13)
    for _ in range(3):
        for _ in range(7):
            step(match, dice)
            match.refresh_from_db()
        for number in EVERYBODY:
            assert not told_apart(match, number, other), number


@pytest.mark.parametrize("looks", ["quay", "drawn"])
def test_twin_worlds_look_alike_where_hands_are_hidden(
    looks: str, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue(looks)
    match = deal()
    dice, other = random.Random(LUCKY), random.Random(11)
    met: set[str] = set()
    while len(met) < 6:
        now = prompt(match)
        if now not in met:
            met.add(now)
            for number in EVERYBODY:
                assert not told_apart(match, number, other), (now, number)
        step(match, dice)
        match.refresh_from_db()
        assert match.is_running


def another_seat_s_view(patch: pytest.MonkeyPatch) -> None:
    view = Quay.view
    patch.setattr(
        Quay, "view", lambda self, s, seat: view(self, s, None if seat is None else (seat + 1) % 3)
    )


def picture_of_the_next_seat(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(postcards, "_group", lambda match, number: (number or 0) + 1)


def text_with_all_hands(patch: pytest.MonkeyPatch) -> None:
    told = Presenter.text_board
    patch.setattr(
        Presenter,
        "text_board",
        lambda self, scene: f"{told(self, scene)}\n{scene.match.state['players']}",
    )


def log_of_everybody(patch: pytest.MonkeyPatch) -> None:
    """A title that draws what it recalls, and recalls what others were told."""
    patch.setattr(Presenter, "recall", ("bid-card",))
    patch.setattr(Presenter, "recall_depth", 9)
    patch.setattr("games.models.play.readable", lambda number, to="": ("TRUE", []))
    told = Presenter.text_board
    patch.setattr(
        Presenter,
        "text_board",
        lambda self, scene: f"{told(self, scene)} {[line.data for line in scene.recalled]}",
    )


@pytest.mark.parametrize(
    "leak", [another_seat_s_view, picture_of_the_next_seat, text_with_all_hands, log_of_everybody]
)
def test_a_leak_is_noticed(leak: Any, quay: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = deal()
    until(match, "market", random.Random(LUCKY))
    leak(monkeypatch)

    assert told_apart(match, 0, random.Random(11))
