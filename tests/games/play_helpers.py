"""Starting and playing matches in tests, through the same services the site uses."""

from __future__ import annotations

import random

from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.models import Match, Seat
from games.selectors import turns as selectors
from games.selectors.positions import Preview, game_of
from games.selectors.turns import at_of
from games.services.play import turns
from games.services.tables import lobby
from games.terms.charter import Charter


def start(*users: User, **charter: object) -> Match:
    """A running match; the first user opened the table."""
    match = lobby.create(user=users[0], charter=Charter(size=len(users), **charter))  # type: ignore[arg-type]
    for user in users[1:]:
        lobby.join(code=match.code, user=user)
    match.refresh_from_db()
    return match


def start_dealt(*users: User, **charter: object) -> Match:
    """A running match with the same deal and order of seats every time."""
    match = lobby.create(
        user=users[0],
        charter=Charter(size=len(users), **charter),  # type: ignore[arg-type]
        nonce="0",
    )
    # The deal and the order of seats follow from these and the words of the players.
    Match.objects.filter(pk=match.pk).update(code="dealt222", secret="5e" * 32)
    match.refresh_from_db()
    for index, user in enumerate(users[1:], 1):
        lobby.join(code=match.code, user=user, nonce=str(index))
    match.refresh_from_db()
    return match


def statements(captured: CaptureQueriesContext) -> int:
    """Several statements may travel together; each counts."""
    return sum(1 + query["sql"].count("; ") for query in captured.captured_queries)


def owing(match: Match) -> Seat:
    return match.seats.select_related("user").filter(owes=True).order_by("number")[0]


def look(match: Match, seat: Seat) -> Preview:
    return selectors.look(match, seat, match.drafts.filter(seat=seat.number).first())


def step(match: Match, dice: random.Random) -> None:
    """One click of whoever owes: a random legal move, or Confirm."""
    seat = owing(match)
    found = look(match, seat)
    at = at_of(seat, found)
    assert seat.user is not None
    if found.parked is not None:
        turns.confirm(code=match.code, user=seat.user, at=at)
        return
    move = dice.choice(game_of(match).moves(found.state, seat.number))
    turns.submit(code=match.code, user=seat.user, moves=[str(move)], at=at)


def play_out(match: Match, seed: int = 1, clicks: int = 5000) -> Match:
    """Random play to the end."""
    dice = random.Random(seed)
    for _ in range(clicks):
        match.refresh_from_db()
        if not match.is_running:
            return match
        step(match, dice)
    raise AssertionError("the match does not end")
