"""Nauticus in a mail: the wheel as wide as the mail, everybody's harbour below it.

The same art as on the page, put together from parts that are drawn once (`games.picture.canvas`).
Left out is what costs bytes and says nothing at this size: soundings, the rim's scale, patterns.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from engine.nauticus.material import FIRST_OF, GOOD, GOODS, MAST, TRANSPORT
from games.picture import card as cards
from games.picture import lettering
from games.picture.canvas import Canvas
from games.picture.card import Player
from games.picture.pixels import Palette
from games.selectors.scenes import Scene
from games.titles.base import heading, player_of
from games.titles.facts import Title
from games.titles.kit.art import esc, flag_sign, use
from games.titles.nauticus import ships, wheel, words
from games.titles.nauticus.art import crest_name, pair, polar, tile_sign
from games.titles.nauticus.chart import CHART, ROSE
from games.titles.nauticus.colours import COLOURS
from games.titles.nauticus.wheel import BONUS, NOW, RESULT, STEP, THETA, TILE, Space

WIDTH: Final = 720  # shown 560 wide on a desk, half of this on a phone, which has the pixels
WHEEL: Final = 604  # height of the part with the wheel
CENTRE: Final = (360.0, 303.0)
SCALE: Final = 0.754  # pixels of a unit of the wheel
MARGIN: Final = 18
GAP: Final = 10
PANEL: Final = 136  # height of a harbour
COLUMNS: Final = (24, 22, 20, 17, 14, 11, 9, 7, 5)  # widths of a ship's column: as large as fits
PURSE: Final = (("coins", "t-coin"), ("workers", "t-worker"), ("crowns", "t-crown"))
WATER: Final = "var(--chart-water)"
PAPER: Final = "var(--paper)"
PALETTE: Final = Palette(COLOURS)


def postcard(title: Title, scene: Scene, spaces: tuple[Space, ...]) -> bytes:
    view = scene.view
    players = [player_of(seat, view) for seat in scene.seats]
    rows = (len(players) + 1) // 2
    height = WHEEL + rows * (PANEL + GAP) + MARGIN - GAP
    canvas = Canvas(WIDTH, height, title.slug, PALETTE, WATER)
    canvas.paint(_ground(), (-477.5, -400, 955, 800), WATER, scale=SCALE, at=CENTRE)
    _head(canvas, heading(title, scene))
    for i, space in enumerate(spaces):
        _space(canvas, i, space)
    _put(canvas, _disc(view["anchor"]), 142, PAPER)
    for k, player in enumerate(players):
        whole = k == len(players) - 1 and k % 2 == 0  # the last of three has a row of its own
        wide = WIDTH - 2 * MARGIN if whole else (WIDTH - 2 * MARGIN - GAP) // 2
        x, y = MARGIN + k % 2 * (wide + GAP), WHEEL + k // 2 * (PANEL + GAP)
        _harbour(canvas, player, view["players"][player.seat], x, y, wide)
    return canvas.png()


# --- the wheel ----------------------------------------------------------------------------


@lru_cache(maxsize=1)
def _ground() -> str:
    """What never changes: coast, rim, and the ring of bonuses."""
    coast = CHART[: CHART.index('<path class="w-contour"')]
    rings = "".join(f'<path fill="var(--w-bonus)" d="{path}"/>' for path in BONUS)
    return (
        f'<g transform="scale(1.21 1.02)">{coast}</g>'
        '<circle class="w-shadow" cy="6" r="388"/><circle class="w-rim" r="386"/>'
        f'<circle class="w-hub" r="352"/>{rings}'
    )


@lru_cache(maxsize=8)
def _disc(anchor: int) -> str:
    return f'{wheel.disc(anchor)}<circle class="w-hub" r="58"/>{ROSE}'


def _head(canvas: Canvas, head: cards.Heading) -> None:
    """In the corners that the wheel leaves free."""
    _line(canvas, head.title, MARGIN + 6, 40, 20, "var(--ink)", WATER, bold=True, room=180)
    _line(canvas, head.moment, WIDTH - MARGIN - 6, 40, 14, "var(--ink-2)", WATER, end=True,
          room=170)  # fmt: skip


def _put(canvas: Canvas, part: str, half: float, on: str, x: float = 0, y: float = 0) -> None:
    """A part of the wheel around a point of it."""
    at = CENTRE[0] + x * SCALE, CENTRE[1] + y * SCALE
    canvas.paint(part, (-half, -half, 2 * half, 2 * half), on, scale=SCALE, at=at)


def _space(canvas: Canvas, i: int, s: Space) -> None:
    theta = THETA[i]
    look = "back" if s.used else "blue" if s.action <= GOODS else "beige"
    ground = "var(--w-now)" if s.current and not s.used else f"var(--w-{look})"
    edge = ""
    if s.current:
        edge = f'<path class="w-now" d="{NOW[i]}"/><path class="w-now-in" d="{NOW[i]}"/>'
    state = " used" if s.used else " now" if s.current else ""
    tile = f'<g class="space{state}"><path class="w-tile {look}" d="{TILE[i]}"/></g>{edge}'
    canvas.paint(tile, _around(theta, 208, 320), PAPER, scale=SCALE, at=CENTRE)
    canvas.paint(_name(i, s), _around(theta, 352, 387), "var(--brass-2)", scale=SCALE, at=CENTRE)
    for k, price in enumerate(wheel.priced(s)):
        colour = "w-pn" if price else "w-pn free"
        sign = use(f"n{price}", -6.8, -9.5, 13.6, 19, colour)
        _put(canvas, sign, 11, PAPER, *polar(334, theta + (k - 1.5) * STEP))
    if s.used:
        _back(canvas, theta, s)
    else:
        _front(canvas, theta, s, ground)
    dim = " w-dim" if s.used else ""
    gift = f'<g class="w-bon{dim}">{wheel.gift(s.bonus)}</g>'
    _put(canvas, gift, 50, "var(--w-bonus)", *polar(178, theta))
    if s.first:
        marker = '<circle class="w-marker" r="21"/>' + use("t-anchor", -14, -14, 28, 28,
                                                           "w-marker-i")  # fmt: skip
        _put(canvas, marker, 23, "var(--w-bonus)", *polar(212, theta + 15.5))


def _name(i: int, s: Space) -> str:
    low = i in (3, 4, 5)
    r, sweep = (369.5, 0) if low else (358.5, 1)
    a, b = (THETA[i] + 22, THETA[i] - 22) if low else (THETA[i] - 22, THETA[i] + 22)
    return (
        f'<defs><path id="arc" d="M{pair(r, a)}A{r} {r} 0 0 {sweep} {pair(r, b)}"/></defs>'
        f'<text class="w-name{" off" if s.used else ""}"><textPath href="#arc"'
        f' startOffset="50%">{esc(words.ACTION[s.action])}</textPath></text>'
    )


def _back(canvas: Canvas, theta: float, s: Space) -> None:
    sign = use(words.ACTION_SIGNS[s.action], -19, -19, 38, 38, "w-ghost")
    plate = f'<circle class="plate" r="29"/>{sign}'
    _put(canvas, plate, 31, "var(--w-back)", *polar(262, theta))
    if s.chooser >= 0:
        flag = use(flag_sign(s.chooser), -13.5, -10.2, 27, 20.5)
        _put(canvas, flag, 15, "var(--w-back)", *polar(291, theta + 13.5))


def _front(canvas: Canvas, theta: float, s: Space, on: str) -> None:
    sign = use(words.ACTION_SIGNS[s.action], -25, -25, 50, 50, "w-act")
    _put(canvas, sign, 26, on, *polar(246, theta))
    if s.action > GOODS:
        for result, angle in (("t-worker", -9), (RESULT[s.action - TRANSPORT], 9)):
            _put(canvas, use(result, -14, -14, 28, 28), 15, on, *polar(292, theta + angle))
        arrow = f'<path class="w-note" transform="rotate({theta + 90})" d="M-8 0H7M2-5 7 0 2 5"/>'
        _put(canvas, arrow, 11, on, *polar(292, theta))
        return
    for k in range(4):
        tile = FIRST_OF[s.action] + k
        if MAST <= tile < GOOD:
            name = crest_name(tile)
            item = (
                f'<g class="cr-{name}"><rect x="-13.5" y="-13.5" width="27" height="27" rx="8"'
                f' fill="var(--crest)"/>{use(f"c-{name}", -10.5, -10.5, 21, 21, "crest-fg")}</g>'
            )
        else:
            item = use(tile_sign(tile), -15, -15, 30, 30)
        _put(canvas, item, 16, on, *polar(294, theta + (k - 1.5) * STEP))


@lru_cache(maxsize=32)
def _around(theta: float, inner: float, outer: float) -> tuple[float, float, float, float]:
    """A box around an eighth of a ring."""
    points = [polar(r, theta + turn) for r in (inner, outer) for turn in (-22.5, 0, 22.5)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top = min(xs) - 4, min(ys) - 4
    return left, top, max(xs) + 4 - left, max(ys) + 4 - top


# --- harbours -----------------------------------------------------------------------------


def _harbour(
    canvas: Canvas, player: Player, seen: dict[str, Any], x: int, y: int, wide: int
) -> None:
    """One player: flag, name, purse and points, and below all ships as large as they fit."""
    marked = player.place == 1 or player.owes
    panel = cards.panel(2, 2, wide - 4, PANEL - 4, first=marked)
    canvas.paint(panel, (0, 0, wide, PANEL), WATER, at=(x, y))
    row, right = y + 36, x + wide - 16
    canvas.paint(use(flag_sign(player.seat), 0, 0, 28, 21), (0, 0, 28, 21), PAPER,
                 at=(x + 16, row - 18))  # fmt: skip
    points = "" if player.points is None else str(player.points)
    _sign(canvas, "t-vp", right - 25, row - 21, 25)
    _line(canvas, points, right - 30, row, 17, "var(--ink)", PAPER, bold=True, end=True)
    bold = cards.weight_of(player) == lettering.BOLD
    room = right - 44 - lettering.width(points, 17) - x - 54
    _line(canvas, player.name, x + 54, row, 15, "var(--ink)", PAPER, bold=bold, room=room)
    row += 27
    for k, (key, sign) in enumerate(PURSE):
        left = x + 54 + 62 * k
        _sign(canvas, sign, left, row - 16, 20)
        _line(canvas, str(seen[key]), left + 25, row, 13, "var(--ink-2)", PAPER)
    _fleet(canvas, seen, x + 16, y + PANEL - 8, wide - 32)


def _fleet(canvas: Canvas, seen: dict[str, Any], x: float, bottom: float, room: float) -> None:
    fleet = [ships.ship_of(raw) for raw in seen["ships"]]
    columns = sum(ship.columns for ship in fleet) + 0.25 * max(len(fleet) - 1, 0)
    wide = next((wide for wide in COLUMNS if columns * wide <= room), COLUMNS[-1])
    scale = wide / 64
    for ship in fleet:
        for column in ships.columns(ship):
            canvas.paint(column, (0, 0, 64, 156), PAPER, scale=scale, at=(x, bottom - 156 * scale))
            x += wide
        x += wide // 4


# --- bits ---------------------------------------------------------------------------------


def _sign(canvas: Canvas, sign: str, x: float, y: float, size: float) -> None:
    canvas.paint(use(sign, 0, 0, size, size), (0, 0, size, size), PAPER, at=(x, y))


def _line(
    canvas: Canvas,
    text: str,
    x: float,
    y: float,
    size: float,
    colour: str,
    on: str,
    *,
    bold: bool = False,
    end: bool = False,
    room: float = 0,
) -> None:
    """Words whose capitals are `size` high, from `x` on or up to it."""
    weight = lettering.BOLD if bold else lettering.REGULAR
    wide = lettering.width(text, size)
    wide = min(wide, room) if room else wide
    markup = lettering.line(text, 0, 0, size, colour=colour, weight=weight, room=room,
                            anchor="end" if end else "start")  # fmt: skip
    if wide > 0:
        left = -wide - 2 if end else -2
        canvas.paint(markup, (left, -1.6 * size, wide + 4, 2.2 * size), on, at=(x, y))
