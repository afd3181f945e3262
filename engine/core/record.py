"""The record of a match as text: one line per ply, readable, comparable, complete.

`docs/records.md` defines the notation. This module reads and writes it; `replay.py` plays it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from engine.core.errors import BadNotation, BadRecord
from engine.core.types import Move, Seat, parse_move

# Why a ply was played when it was not the player who chose it there and then.
CAUSES: Final = ("order", "autopilot", "clock", "bot")

# Records come from strangers too: refuse what no match can be before reading it all.
LONGEST_RECORD: Final = 1_000_000

MASKED: Final = "?"  # a secret move in the record of a running match

_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,8})")
_HEX = re.compile(r"[0-9a-f]{8,128}")


@dataclass
class Ply:
    seat: Seat
    move: Move | None  # None: masked
    cause: str = ""
    comment: str = ""
    outline: Move | None = None  # of a masked one: what everybody may read of it


@dataclass
class Remark:
    """A comment or an empty line, kept so that a record can be rewritten without loss."""

    text: str = ""


@dataclass
class Note:
    """A platform line: what happened to the match rather than in it."""

    words: list[str]
    comment: str = ""


Line: TypeAlias = Ply | Remark | Note


@dataclass
class Record:
    title: str = ""
    version: int = 0
    seats: int = 0
    options: dict[str, int] = field(default_factory=dict)
    seed: str = ""  # empty while the match runs
    commitment: str = ""  # what is published instead of the seed
    lines: list[Line] = field(default_factory=list)
    result: list[int] = field(default_factory=list)  # total per seat, empty: not over
    digest: str = ""


def write(record: Record) -> str:
    """The canonical text."""
    out = [f"title {record.title} {record.version}", f"seats {record.seats}"]
    out += [f"option {key} {value}" for key, value in record.options.items()]
    if record.seed:
        out.append(f"seed {record.seed}")
    if record.commitment:
        out.append(f"commitment {record.commitment}")
    out += [_line(line) for line in record.lines]
    if record.result:
        out.append("result " + " ".join(map(str, record.result)))
    if record.digest:
        out.append(f"digest {record.digest}")
    return "\n".join(out) + "\n"


def _line(line: Line) -> str:
    if isinstance(line, Remark):
        text = _plain(line.text)
        return f"# {text}" if text else ""
    if isinstance(line, Note):
        text = "! " + " ".join(_plain(word).replace("#", "") for word in line.words)
    else:
        text = f"{line.seat} {masked(line.outline) if line.move is None else line.move}"
        if line.cause:
            text += f" {line.cause}"
    return f"{text}  # {_plain(line.comment)}" if line.comment else text


def masked(outline: Move | None) -> str:
    """A move its reader may not read: what is public of it, behind a question mark."""
    return MASKED if outline is None else f"{MASKED}{outline}"


def _plain(text: str) -> str:
    """On one line: a comment with a line break in it must not become a ply."""
    return " ".join(text.split())


def parse(text: str) -> Record:
    """Read a record. Raises `BadRecord` with the number of the first line that is wrong."""
    if len(text) > LONGEST_RECORD:
        raise BadRecord("far too long for a record")
    record = Record()
    seen: set[str] = set()
    for number, full in enumerate(text.splitlines(), 1):
        body, _, comment = full.partition("#")
        words = body.split()
        comment = _plain(comment)
        if not words:
            # Space above the first line and below the last belongs to the file, not the record.
            if comment or record.lines:
                record.lines.append(Remark(comment))
            continue
        if words[0] in _HEADERS:
            if words[0] in seen and words[0] != "option":
                raise BadRecord(f"a second {words[0]!r} line", number)
            seen.add(words[0])
            _HEADERS[words[0]](record, words[1:], number)
        elif "result" in seen or "digest" in seen:
            raise BadRecord("nothing may follow the result", number)
        elif words[0].startswith("!"):
            record.lines.append(Note(_note(words, record, number), comment))
        else:
            record.lines.append(_ply(words, record, number, comment))
    for key in ("title", "seats"):
        if key not in seen:
            raise BadRecord(f"the {key!r} line is missing")
    while record.lines and record.lines[-1] == Remark():
        record.lines.pop()
    return record


def _integer(word: str, number: int) -> int:
    if not _NUMBER.fullmatch(word):
        raise BadRecord(f"{word[:40]!r} is not a number", number)
    return int(word)


def _hex(word: str, number: int) -> str:
    if not _HEX.fullmatch(word):
        raise BadRecord(f"{word[:40]!r} is not in lower-case hex", number)
    return word


def _exactly(words: list[str], count: int, what: str, number: int) -> list[str]:
    if len(words) != count:
        raise BadRecord(f"{what} takes {count} words, not {len(words)}", number)
    return words


def _title(record: Record, words: list[str], number: int) -> None:
    record.title, version = _exactly(words, 2, "title", number)
    record.version = _integer(version, number)


def _seats(record: Record, words: list[str], number: int) -> None:
    record.seats = _integer(_exactly(words, 1, "seats", number)[0], number)


def _option(record: Record, words: list[str], number: int) -> None:
    key, value = _exactly(words, 2, "option", number)
    if key in record.options:
        raise BadRecord(f"option {key[:40]!r} is given twice", number)
    record.options[key] = _integer(value, number)


def _seed(record: Record, words: list[str], number: int) -> None:
    record.seed = _hex(_exactly(words, 1, "seed", number)[0], number)


def _commitment(record: Record, words: list[str], number: int) -> None:
    record.commitment = _hex(_exactly(words, 1, "commitment", number)[0], number)


def _result(record: Record, words: list[str], number: int) -> None:
    _exactly(words, record.seats, "result", number)
    record.result = [_integer(word, number) for word in words]


def _digest(record: Record, words: list[str], number: int) -> None:
    record.digest = _hex(_exactly(words, 1, "digest", number)[0], number)


_HEADERS = {
    "title": _title,
    "seats": _seats,
    "option": _option,
    "seed": _seed,
    "commitment": _commitment,
    "result": _result,
    "digest": _digest,
}


def _note(words: list[str], record: Record, number: int) -> list[str]:
    words = [words[0][1:], *words[1:]] if len(words[0]) > 1 else words[1:]
    if not words:
        raise BadRecord("an empty platform line", number)
    if words[0] in ("timeout", "leave"):
        _seat(_exactly(words[1:], 1, words[0], number)[0], record, number)
    elif words[0] == "takeback":
        _integer(_exactly(words[1:], 1, "takeback", number)[0], number)
    elif words[0] == "rebase":
        version, digest = _exactly(words[1:], 2, "rebase", number)
        _integer(version, number)
        _hex(digest, number)
    return words


def _seat(word: str, record: Record, number: int) -> Seat:
    seat = _integer(word, number)
    if not 0 <= seat < record.seats:
        raise BadRecord(f"there is no seat {seat}", number)
    return seat


def _ply(words: list[str], record: Record, number: int, comment: str) -> Ply:
    if len(words) not in (2, 3):
        raise BadRecord("a ply is a seat, a move, and perhaps a cause", number)
    seat = _seat(words[0], record, number)
    cause = words[2] if len(words) == 3 else ""
    if cause and cause not in CAUSES:
        raise BadRecord(f"unknown cause {cause[:40]!r}", number)
    hidden = words[1].startswith(MASKED)
    text = words[1].removeprefix(MASKED)
    if hidden and not text:
        return Ply(seat, None, cause, comment)
    try:
        move = parse_move(text)
        return Ply(seat, None if hidden else move, cause, comment, move if hidden else None)
    except BadNotation as error:
        raise BadRecord(str(error), number) from None
