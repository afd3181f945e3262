"""Draw the icons of the installed app from the site's own mark: `python -m tools.icons`.

They are small and kept in the repository: phones ask for PNG, and nobody should need to draw
them to run the site.
"""

from __future__ import annotations

import re
from pathlib import Path

import resvg_py

STATIC = Path(__file__).resolve().parent.parent / "static"
SIZES = {
    "icon-180": 180,
    "icon-192": 192,
    "icon-512": 512,
    "icon-maskable-512": 512,
    "badge-96": 96,
}


def drawings() -> dict[str, str]:
    """Name → SVG. Whole; with a margin that may be cut off; and the shape alone."""
    whole = (STATIC / "favicon.svg").read_text()
    ship = "".join(re.findall(r"<path[^>]*/>", whole))
    square = whole.replace(' rx="8"', "")
    inner = '<g transform="translate(16 16) scale(.72) translate(-16 -16)">'
    roomy = square.replace(ship, f"{inner}{ship}</g>")
    shape = re.sub(r"<rect[^>]*/>", "", whole).replace("#dcb35c", "#ffffff")
    found = {"icon-180": square, "icon-maskable-512": roomy, "badge-96": shape}
    return {name: found.get(name, whole) for name in SIZES}


def draw(svg: str, size: int) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=size, height=size))


def main() -> None:
    for name, svg in drawings().items():
        (STATIC / "img" / f"{name}.png").write_bytes(draw(svg, SIZES[name]))


if __name__ == "__main__":
    main()
