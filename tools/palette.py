"""The colours of a title's pictures in mails, gathered from pictures of sample matches.

    python -m tools.palette > games/titles/nauticus/colours.py

To be run again when the art changes; a picture with an older palette looks a little coarser.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nauticus_site.settings")

HEAD = '''"""The palette of pictures in mails, the most important first. Made by `tools.palette`."""

from __future__ import annotations

from typing import Final

COLOURS: Final = """
'''
ALL, FLAT = 88, 36  # more colours make smoother edges and larger pictures
# Colours that tell one thing from another, however small they are in a picture.
KEPT = (
    "p1", "p2", "p3", "p4", "p5", "crest-whale", "crest-ship", "crest-wheel", "crest-star",
    "crest-crown", "gain", "paper", "ink", "ink-2", "brass", "w-now", "w-blue", "w-beige", "w-back",
    "w-bonus", "brass-2", "chart-water",
)  # fmt: skip
WIDE = 14  # colours on a line
Colour = tuple[int, int, int]
Box = list[tuple[Colour, int]]


def main() -> int:
    import django

    django.setup()
    from games.picture.pixels import rgb
    from games.picture.render import worded

    counts = gathered()
    chosen = dict.fromkeys(found for found, _ in counts.most_common(FLAT))
    chosen |= dict.fromkeys(rgb(worded(f"var(--{token})")) for token in KEPT)
    rest: Box = [(colour, count) for colour, count in counts.items() if colour not in chosen]
    for box in cut(rest, ALL - len(chosen)):
        chosen[max(box, key=lambda one: one[1])[0]] = None
    names = [bytes(colour).hex() for colour in chosen]
    lines = [" ".join(names[k : k + WIDE]) for k in range(0, len(names), WIDE)]
    sys.stdout.write(HEAD + "\n".join(lines) + '\n"""\n')
    return 0


def gathered() -> Counter[Colour]:
    """How often each colour occurs while sample positions are drawn part by part."""
    from games.picture import canvas
    from games.titles.registry import presenter_of
    from tools.bench.picture import sample

    counts: Counter[Colour] = Counter()
    runs = canvas._runs

    def counted(rows: list[bytes], ground: Colour, palette: Any) -> Any:
        for row in rows:
            for k in range(0, len(row), 4):
                if row[k + 3]:
                    counts[canvas._mixed(row[k : k + 4], ground)] += 1
        return runs(rows, ground, palette)

    canvas._runs = counted
    for seats in (2, 3, 4):
        for share in (0.2, 0.5, 0.8, 1.0):
            presenter_of("nauticus").postcard(sample(seats, share, seats))
    return counts


def cut(colours: Box, count: int) -> list[Box]:
    """Boxes of colours that are alike, the widest and fullest always divided next."""
    boxes = [colours]
    weights = [_weight(colours)]
    while len(boxes) < count and max(weights) > 0:
        k = weights.index(max(weights))
        box = boxes[k]
        channel = max(range(3), key=lambda c: _spread(box, c))
        box.sort(key=lambda one: (one[0][channel], one[0]))
        half, run, at = sum(one[1] for one in box) / 2, 0, 0
        while run < half and at < len(box) - 1:
            run += box[at][1]
            at += 1
        boxes[k : k + 1] = [box[:at]]
        boxes.append(box[at:])
        weights[k] = _weight(boxes[k])
        weights.append(_weight(boxes[-1]))
    return boxes


def _spread(box: Box, channel: int) -> int:
    values = [one[0][channel] for one in box]
    return max(values) - min(values)


def _weight(box: Box) -> float:
    if len(box) < 2:
        return 0
    total: float = sum(one[1] for one in box)
    return max(_spread(box, channel) for channel in range(3)) * total**0.35


if __name__ == "__main__":
    sys.exit(main())
