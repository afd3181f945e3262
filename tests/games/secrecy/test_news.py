"""What is sent to players has something in it, so that comparing it proves something.

The comparison itself is made with everything else, in `test_secrecy`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from games.models import Match
from games.selectors.positions import game_of, position
from notices import kinds
from tests.games.quay_table import LUCKY, deal, person, until
from tests.games.secrecy.told import HAPPENS
from tests.games.secrecy.twins import NOTHING, SENT, Answers, Reader, quiet_site, served

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quay", "_quiet")]


@pytest.fixture
def _quiet() -> Iterator[None]:
    with quiet_site():
        yield


@pytest.fixture
def match() -> Match:
    found = deal()
    until(found, "haul", random.Random(LUCKY))
    return found


def owing(match: Match) -> int:
    return int(game_of(match).to_act(position(match))[0])


def sent_to(match: Match, number: int, names: tuple[str, ...] = SENT) -> Answers:
    return served(match, Reader(number, person(match, number)), names, NOTHING)


def test_every_kind_of_news_about_matches_is_compared() -> None:
    """A kind that is new here wants a row in `HAPPENS`: how it comes about."""
    ours = {kind.key for kind in kinds.every() if kind.compose.__module__.startswith("games.")}

    assert ours == {key for kinds in HAPPENS.values() for key in kinds}


def test_all_of_it_is_told_by_every_channel(match: Match) -> None:
    told = sent_to(match, owing(match))

    expected = [f"{one.__name__} {key} " for one, keys in HAPPENS.items() for key in keys]
    for lines in (told["turn_mail"] + told["letters"], told["pushes"], told["webhooks"]):
        assert len(lines) == len(expected)
        for line, start in zip(lines, expected, strict=True):
            assert line.startswith(start)
            assert not line.endswith("nothing")
    site = "".join(told["bell"])
    for words in ("It’s your turn in Quay", "Half your time", "mentioned you", "left Quay"):
        assert words in site


def test_the_turn_mail_has_all_that_could_give_something_away(match: Match) -> None:
    (mail,) = sent_to(match, owing(match), ("turn_mail",))["turn_mail"]

    for part in (r"\x89PNG", "Since your last turn", "Take your turn", "/go/", "References"):
        assert part in mail, part


def test_who_waits_gets_no_turn_mail(match: Match) -> None:
    """A turn taken long ago is no news any more."""
    (told,) = sent_to(match, (owing(match) + 1) % 3, ("turn_mail",))["turn_mail"]

    assert told == "called turn Verdict(reason='already moved', later=None) nothing"
