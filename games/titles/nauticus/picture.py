"""Nauticus on a card for sharing: the wheel, and beside it everybody's points and ships."""

from __future__ import annotations

from typing import Any, Final

from games.picture import card as cards
from games.picture import lettering
from games.picture.card import HEIGHT, PANEL, WIDTH, Player
from games.selectors.scenes import Scene
from games.titles.base import heading, player_of
from games.titles.facts import Title
from games.titles.kit.art import flag_sign, use
from games.titles.nauticus import ships, wheel

RIGHT: Final = WIDTH - 26
SEAM: Final = HEIGHT - 6  # where the wheel's chart ends
TOP: Final = 122
BOTTOM: Final = HEIGHT - 24
SHIP: Final = 156  # height of a ship on its own grid, 64 per column
PURSE: Final = (("coins", "t-coin"), ("workers", "t-worker"), ("crowns", "t-crown"))


def card(title: Title, scene: Scene, spaces: tuple[wheel.Space, ...]) -> str:
    view = scene.view
    players = [player_of(seat, view) for seat in scene.seats]
    parts = [
        _wheel(spaces, view["anchor"]),
        cards.head(heading(title, scene), PANEL, RIGHT),
    ]
    step = min(236.0, (BOTTOM - TOP) / len(players))
    for k, player in enumerate(players):
        seen = view["players"][player.seat]
        parts.append(_harbour(player, seen, TOP + k * step, step - 10))
    return cards.frame("".join(parts))


def _wheel(spaces: tuple[wheel.Space, ...], anchor: int) -> str:
    drawing = wheel.wheel(spaces, anchor, frozenset(), frozenset())
    inner = drawing[drawing.index(">") + 1 : drawing.rindex("</svg>")]
    return (
        f'<svg width="{HEIGHT}" height="{HEIGHT}" viewBox="-404 -404 808 808">{inner}</svg>'
        f'<path d="M{SEAM} 0H{WIDTH}V{HEIGHT}H{SEAM}Z" fill="var(--sea)"/>'
        f'<path d="M{SEAM} 8V{HEIGHT - 8}" stroke="var(--brass)" stroke-width="3"/>'
    )


def _harbour(player: Player, seen: dict[str, Any], y: float, tall: float) -> str:
    """One player: flag, name, points, purse, and below all ships as large as they fit."""
    parts = [cards.panel(PANEL, y, RIGHT - PANEL, tall, first=player.place == 1)]
    row = y + 30
    points = "" if player.points is None else str(player.points)
    parts.append(use(flag_sign(player.seat), PANEL + 16, row - 14, 28, 21))
    x: float = RIGHT - 18
    parts.append(use("t-vp", x - 22, row - 17, 25, 25))
    parts.append(lettering.line(points, x - 28, row + 7, 23, colour="var(--ink)",
                                weight=lettering.BOLD, anchor="end"))  # fmt: skip
    x -= 40 + max(lettering.width(points, 23), 26)
    for key, sign in PURSE[::-1]:
        count = str(seen[key])
        parts.append(use(sign, x - 19, row - 10, 19, 19))
        parts.append(lettering.line(count, x - 23, row + 6, 15, colour="var(--ink-2)",
                                    anchor="end"))  # fmt: skip
        x -= 34 + lettering.width(count, 15)
    parts.append(lettering.line(player.name, PANEL + 56, row + 7, 19, colour="var(--ink)",
                                weight=cards.weight_of(player), room=x - PANEL - 62))  # fmt: skip
    parts.append(_fleet(seen, y + 46, tall - 52))
    return "".join(parts)


def _fleet(seen: dict[str, Any], y: float, tall: float) -> str:
    fleet = [ships.ship_of(raw) for raw in seen["ships"]]
    columns = sum(ship.columns for ship in fleet)
    if not columns:
        return f'<path d="M{PANEL + 20} {y + tall - 12:.1f}H{RIGHT - 20}" stroke="var(--wave)"' \
               ' stroke-width="2" stroke-dasharray="1 9" stroke-linecap="round"/>'  # fmt: skip
    room = RIGHT - PANEL - 32
    gap = 0.25 * (len(fleet) - 1)
    scale = min(tall / SHIP, room / (64 * (columns + gap)))
    x = PANEL + 16.0
    top = y + tall - SHIP * scale
    parts = []
    for number, ship in enumerate(fleet, 1):
        wide = 64 * ship.columns * scale
        box = f'x="{x:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{SHIP * scale:.1f}"'
        parts.append(ships.drawing(ship, number, box))
        x += wide + 16 * scale
    return "".join(parts)
