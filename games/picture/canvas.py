"""A picture put together from parts that are drawn once and kept.

Rendering a whole board takes a quarter of a second, most of it for what has been drawn many times
before: the same signs on the same ground. Here each part is rendered alone, read back as palette
indices, and copied into its place from then on. What's new in a picture costs what a part costs.

A part stands on one flat colour (`on`), with which its edges are mixed; where it's empty, the
canvas stays as it is.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from games.picture.card import HEIGHT, WIDTH
from games.picture.pixels import Palette, indexed_png, rgb, rows_of
from games.picture.render import png, worded

LIMIT: Final = 60_000  # bytes of a picture in a mail
KEPT: Final = 6000  # parts; most are smaller than a kilobyte
WIDTHS: Final = (840, 700, 560, 420, 280, 140)
COARSER: Final = (56, 40, 28, 16, 8)
Runs = tuple[tuple[int, int, bytes], ...]  # row, column, palette indices from there


class Canvas:
    def __init__(self, width: int, height: int, title: str, palette: Palette, colour: str) -> None:
        self.width, self.height, self.title, self.palette = width, height, title, palette
        self.stride = width + 1  # each row begins with the zero a PNG wants there
        ground = palette.index(rgb(worded(colour)))
        self.lines = bytearray((b"\0" + bytes([ground]) * width) * height)

    def paint(
        self,
        part: str,
        box: tuple[float, float, float, float],
        on: str,
        *,
        scale: float = 1,
        at: tuple[float, float] = (0, 0),
    ) -> None:
        """Put markup into its place, to the nearest pixel.

        `box` is what it fills at most (left, top, width, height), in units of `scale` pixels;
        its origin comes to stand at `at`.
        """
        left, top, wide, high = box
        size = math.ceil(wide * scale), math.ceil(high * scale)
        x, y = round(at[0] + left * scale), round(at[1] + top * scale)
        # Exactly as wide as the pixels are, so that nothing is squeezed.
        view = f"{left:.2f} {top:.2f} {size[0] / scale:.3f} {size[1] / scale:.3f}"
        stride, height, width = self.stride, self.height, self.width
        for row, column, indices in _part(self.title, self.palette, part, view, size, on):
            first = x + column
            if not 0 <= y + row < height:
                continue
            if first < 0 or first + len(indices) > width:  # over the edge
                indices = indices[max(-first, 0) : max(width - first, 0)]
                first = max(first, 0)
            begin = (y + row) * stride + 1 + first
            self.lines[begin : begin + len(indices)] = indices

    def png(self) -> bytes:
        """The picture, never larger than a mail may carry: with fewer colours if it must be."""
        found = indexed_png(self.width, self.lines, self.palette)
        if len(found) > LIMIT:
            found = indexed_png(self.width, self.lines, self.palette, 9)
        for count in COARSER:
            if len(found) <= LIMIT:
                break
            if count >= len(self.palette.colours):
                continue
            lines = self.lines.translate(_coarser(self.palette, count))
            found = indexed_png(self.width, lines, self.palette, 9)
        return found


def shrunk(drawing: str, title: str) -> bytes:
    """A card as the renderer makes it, as wide as a mail may carry."""
    for width in WIDTHS:
        found = png(drawing, title, width, round(width * HEIGHT / WIDTH))
        if len(found) <= LIMIT:
            break
    return found


@lru_cache(maxsize=16)
def _coarser(palette: Palette, count: int) -> bytes:
    # Index 0 stays: rows begin with it.
    return palette.coarser(count)


@lru_cache(maxsize=KEPT)
def _part(
    title: str, palette: Palette, part: str, view: str, size: tuple[int, int], on: str
) -> Runs:
    drawn = png(f'<svg viewBox="{view}">{part}</svg>', title, *size)
    return _runs(rows_of(drawn), rgb(worded(on)), palette)


def _runs(rows: list[bytes], ground: tuple[int, int, int], palette: Palette) -> Runs:
    """What isn't empty, mixed with the ground, as palette indices."""
    found: list[tuple[int, int, bytes]] = []
    known: dict[bytes, int] = {}
    for y, row in enumerate(rows):
        if not any(row[3::4]):
            continue
        run, begin = bytearray(), 0
        for x in range(len(row) // 4):
            pixel = row[4 * x : 4 * x + 4]
            if not pixel[3]:
                if run:
                    found.append((y, begin, bytes(run)))
                    run = bytearray()
                continue
            index = known.get(pixel)
            if index is None:
                index = known[pixel] = palette.index(_mixed(pixel, ground))
            if not run:
                begin = x
            run.append(index)
        if run:
            found.append((y, begin, bytes(run)))
    return tuple(found)


def _mixed(pixel: bytes, ground: tuple[int, int, int]) -> tuple[int, int, int]:
    red, green, blue, alpha = pixel
    rest = 255 - alpha
    return (
        (red * alpha + ground[0] * rest + 127) // 255,
        (green * alpha + ground[1] * rest + 127) // 255,
        (blue * alpha + ground[2] * rest + 127) // 255,
    )
