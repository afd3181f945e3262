from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core import BadRecord, Move
from engine.core.record import LONGEST_RECORD, Line, Note, Ply, Record, Remark, parse, write

TEXT = """\
title nauticus 1
seats 3
option rounds 2
seed 5f0c9b0011223344
# round 1
0 choose:3
0 buy:6,0  # the last one

1 pass clock
! timeout 2
! takeback 57  # agreed by all
! rebase 2 9b12aaaa
! end agreed
2 ?
result 61 58 -4
digest 9b12aaaa
"""


def test_it_reads_every_kind_of_line() -> None:
    record = parse(TEXT)

    assert record == Record(
        "nauticus",
        1,
        3,
        {"rounds": 2},
        "5f0c9b0011223344",
        "",
        [
            Remark("round 1"),
            Ply(0, Move("choose", (3,))),
            Ply(0, Move("buy", (6, 0)), "", "the last one"),
            Remark(),
            Ply(1, Move("pass"), "clock"),
            Note(["timeout", "2"]),
            Note(["takeback", "57"], "agreed by all"),
            Note(["rebase", "2", "9b12aaaa"]),
            Note(["end", "agreed"]),
            Ply(2, None),
        ],
        [61, 58, -4],
        "9b12aaaa",
    )


def test_it_writes_what_it_read() -> None:
    assert write(parse(TEXT)) == TEXT


def test_a_running_record_shows_the_commitment_instead_of_the_seed() -> None:
    text = "title quay 1\nseats 2\ncommitment 00112233\n0 bid:4\n"

    assert parse(text).commitment == "00112233"
    assert write(parse(text)) == text


def test_no_comment_can_smuggle_in_a_ply() -> None:
    lines: list[Line] = [
        Remark("hello\n0 take:3"),
        Ply(0, Move("take", (1,)), "", "well\u2028played\r\n1 take:2"),
        Note(["end", "# agreed\n1 take:1"], "so\nbe it"),
    ]

    text = write(Record("hoist", 1, 2, lines=lines))

    assert text.splitlines()[2:] == [
        "# hello 0 take:3",
        "0 take:1  # well played 1 take:2",
        "! end  agreed 1 take:1  # so be it",
    ]
    assert [line for line in parse(text).lines if isinstance(line, Ply)] == [
        Ply(0, Move("take", (1,)), "", "well played 1 take:2")
    ]


def test_an_empty_comment_is_an_empty_line() -> None:
    text = "title hoist 1\nseats 2\n#\n0 take:1\n#\n1 take:1\n"

    assert parse(write(parse(text))) == parse(text)


def test_spacing_is_forgiven() -> None:
    text = "\n  title hoist 1\nseats 2\n\n0   take:1\n!leave 1\n\n\n"

    assert write(parse(text)) == "title hoist 1\nseats 2\n0 take:1\n! leave 1\n"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("title x 1", "a second 'title' line"),
        ("seats two", "a second 'seats' line"),
        ("option rounds", "option takes 2 words"),
        ("option rounds x", "'x' is not a number"),
        ("option rounds 1\noption rounds 2", "given twice"),
        ("seed xyz", "not in lower-case hex"),
        ("seed", "seed takes 1 words"),
        ("commitment 12", "not in lower-case hex"),
        ("digest -", "not in lower-case hex"),
        ("result 1 2 3", "result takes 2 words"),
        ("result 1 +2", "'+2' is not a number"),
        ("0 take:02", "not a move"),
        ("0", "a ply is"),
        ("0 take clock now", "a ply is"),
        ("0 take:1 whim", "unknown cause 'whim'"),
        ("2 take:1", "there is no seat 2"),
        ("x take:1", "'x' is not a number"),
        ("!", "an empty platform line"),
        ("! timeout", "timeout takes 1 words"),
        ("! timeout 5", "there is no seat 5"),
        ("! takeback soon", "'soon' is not a number"),
        ("! rebase 2", "rebase takes 2 words"),
        ("! rebase 2 zz", "not in lower-case hex"),
        ("digest 00112233\n0 take:1", "nothing may follow the result"),
        ("result 1 2\n! end agreed", "nothing may follow the result"),
    ],
)
def test_a_damaged_record_names_the_line(line: str, problem: str) -> None:
    text = f"title hoist 1\nseats 2\n{line}\n"

    with pytest.raises(BadRecord) as error:
        parse(text)

    assert problem in str(error.value)
    assert error.value.code == "bad-record"
    assert error.value.line == text.count("\n")


@pytest.mark.parametrize("text", ["", "# nothing", "title hoist 1\n"])
def test_a_record_needs_its_head(text: str) -> None:
    with pytest.raises(BadRecord, match="line is missing"):
        parse(text)


def test_a_flood_is_not_read() -> None:
    with pytest.raises(BadRecord, match="too long"):
        parse("x" * (LONGEST_RECORD + 1))
    with pytest.raises(BadRecord, match="line 1"):
        parse("x" * LONGEST_RECORD)  # read, and found to be no record


@given(st.text(alphabet=st.sampled_from("title seats 012 #!?:,-\nsedrulogn"), max_size=80))
def test_it_never_crashes_on_text(text: str) -> None:
    try:
        record = parse("title hoist 1\nseats 2\n" + text)
    except BadRecord:
        return
    assert parse(write(record)) == record
