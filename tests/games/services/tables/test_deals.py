"""A deal from elsewhere: remembered with the table, dealt however it starts, and said so."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from engine.cli.main import main
from engine.core import fairness
from games.demo.people import play
from games.models import Match
from games.selectors.positions import game_of
from games.services.play import clocks
from games.services.sweep import sweep
from games.services.tables import lobby, rematch
from games.terms.charter import Charter
from tests.games.helpers import finished
from tests.strangers import ours

pytestmark = pytest.mark.django_db

SHARED = "c0" * 16
SHORT = {"rounds": 1}
asked: list[tuple[str, list[str]]] = []


def cup(match: Match, nonces: Sequence[str]) -> str:
    asked.append((match.code, list(nonces)))
    return SHARED


@pytest.fixture(autouse=True)
def _cup(settings: Settings) -> None:
    asked.clear()
    settings.SEED_SOURCES = {"cup": f"{__name__}.cup"}


def table(user: User, size: int = 2, start_at: object = None, **more: object) -> Match:
    charter = Charter(size=size, options=SHORT, start_at=start_at)  # type: ignore[arg-type]
    return lobby.create(user=user, charter=charter, seed_source="cup", **more)  # type: ignore[arg-type]


def dealt(match: Match) -> bool:
    match = Match.objects.get(pk=match.pk)
    assert match.is_running
    state, _ = game_of(match).setup(match.size, SHORT, SHARED)
    return match.seed == SHARED and match.origin == game_of(match).dump(state)


def test_at_once_against_the_computer(alice: User) -> None:
    assert dealt(table(alice, bots=1))


def test_at_once_at_one_device(alice: User) -> None:
    assert dealt(table(alice, hot_seat=True))


def test_with_the_last_to_sit_down(alice: User, bob: User) -> None:
    match = table(alice, nonce="salt")
    assert asked == []  # nobody deals before the seats are closed

    lobby.join(code=match.code, user=bob, nonce="bread")

    assert dealt(match)
    assert asked == [(match.code, ["salt", "bread"])]


def test_with_the_computer_on_the_last_seat(alice: User) -> None:
    match = table(alice)

    lobby.add_bot(code=match.code, user=alice)

    assert dealt(match)


def test_when_the_date_has_come(alice: User, bob: User) -> None:
    match = table(alice, start_at=timezone.now() + timedelta(days=2))
    lobby.join(code=match.code, user=bob)
    assert asked == []

    ours(Match).update(start_at=timezone.now())
    assert sweep() == 1

    assert dealt(match)


def test_a_table_deals_for_itself_unless_told_otherwise(alice: User, bob: User) -> None:
    match = lobby.create(user=alice, charter=Charter(options=SHORT))
    lobby.join(code=match.code, user=bob)

    match.refresh_from_db()
    assert match.seed_source == ""
    nonces = match.seats.values_list("nonce", flat=True)
    assert match.seed == fairness.seed(match.secret, match.code, nonces)
    assert asked == []


def test_a_rematch_deals_for_itself(alice: User) -> None:
    match = table(alice, bots=1)
    clocks.leave_running(code=match.code, user=alice)

    again = rematch.ask(code=match.code, user=alice)

    assert again.is_running
    assert again.seed_source == ""
    assert again.seed != SHARED


def test_who_sits_where_is_not_shared(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One deal at many tables, and yet the lot is drawn at each."""
    lots = []
    monkeypatch.setattr(fairness, "seat_order", lambda seed, seats: lots.append(seed) or [1, 0])
    match = table(alice, nonce="salt")

    lobby.join(code=match.code, user=bob, nonce="bread")

    assert lots == [fairness.seed(match.secret, match.code, ["salt", "bread"])]
    assert [seat.user for seat in match.seats.order_by("number")] == [bob, alice]


def test_a_source_nobody_knows_opens_no_table(alice: User) -> None:
    with pytest.raises(ImproperlyConfigured, match="SEED_SOURCES has no 'league'"):
        lobby.create(user=alice, charter=Charter(), seed_source="league")

    assert not ours(Match).exists()


def test_without_its_source_a_table_waits_instead_of_dealing_something_else(
    alice: User, bob: User, settings: Settings
) -> None:
    match = table(alice, start_at=timezone.now() + timedelta(days=2))
    lobby.join(code=match.code, user=bob)
    ours(Match).update(start_at=timezone.now())
    sources, settings.SEED_SOURCES = settings.SEED_SOURCES, {}

    assert sweep() == 0
    match.refresh_from_db()
    assert match.is_open

    settings.SEED_SOURCES = sources
    assert sweep() == 1
    assert dealt(match)


# --- what is claimed about it -------------------------------------------------------------


def test_the_record_says_so_and_is_not_called_fair(
    alice: User, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = table(alice, bots=1)
    running = client.get(f"/t/{match.code}/record.txt").content.decode()
    assert "! deal cup" in running  # from the first ply on, not once it is over
    play(match, 2000)
    file = tmp_path / "record.txt"
    file.write_bytes(client.get(f"/t/{match.code}/record.txt").content)

    assert main(["verify", str(file)]) == 3

    said = capsys.readouterr().out
    assert "not proven: that nobody chose the deal; it came from 'cup'" in said
    assert "true as far as it can be checked: commitment, " in said
    assert "seed" not in said
    assert "fair" not in said


def test_a_record_without_that_line_would_be_a_lie(
    alice: User, client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = play(table(alice, bots=1), 2000)
    text = client.get(f"/t/{match.code}/record.txt").content.decode()
    file = tmp_path / "record.txt"
    file.write_text(text.replace("! deal cup\n", ""))

    assert main(["verify", str(file)]) == 1
    assert "the seed does not follow" in capsys.readouterr().out


def test_its_pages_do_not_claim_what_is_not_so(alice: User, bob: User, as_bob: Client) -> None:
    shared, own = table(alice), lobby.create(user=alice, charter=Charter(options=SHORT))

    page, usual = (as_bob.get(f"/t/{m.code}/").content.decode() for m in (shared, own))

    assert "The deal comes from the event" in page
    assert "The secret and the words together determine the deal" not in page
    assert 'name="nonce"' not in page
    assert "The deal comes from the event" not in usual
    assert "The secret and the words together determine the deal" in usual
    assert 'name="nonce"' in usual


def test_neither_does_the_result(alice: User, bob: User, client: Client) -> None:
    shared, own = play(table(alice, bots=1), 2000), finished(alice, bob)

    page, usual = (client.get(f"/t/{m.code}/result/").content.decode() for m in (shared, own))

    assert "The deal came from the event" in page
    assert "The secret behind the deal is public now" not in page
    assert "The deal came from the event" not in usual
    assert "The secret behind the deal is public now" in usual
