"""The latest link of the chain is shown while there is something to note, and proves it later."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from django.test import Client

from accounts.models import User
from engine.cli.main import main as engine
from games.models import Match
from games.selectors.records import text_for
from games.services.play import takeback
from tests.games.helpers import queries
from tests.games.play_helpers import owing, play_out, start, step
from tests.games.web.test_match_page import as_, at_of

pytestmark = pytest.mark.django_db

SHOWN = re.compile(r"<code data-link>([0-9a-f]{16})</code>")


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    return start(alice, bob, options={"rounds": 1})


def turns(match: Match, count: int) -> None:
    """So many commits."""
    dice, ply = random.Random(3), match.ply
    for _ in range(count):
        while match.ply == ply:
            step(match, dice)
            match.refresh_from_db()
        ply = match.ply


def shown_to(client: Client, match: Match) -> str:
    page = client.get(f"/t/{match.code}/").content.decode()
    (link,) = SHOWN.findall(page)
    assert match.chain in page
    return str(link)


def test_every_own_turn_shows_the_latest_link(match: Match) -> None:
    seen = set()
    for _ in range(6):
        link = shown_to(as_(owing(match).user), match)
        assert match.chain.startswith(link)
        seen.add(link)
        turns(match, 1)

    assert len(seen) == 6


def test_the_parts_a_turn_is_answered_with_bring_the_new_link(match: Match) -> None:
    client = as_(owing(match).user)
    page = client.get(f"/t/{match.code}/").content.decode()
    before = match.chain
    fields = {"at": at_of(page), "move": ["choose:3", "pass", "end"], "confirm": "1"}

    parts = client.post(f"/t/{match.code}/move/", fields, HTTP_HX_REQUEST="true").content.decode()

    match.refresh_from_db()
    assert match.chain != before
    assert SHOWN.findall(parts) == [match.chain[:16]]
    assert 'id="chain" hx-swap-oob="morph"' in parts


def test_a_draft_is_in_no_link_yet(match: Match) -> None:
    client = as_(owing(match).user)
    page = client.get(f"/t/{match.code}/").content.decode()
    before = SHOWN.findall(page)

    client.post(f"/t/{match.code}/move/", {"at": at_of(page), "move": "choose:3"})

    assert SHOWN.findall(client.get(f"/t/{match.code}/").content.decode()) == before


def test_it_costs_no_statement(match: Match, as_alice: Client) -> None:
    few = queries(as_alice, f"/t/{match.code}/")
    Match.objects.filter(pk=match.pk).update(chain="")

    assert queries(as_alice, f"/t/{match.code}/") == few


def test_an_open_table_has_none(alice: User, as_alice: Client) -> None:
    from games.services.tables import lobby
    from games.terms.charter import Charter

    table = lobby.create(user=alice, charter=Charter(size=2))

    assert not SHOWN.findall(as_alice.get(f"/t/{table.code}/").content.decode())


def test_the_result_shows_the_last_one_and_how_to_use_it(match: Match, client: Client) -> None:
    play_out(match)

    page = client.get(f"/t/{match.code}/result/").content.decode()

    assert match.chain in page
    assert "Add --link and the digits you wrote down" in page


def test_what_was_noted_on_the_way_is_found_in_the_record(
    match: Match, alice: User, bob: User, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    turns(match, 2)
    kept, kept_ply = shown_to(as_(alice), match), match.ply
    mover = match.seats.select_related("user").get(owes=True).user
    turns(match, 1)
    withdrawn, withdrawn_ply = shown_to(as_(alice), match), match.ply
    assert mover is not None
    takeback.ask(code=match.code, user=mover)
    takeback.answer(code=match.code, user=bob if mover == alice else alice, agree=True)
    match.refresh_from_db()
    assert match.ply < withdrawn_ply
    play_out(match)  # perhaps by the same moves again: then the link stands there twice
    file = tmp_path / "record.txt"
    file.write_text(text_for(match, None))

    noted = ["--link", kept, "--link", withdrawn, "--link", match.chain]
    code = engine(["verify", str(file), *noted])

    said = capsys.readouterr().out
    assert code == 0, said
    assert f"link {kept} stands after ply {kept_ply}\n" in said
    assert f"link {withdrawn} stands after ply {withdrawn_ply}, later taken back" in said
    assert f"link {match.chain} stands after ply {match.ply}\n" in said
