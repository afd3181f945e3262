"""The card every picture is drawn on, and the plain one of a title that has no art yet.

Colours are the page's tokens (`var(--ink)`); whoever renders the card replaces them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.picture import lettering
from games.picture.lettering import BOLD, REGULAR

WIDTH: Final = 1200
HEIGHT: Final = 630
PANEL: Final = 648  # where the right side begins
EDGE: Final = 30
SEAT_LOOKS: Final = 5  # colours and flags there are, the site over: --p1, f-1 and so on
MOST_LINES: Final = 26


@dataclass(frozen=True)
class Heading:
    title: str
    moment: str = ""
    table: str = ""


@dataclass(frozen=True)
class Player:
    seat: int
    name: str
    points: int | None = None
    place: int = 0  # 0 while the match runs
    owes: bool = False


def frame(inner: str) -> str:
    """The sheet, with a brass edge."""
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="var(--chart-water)"/>{inner}'
        f'<rect x="7" y="7" width="{WIDTH - 14}" height="{HEIGHT - 14}" rx="12" fill="none"'
        ' stroke="var(--brass)" stroke-width="3"/></svg>'
    )


def water() -> str:
    """Shoals and soundings behind a card that has no board of its own."""
    return (
        '<path d="M-20 470C120 420 210 520 360 480S610 430 760 500 1040 560 1220 450V650H-20Z"'
        ' fill="var(--chart-shoal)"/>'
        '<path d="M-20 430C130 380 230 470 380 440S640 390 800 460 1060 510 1220 410M-20 60'
        'C140 20 260 110 420 70S700 20 860 80 1080 100 1220 40" fill="none"'
        ' stroke="var(--chart-line)" stroke-width="1.5" stroke-dasharray="2 7"'
        ' stroke-linecap="round"/>'
    )


def head(heading: Heading, x: float, right: float, y: float = 74) -> str:
    """Title and moment on one line, the table's name below."""
    room = right - x
    moment = lettering.width(heading.moment, 21)
    parts = [
        lettering.line(heading.title, x, y, 34, colour="var(--ink)", weight=BOLD,
                       room=room - moment - 30),
        lettering.line(heading.moment, right, y, 21, colour="var(--ink-2)", anchor="end"),
    ]  # fmt: skip
    if heading.table:
        parts.append(lettering.line(heading.table, x, y + 33, 16, colour="var(--ink-2)", room=room))
    return "".join(parts)


def panel(x: float, y: float, width: float, height: float, *, first: bool = False) -> str:
    """A sheet of paper; whoever came first gets a brass edge."""
    edge = 'stroke="var(--brass)" stroke-width="3.5"' if first else 'stroke="var(--line)"'
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="12"'
        f' fill="var(--paper)" {edge}/>'
    )


def flag(player: Player, x: float, y: float, size: float) -> str:
    """The seat's colour with its number: colour is never alone."""
    colour = f"var(--p{player.seat % SEAT_LOOKS + 1})"
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="{colour}"/>'
        + lettering.line(str(player.seat + 1), x, y + size * 0.5, size, colour="var(--paper)",
                         weight=BOLD, anchor="middle")
    )  # fmt: skip


def weight_of(player: Player) -> int:
    """Whoever is waited for, or came first, stands out."""
    return BOLD if player.owes or player.place == 1 else REGULAR


def plain(heading: Heading, players: list[Player], text: str) -> str:
    """Names and points on the left, the engine's text board on the right."""
    left, wide = EDGE + 12, 400
    parts = [water(), head(heading, left, WIDTH - left)]
    top = 128.0
    step = min(104.0, (HEIGHT - EDGE - top) / max(len(players), 1))
    for player in players:
        tall = step - 12
        parts.append(panel(left, top, wide, tall, first=player.place == 1))
        middle = top + tall / 2
        parts.append(flag(player, left + 34, middle, min(17.0, tall * 0.3)))
        points = "" if player.points is None else str(player.points)
        room = wide - 130 - lettering.width(points, 27)
        parts.append(lettering.line(player.name, left + 66, middle + 10, 21, colour="var(--ink)",
                                    weight=weight_of(player), room=room))  # fmt: skip
        parts.append(lettering.line(points, left + wide - 24, middle + 13, 27, colour="var(--ink)",
                                    weight=BOLD, anchor="end"))  # fmt: skip
        top += step
    parts.append(_board(text, left + wide + 22, 128, WIDTH - left, HEIGHT - EDGE - 12))
    return frame("".join(parts))


def _board(text: str, x: float, y: float, right: float, bottom: float) -> str:
    """Lines of text in even columns, as large as they fit."""
    lines = text.splitlines()[:MOST_LINES] or [""]
    longest = max(map(len, lines))
    inner, tall = right - x - 44, bottom - y - 40
    size = min(22.0, tall / len(lines) / 1.75, inner / (longest * lettering.CELL or 1))
    size = max(size, 8.0)
    fits = int(inner / (lettering.CELL * size))
    drawn = "".join(
        lettering.typed(line[:fits], x + 22, y + 24 + size + k * size * 1.75, size)
        for k, line in enumerate(lines)
    )
    used = 48 + len(lines) * size * 1.75
    return panel(x, y, right - x, min(bottom - y, used)) + drawn
