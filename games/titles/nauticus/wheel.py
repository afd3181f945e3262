"""The wheel: four rings, drawn for one position. Geometry: space i is centred at 45·i − 90°."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.nauticus.material import FIRST_OF, GOOD, GOODS, MAST, SAIL, TRANSPORT, WHEEL
from games.titles.kit.art import esc, flag_sign, num, sprite, use
from games.titles.kit.lights import asks, picked, place
from games.titles.nauticus import words
from games.titles.nauticus.art import crest_name, pair, polar, sector, tile_sign
from games.titles.nauticus.chart import CHART, RIM, ROSE
from games.titles.nauticus.moved import NOTHING, Moved
from games.titles.nauticus.ships import beacon

STEP: Final = 10.4  # degrees between the four items of a tile
THETA: Final = tuple(45 * i - 90 for i in range(8))
TILE: Final = tuple(sector(212, 315, theta, 6) for theta in THETA)
NOW: Final = tuple(sector(211, 316, theta, 6) for theta in THETA)
BONUS: Final = tuple(sector(144, 208, theta, 3) for theta in THETA)
PRICE: Final = tuple(sector(318, 350, theta, 3) for theta in THETA)
SECTION: Final = tuple(sector(60, 138, theta, 0) for theta in THETA)
# "worker → result" on the light tiles
RESULT: Final = ("h-one", "t-coin", "g-fish", "t-vp")


class Space(NamedTuple):
    action: int
    used: bool
    current: bool
    chooser: int  # seat, -1 unknown
    first: bool
    lit: bool  # may be chosen now
    blue: int
    bonus: tuple[int, int, int, int]  # workers, coins, points, tile
    prices: tuple[int, ...]
    news: str = ""  # chosen since the viewer's last turn, in words
    best: bool = False  # recommended


def wheel(
    spaces: tuple[Space, ...],
    anchor: int,
    picks: frozenset[int],
    extras: frozenset[int],
    best: str = "",
) -> str:
    """The whole drawing: `picks` are tiles to pick up from the current action tile, `extras` the
    actions that light up once the extra action is picked."""
    best = best if best.startswith("extra:") else ""  # the drawing depends on nothing else of it
    return _wheel(spaces, anchor, picks, extras, best, str(get_language()), sprite())


@lru_cache(maxsize=512)
def _wheel(
    spaces: tuple[Space, ...],
    anchor: int,
    picks: frozenset[int],
    extras: frozenset[int],
    best: str,
    _lang: str,
    _sprite: str,
) -> str:
    label = esc(_("The wheel: eight spaces, clockwise from the top"))
    parts = [
        f'<svg class="wheel" id="wheel" viewBox="-396 -396 792 792" role="group"'
        f' aria-label="{label}" data-rove="">',
        _chart(_sprite),
        _arcs(),
    ]
    for i, space in enumerate(spaces):
        parts.append(_space(i, space, picks if space.current else frozenset()))
    parts.append(disc(anchor))
    parts.append(f'<circle class="w-hub" r="58"/>{ROSE}')
    for i, space in enumerate(spaces):
        if space.current:
            parts.append(f'<path class="w-now" d="{NOW[i]}"/><path class="w-now-in" d="{NOW[i]}"/>')
    for i, space in enumerate(spaces):
        if space.action in extras:
            parts.append(_extra(i, space, best == f"extra:{space.action}"))
    parts.append("</svg>")
    return "".join(parts)


def _extra(i: int, s: Space, best: bool) -> str:
    """An action the extra action could be, used or not: shown once the extra tile is picked."""
    label = _("Extra action: {action}").format(action=words.ACTION_LOW[s.action])
    sign = use(words.ACTION_SIGNS[s.action], -25, -25, 50, 50, "w-act")
    if best:
        label, sign = f"{label}, {_('recommended')}", sign + beacon(0, 34, 18)
    return (
        f'<g class="lit off"{place(f"extra:{s.action}", "extra", label)}>'
        f'<path class="lit-box pulse" d="{TILE[i]}"/>'
        f"{_at(262, THETA[i])}{sign}</g></g>"
    )


@lru_cache(maxsize=2)
def _chart(_sprite: str) -> str:
    depths = (
        (326, -352, 14), (362, -300, 9), (296, -372, 21), (368, -360, 11),
        (-354, 300, 17), (-372, 352, 8), (-304, 366, 12), (-366, 262, 23),
    )  # fmt: skip
    found = [CHART]
    for x, y, depth in depths:
        for k, digit in enumerate(str(depth)):
            found.append(use(f"n{digit}", x - 4 + 8 * k, y - 5.5, 7.9, 11, "w-depth"))
    found.append(RIM)
    return "".join(found)


@lru_cache(maxsize=1)
def _arcs() -> str:
    """Lines the names run along: clockwise above, the other way below."""
    found = []
    for i, theta in enumerate(THETA):
        low = i in (3, 4, 5)
        r, sweep = (369.5, 0) if low else (358.5, 1)
        a, b = (theta + 22, theta - 22) if low else (theta - 22, theta + 22)
        found.append(f'<path id="arc{i}" d="M{pair(r, a)}A{r} {r} 0 0 {sweep} {pair(r, b)}"/>')
    return f"<defs>{''.join(found)}</defs>"


def _label(s: Space) -> str:
    gift = dict(zip(("workers", "coins", "points", "tile"), s.bonus, strict=True))
    text = f"{words.ACTION[s.action]}."
    if s.used:
        text += " " + _("Used this round.")
    elif s.current:
        text += " " + _("This phase’s tile.")
    text += " " + _("Bonus: {gift}.").format(gift=words.bonus(gift))
    text += f" {words.blue_workers(s.blue)}."
    if s.action <= GOODS and not s.used:
        first = FIRST_OF[s.action]
        prices = [f"{words.TILE[first + k]} {price}" for k, price in enumerate(s.prices)]
        text += " " + _("Prices: {prices}.").format(prices=", ".join(prices))
    if s.first:
        text += " " + _("First space of this round: the anchor moves here next.")
    if s.best:
        text += " " + _("Recommended.")
    if s.news:
        text += f" {s.news[:1].upper()}{s.news[1:]}."
    return esc(text)


def priced(s: Space) -> tuple[int, ...]:
    """Prices count where something is for sale; elsewhere they'd be taken for something else."""
    return s.prices if s.action <= GOODS and not s.used else ()


