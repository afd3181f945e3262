"""The record of a stored match, as a seat, a spectator or anyone may read it."""

from __future__ import annotations

from typing import NamedTuple

from engine.core import codec, origins, record
from engine.core.types import parse_move
from games.models import Entry, Match, Ply
from games.models.play import AUTOPILOT
from games.selectors.snapshots import stored_at

# Platform entries of the log → words of the record's `!` lines.
WORDS = {"!timeout": "timeout", "!left": "leave", "!takeback": "takeback", "!rebase": "rebase"}


def text_for(match: Match, number: int | None) -> str:
    """The canonical text. While the match runs: no seed, and others' secret moves masked."""
    over = match.status == Match.Status.FINISHED
    reader = Reader(number, left=_left(match, number))
    found = record.Record(
        title=match.title,
        version=match.segments[0]["version"],
        seats=match.size,
        options={key: match.options[key] for key in sorted(match.options)},
        seed=match.seed if over else "",
        commitment=match.commitment,
        lines=[record.Note(["match", match.code]), *_lines(match, reader, masked=not over)],
    )
    if match.seed_source:
        found.lines.append(record.Note(["deal", match.seed_source]))
    if over:
        seats = sorted(match.seats.all(), key=lambda seat: seat.number)
        found.lines.append(record.Note(["secret", match.secret]))
        nonces = sorted(seat.nonce for seat in seats if seat.nonce)
        found.lines += [record.Note(["nonce", nonce]) for nonce in nonces]
        if match.ended != Match.End.PLAYED:
            found.lines.append(record.Note(["end", match.ended]))
        places = [str(seat.place or 0) for seat in seats]
        found.lines.append(record.Note(["places", *places]))
        if match.ended == Match.End.PLAYED:
            found.result = [seat.score or 0 for seat in seats]
        # As it was stored: later rules may write the same position differently.
        found.digest = codec.digest(match.state or {})
    found.lines.append(record.Note(["chain", match.chain]))
    return record.write(found)


class Reader(NamedTuple):
    """Who reads: a seat, or None for a spectator. Somebody who left has their own moves only."""

    number: int | None
    left: bool = False


def is_hidden(ply: Ply, reader: Reader) -> bool:
    """Must this reader not know the move while the match runs?

    What the computer plays for somebody who left is not theirs to read either, nor what others show
    to their seat: that may be since.
    """
    if not ply.secret:
        return False
    if ply.seat == reader.number:
        return ply.cause == AUTOPILOT
    return reader.left or reader.number not in ply.readers


def _left(match: Match, number: int | None) -> bool:
    return any(seat.number == number and seat.autopilot for seat in match.seats.all())


def _lines(match: Match, reader: Reader, *, masked: bool) -> list[record.Line]:
    """Plies and platform lines in the order they happened."""
    notes: dict[int, list[record.Line]] = {}
    remarks = Entry.objects.filter(match=match, kind__in=WORDS).readable_by(None)
    for entry in remarks.order_by("number"):
        words = [WORDS[entry.kind], *_arguments(match, entry)]
        there = notes.setdefault(entry.data["after"], [])
        there.append(record.Note(words))
        if entry.kind == "!rebase" and not masked:
            there.append(_origin(match, entry.data["segment"]))
    lines: list[record.Line] = []
    for index, ply in enumerate(Ply.objects.filter(match=match).order_by("pk")):
        lines += notes.pop(index, [])
        if masked and is_hidden(ply, reader):
            outline = parse_move(ply.outline) if ply.outline else None
            lines.append(record.Ply(ply.seat, None, ply.cause, outline=outline))
        else:
            lines.append(record.Ply(ply.seat, parse_move(ply.move), ply.cause))
    return lines + [line for _, rest in sorted(notes.items()) for line in rest]


def _origin(match: Match, index: int) -> record.Note:
    """Where a segment begins: the link before it, and the position, so that it can be checked."""
    segment = match.segments[index]
    return origins.origin(segment["link"], stored_at(match, segment["ply"])[1])


def _arguments(match: Match, entry: Entry) -> list[str]:
    if entry.kind == "!takeback":
        return [str(entry.data["to"])]
    if entry.kind == "!rebase":
        segment = match.segments[entry.data["segment"]]
        return [str(segment["version"]), segment["digest"]]
    return [str(entry.seat)]
