"""Who won and by what, told where the match was played."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match
from games.results.verdict import Verdict, verdict
from tests.games.helpers import running

pytestmark = pytest.mark.django_db
Lines = dict[str, int]


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    return running(alice, bob)


def ended(match: Match, **results: tuple[int, int, Lines, list[int]]) -> Match:
    """Finished with these places, scores, lines and tie-breaks, by name."""
    for seat in match.seats.select_related("user"):
        place, score, lines, ties = results[seat.user.username]  # type: ignore[union-attr]
        seat.place, seat.score, seat.sheet = place, score, {"lines": lines, "tiebreaks": ties}
        seat.save()
    match.status = Match.Status.FINISHED
    match.save()
    return Match.objects.get(pk=match.pk)


def test_it_says_by_how_much_and_where(match: Match, alice: User, bob: User) -> None:
    done = ended(
        match,
        alice=(1, 45, {"track": 20, "goods": 5, "ships": 20}, [0]),
        bob=(2, 38, {"track": 22, "goods": 8, "ships": 8}, [0]),
    )
    by = "Biggest lead over bob: “Ships completed”, 20 to 8."

    assert verdict(done) == Verdict("alice won by 7 points", by)
    assert verdict(done, done.seats.get(user=bob)) == Verdict("alice won by 7 points", by)
    assert verdict(done, done.seats.get(user=alice)) == Verdict("You won by 7 points", by)


def test_equal_points_are_told_apart(match: Match) -> None:
    done = ended(match, alice=(1, 40, {"track": 40}, [2, 9]), bob=(2, 40, {"track": 40}, [1, 9]))

    found = verdict(done)
    assert found is not None
    assert found.head == "alice won on the tie-break"
    assert "coins left over, 2 to 1" in found.by


def test_a_shared_place_is_called_so(match: Match) -> None:
    done = ended(match, alice=(1, 40, {"track": 40}, [1, 9]), bob=(1, 40, {"track": 40}, [1, 9]))

    found = verdict(done)
    assert found is not None
    assert set(found.head.removesuffix(" share first place").split(" and ")) == {"alice", "bob"}


def test_whoever_left_lost_whatever_the_score(match: Match) -> None:
    match.seats.filter(user__username="bob").update(autopilot=True)
    done = ended(match, alice=(1, 12, {"track": 12}, [0]), bob=(2, 30, {"track": 30}, [0]))

    assert verdict(done) == Verdict("alice won", "Left the match: bob.")


def test_the_page_says_it_to_each(match: Match, as_alice: Client, as_bob: Client) -> None:
    assert verdict(match) is None  # still running
    ended(match, alice=(1, 45, {"ships": 20}, [0]), bob=(2, 44, {"ships": 8}, [0]))

    assert "You won by 1 point\n" in as_alice.get(f"/t/{match.code}/").content.decode()
    assert "alice won by 1 point\n" in as_bob.get(f"/t/{match.code}/").content.decode()
