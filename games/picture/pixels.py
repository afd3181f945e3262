"""Pixels in plain Python: what the renderer drew, read back, and small PNGs with a palette.

The renderer writes every pixel with four bytes, whatever is drawn, and there is no other way out.
A drawing of a few flat colours takes a third of that with a palette, which is what a mail wants.
Reading a picture back is slow (half a microsecond a pixel), so it's done for parts that are kept.
"""

from __future__ import annotations

import struct
import zlib
from itertools import accumulate
from typing import Final

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
RGB = tuple[int, int, int]


def rows_of(picture: bytes) -> list[bytes]:
    """The rows of a picture of the renderer: red, green, blue and opacity of each pixel."""
    width, data = 0, b""
    at = len(SIGNATURE)
    while at < len(picture):
        size, kind = struct.unpack_from(">I4s", picture, at)
        if kind == b"IHDR":
            width, _high, depth, colours = struct.unpack_from(">IIBB", picture, at + 8)
            assert (depth, colours) == (8, 6), "the renderer writes 8 bits of RGBA"
        elif kind == b"IDAT":
            data += picture[at + 8 : at + 8 + size]
        at += size + 12
    raw = zlib.decompress(data)
    wide = 4 * width
    above, blank = bytes(wide), bytes(wide)
    found = []
    for begin in range(0, len(raw), wide + 1):
        line = raw[begin + 1 : begin + 1 + wide]
        if line != blank or above != blank:  # most of a part is empty
            above = _unfiltered(raw[begin], line, above)
        found.append(above)
    return found


def _unfiltered(kind: int, line: bytes, above: bytes) -> bytes:
    """A row as it was before the encoder made it smaller: PNG, chapter 9."""
    if kind == 0:
        return line
    if kind == 1:
        row = bytearray(line)
        for channel in range(4):
            row[channel::4] = bytes(v & 255 for v in accumulate(line[channel::4]))
        return bytes(row)
    if kind == 2:
        return bytes([(a + b) & 255 for a, b in zip(line, above, strict=True)])
    row = bytearray(line)
    for i in range(4):
        row[i] = (row[i] + (above[i] >> 1 if kind == 3 else above[i])) & 255
    if kind == 3:
        for i in range(4, len(row)):
            row[i] = (row[i] + ((row[i - 4] + above[i]) >> 1)) & 255
        return bytes(row)
    for i in range(4, len(row)):
        left, up, corner = row[i - 4], above[i], above[i - 4]
        a, b = up - corner, left - corner
        c = a + b
        if a < 0:
            a = -a
        if b < 0:
            b = -b
        if c < 0:
            c = -c
        row[i] = (row[i] + (left if a <= b and a <= c else up if b <= c else corner)) & 255
    return bytes(row)


class Palette:
    """Up to 256 colours, the most important first."""

    def __init__(self, colours: str) -> None:
        self.colours: list[RGB] = [rgb(f"#{one}") for one in colours.split()]
        assert len(self.colours) <= 256
        self.exact = {colour: index for index, colour in reversed([*enumerate(self.colours)])}
        self._near: dict[int, int] = {}

    def index(self, colour: RGB) -> int:
        """The colour itself if it's there, else the nearest."""
        found = self.exact.get(colour)
        if found is not None:
            return found
        # Nobody sees a difference of four steps, and so there are few colours to look for.
        r, g, b = (part & 0xFC | 2 for part in colour)
        key = r << 16 | g << 8 | b
        found = self._near.get(key)
        if found is None:
            found = self._near[key] = self._nearest((r, g, b), len(self.colours))
        return found

    def coarser(self, count: int) -> bytes:
        """For every index the nearest one among the first `count`."""
        table = [self._nearest(colour, count) for colour in self.colours]
        return bytes(table).ljust(256, b"\0")

    def _nearest(self, colour: RGB, count: int) -> int:
        r, g, b = colour
        return min(
            range(count),
            key=lambda k: (
                2 * (self.colours[k][0] - r) ** 2
                + 4 * (self.colours[k][1] - g) ** 2
                + 3 * (self.colours[k][2] - b) ** 2
            ),
        )


def rgb(colour: str) -> RGB:
    """#rgb or #rrggbb."""
    digits = colour.strip().removeprefix("#")
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    red, green, blue = bytes.fromhex(digits)
    return red, green, blue


def indexed_png(width: int, lines: bytes | bytearray, palette: Palette, level: int = 6) -> bytes:
    """A PNG of palette indices; each of the lines begins with a zero, which means "as it is"."""
    head = struct.pack(">IIBBBBB", width, len(lines) // (width + 1), 8, 3, 0, 0, 0)
    colours = b"".join(map(bytes, palette.colours))
    chunks = ((b"IHDR", head), (b"PLTE", colours), (b"IDAT", zlib.compress(lines, level)),
              (b"IEND", b""))  # fmt: skip
    return SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
