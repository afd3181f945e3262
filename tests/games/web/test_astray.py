"""Playing where nothing can be played: a table that has not begun, or never will."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from tests.games.helpers import open_table, running
from tests.games.world import rows

pytestmark = pytest.mark.django_db
ACTS = ("move", "undo", "confirm", "plan")
WAYS = {
    "form": {},
    "part": {"HTTP_HX_REQUEST": "true"},
    "json": {"HTTP_ACCEPT": "application/json"},
}


def astray(state: str, *people: User, visibility: str = "public") -> Match:
    match = open_table(*people, size=3, visibility=visibility)
    if state == "cancelled":
        Match.objects.filter(pk=match.pk).update(status=Match.Status.CANCELLED)
    return match


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("state", ["open", "cancelled"])
def test_it_answers_whoever_plays_where_nothing_is_played(
    act: str, state: str, alice: User, bob: User, as_bob: Client, as_charlie: Client
) -> None:
    address = f"/t/{astray(state, alice, bob).code}/{act}/"
    before = rows()

    for client in (as_bob, as_charlie):
        assert client.post(address, **WAYS["form"]).status_code == 303
        told = client.post(address, **WAYS["json"])
        assert (told.status_code, told.json()["error"]) == (409, "closed")
        part = client.post(address, {"at": "0", "move": "pass"}, **WAYS["part"])
        # The page of the table is another one than the page of a match: it is drawn anew.
        assert (part.status_code, part["HX-Refresh"], part.content) == (409, "true", b"")
        page = client.get(f"{address.rsplit('/', 2)[0]}/").content.decode()
        assert "the match has moved on" in page
    assert rows() == before


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("state", ["open", "cancelled"])
@pytest.mark.parametrize("way", WAYS)
def test_a_private_table_does_not_exist_for_a_stranger(
    act: str, state: str, way: str, alice: User, as_charlie: Client, client: Client
) -> None:
    address = f"/t/{astray(state, alice, visibility='invited').code}/{act}/"

    assert as_charlie.post(address, **WAYS[way]).status_code == 404
    assert client.post(address, **WAYS[way]).status_code == 404


@pytest.mark.parametrize("act", ACTS)
@pytest.mark.parametrize("way", WAYS)
def test_a_stranger_cannot_play_along(
    act: str, way: str, alice: User, bob: User, as_charlie: Client
) -> None:
    match = running(alice, bob)
    before = rows()

    assert as_charlie.post(f"/t/{match.code}/{act}/", **WAYS[way]).status_code == 403
    assert rows() == before
