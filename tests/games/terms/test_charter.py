"""One list of terms: rows, forms, the charter and a rematch follow from it."""

from __future__ import annotations

from dataclasses import fields

import pytest
from django.test import Client

from accounts.models import User
from engine.core.types import Move
from games.models import Match
from games.paces import days
from games.services.tables import invite, lobby
from games.terms.charter import AGAIN, TERMS, Charter, charter_of, same_again, terms_of
from games.web.forms import TableForm
from tests.engine.titles.quay.steps import Storm
from tests.games.helpers import open_table, running


def test_every_term_is_a_column() -> None:
    assert set(TERMS) <= {field.name for field in Match._meta.get_fields()}


def test_what_nobody_says_is_the_same_everywhere() -> None:
    charter, row = Charter(), Match()
    said = [name for name in TERMS if name not in ("title", "size")]  # a row has none by itself
    assert {n: getattr(charter, n) for n in said} == {n: getattr(row, n) for n in said}


@pytest.mark.django_db
def test_every_term_can_be_chosen(alice: User) -> None:
    form = TableForm(user=alice)
    asked = {*form.fields, "rated"}  # once the title is rated

    assert set(TERMS) - asked == {"options", "gates"}  # which have a field for each
    assert [field.name for field in form.option_fields()] == ["option_rounds"]


@pytest.mark.django_db
def test_a_term_has_its_words(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    words = [line.label for line in charter_of(running(alice, bob), None)]

    assert words == [
        "Length", "Clock", "If someone leaves", "Undo", "Who goes first", "Spectators", "Start",
    ]  # fmt: skip
    monkeypatch.setattr("engine.nauticus.game.Nauticus.stage", "rated")
    assert "Rating" in [line.label for line in charter_of(running(alice, bob), None)]
    silent = {field.name for field in fields(Charter) if "words" not in field.metadata}
    assert silent == {"title", "size", "name", "visibility"}  # the page shows them elsewhere


@pytest.mark.django_db
def test_games_with_questions_say_how_long_an_answer_takes(
    quay: str, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = running(alice, bob, title=quay, pace=days(1))
    assert "Answers" not in [line.label for line in charter_of(match, None)]
    monkeypatch.setattr(Storm, "lapse", lambda self, s, f, seat: Move("yield"))

    (line,) = [line for line in charter_of(match, None) if line.label == "Answers"]

    assert line.text == "12 hours to answer"
    assert str(line.more).endswith("we’ll answer for you; you won’t forfeit the match.")
    assert "Answers" not in [line.label for line in charter_of(running(alice, bob), None)]


@pytest.mark.django_db
def test_the_next_table_is_like_this_one_but_for_its_date_and_gates(alice: User) -> None:
    charter = Charter(size=3, pace=days(7), spectators=False, name="Blue hour", gates={"luck": 1})
    match = open_table(alice, **terms_of(charter))

    again = same_again(match)

    assert set(TERMS) - set(AGAIN) == {"start_at", "gates"}
    assert (again.size, again.pace, again.spectators, again.name) == (
        3,
        days(7),
        False,
        "Blue hour",
    )
    assert (again.start_at, again.gates) == (None, {})


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("visibility", "said", "words"),
    [
        ("public", "on", "Anyone can watch"),
        ("link", "on", "Anyone with the link can watch"),
        ("link", "", "None: only the players see the match"),
        ("invited", "on", "None: only the players see the match"),
    ],
)
def test_what_is_said_of_spectators_is_what_holds(
    alice: User, bob: User, client: Client, visibility: str, said: str, words: str
) -> None:
    answers = {
        "title": "nauticus", "size": "2", "pace": "3", "visibility": visibility,
        "first_player": "random", "take_backs": "consent", "spectators": said,
    }  # fmt: skip
    form = TableForm(answers, user=alice)
    assert form.is_valid()
    match = open_table(alice, **terms_of(form.charter()))
    if visibility == "invited":
        invite.by_name(code=match.code, user=alice, name="bob")
    lobby.join(code=match.code, user=bob)
    match.refresh_from_db()

    (line,) = [line for line in charter_of(match, None) if line.label == "Spectators"]

    assert line.text == words
    may_watch = client.get(f"/t/{match.code}/").status_code == 200
    assert may_watch is match.spectators is words.startswith("Anyone")
    listed = f"/t/{match.code}/" in client.get("/matches/").content.decode()
    assert listed is (visibility == "public")
