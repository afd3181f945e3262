"""The record as it is downloaded: of this match and no other, and accepted by the checker."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.test import Client

from accounts.models import User
from engine.cli.main import main
from games.selectors.access import match_for
from tests.games.helpers import finished, running

pytestmark = pytest.mark.django_db


def test_it_says_nothing_of_other_matches(
    alice: User, bob: User, charlie: User, client: Client
) -> None:
    over = finished(alice, bob)
    private = running(charlie, bob, visibility="link")

    text = client.get(f"/t/{over.code}/record.txt").content.decode()

    assert not [seat.nonce for seat in private.seats.all() if seat.nonce in text]
    shown = [line.split()[2] for line in text.splitlines() if line.startswith("! nonce")]
    assert shown == sorted(seat.nonce for seat in over.seats.all())


def test_the_checker_accepts_the_file_as_it_was_sent(
    alice: User, bob: User, charlie: User, client: Client, tmp_path: Path
) -> None:
    over = finished(alice, bob)
    finished(charlie, alice, bob)
    file = tmp_path / "record.txt"

    file.write_bytes(client.get(f"/t/{over.code}/record.txt").content)

    assert main(["verify", str(file)]) == 0


@pytest.mark.parametrize("order", ["number", "-number"])
def test_the_seats_of_a_match_are_its_own_however_they_are_asked_for(
    alice: User, bob: User, charlie: User, order: str
) -> None:
    match = running(alice, bob)
    running(alice, bob, charlie)

    seats = match_for(match.code, alice).seats

    assert {seat.user_id for seat in seats.order_by(order)} == {alice.pk, bob.pk}
    assert seats.filter(user=charlie).count() == 0
    assert seats.count() == 2
