"""Tokens of links: short, signed with keys of their own, bound to account and position."""

from __future__ import annotations

import pytest
from pytest_django import Settings

from accounts.models import User
from accounts.services import sessions
from games.links import tokens
from games.links.tokens import BadLink, Ticket, decision_link, read, turn_link, write
from games.models import Match
from nauticus_site import env
from tests.games.play_helpers import owing, start

pytestmark = pytest.mark.django_db
OLD, NEW = "o" * 60, "n" * 60
TICKET = Ticket(7, 300, 12, b"place!", b"0123456789", ("buy:6,0", "end"), (5, 70_000))


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    return start(alice, bob, options={"rounds": 1})


def test_what_is_written_is_read() -> None:
    assert read(write(TICKET)) == TICKET
    bare = Ticket(1, 1, 0, b"place!", b"0123456789")
    assert read(write(bare)) == bare


def test_any_changed_or_missing_character_is_noticed() -> None:
    token = write(TICKET)
    for index, char in enumerate(token):
        other = "A" if char != "A" else "B"
        with pytest.raises(BadLink):
            read(token[:index] + other + token[index + 1 :])
        with pytest.raises(BadLink):
            read(token[:index])
    for wrong in (token + "=", token + "A", token + "é", f"{token}.", "x" * 5000):
        with pytest.raises(BadLink):
            read(wrong)


def test_a_newer_sites_token_is_none_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokens, "VERSION", 2)
    token = write(TICKET)
    monkeypatch.undo()

    with pytest.raises(BadLink):
        read(token)


def test_keys_are_exchanged_without_killing_links(settings: Settings, alice: User) -> None:
    settings.LINK_KEYS = [OLD]
    token, stamp = write(TICKET), tokens.stamp_of(alice)

    settings.LINK_KEYS = [NEW, OLD]
    assert read(token) == TICKET
    assert tokens.stamped(alice, stamp)
    assert write(TICKET) != token, "the first key signs"

    settings.LINK_KEYS = [NEW]
    with pytest.raises(BadLink):
        read(token)
    assert not tokens.stamped(alice, stamp)


def test_the_key_is_not_the_sites_own(settings: Settings) -> None:
    assert env.link_keys("s" * 50) != ["s" * 50]
    assert env.link_keys("s" * 50) != env.link_keys("t" * 50)
    assert settings.SECRET_KEY not in settings.LINK_KEYS


def test_keys_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINK_KEYS", f"{NEW}, {OLD},")
    assert env.link_keys("s" * 50) == [NEW, OLD]

    monkeypatch.setattr(env, "PRODUCTION", True)
    with pytest.raises(env.ImproperlyConfigured, match="LINK_KEYS"):
        env.link_keys("s" * 50)


def test_links_fit_into_a_line_of_a_mail(match: Match) -> None:
    seat = owing(match)
    assert seat.user is not None
    also = [2**31 - k for k in range(40)]
    moves = [f"buy:{k % 18},{k % 3}" for k in range(60)]

    for path in (
        turn_link(seat.user, seat, match, moves, also),
        turn_link(seat.user, seat, match, ["pass"], also),
        decision_link(seat.user, seat, match, also),
    ):
        assert path.startswith("/go/")
        assert len(path) < 700
    short = turn_link(seat.user, seat, match, ["choose:3", "buy:0,1", "buy:2,1", "end"])
    assert len(short) < 120


def test_a_turn_too_long_for_an_address_leads_to_the_decision(match: Match) -> None:
    seat = owing(match)
    assert seat.user is not None
    moves = [f"offer:{k * 7919 % 99991},{k * 104729 % 99991}" for k in range(150)]

    found = read(turn_link(seat.user, seat, match, moves, [5, 6]).split("/")[2])

    assert found.moves == ()
    assert found.also == (5, 6)


def test_a_mail_names_twenty_matches_at_most_and_never_itself(match: Match) -> None:
    seat = owing(match)
    assert seat.user is not None

    others = list(range(10**6, 10**6 + 40))

    found = read(decision_link(seat.user, seat, match, [seat.pk, *others]).split("/")[2])

    assert list(found.also) == others[:20]


def test_the_stamp_follows_password_address_and_epoch(alice: User) -> None:
    first = tokens.stamp_of(alice)
    assert tokens.stamped(alice, first)

    sessions.end_links(user=alice)
    second = tokens.stamp_of(alice)
    alice.set_password("another-tall-ship")
    third = tokens.stamp_of(alice)
    alice.emailaddress_set.update(email="new@example.org")
    fourth = tokens.stamp_of(alice)

    assert len({first, second, third, fourth}) == 4
    assert not tokens.stamped(alice, first)
