"""Whole turns proposed to a seat: legal, different, and from nothing but what the seat knows."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest
from django.utils import translation

from accounts.models import User
from engine.core.types import parse_move
from games.demo.people import play
from games.links.proposals import Proposal, proposals
from games.models import Match
from games.selectors.positions import game_of, position
from games.selectors.walks import walk
from tests.games.play_helpers import owing, start, start_dealt, step
from tests.games.quay_table import deal
from tests.games.secrecy.other_world import enter_twin
from tests.games.world import undone

pytestmark = pytest.mark.django_db
FEWER = 5


def positions(match: Match, clicks: int, every: int = 1, seed: int = 3) -> Iterator[Match]:
    """The match at every few clicks of random play."""
    dice = random.Random(seed)
    for click in range(clicks):
        match = Match.objects.get(pk=match.pk)
        if not match.is_running:
            return
        if click % every == 0:
            yield match
        step(match, dice)


def led_to(match: Match, number: int, one: Proposal) -> object:
    """What the seat sees after a proposal, and what it still does not know."""
    game = game_of(match)
    turn = walk(game, position(match), number, [parse_move(text) for text in one.moves])
    assert turn.whole, one
    view = {key: value for key, value in game.view(turn.state, number).items() if key != "ply"}
    return repr(view), one.moves[-1] if turn.barrier else ""


@pytest.mark.parametrize("size", [2, 3])
def test_they_are_whole_and_legal_and_differ(
    alice: User, bob: User, charlie: User, size: int
) -> None:
    match = start_dealt(*(alice, bob, charlie)[:size], options={"rounds": 2})

    seen = 0
    for now in positions(match, 90, every=5):
        number = owing(now).number
        found = proposals(now, number)
        assert 1 <= len(found) <= 12
        assert len({one.words for one in found}) == len(found)
        effects = [led_to(now, number, one) for one in found]
        assert len(set(effects)) == len(effects)
        seen += len(found)
    assert seen > 60


def test_doing_nothing_is_always_among_them(alice: User, bob: User) -> None:
    match = start_dealt(alice, bob, options={"rounds": 1})

    asked = 0
    for now in positions(match, 60, every=2):
        number = owing(now).number
        game = game_of(now)
        moves = game.moves(position(now), number)
        if not any(move in moves for move in game.passing):
            continue
        asked += 1
        idle = {"pass", "end"}
        for limit in (1, FEWER, 12):
            found = proposals(now, number, limit)
            assert len(found) <= limit
            assert any(set(one.moves) <= idle for one in found), (now.ply, limit)
    assert asked > 8


def test_a_turn_does_not_run_into_the_next_phase(alice: User, bob: User) -> None:
    """Of two players the one who acts last chooses next: two turns, not one."""
    match = start_dealt(alice, bob, options={"rounds": 1})
    play(match, 40)

    for now in positions(match, 40, every=2):
        number = owing(now).number
        if game_of(now).prompt(position(now)) != "choose":
            for one in proposals(now, number):
                assert not any(text.startswith("choose") for text in one.moves), one


def test_every_beginning_is_offered_where_there_is_room(alice: User, bob: User) -> None:
    match = start_dealt(alice, bob, options={"rounds": 1})

    found = proposals(match, owing(match).number)

    assert {one.moves[0] for one in found} == {f"choose:{space}" for space in range(8)}


def test_who_owes_nothing_is_proposed_nothing(alice: User, bob: User) -> None:
    match = start(alice, bob, options={"rounds": 1})
    waits = match.seats.get(owes=False)
    owes = owing(match).number

    assert proposals(match, waits.number) == []
    match.status = Match.Status.FINISHED
    assert proposals(match, owes) == []


def test_they_read_like_a_person_says_it_in_both_languages(alice: User, bob: User) -> None:
    match = start_dealt(alice, bob, options={"rounds": 1})
    found = {one.moves: one for one in proposals(match, owing(match).number)}
    with translation.override("fr"):
        french = {one.moves: one for one in proposals(match, owing(match).number)}

    assert found.keys() == french.keys()
    for moves, one in found.items():
        assert one.words[0].isupper()
        assert one.words.startswith("Choose “")
        assert not any(text in one.words for text in moves if ":" in text), one
        assert french[moves].words != one.words


def test_dice_are_thrown_from_public_facts_alone(alice: User, bob: User) -> None:
    match = start_dealt(alice, bob, options={"rounds": 1})
    number = owing(match).number
    first = proposals(match, number)

    match.seed = match.secret = "ab" * 32
    assert proposals(match, number) == first


@pytest.mark.usefixtures("quay")
def test_twin_worlds_propose_alike() -> None:
    """Quay has hidden hands and secret bids; nothing of them shows in what is proposed."""
    match = deal()
    dice = random.Random(5)

    compared = 0
    for now in positions(match, 40):
        for seat in now.seats.filter(owes=True):
            here = proposals(now, seat.number)
            with undone():
                enter_twin(now, seat.number, dice)
                there = Match.objects.get(pk=now.pk)
                assert there.state != now.state or there.seed != now.seed
                assert proposals(there, seat.number) == here, (now.ply, seat.number)
            compared += len(here)
    assert compared > 60


@pytest.mark.usefixtures("quay")
def test_a_title_without_words_is_told_in_the_engines() -> None:
    match = deal()

    found = proposals(match, owing(match).number)

    assert found
    assert all(one.words and one.words[0].isupper() for one in found)


def test_a_mail_can_afford_them(alice: User, bob: User, charlie: User, dora: User) -> None:
    match = start_dealt(alice, bob, charlie, dora, options={"rounds": 3})
    spent = []
    for now in positions(match, 120, every=5):
        number = owing(now).number
        began = time.process_time()
        proposals(now, number)
        spent.append(time.process_time() - began)

    assert sorted(spent)[len(spent) // 2] < 0.150, spent
