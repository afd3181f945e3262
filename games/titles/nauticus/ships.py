"""Ships on their slips: pieces on a grid of 64 × 156 per column, stern on the left."""

from __future__ import annotations

import itertools
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.translation import get_language, ngettext, pgettext
from django.utils.translation import gettext as _

from engine.nauticus.material import BOW, CROWN_SAIL, MAST, MIDDLE, SAIL, SINGLE, STERN
from games.titles.kit.art import esc, icon, num, sprite, use
from games.titles.kit.lights import asks, place
from games.titles.nauticus.art import crest_name, tile_sign
from games.titles.nauticus.words import HULL_SIGNS, berth


class Ship(NamedTuple):
    hulls: tuple[int, ...]
    masts: tuple[int, ...]
    sails: tuple[int, ...]
    goods: tuple[int, ...]
    closed: bool
    complete: bool

    @property
    def left(self) -> bool:
        """Is the stern end open? Then a dashed outline takes a column of its own there."""
        return not self.closed and STERN not in self.hulls

    @property
    def right(self) -> bool:
        return not self.closed and BOW not in self.hulls

    @property
    def columns(self) -> int:
        return len(self.hulls) + self.left + self.right


class Lit(NamedTuple):
    """A place where a move would take effect."""

    move: str
    tile: int  # what is put there; −1 lights whatever is picked
    label: str
    price: int = -1  # coins, shown on the tag; -1 for a worker's sign
    blue: bool = False
    shown: bool = False
    gain: int = -1  # coins or points for workers sent
    best: bool = False  # recommended

    def attributes(self, at: str = "") -> str:
        """What the page needs to press the button of the same value."""
        label = f"{self.label}, {_('recommended')}" if self.best else self.label
        return place(self.move, self.tile, label, at)

    def span(self, at: str = "", inner: str = "") -> str:
        """A lit place outside the drawings."""
        inner += icon("i-lighthouse", "i lit-best") if self.best else ""
        return f'<span class="{self.classes}"{self.attributes(at)}>{inner}</span>'

    @property
    def classes(self) -> str:
        return ("lit" if self.shown else "lit off") + (" best-place" if self.best else "")


def ship_of(raw: dict[str, Any]) -> Ship:
    return Ship(
        tuple(raw["hulls"]),
        tuple(raw["masts"]),
        tuple(raw["sails"]),
        tuple(raw["goods"]),
        raw["closed"],
        raw["complete"],
    )


class News(NamedTuple):
    """A ship as it was at the viewer's last turn, and what to call the difference."""

    then: Ship
    note: str


def figure(
    ident: str,
    number: int,
    ship: Ship,
    old: Ship,
    lits: tuple[Lit, ...],
    why: str,
    news: News | None = None,
) -> str:
    """A berth: the ship, marks of the draft and of what is new, lit places, its letter below.

    `why` is the move to ask about when somebody points at it in vain.
    """
    lang = str(get_language())
    marks = "" if old == ship else _marks(ship, old)
    told = ""
    if news is not None and news.then != ship:
        marks += _corners(_changed(ship, news.then))
        told = _news(ship, news)
    glow = "".join(_lit(ship, lit) for lit in lits)
    ask = asks(why) if why else ""
    return (
        f'<figure class="dock{" afloat" if ship.complete else ""}" id="{ident}"{ask}>'
        f"{_drawing(ident, ship, number, lang, sprite())}{marks}{glow}</svg>"
        f"{_caption(ship, number, lang)}{told}</figure>"
    )


def new_berth(ident: str, number: int, lits: tuple[Lit, ...]) -> str:
    """An empty slip where a new ship may be begun."""
    letter = berth(number)
    glow = "".join(_box(lit, 0, 84, 58, 58, 3) for lit in lits)
    label = esc(_("Berth {letter}, empty").format(letter=letter))
    return (
        f'<figure class="dock new-berth" id="{ident}"><svg class="ship n1" viewBox="0 0 64 156"'
        f' role="group" aria-label="{label}">{use("s-quay")}{glow}</svg><figcaption>{letter}'
        f' <span class="cap">{esc(_("new"))}</span></figcaption></figure>'
    )


