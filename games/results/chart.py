"""Points over a match as lines: only numbers, the template draws them."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from games.results.course import KeyTurn, Moment

STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 250, 1000, 10**6)
TOP, BOTTOM = 14, 30
LABEL = 20  # between two names


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
class Mark:
    """A key turn on its seat's line."""

    x: float
    y: float
    number: int
    seat: int


@dataclass
class Row:
    """One line of the same as a table."""

    round: int  # that begins; 0 is the end
    totals: list[int]


@dataclass
class Chart:
    width: int
    height: int
    left: int
    right: int
    bottom: int
    named: bool  # names at the ends of the lines; else only a legend
    rows: list[Tick] = field(default_factory=list)
    columns: list[Tick] = field(default_factory=list)
    lines: list[Course] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    table: list[Row] = field(default_factory=list)

    @property
    def label_x(self) -> int:
        return self.right + 12


def chart_of(
    moments: Sequence[Moment],
    names: Sequence[str],
    keys: Sequence[KeyTurn] = (),
    *,
    small: bool = False,
) -> Chart | None:
    """None when there is nothing to draw. The small one is for a phone: no room for names."""
    if len(moments) < 2:
        return None
    size = (360, 260, 30, 350) if small else (760, 300, 40, 640)
    width, height, left, right = size
    bottom = height - BOTTOM
    first, last = moments[0].ply, moments[-1].ply
    most = max(max(m.totals) for m in moments) or 1
    least = min(0, *(min(m.totals) for m in moments))
    step = next(n for n in STEPS if n * 6 >= most - least)
    top, floor = step * -(-most // step), step * (least // step)

    def x(ply: int) -> float:
        return round(left + (right - left) * (ply - first) / max(last - first, 1), 1)

    def y(points: int) -> float:
        return round(TOP + (bottom - TOP) * (1 - (points - floor) / (top - floor)), 1)

    found = Chart(width, height, left, right, bottom, named=not small)
    found.rows = [Tick(y(n), str(n)) for n in range(floor, top + 1, step)]
    for moment in _beginnings(moments):
        found.columns.append(Tick(x(moment.ply), str(moment.round)))
        found.table.append(Row(moment.round, moment.totals))
    found.table.append(Row(0, moments[-1].totals))
    for index, name in enumerate(names):
        points = [(x(m.ply), y(m.totals[index])) for m in moments]
        path = "M" + "L".join(f"{a} {b}" for a, b in points)
        end = points[-1]
        total = moments[-1].totals[index]
        found.lines.append(Course(index + 1, name, path, end[0], end[1], end[1], total))
    totals = {moment.ply: moment.totals for moment in moments}
    for number, key in enumerate(keys, 1):
        found.marks.append(Mark(x(key.ply), y(totals[key.ply][key.seat]), number, key.seat + 1))
    _spread(found.lines, bottom)
    return found


def _beginnings(moments: Sequence[Moment]) -> list[Moment]:
    """The first moment of each round."""
    found: list[Moment] = []
    for moment in moments:
        if moment.round > (found[-1].round if found else 0):
            found.append(moment)
    return found


def _spread(lines: list[Course], bottom: int) -> None:
    """Labels at the right keep clear of each other."""
    ordered = sorted(lines, key=lambda line: line.label_y)
    for above, below in itertools.pairwise(ordered):
        below.label_y = max(below.label_y, above.label_y + LABEL)
    over = ordered[-1].label_y - bottom
    if over > 0:
        for line in ordered:
            line.label_y -= over
