"""How the demonstration's people play: by the taste of each title.

No search, so that a whole site of matches is played in a few seconds. Where a title has no `taste`,
any legal move will do.
"""

from __future__ import annotations

import random
from typing import Any

from accounts.models import User
from engine.core.game import Game
from engine.core.types import Log, Move, State
from games.models import Draft, Match
from games.selectors.positions import game_of, position
from games.services.play import commit
from games.titles.registry import part

LONGEST = 40  # moves in one turn; a guard, no turn is that long


def turn(game: Game[Any], state: State, seat: int, dice: random.Random, most: int) -> list[Move]:
    """A seat's moves until somebody else owes or `most` are made; the state is left as it was."""
    trial = game.clone(state)
    quiet = Log(on=False)
    moves: list[Move] = []
    while len(moves) < min(most, LONGEST) and game.to_act(trial)[:1] == [seat]:
        move = choose(game, trial, seat, dice)
        game.play_unchecked(trial, seat, move, quiet)
        moves.append(move)
    return moves


def choose(game: Game[Any], state: State, seat: int, dice: random.Random) -> Move:
    legal = game.moves(state, seat)
    found = part(game.slug, "demo")
    if found is None:
        return dice.choice(legal)
    view = game.view(state, seat)
    return max(legal, key=lambda move: found.taste(move, view, seat) + 3 * dice.random())


def play(match: Match, plies: int, *, until: User | None = None) -> Match:
    """Play for everybody: some plies, whole turns at a time, or until it is somebody's turn."""
    game = game_of(match)
    match.refresh_from_db()
    seats = commit.seats_of(match)
    last = match.ply + plies
    while match.is_running and match.ply < last:
        seat = next(s for s in seats if s.owes)
        if until is not None and seat.user_id == until.pk:
            break
        dice = random.Random(f"{match.seed}:{match.ply}")
        moves = turn(game, position(match), seat.number, dice, last - match.ply)
        Draft.objects.filter(match=match, seat=seat.number).delete()
        commit.append(match, seats, seat.number, moves)
    return match