def _space(i: int, s: Space, picks: frozenset[int]) -> str:
    state = " used" if s.used else " now" if s.current else ""
    move = f' data-{"move" if s.lit else "why"}="choose:{i}"'
    lit = " lit may" if s.lit else ""
    label = _label(s)
    role = "group" if s.current and s.action <= GOODS else "img"  # a group has parts of its own
    parts = [
        f'<g class="space{state}{lit}" id="space{i}" role="{role}" aria-label="{label}"{move}'
        ' data-whole="">'
        f"<title>{label}</title>",
        f'<text class="w-name{" off" if s.used else ""}"><textPath href="#arc{i}"'
        f' startOffset="50%">{esc(words.ACTION[s.action])}</textPath></text>',
        f'<path class="w-price" d="{PRICE[i]}"/><g class="w-shop">',
    ]
    for k, price in enumerate(priced(s)):
        cls = "w-pn" if price else "w-pn free"
        sign = use(f"n{price}", -6.8, -9.5, 13.6, 19, cls)
        parts.append(f"{_at(334, THETA[i] + (k - 1.5) * STEP)}{sign}</g>")
    parts.append("</g>")
    parts.append(_back(i, s) if s.used else _front(i, s, picks))
    parts.append(f'<path class="w-bonus" d="{BONUS[i]}"/>')
    dim = " w-dim" if s.used else ""
    parts.append(f'{_at(178, THETA[i])}<g class="w-bon{dim}">{gift(s.bonus)}</g></g>')
    if s.first:
        x, y = polar(212, THETA[i] + 15.5)
        parts.append(f'<circle class="w-marker" cx="{num(x)}" cy="{num(y)}" r="21"/>')
        parts.append(use("t-anchor", x - 14, y - 14, 28, 28, "w-marker-i"))
    if s.news:
        x, y = polar(232, THETA[i] - 16.5)
        parts.append(f'<path class="w-since" d="M{num(x)} {num(y - 13)}l13 13-13 13-13-13Z"/>')
    if s.best:
        parts.append(
            f'<path class="w-best" d="{NOW[i]}"/>' + beacon(*polar(214, THETA[i] - 15.5), 22)
        )
    parts.append("</g>")
    return "".join(parts)


def _at(r: float, degrees: float, cls: str = "", more: str = "") -> str:
    name = f' class="{cls}"' if cls else ""
    return f'<g{name} transform="translate({pair(r, degrees)})"{more}>'


def _back(i: int, s: Space) -> str:
    x, y = polar(262, THETA[i])
    parts = [
        f'<path class="w-tile back" d="{TILE[i]}"/><path class="w-backpat" d="{TILE[i]}"/>',
        f'<circle class="plate" cx="{num(x)}" cy="{num(y)}" r="29"/>',
        f"{_at(262, THETA[i])}{use(words.ACTION_SIGNS[s.action], -19, -19, 38, 38, 'w-ghost')}</g>",
    ]
    if s.chooser >= 0:
        fx, fy = polar(291, THETA[i] + 13.5)
        parts.append(use(flag_sign(s.chooser), fx - 13.5, fy - 10.2, 27, 20.5))
    return "".join(parts)


