"""The position a rebased match went on from, packed into one line of its record."""

from __future__ import annotations

import base64
import json
import zlib
from typing import Final

from engine.core import codec
from engine.core.errors import BadRecord
from engine.core.record import Note, Record, Remark
from engine.core.types import Json

LARGEST: Final = 1_000_000  # of a position, unpacked: records come from strangers


def origin(link: str, raw: dict[str, Json]) -> Note:
    """The line after a rebase: the link before it and the position play went on from."""
    packed = zlib.compress(json.dumps(raw, sort_keys=True, separators=(",", ":")).encode(), 9)
    return Note(["origin", link, base64.urlsafe_b64encode(packed).decode()])


def origin_of(record: Record, index: int) -> tuple[str, dict[str, Json]]:
    """Link and position of the rebase at this line: its origin follows it, and has its digest."""
    rebase = record.lines[index]
    assert isinstance(rebase, Note)
    rest = (line for line in record.lines[index + 1 :] if not isinstance(line, Remark))
    line = next(rest, None)
    if not isinstance(line, Note) or line.words[0] != "origin" or len(line.words) != 3:
        raise BadRecord("the match was rebased, and the record does not say from where")
    raw = _unpacked(line.words[2])
    if codec.digest(raw) != rebase.words[2]:
        raise BadRecord("the position after a rebase is not the one the rebase names")
    return line.words[1], raw


def _unpacked(packed: str) -> dict[str, Json]:
    try:
        stream = zlib.decompressobj()
        plain = stream.decompress(base64.b64decode(packed, b"-_", validate=True), LARGEST)
        # One spelling: nothing may hide behind the end.
        raw = json.loads(plain) if stream.eof and not stream.unused_data else None
    except (ValueError, zlib.error, RecursionError) as error:
        raise BadRecord("a position in it cannot be read") from error
    if not isinstance(raw, dict):
        raise BadRecord("a position in it cannot be read")
    return raw
