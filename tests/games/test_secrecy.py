"""What a reader is served is the same, byte for byte, in two worlds they cannot tell apart.

Quay has hidden hands, secret bids and cards only one player sees. At many positions of a match the
stored position is swapped for another one that a reader could not rule out; nothing they are
served may change.
"""

from __future__ import annotations

import random
import re

import pytest
import time_machine
from django.test import Client

from accounts.models import User
from games.models import Match
from games.positions import game_of, position
from games.records import text_for
from games.services.company import say
from tests.conftest import make_player
from tests.games.play_helpers import play_out, start, step

pytestmark = pytest.mark.django_db

# Drawn anew for every answer, and about the request, not about the match.
NOISE = re.compile(rb'(name="csrfmiddlewaretoken" value="|reference )[^"<]+')


@pytest.fixture
def players(db: None) -> list[User]:
    return [make_player(name) for name in ("alice", "bob", "chloe")]


def reader(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def served(client: Client, match: Match, number: int | None) -> dict[str, bytes]:
    """Everything there is to see of a running match."""
    base = match.get_absolute_url()
    pages = {
        "page": base,
        "parts": f"{base}?part=table",
        "text board": f"{base}?board=text",
        "record": f"{base}record.txt",
        "replay": f"{base}at/{match.ply}/",
        "beginning": f"{base}at/0/",
        "picture": f"{base}board.png",
        "talk": f"{base}talk/",
    }
    found = {}
    for name, path in pages.items():
        answer = client.get(path, headers={"HX-Request": "true"} if name == "parts" else {})
        found[name] = b"%d " % answer.status_code + NOISE.sub(b"", answer.content)
    found["own record"] = text_for(match, number).encode()
    return found


@time_machine.travel("2026-03-01T12:00:00Z", tick=False)  # so that no minute passes in between
def test_twin_worlds_are_served_alike(quay: str, players: list[User]) -> None:
    match = start(*players, title=quay, options={"rounds": 1})
    say(match=match, user=players[0], text="Good luck!")
    readers: list[tuple[int | None, Client]] = [(None, reader(None))]
    for seat in match.seats.select_related("user"):
        readers.append((seat.number, reader(seat.user)))
    dice = random.Random(11)
    compared = 0
    for _ in range(8):
        match.refresh_from_db()
        if not match.is_running:
            break
        truth = match.state
        snapshots = {row.ply: row.state for row in match.snapshots.all()}
        for number, client in readers:
            served(client, match, number)  # a first look may mark things as read
            before = served(client, match, number)
            twin = game_of(match).redeal(position(match), number if number is not None else 0, dice)
            if number is None:
                # A spectator knows no hand at all, so even seat 0's twin must look the same.
                assert before["page"].startswith(b"200")
            raw = game_of(match).dump(twin)
            match.state = raw
            match.save(update_fields=["state"])
            match.snapshots.filter(ply=match.ply).update(state=raw)
            assert served(client, match, number) == before
            compared += 1
            match.state = truth
            match.save(update_fields=["state"])
            for ply, state in snapshots.items():
                match.snapshots.filter(ply=ply).update(state=state)
        for _ in range(3):
            match.refresh_from_db()
            if match.is_running:
                step(match, dice)
    assert compared > 20


def test_a_player_does_see_their_own_hand(quay: str, players: list[User]) -> None:
    """So that the comparison above compares something."""
    match = start(*players, title=quay, options={"rounds": 1})
    pages = set()
    for seat in match.seats.select_related("user"):
        page = reader(seat.user).get(match.get_absolute_url()).content.decode()
        table = re.search(r"<pre.*?</pre>", page, re.S)
        assert table is not None
        pages.add(table.group())
    assert len(pages) == 3


def test_a_secret_move_is_masked_until_the_end(quay: str, players: list[User]) -> None:
    match = start(*players, title=quay, options={"rounds": 1})
    dice = random.Random(3)
    while not match.plies.filter(secret=True).exists():
        match.refresh_from_db()
        step(match, dice)
    ply = match.plies.filter(secret=True)[0]
    other = (ply.seat + 1) % 3

    assert f"{ply.seat} {ply.move}" in text_for(match, ply.seat)
    assert f"{ply.seat} ?" in text_for(match, other)
    assert f"{ply.seat} ?" in text_for(match, None)

    play_out(match)
    assert f"{ply.seat} {ply.move}" in text_for(match, None)


def test_the_seed_is_nowhere_while_the_match_runs(quay: str, players: list[User]) -> None:
    match = start(*players, title=quay, options={"rounds": 1})

    for number, client in [(None, reader(None)), (0, reader(match.seats.get(number=0).user))]:
        for answer in served(client, match, number).values():
            assert match.seed.encode() not in answer
            assert match.secret.encode() not in answer
