"""Which faults `make mutate` can put into a piece of code."""

from __future__ import annotations

import pytest

from tools.mutate.operators import candidates
from tools.mutate.source import (
    ARGUMENT,
    BOOLEAN,
    COMPARISON,
    CONSTANT,
    DELETION,
    OPERATORS,
    Mutant,
    Source,
)


def mutants(text: str, *operators: str) -> list[Mutant]:
    found = candidates(Source("harbour/services.py", text))
    return [mutant for mutant in found if mutant.operator in (operators or OPERATORS)]


def mutated(statement: str, *operators: str) -> set[str]:
    """What a statement inside a function may turn into."""
    return {mutant.mutated for mutant in mutants(f"def sail(a, b):\n    {statement}\n", *operators)}


@pytest.mark.parametrize(
    ("statement", "operator", "expected"),
    [
        ("return a < b", COMPARISON, {"return a <= b", "return a >= b"}),
        ("return a >= b", COMPARISON, {"return a > b", "return a < b"}),
        ("return a == b", COMPARISON, {"return a != b"}),
        ("return a is not b", COMPARISON, {"return a is b"}),
        ("return a not in b", COMPARISON, {"return a in b"}),
        ("return 0 < a < b", COMPARISON,
         {"return 0 <= a < b", "return 0 >= a < b", "return 0 < a <= b", "return 0 < a >= b"}),
        ("return a and b", BOOLEAN, {"return a or b", "return True and b", "return a and True"}),
        ("return a or (b)", BOOLEAN,
         {"return a and (b)", "return False or (b)", "return a or (False)"}),
        ("return not (a or b)", BOOLEAN,
         {"return (a or b)", "return not (a and b)", "return not (False or b)",
          "return not (a or False)"}),
        ("return [x for x in a if x]", BOOLEAN, {"return [x for x in a if (not x)]"}),
        ("return True", BOOLEAN, {"return False"}),
        ("return a + 1", CONSTANT, {"return a + 2", "return a + 0"}),
        ("return 0", CONSTANT, {"return 1"}),
        ("return 'ship'", CONSTANT, {'return "mutated"'}),
        ("a.revision += 1", DELETION, {"pass"}),
        ("a.owes = True", DELETION, {"pass"}),
        ("a.send()", DELETION, {"pass"}),
        ("raise b", DELETION, {"pass"}),
        ("a.filter(ply=1, seat=b)", ARGUMENT, {"a.filter(seat=b)", "a.filter(ply=1)"}),
        ("a.load(cargo=b)", ARGUMENT, {"a.load(cargo=None)"}),
        ("a.load(a, b)", ARGUMENT, {"a.load(b, a)"}),
        ("a.save(update_fields=['x', 'y'])", ARGUMENT,
         {"a.save()", "a.save(update_fields=['y'])", "a.save(update_fields=['x'])"}),
    ],
)  # fmt: skip
def test_a_statement_can_go_wrong_in_these_ways(
    statement: str, operator: str, expected: set[str]
) -> None:
    assert mutated(statement, operator) == expected


def test_an_early_return_can_go_missing() -> None:
    text = "def sail(a):\n    if a:\n        return\n    a.go()\n    return a\n"

    deleted = [mutant.original for mutant in mutants(text, DELETION)]

    assert deleted == ["return", "a.go()"]


@pytest.mark.parametrize(
    "statement",
    [
        "a = _('word')",
        "a = ngettext('one', 'many', b)",
        "logger.info('word', extra=a)",
        "raise a.Fault('a sentence for people')",
        "assert a == 1",
        "a: Literal['x', 'y'] = b",
        "'''Only words.'''",
        "a = b",
    ],
)
def test_what_says_nothing_about_behaviour_is_left_alone(statement: str) -> None:
    assert mutated(statement) <= {"pass"} and not mutated(statement, *OPERATORS[:3], ARGUMENT)  # noqa: PT018


def test_a_log_of_the_domain_is_no_log_line() -> None:
    assert mutated("log.note(a, b)") == {"pass", "log.note(b, a)"}
    assert mutated("return cast(Ship, a == b)") == {"return cast(Ship, a != b)"}


def test_decorators_and_annotations_are_left_alone() -> None:
    text = (
        "@keep(times=3)\ndef sail(a: Literal['x'], *, b: int = 7) -> Literal['y']:\n    return a\n"
    )

    assert [mutant.mutated.partition("b: ")[2] for mutant in mutants(text)] == [
        "int = 8) -> Literal['y']:",
        "int = 6) -> Literal['y']:",
    ]


def test_only_the_named_place_changes_also_behind_letters_of_several_bytes() -> None:
    text = 'def sail(a):\n    return "Élan", a > 3, "naïf"\n'
    (mutant,) = (m for m in mutants(text, COMPARISON) if ">=" in m.mutated)

    assert mutant.applied(text) == text.replace("a > 3", "a >= 3")
    assert mutant.function == "sail"
    assert mutant.line == 2


def test_every_mutant_can_be_compiled_and_differs() -> None:
    text = "def sail(a, b):\n    return a.load(\n        (b),\n        key=((1,)),\n    )\n"

    found = mutants(text)

    assert found
    for mutant in found:
        compile(mutant.applied(text), "harbour", "exec")
        assert mutant.applied(text) != text


def test_a_constant_of_the_module_is_watched_where_it_is_used() -> None:
    text = "MOST = 5\n\n\ndef full(a):\n    return a >= MOST\n\n\ndef other(a):\n    return a\n"
    (mutant,) = (m for m in mutants(text, CONSTANT) if "6" in m.mutated)

    assert mutant.lines == (5,)


def test_a_field_of_a_class_is_watched_wherever_the_module_does_something() -> None:
    text = "class Ship:\n    size: int = 5\n\n\ndef full(a, size):\n    size()\n    return a.size\n"

    assert {mutant.lines for mutant in mutants(text, CONSTANT)} == {(6, 7)}


def test_a_condition_is_watched_in_its_own_lines_alone() -> None:
    text = "def sail(a):\n    if a == 1:\n        a.go()\n    return a\n"
    (mutant,) = mutants(text, COMPARISON)

    assert mutant.lines == (2,)
