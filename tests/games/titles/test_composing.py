"""What was filled in, as a move; and a form as controls, whatever its fields are."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import Field, Form, IllegalMove, Move, WhyNot, by_key
from engine.core.forms import SET
from games.errors import BadForm
from games.refusals import refusal
from games.selectors.scenes import Attempt
from games.titles.composing import move_of, said_of
from games.titles.forms import Composed, Control, laid_out
from games.titles.registry import presenter_of
from tests.engine.core.hoist import Hoist, Turn

ALL = Form(
    "lay",
    (
        Field("tile", 2, 9),
        Field("pay", -900, 900),
        Field("seat", 1, 7, kind=SET),
        Field("card", 0, 39, least=0, most=2, rising=True, choices=(3, 7, 12)),
        Field("want", 1, 31, kind=SET, least=1, most=2),
        Field("way", 0, 3, least=0, most=2),
        Field("place", 0, 7, like="card"),
    ),
    composed=True,
)
ROWS = Form("go", (Field("way", 0, 3, least=1, most=3), Field("toll", 0, 99, like="way")))
FAR = Form("far", (Field("sea", 0, 500, least=1, most=2, rising=True), Field("side", 0, 1)))


class Laying(Turn):
    verbs = ("take", "lay", "go", "far")
    forms = (ALL, ROWS, FAR)


class Layer(Hoist):
    steps = by_key(Laying())


GAME = Layer()
SOUND = {
    "lay.tile": ["4"],
    "lay.pay": ["−20"],
    "lay.seat": ["2", "0"],
    "lay.card": ["12", "3"],
    "lay.want.0": ["0", "4"],
    "lay.way.1": ["2"],
    "lay.place.3": ["5"],
    "lay.place.12": ["6"],
}


def built(verb: str, **typed: Sequence[str]) -> Move:
    return move_of(GAME, Attempt(verb, typed))


def test_every_kind_of_field_is_read() -> None:
    move = built("lay", **SOUND)

    assert ALL.read(move) == {
        "tile": [4],
        "pay": [-20],
        "seat": [0b101],
        "card": [3, 12],
        "want": [0b10001],
        "way": [2],
        "place": [5, 6],
    }
    assert ALL.fault(move) is None


def test_empty_rows_are_left_out() -> None:
    typed = {**SOUND, "lay.want.0": [""], "lay.want.1": ["1"], "lay.way.1": [" "]}
    typed |= {"lay.place.3": [""], "lay.place.12": [], "lay.place.7": ["1"]}

    values = ALL.read(built("lay", **typed))

    assert values["want"] == [0b00010]
    assert values["way"] == []
    assert values["place"] == []  # of card 7, which wasn't chosen, nothing is asked


def test_what_belongs_to_a_row_goes_with_it() -> None:
    typed = {"go.way.0": ["3"], "go.way.1": [""], "go.way.2": ["0"]}
    tolls = {"go.toll.0": ["50"], "go.toll.1": ["60"], "go.toll.2": ["70"]}

    assert ROWS.read(built("go", **typed, **tolls)) == {"way": [3, 0], "toll": [50, 70]}


def test_half_a_list_is_for_the_rules_to_refuse() -> None:
    move = built("lay", **{**SOUND, "lay.place.3": [""]})

    assert ALL.fault(move) == WhyNot("", "wrong-count", {"want": 12, "got": 11})


@pytest.mark.parametrize(
    ("typed", "why", "key"),
    [
        ({"lay.tile": []}, "missing", "tile"),
        ({"lay.tile": [""]}, "missing", "tile"),
        ({"lay.seat": []}, "missing", "seat"),
        ({"lay.tile": ["four"]}, "no-number", "tile"),
        ({"lay.tile": ["4.5"]}, "no-number", "tile"),
        ({"lay.tile": ["٤"]}, "no-number", "tile"),
        ({"lay.pay": ["1" * 10]}, "no-number", "pay"),
        ({"lay.card": ["3", "x"]}, "no-number", "card"),
        ({"lay.seat": ["1", "1e3"]}, "no-number", "seat"),
        ({"lay.place.3": ["-"]}, "no-number", "place"),
        ({"lay.tile": ["4", "5"]}, "too-many", "tile"),
        ({"lay.card": ["3", "7", "12"]}, "too-many", "card"),
        ({"lay.way.0": ["1", "2"]}, "too-many", "way"),
    ],
)
def test_what_is_no_number_or_too_many_is_refused(
    typed: dict[str, list[str]], why: str, key: str
) -> None:
    with pytest.raises(BadForm) as refused:
        built("lay", **{**SOUND, **typed})

    assert (refused.value.why, refused.value.key, refused.value.status) == (why, key, 422)


@pytest.mark.parametrize("thing", ["3", "999999999", "-1"])
def test_a_set_holds_only_what_there_is(thing: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        built("lay", **{**SOUND, "lay.seat": [thing]})

    assert refused.value.why == WhyNot("", "no-such-seat", {"seat": int(thing)})


def test_an_unknown_verb_is_refused() -> None:
    for verb in ("sing", "", "take", "Lay"):
        with pytest.raises(IllegalMove) as refused:
            built(verb)
        assert refused.value.why.code == "unknown-verb"


@given(st.integers(0, 10**6), st.sampled_from([ALL, ROWS, FAR]))
def test_filling_in_a_move_makes_the_same_move(luck: int, form: Form) -> None:
    move = form.draw(Random(luck))

    assert move_of(GAME, said_of(form, move)) == move


def test_a_guide_fills_it_in_unless_somebody_was_refused() -> None:
    best = built("lay", **SOUND)
    found = laid_out(Worded(), ALL, ["Ann", "Ben", "Cleo"], None, best)
    assert (found.best, found.open, found.refused) == (True, True, False)
    assert [p.value for p in by_name(found)["lay.card"].picks if p.chosen] == ["3", "12"]
    assert by_name(found)["lay.pay"].value == "-20"

    refused = laid_out(Worded(), ALL, ["Ann", "Ben", "Cleo"], Attempt("lay"), best)
    assert (refused.best, refused.open, refused.refused) == (False, True, True)
    other = laid_out(Worded(), ROWS, [], None, best)
    assert not other.open


def test_refusals_name_the_field(barter: str) -> None:
    def told(why: str, key: str) -> str:
        return refusal(barter, BadForm(why, "call", key, 2)).text

    assert told("missing", "seat") == "Fill in “To”."
    assert told("no-number", "card") == "“Cards you give” must be a whole number."
    assert told("too-many", "want") == "“For a card of”: choose no more than 2."


def test_reasons_of_the_core_are_worded(barter: str) -> None:
    def told(code: str, **params: int) -> str:
        return presenter_of(barter).why_not(WhyNot("", code, params)).text

    assert told("wrong-length", least=1, most=2, got=3) == (
        "Choose at least 1 and at most 2. You chose 3."
    )
    assert (
        told("wrong-count", want=1, got=2) == "This move is incomplete or contains something extra."
    )
    assert told("not-rising", first=2, second=1).startswith("List each item only once")
    assert told("no-such-want", want=99) == "That doesn’t exist in this game."
    assert told("no-such-seat", seat=1) == "You can't offer that to yourself."  # the title's own


# -- as controls ----------------------------------------------------------------------------------


class Worded:
    def form_label(self, form: Form) -> str:
        return form.verb.upper()

    def field_label(self, form: Form, field: Field) -> str:
        return field.key.upper()

    def value_label(self, form: Form, field: Field, number: int, names: Sequence[str]) -> str:
        return names[number] if field.key == "seat" else f"{field.key} {number}"


def shown(form: Form, said: Attempt | None = None) -> Composed:
    return laid_out(Worded(), form, ["Ann", "Ben", "Cleo"], said)


def by_name(found: Composed) -> dict[str, Control]:
    return {control.name: control for control in found.controls}


def test_each_field_gets_controls_that_fit() -> None:
    found = by_name(shown(ALL))

    assert {name: control.kind for name, control in found.items()} == {
        "lay.tile": "select",
        "lay.pay": "number",
        "lay.seat": "checks",
        "lay.card": "checks",
        "lay.want.0": "checks",
        "lay.want.1": "checks",
        "lay.way.0": "select",
        "lay.way.1": "select",
        "lay.place.3": "select",
        "lay.place.7": "select",
        "lay.place.12": "select",
    }
    assert [pick.label for pick in found["lay.seat"].picks] == ["Ann", "Ben", "Cleo"]
    assert found["lay.card"].hint == "Choose up to 2"
    assert (found["lay.want.0"].hint, found["lay.want.1"].hint) == ("", "Optional")
    assert found["lay.want.1"].label == "WANT (2 of 2)"
    assert found["lay.place.7"].label == "PLACE: card 7"
    assert (found["lay.pay"].low, found["lay.pay"].high, found["lay.pay"].value) == (-900, 900, "0")
    assert not any(pick.chosen for control in found.values() for pick in control.picks)


def test_names_and_ids_are_used_once() -> None:
    for form in (ALL, ROWS, FAR):
        controls = shown(form).controls
        ids = [control.id for control in controls]
        ids += [pick.id for control in controls for pick in control.picks]
        assert len(ids) == len(set(ids))


def test_rows_and_what_belongs_to_them() -> None:
    found = by_name(shown(ROWS))

    assert [found[f"go.way.{row}"].hint for row in range(3)] == ["", "Optional", "Optional"]
    assert found["go.way.0"].kind == "radio"
    assert found["go.toll.2"].kind == "number"
    assert found["go.toll.2"].label == "TOLL (3 of 3)"


def test_many_numbers_are_typed_and_few_are_seen() -> None:
    sea_one, sea_two, side = shown(FAR).controls

    assert (sea_one.kind, sea_two.kind, side.kind) == ("number", "number", "radio")
    assert sea_one.name == sea_two.name == "far.sea"
    assert built("far", **{"far.sea": ["400", "7"], "far.side": ["1"]}) == Move(
        "far", (2, 7, 400, 1)
    )


def test_a_single_choice_is_made_and_nothing_is_asked_of_nothing() -> None:
    narrow = ALL.narrowed(tile=[5], card=(), want=())
    found = by_name(shown(narrow))

    assert found["lay.tile"].picks[0].chosen
    assert {"lay.card", "lay.want.0", "lay.place.3"}.isdisjoint(found)
    exactly = Form("do", (Field("card", 0, 9, least=2, most=2, rising=True),))
    assert shown(exactly).controls[0].hint == "Choose 2"
    all_of_them = Form("do", (Field("card", 0, 1, least=0, most=2, rising=True),))
    assert shown(all_of_them).controls[0].hint == ""


def test_what_was_typed_is_shown_again() -> None:
    typed = {**SOUND, "lay.pay": ["lots"], "lay.card": ["3", "12", "x"]}
    found = shown(ALL, Attempt("lay", typed))

    assert found.open
    assert found.refused
    controls = by_name(found)
    assert controls["lay.pay"].value == "lots"
    assert [p.value for p in controls["lay.card"].picks if p.chosen] == ["3", "12"]
    assert [p.value for p in controls["lay.want.0"].picks if p.chosen] == ["0", "4"]
    assert [p.value for p in controls["lay.place.12"].picks if p.chosen] == ["6"]
    seas = shown(FAR, Attempt("far", {"far.sea": ["7", "400"]})).controls
    assert [seas[0].value, seas[1].value] == ["7", "400"]
    assert shown(FAR, Attempt("far")).controls[0].value == ""


def test_an_attempt_at_another_form_is_none_at_this() -> None:
    found = shown(ALL, Attempt("go", {"lay.tile": ["4"]}))

    assert not found.open
    assert not any(pick.chosen for control in found.controls for pick in control.picks)
