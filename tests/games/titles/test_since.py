"""Beside the turn: what others did since, what a round end did, what Pass is worth, the goal."""

from __future__ import annotations

import html as markup
import re

import pytest
from django.test import Client
from django.utils import translation

from accounts.models import User
from engine.core.types import parse_move
from engine.nauticus.state import NauticusState as State
from games.models import Match
from games.selectors.positions import game_of, position
from games.selectors.scenes import scene
from games.services.play import commit
from games.titles.answers import Told
from games.titles.registry import presenter_of
from games.titles.since import told
from tests.games.helpers import queries
from tests.games.play_helpers import start_dealt

pytestmark = pytest.mark.django_db
NAUTICUS = presenter_of("nauticus")


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    """Bob begins. Space 5 has the hulls (bonus: 2 workers), space 8 the crowns."""
    found = start_dealt(alice, bob, options={"rounds": 2})
    assert [seat.user.username for seat in found.seats.all()] == ["bob", "alice"]  # type: ignore[union-attr]
    return found


def play(match: Match, *moves: str) -> None:
    """One turn of whoever owes, confirmed."""
    (number,) = game_of(match).to_act(position(match))
    commit.append(match, commit.seats_of(match), number, [parse_move(move) for move in moves])


def keep(match: Match, state: State) -> None:
    """Make it the position of the match."""
    match.state = game_of(match).dump(state)
    match.save(update_fields=["state"])


def passes(match: Match, until_round: int, *, stop_at_last: bool = False) -> None:
    """Everybody passes, with the first tile there is, until that round begins, or just before."""
    game = game_of(match)
    while (state := position(match)).round < until_round:
        (number,) = game.to_act(state)
        if stop_at_last and state.phase == 6 and number != state.start:
            return
        first = str(game.moves(state, number)[0])
        bonus = {"1": ["bonus:4"], "2": ["bonus:9"], "5": ["bonus:14"]}.get(first[-1], [])
        chosen = [first, *bonus] if first.startswith("choose") else []
        play(match, *chosen, "pass", "end")


def seen_by(match: Match, user: User | None) -> Told:
    fresh = Match.objects.get(pk=match.pk)
    found = told(NAUTICUS, scene(fresh, user, NAUTICUS.recall, NAUTICUS.recall_depth))
    assert found is not None
    return found


def rows(found: Told) -> list[str]:
    text = [" ".join([row.name, *map(str, row.lines)]) for row in found.deeds]
    return [markup.unescape(re.sub("<[^>]*>", "", row)) for row in text]


def test_what_others_did_is_told_by_player(match: Match, alice: User, bob: User) -> None:
    play(match, "choose:4", "buy:2,1", "buy:0,0", "end")

    found = seen_by(match, alice)
    assert found.head == "So far"  # she hasn't moved yet
    (row,) = rows(found)
    assert row.startswith("bob chose “Buy hulls”. Took the bonus: 2 workers. Bought a bow for")
    assert row.count("bob") == 1

    own = seen_by(match, bob)
    assert own.head == "Your last turn"
    assert rows(own) == [row]
    assert seen_by(match, None).head == "Last turn"
    assert rows(seen_by(match, None)) == [row]


def test_ones_own_turn_is_where_it_begins(match: Match, alice: User, bob: User) -> None:
    play(match, "choose:4", "buy:2,1", "end")
    play(match, "pass", "end")  # alice; the phase is over, and she chooses next
    play(match, "choose:0", "withdraw:1", "end")

    found = seen_by(match, bob)
    assert found.head == "Since your last turn"
    (row,) = rows(found)
    assert row.startswith("alice passed.")
    assert "Chose “Withdraw money”." in row
    assert row.endswith("Sent 1 worker and withdrew 2 coins.")
    assert "Phase" not in row
    # Nobody has moved since alice did: she's told her own last turn, not the one before it.
    assert rows(seen_by(match, alice)) == [row[:6] + row[row.index("Chose") :].replace("C", "c", 1)]


def test_a_spectator_is_told_the_last_turn_alone(match: Match) -> None:
    play(match, "choose:4", "buy:2,1", "end")
    play(match, "pass", "end")

    (row,) = rows(seen_by(match, None))
    assert row.startswith("alice passed.")


