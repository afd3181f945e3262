"""Points over a match as lines: only numbers, the template draws them."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field

from games.history import Moment

WIDTH, HEIGHT = 760, 300
LEFT, RIGHT, TOP, BOTTOM = 40, 120, 14, 30


@dataclass
class Tick:
    at: float
    label: str


@dataclass
class Course:
    seat: int  # from 1: colour and flag
    name: str
    path: str
    end_x: float
    end_y: float
    label_y: float
    last: int


@dataclass
class Chart:
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    bottom: int = HEIGHT - BOTTOM
    right: int = WIDTH - RIGHT
    label_x: int = WIDTH - RIGHT + 12
    rows: list[Tick] = field(default_factory=list)
    columns: list[Tick] = field(default_factory=list)
    lines: list[Course] = field(default_factory=list)


def chart_of(moments: list[Moment], names: list[str]) -> Chart | None:
    """None when there is nothing to draw."""
    if len(moments) < 2:
        return None
    last = moments[-1].ply or 1
    most = max(max(m.totals) for m in moments) or 1
    least = min(0, *(min(m.totals) for m in moments))
    step = next(n for n in (1, 2, 5, 10, 20, 25, 50, 100, 250, 1000, 10**6) if n * 6 >= most)
    top = step * -(-most // step)

    def x(ply: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * ply / last, 1)

    def y(points: int) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - (points - least) / (top - least)), 1)

    found = Chart()
    found.rows = [Tick(y(n), str(n)) for n in range(0, top + 1, step)]
    seen = 0
    for moment in moments:
        if moment.round > seen:
            seen = moment.round
            found.columns.append(Tick(x(moment.ply), str(seen)))
    for index, name in enumerate(names):
        points = [(x(m.ply), y(m.totals[index])) for m in moments]
        path = "M" + "L".join(f"{a} {b}" for a, b in points)
        end = points[-1]
        total = moments[-1].totals[index]
        found.lines.append(Course(index + 1, name, path, end[0], end[1], end[1], total))
    _spread(found.lines)
    return found


def _spread(lines: list[Course]) -> None:
    """Labels at the right keep clear of each other."""
    ordered = sorted(lines, key=lambda line: line.label_y)
    for above, below in itertools.pairwise(ordered):
        below.label_y = max(below.label_y, above.label_y + 20)
    over = ordered[-1].label_y - (HEIGHT - BOTTOM)
    if over > 0:
        for line in ordered:
            line.label_y -= over