def drawing(ship: Ship, number: int, box: str) -> str:
    """The ship alone; `box` says where it stands in a larger drawing: x, y, width, height."""
    whole = _drawing("p", ship, number, str(get_language()), sprite()) + "</svg>"
    return whole.replace(f'class="ship n{ship.columns}"', box, 1)


@lru_cache(maxsize=4096)
def _drawing(ident: str, ship: Ship, number: int, _lang: str, _sprite: str) -> str:
    """Parts keep their ids between drawings, so that a new one slides in and the rest stays."""
    n = len(ship.hulls)
    off = 64 if ship.left else 0
    xs = [off + 64 * k for k in range(n)]
    parts = [
        f'<svg class="ship n{ship.columns}" viewBox="0 0 {64 * ship.columns} 156" role="group"'
        f' aria-label="{esc(_label(ship, number))}">'
    ]
    ground = "s-water" if ship.complete else "s-cradle"
    parts += [use(ground, x) for x in xs]
    if ship.left:
        parts += [use("s-quay"), use("s-ghost-l")]
    if ship.right:
        parts += [use("s-quay", off + 64 * n), use("s-ghost-r", off + 64 * n)]
    for k in range(len(ship.masts)):
        parts.append(f'<g class="bit" id="{ident}m{k}">{use("s-mast", xs[k])}</g>')
    for k, tile in enumerate(ship.sails):
        name = crest_name(tile)
        parts.append(f'<g class="bit cr-{name}" id="{ident}s{k}">{use("s-sail", xs[k])}')
        if name != "crown":
            parts.append(
                f'<use href="#s-sailpt-{name}" x="{xs[k]}" class="sail-pt"/>'
                if xs[k]
                else f'<use href="#s-sailpt-{name}" class="sail-pt"/>'
            )
        parts.append(use(f"c-{name}", xs[k] + 16.5, 39, 31, 31, "crest-fg") + "</g>")
    for k, tile in enumerate(ship.masts):
        name = crest_name(tile)
        parts.append(f'<g class="bit cr-{name}" id="{ident}p{k}">{use("s-head", xs[k])}')
        parts.append(use(f"c-{name}", xs[k] + 25.5, 2.5, 15, 15, "crest-fg") + "</g>")
    hulls = order(ship)
    for k, tile in enumerate(hulls):
        copy = hulls[:k].count(tile)
        hull = use(f"s-{HULL_SIGNS[tile]}", xs[k]) + use("s-hold", xs[k])
        parts.append(f'<g class="bit" id="{ident}h{tile}-{copy}">{hull}</g>')
    for k, tile in enumerate(ship.goods):
        good = use(tile_sign(tile), xs[k] + 22, 110, 20, 20)
        parts.append(f'<g class="bit" id="{ident}g{k}">{good}</g>')
    return "".join(parts)


def columns(ship: Ship) -> list[str]:
    """The same ship, each column on a grid of its own: few of them are ever new."""
    hulls = order(ship)
    found = [
        _column(
            hull,
            ship.masts[k] if k < len(ship.masts) else -1,
            ship.sails[k] if k < len(ship.sails) else -1,
            ship.goods[k] if k < len(ship.goods) else -1,
            ship.complete,
            sprite(),
        )
        for k, hull in enumerate(hulls)
    ]
    if ship.left:
        found.insert(0, use("s-quay") + use("s-ghost-l"))
    if ship.right:
        found.append(use("s-quay") + use("s-ghost-r"))
    return found


@lru_cache(maxsize=1024)
def _column(hull: int, mast: int, sail: int, good: int, complete: bool, _sprite: str) -> str:
    parts = [use("s-water" if complete else "s-cradle")]
    if mast >= 0:
        parts.append(use("s-mast"))
    if sail >= 0:
        name = crest_name(sail)
        crest = use(f"c-{name}", 16.5, 39, 31, 31, "crest-fg")
        parts.append(f'<g class="cr-{name}">{use("s-sail")}{crest}</g>')
    if mast >= 0:
        name = crest_name(mast)
        crest = use(f"c-{name}", 25.5, 2.5, 15, 15, "crest-fg")
        parts.append(f'<g class="cr-{name}">{use("s-head")}{crest}</g>')
    parts.append(use(f"s-{HULL_SIGNS[hull]}") + use("s-hold"))
    if good >= 0:
        parts.append(use(tile_sign(good), 22, 110, 20, 20))
    return "".join(parts)


