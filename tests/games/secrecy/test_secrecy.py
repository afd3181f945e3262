"""What a reader is served is the same, byte for byte, in two worlds they cannot tell apart.

Quay has hidden hands, secret bids and cards only one player sees. At every kind of decision the
stored position is swapped for another one that a reader could not rule out, with everything else
that is not theirs to know; nothing they are served may change. See `twins` for the comparison.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from games.models import Draft, Match
from games.selectors.positions import game_of, position
from games.selectors.records import text_for
from games.selectors.turns import at_of
from games.services.company import say
from games.services.play import turns
from tests.conftest import make_player
from tests.games.play_helpers import look, play_out, step
from tests.games.quay_table import LUCKY, deal, person, prompt, until
from tests.games.secrecy.twins import (
    EVERYWHERE,
    FIRST_LOOK,
    NOTHING,
    SENT,
    TURN,
    VISITS,
    Reader,
    differences,
    possible,
    quiet_site,
    readers,
    served,
    undone,
)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quay", "_quiet")]

# Addresses that take a code and are not compared, each with its reason.
EXEMPT = {
    "data_export_file": "the code is a file's; what is in the file is compared as `export`",
}


@pytest.fixture
def _quiet() -> Iterator[None]:
    with quiet_site():
        yield


@pytest.fixture
def stranger(db: None) -> User:
    return make_player("zoe")


@pytest.fixture
def match(stranger: User) -> Match:
    match = deal()
    say(match=match, user=person(match, 0), text="Good luck!")
    say(match=match, user=stranger, text="Who will win?")
    return match


def test_every_address_of_a_match_is_compared() -> None:
    """An address that is new here wants a row in `VISITS`: who asks for it, and how."""
    found = {name for name, pattern in _addresses(get_resolver().url_patterns)}

    assert found - set(EXEMPT) == set(VISITS)
    assert set(EXEMPT) <= found


def _addresses(patterns: list[URLPattern | URLResolver]) -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _addresses(pattern.url_patterns)
        elif "code" in pattern.pattern.converters:
            assert pattern.name, f"{pattern} has no name"
            yield pattern.name, pattern


def test_twin_worlds_are_served_alike(match: Match, stranger: User) -> None:
    """At each kind of decision for who watches, who owes and who waits."""
    watches, *seats = readers(match, stranger)
    dice, other = random.Random(LUCKY), random.Random(11)
    met = set()
    while len(met) < 6:
        now = prompt(match)
        if now not in met:
            met.add(now)
            first = game_of(match).to_act(position(match))[0]
            owes, waits = seats[first], seats[(first + 1 + len(met) % 2) % 3]
            # All addresses at the busiest moment only: every answer costs time.
            rest = EVERYWHERE if now == "haul" else ()
            for reader, names in (
                (watches, FIRST_LOOK),
                (owes, rest or (*FIRST_LOOK, *TURN, "turn_mail", "pushes")),
                (waits, (*FIRST_LOOK, "looks", "webhooks")),
            ):
                assert differences(match, reader, other, names) == [], (now, reader.number)
        step(match, dice)
        match.refresh_from_db()
        assert match.is_running
    assert met == {"bid", "market", "haul", "search", "storm", "echo"}


def test_a_spectator_finds_nothing_anywhere(match: Match, stranger: User) -> None:
    until(match, "market", random.Random(LUCKY))

    assert differences(match, Reader(None, stranger), random.Random(14)) == []
    assert differences(match, Reader(None, None), random.Random(15), FIRST_LOOK) == []


def test_another_past_is_served_alike(match: Match, stranger: User) -> None:
    """Positions before the last one are swapped as well, each by itself."""
    dice, other = random.Random(LUCKY), random.Random(12)
    until(match, "storm", dice)
    game = game_of(match)
    for reader in (Reader(None, None), Reader(0, person(match, 0))):
        for snapshot in match.snapshots.order_by("ply")[:6]:
            # Not the match page: it goes on from one of them, which a single swap makes impossible.
            paths = (f"at/{snapshot.ply}/", f"board.png?ply={snapshot.ply}")
            asked = [f"{match.get_absolute_url()}{path}" for path in paths]
            before = [bare(reader.client.get(path)) for path in asked]
            twin = game.redeal(game.load(snapshot.state), reader.number or 0, other)

            with undone():
                match.snapshots.filter(pk=snapshot.pk).update(state=game.dump(twin))
                after = [bare(reader.client.get(path)) for path in asked]

            assert before == after, (snapshot.ply, reader.number)
            assert game.dump(twin) != snapshot.state


def test_a_title_with_art_keeps_its_secrets_too(stranger: User) -> None:
    """What is hidden in Nauticus: the seed, the tiles still to come, and others' drafts."""
    match = deal("nauticus")
    dice, other = random.Random(4), random.Random(13)
    for _ in range(9):
        step(match, dice)
        match.refresh_from_db()
    (first, *_) = game_of(match).to_act(position(match))
    people = readers(match, stranger)

    assert differences(match, people[0], other, FIRST_LOOK) == []
    for number in (first, (first + 1) % 3):
        names = (*FIRST_LOOK, *TURN, *SENT)
        assert differences(match, people[1 + number], other, names) == []


