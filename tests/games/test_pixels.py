"""Pictures read back and put together from parts, pixel by pixel."""

from __future__ import annotations

import random
import struct
import zlib
from typing import Any

import pytest

from games.picture import png
from games.picture.canvas import LIMIT, Canvas, shrunk
from games.picture.pixels import SIGNATURE, Palette, indexed_png, rgb, rows_of

PALETTE = Palette("ffffff 000000 ff0000 00ff00 808080")
RED = '<rect x="1" y="1" width="2" height="2" fill="#f00"/>'


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def filtered(kind: int, row: bytes, above: bytes) -> bytes:
    """As chapter 9 of the PNG standard says."""
    found = [kind]
    for i, value in enumerate(row):
        a, b, c = row[i - 4] if i > 3 else 0, above[i], above[i - 4] if i > 3 else 0
        paeth = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
        found.append((value - (0, a, b, (a + b) // 2, paeth)[kind]) % 256)
    return bytes(found)


def pixels(picture: bytes) -> list[list[int]]:
    """Palette indices of one of our pictures."""
    width, height = struct.unpack(">II", picture[16:24])
    data = picture[picture.index(b"IDAT") + 4 :]
    raw = zlib.decompressobj().decompress(data)
    return [list(raw[y * (width + 1) + 1 : (y + 1) * (width + 1)]) for y in range(height)]


@pytest.mark.parametrize("kind", range(5))
def test_a_picture_is_read_back_whatever_filter_it_has(kind: int) -> None:
    dice = random.Random(kind)
    rows = [bytes(dice.choice((0, 3, 200, 255)) for _ in range(4 * 9)) for _ in range(7)]
    rows[2:4] = [bytes(36), bytes(36)]
    lines = [
        filtered(kind, row, above) for above, row in zip([bytes(36), *rows], rows, strict=False)
    ]
    picture = (
        SIGNATURE
        + chunk(b"IHDR", struct.pack(">IIBBBBB", 9, 7, 8, 6, 0, 0, 0))
        + chunk(b"IDAT", zlib.compress(b"".join(lines)))
    )

    assert rows_of(picture) == rows


def test_a_colour_becomes_the_nearest_of_the_palette() -> None:
    assert PALETTE.index(rgb("#f00")) == 2
    assert PALETTE.index((250, 9, 3)) == 2
    assert PALETTE.index((120, 130, 128)) == 4
    assert [PALETTE.coarser(2)[k] for k in range(5)] == [0, 1, 1, 1, 0]


def test_parts_are_copied_to_their_place() -> None:
    canvas = Canvas(6, 4, "nauticus", PALETTE, "#fff")

    canvas.paint(RED, (0, 0, 4, 4), "#fff", at=(1, 0))

    assert pixels(canvas.png()) == [[0] * 6, [0, 0, 2, 2, 0, 0], [0, 0, 2, 2, 0, 0], [0] * 6]


def test_what_is_empty_in_a_part_leaves_the_canvas_alone() -> None:
    canvas = Canvas(4, 4, "nauticus", PALETTE, "#0f0")

    canvas.paint(RED, (0, 0, 4, 4), "#fff")

    assert pixels(canvas.png())[1] == [3, 2, 2, 3]


def test_edges_are_mixed_with_the_ground_they_stand_on() -> None:
    half = '<rect width="1" height="1" fill="#000" fill-opacity=".5"/>'
    canvas = Canvas(1, 1, "nauticus", PALETTE, "#fff")

    canvas.paint(half, (0, 0, 1, 1), "#fff")

    assert pixels(canvas.png()) == [[4]]


@pytest.mark.parametrize("at", [(-2, 0), (5, 0), (0, -2), (0, 3), (-9, 0), (9, 9)])
def test_what_reaches_over_the_edge_is_cut(at: tuple[int, int]) -> None:
    canvas = Canvas(6, 4, "nauticus", PALETTE, "#fff")

    canvas.paint(RED, (0, 0, 4, 4), "#fff", at=at)

    seen = {(x, y) for y, row in enumerate(pixels(canvas.png())) for x, i in enumerate(row) if i}
    there = {(at[0] + dx, at[1] + dy) for dx in (1, 2) for dy in (1, 2)}
    assert seen == {(x, y) for x, y in there if 0 <= x < 6 and 0 <= y < 4}
    assert len(canvas.lines) == 7 * 4


def test_a_part_is_rendered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []

    def counted(*how: Any) -> bytes:
        made.append(how)
        return png(*how)

    monkeypatch.setattr("games.picture.canvas.png", counted)
    canvas = Canvas(60, 4, "nauticus", PALETTE, "#fff")

    for x in range(0, 60, 4):
        canvas.paint(RED.replace("2", "2.5"), (0, 0, 4, 4), "#fff", at=(x, 0))

    assert len(made) == 1


def test_a_picture_too_large_gets_fewer_colours() -> None:
    dice = random.Random(1)
    many = Palette(" ".join(f"{k:02x}{k:02x}{k:02x}" for k in range(256)))
    canvas = Canvas(300, 300, "nauticus", many, "#000")
    for y in range(300):
        canvas.lines[y * 301 + 1 : (y + 1) * 301] = dice.randbytes(300)

    found = canvas.png()

    assert len(indexed_png(300, canvas.lines, many)) > LIMIT >= len(found)
    assert all(canvas.lines[y * 301] == 0 for y in range(300))


def test_a_card_too_large_gets_narrower() -> None:
    dice = random.Random(1)
    busy = "".join(
        f'<rect x="{dice.random() * 1200:.0f}" y="{dice.random() * 630:.0f}" width="9.7"'
        f' height="8.3" fill="#{dice.randrange(16**6):06x}"/>'
        for _ in range(4000)
    )

    plain, found = (
        shrunk(f'<svg viewBox="0 0 1200 630">{inner}</svg>', "nauticus") for inner in ("", busy)
    )

    assert struct.unpack(">II", plain[16:24]) == (840, 441)
    assert struct.unpack(">I", found[16:20])[0] < 840
    assert len(found) <= LIMIT
