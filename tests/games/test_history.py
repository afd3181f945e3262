from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from engine.cli.main import main
from games.demo.people import play
from games.errors import NotAllowed, TableClosed
from games.models import Match
from games.services.tables import invite, lobby, rematch, seating
from games.terms.charter import Charter
from tests.games.helpers import finished, running

pytestmark = pytest.mark.django_db


@pytest.fixture
def done(alice: User, bob: User) -> Match:
    return finished(alice, bob)


def test_the_record_can_be_downloaded(done: Match, client: Client) -> None:
    answer = client.get(f"/t/{done.code}/record.txt")
    assert answer["Content-Type"].startswith("text/plain")
    assert done.seed in answer.content.decode()


def test_a_running_record_keeps_the_seed(alice: User, bob: User, as_alice: Client) -> None:
    match = play(running(alice, bob), 8)
    text = as_alice.get(f"/t/{match.code}/record.txt").content.decode()
    assert match.seed not in text
    assert match.secret not in text
    assert match.commitment in text


def verify(path: Path) -> subprocess.CompletedProcess[str]:
    """As a stranger would, with nothing but the engine."""
    return subprocess.run(
        [sys.executable, "-m", "engine", "verify", str(path)],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_downloaded_record_proves_the_match(done: Match, client: Client, tmp_path: Path) -> None:
    text = client.get(f"/t/{done.code}/record.txt").content
    honest = tmp_path / f"nauticus-{done.code}.txt"
    honest.write_bytes(text)

    found = verify(honest)

    assert found.returncode == 0, found.stdout
    assert f"fair: commitment, seed, {done.ply} plies, result and digest hold" in found.stdout


@pytest.mark.parametrize("part", ["secret", "nonce", "chain", "commitment"])
def test_one_forged_byte_is_noticed(done: Match, client: Client, tmp_path: Path, part: str) -> None:
    text = client.get(f"/t/{done.code}/record.txt").content.decode()
    seat = next(seat for seat in done.seats.all() if seat.nonce)
    fact = {"secret": done.secret, "nonce": seat.nonce, "chain": done.chain}.get(
        part, done.commitment
    )
    forged = tmp_path / "forged.txt"
    forged.write_text(text.replace(fact, ("1" if fact[0] == "0" else "0") + fact[1:]))
    assert forged.read_text() != text

    assert main(["verify", str(forged)]) == 1


def test_a_move_played_otherwise_is_noticed(done: Match, client: Client, tmp_path: Path) -> None:
    text = client.get(f"/t/{done.code}/record.txt").content.decode()
    first = done.plies.get(number=1).move
    other = "choose:1" if first == "choose:0" else "choose:0"
    forged = tmp_path / "forged.txt"
    forged.write_text(text.replace(first, other, 1))

    found = verify(forged)

    assert found.returncode == 1
    assert "fair" not in found.stdout


def test_the_commitment_is_shown_before_the_seats_close(alice: User, client: Client) -> None:
    match = lobby.create(user=alice, charter=Charter(size=2))

    page = client.get(f"/t/{match.code}/").content.decode()

    assert match.commitment in page
    assert match.secret not in page


def test_the_board_is_a_picture(done: Match, as_alice: Client, client: Client) -> None:
    found = client.get(f"/t/{done.code}/board.png", {"ply": "3"})
    assert found["Content-Type"] == "image/png"
    assert found.content.startswith(b"\x89PNG")
    # a player gets the same picture as everybody
    assert as_alice.get(f"/t/{done.code}/board.png", {"ply": "3"}).content == found.content
    assert client.get(f"/t/{done.code}/board.png", {"ply": "99999"}).status_code == 404


# --- rematch ------------------------------------------------------------------------------


def test_a_rematch_invites_the_others_and_rotates(
    done: Match, alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    before = list(done.seats.order_by("number").values_list("user_id", flat=True))
    as_alice.post(f"/t/{done.code}/rematch/")
    again = done.rematches.get()
    assert again.is_open
    assert again.visibility == "invited"
    invite.accept(code=again.code, user=bob)
    again.refresh_from_db()
    assert again.is_running
    after = list(again.seats.order_by("number").values_list("user_id", flat=True))
    assert after == before[1:] + before[:1]


def test_both_ask_for_a_rematch_and_get_one(done: Match, alice: User, bob: User) -> None:
    rematch.ask(code=done.code, user=alice)
    rematch.ask(code=done.code, user=bob)
    assert done.rematches.get().is_running


def test_a_rematch_with_the_computer_starts_at_once(alice: User) -> None:
    match = seating.guide(user=alice, title="nauticus")
    play(match, 2000)
    again = rematch.ask(code=match.code, user=alice)
    assert again.is_running
    assert again.seats.get(number=0).user == alice, "against the computer, people go first"


def test_no_rematch_for_strangers_or_before_the_end(
    done: Match, alice: User, bob: User, charlie: User
) -> None:
    with pytest.raises(NotAllowed, match=r"^not-seated$"):
        rematch.ask(code=done.code, user=charlie)
    with pytest.raises(TableClosed):
        rematch.ask(code=running(alice, bob).code, user=alice)


def test_an_open_match_has_no_history(alice: User, client: Client) -> None:
    match = lobby.create(user=alice, charter=Charter(size=2))
    assert client.get(f"/t/{match.code}/at/0/").status_code == 404
    assert client.get(f"/t/{match.code}/record.txt").status_code == 404
