"""A title says what its options mean: how long, how short, what the ladder counts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.errors import BadTable
from games.models import Match
from games.services.tables import lobby
from games.statistics import statistics_of
from games.templatetags.games_pages import length_of
from games.terms.charter import Charter, charter_of
from games.titles import registry
from games.titles.facts import Setting, Title
from games.titles.registry import title_of
from tests.engine.titles.quay.game import Quay

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quay")]


def tides(n: int) -> str:
    return f"{n} tides"


@pytest.fixture
def say(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Give the test title facts of its own."""
    told = registry._part

    def facts(**choice: Any) -> Title:
        title = Title(slug="quay", name="Quay", options={"rounds": Setting("Tides", **choice)})

        def part(package: str, name: str) -> Any:
            own = (package, name) == ("games.titles.quay", "facts")
            return SimpleNamespace(FACTS=title) if own else told(package, name)

        monkeypatch.setattr(registry, "_part", part)
        return title

    return facts


def table(user: User, **charter: Any) -> Match:
    return lobby.create(user=user, charter=Charter(title="quay", **charter))


def test_the_ladder_counts_full_matches_and_what_the_title_adds(
    alice: User, say: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Quay, "stage", "rated")
    say(rated=(3,))

    assert table(alice, rated=True).rated
    assert table(alice, rated=True, options={"rounds": 3}).rated
    with pytest.raises(BadTable) as caught:
        table(alice, rated=True, options={"rounds": 1})
    assert (caught.value.field, caught.value.why) == ("rated", "only-full-matches")


def test_a_title_says_what_makes_a_match_short(say: Any) -> None:
    assert title_of("quay").short == {}  # nobody said
    say(short=1)
    assert title_of("quay").short == {"rounds": 1}
    assert title_of("nauticus").short == {"rounds": 1}


def test_lists_count_what_the_title_counts(alice: User, say: Any) -> None:
    full, other = table(alice), table(alice, options={"rounds": 3})

    assert [length_of(full), length_of(other)] == ["full match", "variant"]
    assert [charter_of(full, None)[0].text, charter_of(other, None)[0].text] == [
        "A full match",
        "A variant",
    ]
    assert [(line.label, line.text) for line in charter_of(other, None)][1] == ("Rounds", "3")
    say(amount=tides)
    assert [length_of(full), length_of(other)] == ["2 tides", "3 tides"]
    lines = [charter_of(match, None)[0].text for match in (full, other)]
    assert lines == ["A full match, 2 tides", "3 tides"]
    assert charter_of(other, None)[1].label == "Clock"  # the length is told once


def test_the_form_calls_an_option_as_the_title_does(as_alice: Client, say: Any) -> None:
    say()
    page = as_alice.get("/play/new/?title=quay").content.decode()
    assert "Tides" in page
    assert '<option value="" selected>Default</option>' in page
    say(amount=tides)
    page = as_alice.get("/play/new/?title=quay").content.decode()
    assert '<option value="" selected>Full match</option>' in page


def test_statistics_tell_of_full_matches(alice: User) -> None:
    for rounds in (2, 3):
        match = table(alice, options={"rounds": rounds})
        match.seats.update(score=rounds, place=1)
        Match.objects.filter(pk=match.pk).update(status="finished", ended="played")

    (line,) = statistics_of("quay").sizes
    assert (line.matches, line.best) == (1, 2)


def test_nauticus_counts_rounds(alice: User) -> None:
    """What people see of ours stays as it is."""
    match = lobby.create(user=alice, charter=Charter(size=2))
    assert length_of(match) == "4 rounds"
    length = charter_of(match, None)[0]
    assert (length.text, length.more) == (
        "A full match, 4 rounds", "About 45 minutes if everyone is online.",
    )  # fmt: skip
    short = lobby.create(user=alice, charter=Charter(size=2, options={"rounds": 1}))
    assert (length_of(short), charter_of(short, None)[0].text) == ("1 round", "1 round")
