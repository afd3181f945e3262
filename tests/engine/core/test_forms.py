"""Every kind of field, read and written; and what is no move of a verb at all."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import Field, Form, Move, WhyNot
from engine.core.forms import SET, Values

ONE = Field("tile", 2, 9)
HAND = Field("card", 0, 39, least=0, most=3, rising=True)
WANTS = Field("want", 1, 31, kind=SET, least=1, most=2)
TAIL = Field("berth", 0, 4, least=1, most=3, tail=True)
LIKE = Field("place", 0, 7, like="card")

OFFER = Form("offer", (ONE, HAND, WANTS), composed=True)
SAIL = Form("sail", (ONE, TAIL))
LAY = Form("lay", (HAND, LIKE))


def test_numbers_follow_each_other_and_lists_say_how_many() -> None:
    values: Values = {"tile": [4], "card": [3, 7], "want": [5]}

    assert OFFER.write(values) == Move("offer", (4, 2, 3, 7, 1, 5))
    assert OFFER.read(Move("offer", (4, 2, 3, 7, 1, 5))) == values
    assert OFFER.write({"tile": [4]}) == Move("offer", (4, 0, 0))


def test_the_rest_of_a_move_needs_no_length() -> None:
    assert SAIL.write({"tile": [2], "berth": [1, 1, 0]}) == Move("sail", (2, 1, 1, 0))
    assert SAIL.read(Move("sail", (2, 4))) == {"tile": [2], "berth": [4]}


def test_as_many_as_in_another_list_or_none() -> None:
    full: Values = {"card": [3, 7], "place": [0, 5]}
    assert LAY.read(LAY.write(full)) == full
    assert LAY.read(Move("lay", (2, 3, 7))) == {"card": [3, 7], "place": []}
    assert LAY.fault(Move("lay", (2, 3, 7, 0))) == WhyNot("", "wrong-count", {"want": 5, "got": 4})
    assert LAY.fault(Move("lay", (1, 3, 7, 0))) == WhyNot("", "wrong-count", {"want": 3, "got": 4})


@pytest.mark.parametrize(
    ("form", "args", "code", "params"),
    [
        (OFFER, (), "wrong-count", {"want": 1, "got": 0}),
        (OFFER, (4,), "wrong-count", {"want": 2, "got": 1}),
        (OFFER, (4, 2, 3), "wrong-count", {"want": 4, "got": 3}),
        (OFFER, (4, 0, 1, 5, 5), "wrong-count", {"want": 4, "got": 5}),
        (OFFER, (4, 4, 1, 2, 3, 4, 1, 5), "wrong-length", {"least": 0, "most": 3, "got": 4}),
        (OFFER, (4, -1, 1, 5), "wrong-length", {"least": 0, "most": 3, "got": -1}),
        (OFFER, (4, 0, 0), "wrong-length", {"least": 1, "most": 2, "got": 0}),
        (OFFER, (1, 0, 1, 5), "no-such-tile", {"tile": 1}),
        (OFFER, (10, 0, 1, 5), "no-such-tile", {"tile": 10}),
        (OFFER, (4, 1, 40, 1, 5), "no-such-card", {"card": 40}),
        (OFFER, (4, 0, 1, 0), "no-such-want", {"want": 0}),
        (OFFER, (4, 2, 7, 3, 1, 5), "not-rising", {"first": 7, "second": 3}),
        (OFFER, (4, 2, 7, 7, 1, 5), "not-rising", {"first": 7, "second": 7}),
        (SAIL, (2,), "wrong-count", {"want": 2, "got": 1}),
        (SAIL, (2, 0, 0, 0, 0), "wrong-count", {"want": 4, "got": 5}),
        (SAIL, (2, 5), "no-such-berth", {"berth": 5}),
        (Form("pass"), (1,), "wrong-count", {"want": 0, "got": 1}),
    ],
)
def test_what_is_no_move_of_a_verb_is_named(
    form: Form, args: tuple[int, ...], code: str, params: dict[str, int]
) -> None:
    assert form.fault(Move(form.verb, args)) == WhyNot("", code, params)


def test_a_well_formed_move_has_no_fault() -> None:
    assert OFFER.fault(Move("offer", (4, 2, 3, 7, 1, 5))) is None
    assert SAIL.fault(Move("sail", (2, 4, 4, 4))) is None
    assert LAY.fault(Move("lay", (2, 3, 7, 5, 5))) is None
    assert Form("pass").fault(Move("pass")) is None


def test_reading_is_for_well_formed_moves() -> None:
    with pytest.raises(AssertionError, match="offer:4 is not well-formed"):
        OFFER.read(Move("offer", (4,)))


def test_only_exactly_one_number_is_no_list() -> None:
    assert not ONE.is_list
    assert all(field.is_list for field in (HAND, WANTS, TAIL, LIKE))
    assert Field("card", 0, 9, least=2, most=2).is_list
    assert Field("card", 0, 9, tail=True).is_list


def test_what_can_be_chosen_is_everything_unless_narrowed() -> None:
    assert ONE.offered() == (2, 3, 4, 5, 6, 7, 8, 9)
    assert WANTS.offered() == (0, 1, 2, 3, 4)

    narrow = OFFER.narrowed(card=[7, 3], want=())

    assert [field.choices for field in narrow.fields] == [None, (7, 3), ()]
    assert narrow.fields[1].offered() == (7, 3)
    assert (narrow.verb, narrow.composed) == ("offer", True)
    # It's written in the same way, and what wasn't offered is still well-formed.
    assert narrow.fault(Move("offer", (4, 1, 9, 1, 5))) is None


def test_a_form_is_narrowed_by_its_own_fields() -> None:
    with pytest.raises(AssertionError, match="offer has no field"):
        OFFER.narrowed(berth=[1])


@pytest.mark.parametrize("form", [OFFER, SAIL, LAY, Form("pass")], ids=lambda form: form.verb)
def test_what_is_drawn_is_well_formed(form: Form) -> None:
    drawn = {form.draw(Random(seed)) for seed in range(200)}

    assert [move for move in drawn if form.fault(move) is not None] == []
    assert len(drawn) > 20 or not form.fields


def test_drawing_keeps_to_what_makes_sense() -> None:
    form = OFFER.narrowed(tile=[5], card=[1, 2], want=[3, 4])

    for seed in range(100):
        values = form.read(form.draw(Random(seed)))
        assert values["tile"] == [5]
        assert set(values["card"]) <= {1, 2}
        assert values["card"] == sorted(values["card"])
        assert set(values["want"]) <= {0b01000, 0b10000, 0b11000}


def test_both_ways_to_fill_a_list_like_another_are_drawn() -> None:
    drawn = [LAY.read(LAY.draw(Random(seed))) for seed in range(50)]

    assert {len(values["place"]) for values in drawn if len(values["card"]) == 3} == {0, 3}


def test_nothing_is_drawn_where_there_is_nothing_to_choose() -> None:
    """Such a move may be faulty; the rules will say so."""
    form = Form("give", (Field("card", 0, 9, choices=()),))
    assert form.draw(Random(1)) == Move("give")
    nowhere = LAY.narrowed(place=())
    assert {nowhere.draw(Random(seed)).args[0] for seed in range(20)} == {0, 1, 2, 3}
    pile = Form("give", (Field("card", 0, 9, least=2, most=2, rising=True, choices=(3,)),))
    assert pile.read(Move("give", (2, 1, 2))) == {"card": [1, 2]}
    assert pile.draw(Random(1)) == Move("give", (1, 3))


def numbers(field: Field, count: int) -> st.SearchStrategy[list[int]]:
    one = st.integers(field.low, field.high)
    if field.rising:
        return st.lists(one, min_size=count, max_size=count, unique=True).map(sorted)
    return st.lists(one, min_size=count, max_size=count)


@st.composite
def filled(draw: st.DrawFn) -> tuple[Form, Values]:
    """A form of any fields, and sound numbers for it."""
    fields: list[Field] = []
    values: Values = {}
    for index in range(draw(st.integers(0, 4))):
        low = draw(st.integers(-3, 3))
        least = draw(st.integers(0, 2))
        field = Field(
            f"f{index}",
            low,
            low + draw(st.integers(4, 9)),
            least=least,
            most=least + draw(st.integers(0, 2)),
            rising=draw(st.booleans()),
        )
        fields.append(field)
        values[field.key] = draw(numbers(field, draw(st.integers(field.least, field.most))))
    last = draw(st.sampled_from(["", "tail", "like"]))
    if last == "tail":
        rest = Field("rest", 0, 9, least=0, most=3, tail=True)
        fields.append(rest)
        values["rest"] = draw(numbers(rest, draw(st.integers(0, 3))))
    elif last == "like" and fields:
        rest = Field("rest", 0, 9, like=fields[0].key)
        fields.append(rest)
        count = len(values[fields[0].key]) if draw(st.booleans()) else 0
        values["rest"] = draw(numbers(rest, count))
    return Form("do", tuple(fields)), values


@given(filled())
def test_what_is_written_is_read(case: tuple[Form, Values]) -> None:
    form, values = case
    move = form.write(values)

    assert form.fault(move) is None
    assert form.read(move) == values
    assert form.write(form.read(move)) == move
