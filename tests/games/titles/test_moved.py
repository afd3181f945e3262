"""What moved since one's last turn is marked on the board, by shape and in words."""

from __future__ import annotations

import copy

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from games.selectors.scenes import Scene, scene
from games.titles.nauticus.moved import NOTHING, Moved, moved
from games.titles.nauticus.ships import Ship
from tests.games.titles.test_since import match as match
from tests.games.titles.test_since import passes, play

pytestmark = pytest.mark.django_db
BOW, STERN = 2, 0
HULLS, MONEY = 4, 0  # spaces of the deal


def seen_by(match: Match, user: User | None, *, plan: bool = False) -> Scene:
    return scene(Match.objects.get(pk=match.pk), user, plan=plan)


def page(client: Client, match: Match) -> str:
    return str(client.get(f"/t/{match.code}/").content.decode())


def test_new_pieces_are_told_from_old_ones(match: Match, alice: User, as_alice: Client) -> None:
    play(match, f"choose:{HULLS}", f"buy:{BOW},1", f"buy:{STERN},0", "end")  # bob

    found = moved(seen_by(match, alice))
    theirs = found.harbour(0)
    assert theirs is not None
    assert theirs.ships == ()  # none at her last turn
    assert [tile for tile, count in enumerate(theirs.storage) if count] == [STERN]
    assert (theirs.flipped, theirs.extra, sum(theirs.delivered)) == (0, False, 0)
    assert found.harbour(1) is None  # her own
    assert found.spaces == {HULLS}
    assert found.stacks == {BOW, STERN}
    assert (found.phases, found.start) == (0, False)

    html = page(as_alice, match)
    assert html.count('class="s-since"') == 1
    assert html.count('class="w-since"') == 1
    assert '<span class="vh">new: 1 hull</span>' in html
    assert "stern, new</span>" in html


def test_marks_go_when_you_commit(match: Match, as_alice: Client, alice: User) -> None:
    play(match, f"choose:{HULLS}", f"buy:{BOW},1", "end")
    assert 'class="s-since"' in page(as_alice, match)

    play(match, "pass", "end")  # alice

    assert moved(seen_by(match, alice)) == NOTHING
    html = page(as_alice, match)
    assert "s-since" not in html
    assert 'class="w-since"' not in html


def test_a_flipped_pass_tile_and_a_phase_are_marked(
    match: Match, bob: User, as_bob: Client
) -> None:
    play(match, f"choose:{HULLS}", f"buy:{BOW},1", "end")
    play(match, "pass", "end")  # alice, and the phase is over
    play(match, f"choose:{MONEY}", "withdraw:1", "end")

    found = moved(seen_by(match, bob))
    theirs = found.harbour(1)
    assert theirs is not None
    assert theirs.flipped == 1
    assert found.spaces == {MONEY}  # the hulls were chosen before he moved: he knows
    assert (found.phases, found.start) == (1, True)
    html = page(as_bob, match)
    assert "flipped, 1 crown, new since your turn" in html
    assert "New since your turn." in html
    assert "phases new since your turn: 1" in html


def test_a_draft_changes_no_mark(match: Match, alice: User, as_alice: Client) -> None:
    play(match, f"choose:{HULLS}", f"buy:{BOW},1", "end")
    before = moved(seen_by(match, alice))
    at = seen_by(match, alice).at
    as_alice.post(f"/t/{match.code}/move/", {"move": f"buy:{BOW},1", "at": at})

    shown = seen_by(match, alice)
    assert shown.draft
    assert moved(shown) == before


def test_a_spectator_sees_the_last_turn_marked(match: Match, client: Client) -> None:
    play(match, f"choose:{HULLS}", f"buy:{BOW},1", "end")
    play(match, "pass", "end")

    found = moved(seen_by(match, None))
    assert found.note == "new in the last turn"
    assert found.harbour(0) is None
    assert found.harbour(1) is not None


def test_a_plan_stands_on_what_has_not_happened(match: Match, bob: User) -> None:
    play(match, f"choose:{HULLS}", f"buy:{BOW},1", "end")
    play(match, "pass", "end")
    play(match, f"choose:{MONEY}", "withdraw:1", "end")
    play(match, "pass", "end")  # bob
    play(match, "choose:3", "pass", "end")  # bob chooses next

    assert moved(seen_by(match, bob, plan=True)) == NOTHING


def test_tiles_turned_back_by_a_new_round_are_no_news(match: Match, alice: User, bob: User) -> None:
    passes(match, until_round=2)
    for user in (alice, bob):
        found = moved(seen_by(match, user))
        assert all(fresh is None or fresh.flipped == 0 for fresh in found.harbours)
        assert found.spaces == frozenset()
        assert found.phases == 0


def test_deliveries_and_the_extra_action_are_marked(match: Match, alice: User) -> None:
    play(match, f"choose:{HULLS}", f"buy:{BOW},1", "end")
    shown = seen_by(match, alice)
    shown.before = copy.deepcopy(shown.before)
    player = shown.before["players"][0]
    player["delivered"], player["extra"] = [2, 0, 0, 1], False

    theirs = moved(shown).harbour(0)
    assert theirs is not None
    assert theirs.delivered == (2, 0, 0, 1)
    assert theirs.extra
    assert all(isinstance(ship, Ship) for ship in theirs.ships)


def test_nothing_to_compare_is_no_news(match: Match, alice: User) -> None:
    assert moved(seen_by(match, alice)) == Moved()