def order(ship: Ship) -> list[int]:
    """Hull tiles from stern to bow."""
    if SINGLE in ship.hulls:
        return [SINGLE]
    middles = [MIDDLE] * ship.hulls.count(MIDDLE)
    return [STERN] * (STERN in ship.hulls) + middles + [BOW] * (BOW in ship.hulls)


def state(ship: Ship) -> str:
    if ship.complete:
        return _("complete")
    return pgettext("ship", "being built") if ship.closed else _("open hull")


def _label(ship: Ship, number: int) -> str:
    hulls, masts, sails, goods = map(len, ship[:4])
    text = _("Berth {letter}, {state}: {hulls}, {masts}, {sails}, {goods}")
    return text.format(
        letter=berth(number),
        state=state(ship),
        hulls=ngettext("{n} hull", "{n} hulls", hulls).format(n=hulls),
        masts=ngettext("{n} mast", "{n} masts", masts).format(n=masts),
        sails=ngettext("{n} sail", "{n} sails", sails).format(n=sails),
        goods=ngettext("{n} good", "{n} goods", goods).format(n=goods),
    )


@lru_cache(maxsize=1024)
def _caption(ship: Ship, number: int, _lang: str) -> str:
    done = use("i-confirm")
    mark = f'<svg class="i done-mark" aria-hidden="true">{done}</svg>' if ship.complete else ""
    return (
        f"<figcaption>{berth(number)}{mark}"
        f' <span class="cap">{esc(state(ship))}</span></figcaption>'
    )


Box = tuple[float, float, float, float]


def _changed(ship: Ship, old: Ship) -> tuple[list[Box], list[Box], list[Box]]:
    """Where parts were added: columns of mast and sail, hulls, goods."""
    off = 64 if ship.left else 0
    columns: list[Box] = [
        (off + 64 * k + 3, -4, 58, 110)
        for k in range(min(len(old.sails), len(old.masts)), len(ship.masts))
        if k >= len(old.masts) or (len(old.sails) <= k < len(ship.sails))
    ]
    hulls: list[Box] = []
    if len(ship.hulls) > len(old.hulls):
        before = order(old) if old.hulls else []
        for k, tile in enumerate(order(ship)):
            if tile in before:
                before.remove(tile)
            else:
                hulls.append((off + 64 * k + 2, 82, 60, 62))
    goods: list[Box] = [
        (off + 64 * k + 17, 105, 30, 30) for k in range(len(old.goods), len(ship.goods))
    ]
    return columns, hulls, goods


def _marks(ship: Ship, old: Ship) -> str:
    """Magenta frames around what the draft has added."""
    columns, hulls, goods = _changed(ship, old)
    found = [use("s-draft", box[0] - 3) for box in columns]
    return "".join(found + [_frame(*box) for box in (*hulls, *goods)])


def _corners(boxes: tuple[list[Box], list[Box], list[Box]]) -> str:
    """The four corners of each place: no other mark looks like that, whatever its colour."""
    path = ""
    for x, y, w, h in itertools.chain(*boxes):
        r, b, d = x + w, y + h, min(14.0, w / 3)
        path += (
            f"M{num(x)} {num(y + d)}V{num(y)}H{num(x + d)}M{num(r - d)} {num(y)}H{num(r)}"
            f"V{num(y + d)}M{num(r)} {num(b - d)}V{num(b)}H{num(r - d)}"
            f"M{num(x + d)} {num(b)}H{num(x)}V{num(b - d)}"
        )
    return (
        f'<path class="s-since-back" d="{path}"/><path class="s-since" d="{path}"/>' if path else ""
    )