def test_a_round_end_says_what_it_cost_everybody(match: Match, alice: User, bob: User) -> None:
    passes(match, until_round=2)
    for user, names in ((bob, ["You:", "alice:"]), (alice, ["bob:", "You:"])):
        found = seen_by(match, user)
        (end,) = found.reckonings
        assert end.head == "Round 1 ended"
        assert [due.name for due in end.dues] == names
        assert [due.text for due in end.dues] == ["no points lost (all pass tiles flipped)"] * 2
        assert "pass" not in " ".join(row for row in rows(found) if "lose" in row)


def test_it_names_the_tiles_that_cost_points(match: Match, alice: User, bob: User) -> None:
    passes(match, until_round=2, stop_at_last=True)
    state = position(match)
    (last,) = game_of(match).to_act(state)
    state.players[last].flipped, state.players[1 - last].flipped = 0, 2
    keep(match, state)
    play(match, "pass", "end")

    for user in (alice, bob):  # whose own turn ended the round is told as well
        (end,) = seen_by(match, user).reckonings
        assert end.dues[last].text == "−3 points (2 pass tiles not flipped)"
        assert end.dues[1 - last].text == "−1 point (1 pass tile not flipped)"
    assert str(end.then).startswith("Round 2: new tiles, pass tiles flipped back, ")


def test_pass_says_what_it_saves_and_earns(match: Match, alice: User, as_alice: Client) -> None:
    play(match, "choose:4", "buy:2,1", "end")
    address = f"/t/{match.code}/"
    note = "Passing saves 3 points and gives you a crown for this round."
    assert note in as_alice.get(address).content.decode()

    state = position(match)
    state.players[1].flipped = 3
    keep(match, state)

    page = as_alice.get(address).content.decode()
    assert note not in page
    assert "Passing earns nothing now: all your pass tiles are flipped." in page


def test_the_goal_says_who_is_ahead(match: Match, alice: User, bob: User) -> None:
    play(match, "choose:3", "pass", "end")  # the bonus: 2 points

    goal = seen_by(match, alice).goal
    assert goal is not None
    assert goal.aim == "Most points after round 2 wins."
    totals = [sheet.total for sheet in game_of(match).score(position(match))]
    assert totals[0] - totals[1] == 2
    assert goal.standing == "You’re 2 points behind bob."
    assert goal.detail.endswith(f"bob {totals[0]}, you {totals[1]}.")
    leader = seen_by(match, bob).goal
    assert leader is not None
    assert leader.standing == "You lead by 2 points."
    watched = seen_by(match, None).goal
    assert watched is not None
    assert watched.standing == "bob leads by 2 points."


def test_it_says_when_everybody_is_level(match: Match, alice: User) -> None:
    goal = seen_by(match, alice).goal

    assert goal is not None
    assert goal.standing == "You’re level with bob."


def test_the_last_round_is_called_so(alice: User, bob: User) -> None:
    match = start_dealt(alice, bob, options={"rounds": 1})

    goal = seen_by(match, alice).goal
    assert goal is not None
    assert goal.aim == "Last round: most points at its end wins."


def test_headings_say_whom_the_table_waits_for(
    match: Match, as_alice: Client, as_bob: Client
) -> None:
    page = as_alice.get(f"/t/{match.code}/").content.decode()
    assert "Waiting for bob to choose a tile" in page

    page = as_bob.get(f"/t/{match.code}/").content.decode()
    assert "Your turn: choose a tile" in page


def test_it_speaks_french(match: Match, alice: User) -> None:
    play(match, "choose:3", "pass", "end")
    with translation.override("fr"):
        found = seen_by(match, alice)

    (row,) = rows(found)
    assert found.head == "Jusqu’ici"
    assert row.startswith("bob a ")
    assert found.goal is not None
    assert found.goal.standing == "Vous avez 2 points de retard sur bob."


def test_it_costs_a_page_one_or_two_statements(match: Match, as_alice: Client) -> None:
    address = f"/t/{match.code}/"
    before = queries(as_alice, address)  # nothing has happened yet
    play(match, "choose:4", "buy:2,1", "end")

    assert queries(as_alice, address) <= before + 1
    play(match, "pass", "end")
    play(match, "choose:0", "withdraw:1", "end")
    assert queries(as_alice, address) <= before + 2


def test_a_long_list_folds_its_beginning(match: Match, alice: User) -> None:
    play(match, "choose:4", "buy:2,1", "end")
    found = seen_by(match, alice)
    found.deeds = found.deeds * 6

    assert (len(found.older), len(found.latest)) == (2, 4)