def bare(answer: object) -> bytes:
    assert answer.status_code == 200  # type: ignore[attr-defined]
    body: bytes = answer.content  # type: ignore[attr-defined]
    return re.sub(rb'name="csrfmiddlewaretoken" value="[^"]+"', b"", body)


# --- worlds in which somebody did something else --------------------------------------------


def played(match: Match, reader: Reader, number: int, moves: list[str], *, sure: bool) -> object:
    """What the reader is served after another seat drafted or confirmed a move."""
    seat = match.seats.select_related("user").get(number=number)
    assert seat.user is not None
    with undone():
        if moves:
            at = at_of(seat, look(match, seat))
            turns.submit(code=match.code, user=seat.user, moves=moves, at=at, confirm=sure)
        # The chain hides what was played behind the seed, so it is another one every time.
        Match.objects.filter(pk=match.pk).update(chain="c" * 64)
        fresh = Match.objects.get(pk=match.pk)
        names = (*FIRST_LOOK, "match_take_back", "elsewhere", "turn_mail", "bell")
        return fresh.ply, served(fresh, reader, names, NOTHING)


def others(match: Match, number: int, stranger: User) -> list[Reader]:
    return [reader for reader in readers(match, stranger) if reader.number != number]


@pytest.mark.parametrize("step_key", ["bid", "search"])
def test_nobody_can_tell_one_secret_move_from_another(
    match: Match, stranger: User, step_key: str
) -> None:
    until(match, step_key, random.Random(LUCKY))
    number = game_of(match).to_act(position(match))[0]
    one, two = map(str, game_of(match).moves(position(match), number)[:2])
    # Looking for a card does not end the turn: a card held before is hauled after it.
    hand = game_of(match).view(position(match), number)["hand"]
    after = [f"haul:{hand[0]}"] if step_key == "search" else []  # type: ignore[index, call-overload]

    for reader in others(match, number, stranger):
        here = played(match, reader, number, [one, *after], sure=True)
        there = played(match, reader, number, [two, *after], sure=True)

        assert here == there
        assert here[0] == match.ply + 1 + len(after)  # type: ignore[index]


def test_nobody_can_tell_whether_another_drafts(match: Match, stranger: User) -> None:
    until(match, "haul", random.Random(LUCKY))
    number = game_of(match).to_act(position(match))[0]
    one = next(m for m in game_of(match).moves(position(match), number) if m.verb == "haul")

    for reader in others(match, number, stranger):
        idle = played(match, reader, number, [], sure=False)

        assert played(match, reader, number, [str(one)], sure=False) == idle
        assert played(match, reader, number, ["rest"], sure=False) == idle
    assert not Draft.objects.exists()


def test_a_draft_nudges_nobody_but_its_owner(
    match: Match, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: object
) -> None:
    told: list[tuple[str, bytes]] = []
    monkeypatch.setattr(
        "redis.Redis.publish", lambda self, channel, body: told.append((channel, body))
    )
    seat = match.seats.select_related("user").get(number=0)
    assert seat.user is not None
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        at = at_of(seat, look(match, seat))
        move = str(game_of(match).moves(position(match), 0)[0])
        turn = turns.submit(code=match.code, user=seat.user, moves=[move], at=at)
    ((channel, body),) = told
    assert channel == f"asgi__group__me.{seat.user_id}"
    assert move.encode() not in body
    told.clear()

    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        turns.confirm(code=match.code, user=seat.user, at=turn.at)
    # The table and the pages of everybody at it, in the same words but for whom they're meant.
    people = {f"asgi__group__me.{seat.user_id}" for seat in match.seats.all()}
    assert {channel for channel, _body in told} == {f"asgi__group__match.{match.code}", *people}
    home = {body for channel, body in told if channel in people}
    (table,) = (body for channel, body in told if channel not in people)
    assert home == {table.replace(b"\xaalook.again", b"\xa9look.mine")}


# --- and what there is to compare ----------------------------------------------------------


def test_a_player_does_see_their_own_hand(match: Match) -> None:
    """So that the comparison above compares something."""
    pages = set()
    for number in range(3):
        client = Client()
        client.force_login(person(match, number))
        page = client.get(match.get_absolute_url()).content.decode()
        table = re.search(r"<pre.*?</pre>", page, re.S)
        assert table is not None
        pages.add(table.group())
    assert len(pages) == 3


def test_a_secret_move_is_masked_until_the_end(match: Match) -> None:
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


def test_the_seed_is_nowhere_while_the_match_runs(match: Match) -> None:
    reader = Reader(0, person(match, 0))
    for name, answers in served(match, reader, EVERYWHERE, possible(match, 0)).items():
        assert answers, name
        assert match.seed not in str(answers), name
        assert match.secret not in str(answers), name