def _news(ship: Ship, news: News) -> str:
    """What the corners mark, in words; a load that left has no corners, only words."""
    kinds = (
        (lambda n: ngettext("{n} hull", "{n} hulls", n)),
        (lambda n: ngettext("{n} mast", "{n} masts", n)),
        (lambda n: ngettext("{n} sail", "{n} sails", n)),
        (lambda n: ngettext("{n} good", "{n} goods", n)),
    )
    more = [max(0, len(a) - len(b)) for a, b in zip(ship[:4], news.then[:4], strict=True)]
    parts = [worded(n).format(n=n) for n, worded in zip(more, kinds, strict=True) if n]
    if not parts:
        return ""
    text = _("{note}: {parts}").format(note=news.note, parts=", ".join(parts))
    return f'<span class="vh">{esc(text)}</span>'


def _frame(x: float, y: float, w: float, h: float) -> str:
    return f'<rect class="s-new" x="{num(x)}" y="{num(y)}" width="{w}" height="{h}" rx="9"/>'


def _lit(ship: Ship, lit: Lit) -> str:
    """The place the part would take: the next free column, or an open end."""
    off = 64 if ship.left else 0
    tile = lit.tile
    if tile < 0:  # the whole ship
        return _box(lit, off, 82, 64 * len(ship.hulls) - 4, 62, 2)
    if tile == STERN:
        return _box(lit, 0, 84, 58, 58, 3)
    if tile < MAST:
        # a middle goes to the open end towards the bow if there is one
        right = ship.right
        return _box(lit, off + 64 * len(ship.hulls) if right else 0, 84, 58, 58, 3)
    if tile < SAIL:
        return _box(lit, off + 64 * len(ship.masts), 6, 54, 98, 5, "mast")
    if tile <= CROWN_SAIL:
        return _box(lit, off + 64 * len(ship.sails), 30, 54, 54, 5, "sail")
    return _box(lit, off + 64 * len(ship.goods), 103, 34, 34, 15)


def _box(lit: Lit, x: float, y: float, w: float, h: float, dx: float, kind: str = "") -> str:
    parts = [
        f'<g class="{lit.classes}"{lit.attributes()}>',
        f'<rect class="lit-box pulse" x="{num(x + dx)}" y="{num(y)}" width="{num(w)}"'
        f' height="{num(h)}" rx="11"/>',
    ]
    if w < 64:  # a thumb needs the whole column
        parts.append(f'<rect class="lit-hit" x="{num(x)}" y="{num(y - 14)}" width="64"')
        parts.append(f' height="{num(h + 26)}"/>')
    if kind == "mast":
        parts.append(
            f'<path class="lit-mark" transform="translate({num(x)} 0)"'
            ' d="M32 44v52M17 50h30M20 80h24"/>'
        )
    elif kind == "sail":
        parts.append(
            f'<path class="lit-mark" transform="translate({num(x)} 0)"'
            ' d="M16 42h32c2 9 2 18 0 27-10-4-22-4-32 0-2-9-2-18 0-27Z"/>'
        )
    cx, cy = x + dx + w / 2, y - 2
    if lit.price >= 0:
        parts.append(
            f'<rect class="lit-tag" x="{num(cx - 19)}" y="{num(cy - 13)}" width="38" height="26"'
            ' rx="13"/>'
        )
        parts.append(use(f"n{lit.price}", cx - 13.4, cy - 7.5, 10.7, 15, "lit-n"))
        parts.append(use("t-coin", cx - 1.5, cy - 8.5, 17, 17))
    else:
        sign = "t-blue" if lit.blue else "t-worker"
        parts.append(f'<circle class="lit-tag" cx="{num(cx)}" cy="{num(cy)}" r="14"/>')
        parts.append(use(sign, cx - 9, cy - 9.5, 18, 18))
    if lit.best:
        parts.append(beacon(x + dx + w / 2, y + h / 2, 15))
    return "".join(parts) + "</g>"


def beacon(x: float, y: float, r: float) -> str:
    """The lighthouse on a place that is recommended."""
    plate = f'<circle class="best-plate" cx="{num(x)}" cy="{num(y)}" r="{num(r)}"/>'
    side = 1.4 * r
    return plate + use("i-lighthouse", x - side / 2, y - side / 2, side, side, "best-sign")
