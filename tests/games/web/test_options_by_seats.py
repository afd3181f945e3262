"""What can be chosen may depend on how many play: shown in the form, refused in a sentence."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from engine.cli.main import main
from engine.core.types import Option
from engine.nauticus.game import Nauticus
from games.errors import BadTable
from games.models import Match
from games.refusals import sentence
from games.services.tables import lobby
from games.terms.charter import Charter, charter_of
from games.titles import checks
from games.web.forms import QuickForm, TableForm
from tests.engine.titles.quay.game import Quay
from tests.games.helpers import open_table
from tests.strangers import ours

pytestmark = pytest.mark.django_db

FORM = {
    "title": "quay", "visibility": "public", "first_player": "random", "take_backs": "consent",
    "spectators": "on", "pace": "3",
}  # fmt: skip


@pytest.fixture
def title(quay: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Four play one round more, and never three."""
    rounds = Option("rounds", 2, (1, 2, 3), {4: (4, (2, 4))})
    monkeypatch.setattr(Quay, "options", (rounds,))
    return quay


def test_the_form_offers_all_and_says_what_goes_with_which(title: str, alice: User) -> None:
    field = TableForm(slug=title, user=alice).fields["option_rounds"]

    assert [value for value, _label in field.choices] == ["", "1", "2", "3", "4"]  # type: ignore[attr-defined]
    told = "2 to 3 players: 1, 2, 3 (default: 2). 4 players: 2, 4 (default: 4)."
    assert field.help_text == told


def test_where_only_the_default_differs_it_says_that(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    field = TableForm(slug="nauticus", user=alice).fields["option_rounds"]
    assert field.help_text == "Full match: 4 with 2 players, 5 with 3 to 4 players."

    monkeypatch.setattr(Nauticus, "options", (Option("rounds", 5, (1, 5)),))
    assert TableForm(slug="nauticus", user=alice).fields["option_rounds"].help_text == ""


def test_the_page_shows_it(title: str, as_alice: Client) -> None:
    page = as_alice.get(f"/play/new/?title={title}").content.decode()

    assert "4 players: 2, 4 (default: 4)." in page


@pytest.mark.parametrize(("size", "rounds"), [("4", "3"), ("4", "1"), ("2", "4")])
def test_what_does_not_go_together_is_refused_at_its_field(
    title: str, as_alice: Client, size: str, rounds: str
) -> None:
    answer = as_alice.post("/play/new/", {**FORM, "size": size, "option_rounds": rounds})

    assert answer.status_code == 422
    choices = "2, 4" if size == "4" else "1, 2, 3"
    assert f"With {size} players, choose one of these: {choices}." in answer.content.decode()
    assert not ours(Match).exists()


@pytest.mark.parametrize(
    ("size", "rounds", "played"), [("4", "", 4), ("2", "", 2), ("4", "2", 2), ("3", "3", 3)]
)
def test_what_goes_together_is_played(
    title: str, as_alice: Client, size: str, rounds: str, played: int
) -> None:
    as_alice.post("/play/new/", {**FORM, "size": size, "option_rounds": rounds})

    match = ours(Match).get()
    assert match.options == {"rounds": played}
    full = rounds == ""
    assert charter_of(match, None)[0].text.startswith("A full match") is full


def test_a_small_form_refuses_it_too(title: str) -> None:
    form = QuickForm({"title": title, "size": "4", "option_rounds": "3"})
    usual = QuickForm({"title": title, "size": "", "option_rounds": "4"})

    assert not form.is_valid()
    assert not usual.is_valid()  # without a number it's the smallest table
    assert QuickForm({"title": title, "size": "4", "option_rounds": "4"}).is_valid()


def test_so_does_the_service(title: str, alice: User) -> None:
    with pytest.raises(BadTable) as caught:
        lobby.create(user=alice, charter=Charter(title=title, size=4, options={"rounds": 3}))
    assert (caught.value.field, caught.value.why) == ("options", "wrong-option")
    assert str(sentence(caught.value)) == ("These options aren’t available with this many players.")

    with pytest.raises(BadTable) as caught:
        open_table(alice, title=title, size=7)
    assert (caught.value.field, caught.value.why) == ("size", "wrong-size")


def test_the_command_line_lists_them(
    title: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    main(["titles"])

    told = capsys.readouterr().out
    assert "options rounds 1/2/3 (2) with 2; 1/2/3 (2) with 3; 2/4 (4) with 4\n" in told
    monkeypatch.setattr(Quay, "options", (Option("rounds", 2, (1, 2, 3)),))
    main(["titles"])
    assert "options rounds 1/2/3 (2)\n" in capsys.readouterr().out


@pytest.mark.parametrize("by_seats", [{4: (5, (2, 4))}, {9: (2, (2, 4))}])
def test_a_default_that_cannot_be_chosen_is_an_error(
    by_seats: dict[int, tuple[int, tuple[int, ...]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert checks._words("nauticus") == []
    monkeypatch.setattr(Nauticus, "options", (Option("rounds", 2, (1, 2, 3), by_seats),))

    assert "titles.E016" in [found.id for found in checks._words("nauticus")]
