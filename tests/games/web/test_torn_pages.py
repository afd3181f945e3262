"""A page shows one moment of its match, whatever the others commit while it is drawn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from accounts.models import User
from games.management.commands import audit_matches
from games.models import Match, Seat
from games.selectors import access, records, scenes
from games.selectors.turns import at_of
from games.services.play import turns
from tests.conftest import make_player
from tests.games.play_helpers import look, owing, start_dealt

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match() -> Match:
    """Somebody is one click away from handing the turn to the next player."""
    match = start_dealt(make_player("alice"), make_player("bob"), options={"rounds": 1})
    for move in ("choose:0", "pass"):
        seat = owing(match)
        at = at_of(seat, look(match, seat))
        turns.submit(code=match.code, user=_user(seat), moves=[move], at=at)
    return match


def _text(page: str) -> str:
    """The page without what is made anew for every answer."""
    return re.sub(r'csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"|nonce="[^"]+"', "", page)


def _user(seat: Seat) -> User:
    assert seat.user is not None
    return seat.user


def _confirm(match: Match) -> None:
    try:
        seat = owing(match)
        turns.confirm(code=match.code, user=_user(seat), at=at_of(seat, look(match, seat)))
    finally:
        connection.close()


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Any, str, Match], None]]:
    """The other player presses Confirm just before a page takes its next look at the database."""
    with ThreadPoolExecutor(1) as elsewhere:

        def confirm_before(module: Any, name: str, match: Match) -> None:
            reads = getattr(module, name)
            done: list[bool] = []

            def late(*args: Any, **given: Any) -> Any:
                if not done:
                    done.append(True)
                    elsewhere.submit(_confirm, match).result()
                return reads(*args, **given)

            monkeypatch.setattr(module, name, late)

        yield confirm_before


@pytest.mark.parametrize(
    ("module", "name"),
    [(access, "prefetch_related_objects"), (scenes, "newest"), (scenes, "_draft")],
)
@pytest.mark.parametrize("part", ["", "?part=table"])
def test_whose_turn_it_is_and_the_buttons_are_of_one_moment(
    match: Match,
    meanwhile: Callable[[Any, str, Match], None],
    module: Any,
    name: str,
    part: str,
) -> None:
    waiting = match.seats.select_related("user").get(owes=False)
    client = Client(headers={"HX-Request": "true"} if part else {})
    client.force_login(_user(waiting))
    url = match.get_absolute_url() + part
    before = client.get(url).content.decode()
    assert "Your turn:" not in before

    meanwhile(module, name, match)
    page = client.get(url).content.decode()

    assert _text(page) == _text(before)
    after = client.get(url).content.decode()
    assert "Your turn" in after
    assert 'name="move"' in after


def test_a_record_ends_where_its_chain_does(
    match: Match, meanwhile: Callable[[Any, str, Match], None]
) -> None:
    """Plies of after a commit under the chain of before it would look like forgery."""
    client = Client()
    meanwhile(records, "_lines", match)

    text = client.get(f"/t/{match.code}/record.txt").content.decode()

    assert "choose:0" not in text
    assert "choose:0" in client.get(f"/t/{match.code}/record.txt").content.decode()


def test_the_audit_of_a_match_that_goes_on_finds_no_difference(
    match: Match,
    meanwhile: Callable[[Any, str, Match], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    meanwhile(audit_matches, "audit", match)

    call_command("audit_matches", match.code)

    assert "1 replayed, 0 rebased, 0 of older rules, 0 differ" in capsys.readouterr().out
    match.refresh_from_db()
    assert match.ply > 0  # somebody did play on
