from __future__ import annotations

import random

import pytest

from accounts.models import User
from games.models import Match, Ply
from games.positions import game_of, position, preview
from games.services import bots, lobby, play
from games.services.lobby import Charter

pytestmark = pytest.mark.django_db


def start(*users: User, **charter: object) -> Match:
    match = lobby.create(user=users[0], charter=Charter(size=len(users), **charter))
    for user in users[1:]:
        lobby.join(code=match.code, user=user)
    match.refresh_from_db()
    return match


def test_a_match_of_two_is_played_to_the_end(alice: User, bob: User) -> None:
    match = start(alice, bob, options={"rounds": 1})
    game = game_of(match)
    dice = random.Random(1)
    for _ in range(600):
        match.refresh_from_db()
        if not match.is_running:
            break
        seats = list(match.seats.select_related("user").order_by("number"))
        seat = next(s for s in seats if s.owes)
        draft = match.drafts.filter(seat=seat.number).first()
        found = preview(match, draft)
        at = play.at_of(seat, found)
        if found.parked is not None:
            play.confirm(code=match.code, user=seat.user, at=at)
        else:
            move = dice.choice(game.moves(found.state, seat.number))
            play.submit(code=match.code, user=seat.user, moves=[str(move)], at=at)
    assert match.status == "finished"
    assert sorted(s.place for s in match.seats.all())[0] == 1
    assert Ply.objects.filter(match=match).count() == match.ply
    # the stored match equals the engine's replay
    state, _ = game.setup(match.size, match.options, match.seed)
    from engine.core.types import parse_move

    for ply in Ply.objects.filter(match=match).order_by("number"):
        game.apply(state, ply.seat, parse_move(ply.move))
    assert game.digest(state) == game.digest(position(match))


def test_against_the_greedy_player(alice: User) -> None:
    match = lobby.create(user=alice, charter=Charter(size=2, options={"rounds": 1}), bots=1)
    n = 0
    while bots.take_turn(code=match.code, ply=match.ply):
        match.refresh_from_db()
        n += 1
    assert match.is_running


def play_out(match: Match, seed: int = 1) -> Match:
    game = game_of(match)
    dice = random.Random(seed)
    for _ in range(2000):
        match.refresh_from_db()
        if not match.is_running:
            return match
        seat = next(s for s in match.seats.select_related("user").order_by("number") if s.owes)
        found = preview(match, match.drafts.filter(seat=seat.number).first())
        at = play.at_of(seat, found)
        if found.parked is not None:
            play.confirm(code=match.code, user=seat.user, at=at)
        else:
            move = dice.choice(game.moves(found.state, seat.number))
            play.submit(code=match.code, user=seat.user, moves=[str(move)], at=at)
    raise AssertionError


def test_its_record_proves_itself(alice: User, bob: User, tmp_path) -> None:
    from django.core.management import call_command

    from engine.cli.main import main
    from games.records import text_for

    match = play_out(start(alice, bob, options={"rounds": 1}))
    file = tmp_path / "r.txt"
    file.write_text(text_for(match, None))
    assert main(["verify", str(file)]) == 0
    file.write_text(text_for(match, None).replace("pass", "end", 1))
    assert main(["verify", str(file)]) == 1
    call_command("audit_matches")