def _front(i: int, s: Space, picks: frozenset[int]) -> str:
    colour = "blue" if s.action <= GOODS else "beige"
    sign = use(words.ACTION_SIGNS[s.action], -25, -25, 50, 50, "w-act")
    parts = [
        f'<path class="w-tile {colour}" d="{TILE[i]}"/>',
        f'{_at(246, THETA[i])}{sign}</g><g class="w-shop">',
    ]
    if s.action <= GOODS:
        for k in range(4):
            tile = FIRST_OF[s.action] + k
            pick = ""
            if s.current:
                named = esc(words.TILE_LABEL[tile])
                pick = f' role="img" aria-label="{named}"{asks(f"buy:{tile},0")}'
            pick += picked(tile) if tile in picks else ""
            angle = THETA[i] + (k - 1.5) * STEP
            if MAST <= tile < GOOD:
                name = crest_name(tile)
                parts.append(
                    f'{_at(294, angle, f"cr-{name}", pick)}<g class="w-item"><rect x="-13.5"'
                    f' y="-13.5" width="27" height="27" rx="8" fill="var(--crest)"/>'
                    f"{use(f'c-{name}', -10.5, -10.5, 21, 21, 'crest-fg')}</g></g>"
                )
            else:
                item = use(tile_sign(tile), -15, -15, 30, 30, "w-item")
                parts.append(f"{_at(294, angle, '', pick)}{item}</g>")
    else:
        for sign, angle in (("t-worker", -9), (RESULT[s.action - TRANSPORT], 9)):
            item = use(sign, -14, -14, 28, 28, "w-item")
            parts.append(f"{_at(292, THETA[i] + angle)}{item}</g>")
        x, y = polar(292, THETA[i])
        parts.append(
            f'<path class="w-note" transform="translate({num(x)} {num(y)})'
            f' rotate({THETA[i] + 90})" d="M-8 0H7M2-5 7 0 2 5"/>'
        )
    parts.append("</g>")
    return "".join(parts)


def gift(bonus: tuple[int, int, int, int]) -> str:
    """What a bonus gives, in signs around its middle."""
    count, coins, points, tile = bonus
    signs = ["t-worker"] * count
    if coins:
        return use(f"n{coins}", -25.6, -12, 17.1, 24, "w-act") + use("t-coin", -6, -15, 30, 30)
    if points > 1:
        return use(f"n{points}", -25.6, -12, 17.1, 24, "w-act") + use("t-vp", -6, -15, 30, 30)
    if points:
        signs.append("t-vp")
    if tile in (MAST, SAIL):
        return use("p-mast" if tile == MAST else "p-sail", -18, -18, 36, 36)
    if tile == GOOD:
        signs.append("a-goods")
    step = 22 if len(set(signs)) == 1 else 32
    start = -(step * (len(signs) - 1)) / 2 - 15
    return "".join(use(sign, start + step * k, -15, 30, 30) for k, sign in enumerate(signs))


def disc(anchor: int) -> str:
    """The disc with the blue workers, turned so that its anchor lies at a space."""
    turn = 45 * anchor
    upright = f" rotate({-turn})" if turn else ""
    parts = [
        f'<g class="disc" id="disc" transform="rotate({turn})"><circle class="w-disc" r="140"/>',
        f'<path class="w-anchor-sec" d="{SECTION[0]}"/>',
    ]
    for i in range(1, 8):
        parts.append(f'<path class="{"w-disc-b" if i % 2 else "w-disc-a"}" d="{SECTION[i]}"/>')
    sign = use("t-anchor", -22, -22, 44, 44, "w-anchor")
    parts.append(f'<g transform="translate(0 -102){upright}">{sign}</g>')
    spots: dict[int, tuple[tuple[float, float], ...]] = {
        0: (),
        1: ((104, 0),),
        2: ((104, -8.6), (104, 8.6)),
        3: ((116, -9.5), (116, 9.5), (84, 0)),
    }
    worker = use("t-blue", -16, -16, 32, 32)
    for i, count in enumerate(WHEEL):
        for r, angle in spots[count]:
            place = f"translate({pair(r, THETA[i] + angle)}){upright}"
            parts.append(f'<g transform="{place}">{worker}</g>')
    parts.append("</g>")
    return "".join(parts)


def spaces_of(
    view: dict[str, Any],
    lit: set[int],
    choosers: dict[int, int],
    best: str = "",
    moved: Moved = NOTHING,
) -> tuple[Space, ...]:
    """The spaces of a view as the drawing wants them."""
    found = []
    for i, s in enumerate(view["spaces"]):
        b = s["bonus"]
        found.append(
            Space(
                action=s["action"],
                used=s["used"],
                current=s["current"],
                chooser=choosers.get(i, -1) if s["used"] else -1,
                first=s["first"],
                lit=i in lit,
                blue=s["blue"],
                bonus=(b["workers"], b["coins"], b["points"], b["tile"]),
                prices=tuple(s["prices"]),
                news=moved.note if i in moved.spaces else "",
                best=best == f"choose:{i}",
            )
        )
    return tuple(found)
