"""A player's harbour: purse, ships, storage, pass tiles, delivered goods.

Drawn once per content: a harbour changes far less often than pages are asked for.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.nauticus.material import CELLS, CROWN_SAIL, GOOD, MAST, PASS_TILES, SAIL, TILES
from games.titles.kit.art import esc, icon, sprite, use
from games.titles.kit.lights import asks, picked
from games.titles.nauticus import ships, words
from games.titles.nauticus.art import crest_name, tile_sign
from games.titles.nauticus.lights import DARK, Lights
from games.titles.nauticus.moved import Fresh
from games.titles.nauticus.ships import Lit, News, Ship

# Masts first: they take both cells of a column, so pairs stay together.
STORE_ORDER = (*range(MAST, SAIL), *range(SAIL, GOOD), *range(MAST), *range(GOOD, TILES))
EMPTY = Ship((), (), (), (), False, False)
# The room for one's own fleet on a large and a small screen, the gap between two ships and the
# widths of a column to choose from, in pixels: as in the sheets.
FIT = {"desk": (614, 18, (46, 39, 33, 27, 22)), "phone": (336, 8, (40, 33, 27, 22, 18))}


class Harbour(NamedTuple):
    """What a harbour is drawn from."""

    seat: int
    ships: tuple[Ship, ...]
    before: tuple[Ship, ...]  # without the draft
    storage: tuple[int, ...]
    new: tuple[int, ...]  # of the storage, by the draft
    cells: int
    flipped: int
    extra: bool
    delivered: tuple[int, ...]
    fresh: Fresh | None = None  # since the viewer's last turn


def body(
    p: dict[str, Any],
    old: dict[str, Any],
    lights: Lights,
    mine: bool,
    fresh: Fresh | None = None,
) -> SafeString:
    """Ships, storage, tiles and delivered goods of one player."""
    fleet = tuple(ships.ship_of(raw) for raw in p["ships"])
    storage = tuple(p["storage"])
    same = p is old
    harbour = Harbour(
        p["seat"],
        fleet,
        fleet if same else tuple(ships.ship_of(raw) for raw in old["ships"]),
        storage,
        (0,) * TILES
        if same
        else tuple(max(0, a - b) for a, b in zip(storage, old["storage"], strict=True)),
        p["cells"],
        p["flipped"],
        p["extra"],
        tuple(p["delivered"]),
        fresh,
    )
    return mark_safe(_body(harbour, lights, mine, str(get_language()), sprite()))


def purse(p: dict[str, Any], lights: Lights = DARK, over: bool = False) -> str:
    """Points are those on the track; once all is counted, those of the score sheet."""
    counts = (p["total"] if over else p["vp"], p["coins"], p["workers"], p["crowns"])
    return _purse(counts, lights.purse, str(get_language()), sprite())


@lru_cache(maxsize=1024)
def _body(h: Harbour, lights: Lights, mine: bool, _lang: str, _sprite: str) -> str:
    theirs = "" if mine else asks(f"@{h.seat}")
    berths = dict(lights.berths)
    yard = _yard(h, berths, lights.ask_berth if mine else "")
    if not yard:
        ghosts = "".join(icon(sign) for sign in ("h-stern", "h-middle", "h-bow"))
        yard = (
            f'<p class="no-ships"><span class="ghosts" aria-hidden="true">{ghosts}</span>'
            f"{esc(_('No ships yet'))}</p>"
        )
    title = esc(_("Storage, {n} of 12 cells").format(n=h.cells))
    ask = f"{asks(lights.ask_store)} data-rove" if mine else theirs
    rove = " data-rove" if mine else ""
    return (
        f"{_quay(lights.quay)}"
        f'<div class="yard{_spread(h, berths)}" data-rove{theirs}>{yard}</div>'
        f'<div class="mat-low"><div><h3>{title}</h3><ul class="store"{ask}>'
        f"{_store(h, lights, mine)}</ul></div>"
        f'<div class="mat-side"><div><h3>{esc(_("Pass tiles and extra action"))}</h3>'
        f'<ul class="tiles"{rove}{theirs}>{_pass_tiles(h, lights, mine)}</ul></div>'
        f'<div><h3>{esc(_("Delivered"))}</h3><ul class="set">{_delivered(h)}</ul></div>'
        "</div></div>"
    )


def _quay(lits: tuple[Lit, ...]) -> str:
    """Choices that have no place of their own: how many workers to send, a reward that is lost."""
    if not lits:
        return ""
    chips = "".join(f"<li>{lit.span(inner=_chip(lit))}</li>" for lit in lits)
    return f'<ul class="quay" data-rove aria-label="{esc(_("On the quay"))}">{chips}</ul>'


def _chip(lit: Lit) -> str:
    """ "3 workers → 6 coins" in signs; anything else in words."""
    if lit.gain < 0:
        return esc(lit.label)
    verb, _colon, count = lit.move.partition(":")
    sign = "t-coin" if verb == "withdraw" else "t-vp"
    return f"{count}{icon('t-worker')}<span>→</span>{lit.gain}{icon(sign)}"


def _yard(h: Harbour, berths: dict[int, tuple[Lit, ...]], ask: str) -> str:
    parts = []
    for k, ship in enumerate(h.ships, 1):
        past = h.before[k - 1] if k <= len(h.before) else EMPTY
        why = ask.format(k)
        news = None
        if h.fresh is not None:
            news = News(h.fresh.ships[k - 1] if k <= len(h.fresh.ships) else EMPTY, h.fresh.note)
        lits = berths.get(k, ())
        parts.append(ships.figure(f"b{h.seat}-{k}", k, ship, past, lits, why, news))
    new = len(h.ships) + 1
    if new in berths:
        parts.append(ships.new_berth(f"b{h.seat}-{new}", new, berths[new]))
    return "".join(parts)


def _spread(h: Harbour, berths: dict[int, tuple[Lit, ...]]) -> str:
    """Large fleets are drawn smaller: they stay in one row, and what is below stays where it is."""
    new = len(h.ships) + 1 in berths
    columns, gaps = sum(ship.columns for ship in h.ships) + new, len(h.ships) + new - 1
    found = []
    for screen, (room, gap, sizes) in FIT.items():
        fits = (k for k, size in enumerate(sizes) if columns * size + gaps * gap <= room)
        found.append(f" {screen}-{next(fits, len(sizes) - 1)}")
    return "".join(found)


@lru_cache(maxsize=4096)
def _purse(
    counts: tuple[int, int, int, int], lits: tuple[tuple[int, Lit], ...], _lang: str, _sprite: str
) -> str:
    names = (_("points"), _("coins"), _("workers"), _("crowns"))
    signs = ("t-vp", "t-coin", "t-worker", "t-crown")
    glow = dict(lits)
    parts = []
    for k, (name, sign, count) in enumerate(zip(names, signs, counts, strict=True)):
        lit = glow[k].span() if k in glow else ""
        parts.append(
            f'<span class="res" title="{esc(name)}">{icon(sign)}<span class="vh">{esc(name)}'
            f" </span>{count}{lit}</span>"
        )
    return "".join(parts)


# -- storage -------------------------------------------------------------------------------------


def _store(h: Harbour, lights: Lights, mine: bool) -> str:
    parts = [_cells(h, lights.carry, mine)]
    glow = "".join(lit.span() for lit in lights.store)
    room = CELLS - h.cells
    wide = bool(glow) and room > 1 and MAST <= lights.store[0].tile < SAIL
    if glow and room:
        free = esc(_("empty cell"))
        two = " two" if wide else ""
        parts.append(f'<li class="free{two}"><span class="vh">{free}</span>{glow}</li>')
        room -= 2 if wide else 1
    parts.append('<li class="free"></li>' * room)
    return "".join(parts)


def _cells(h: Harbour, carry: bool, mine: bool) -> str:
    parts = []
    dest = len(h.ships) or 1
    for tile in STORE_ORDER:
        name = esc(words.TILE[tile])
        for k in range(h.storage[tile]):
            draft = k >= h.storage[tile] - h.new[tile]
            fresh = h.fresh is not None and k >= h.storage[tile] - h.fresh.storage[tile]
            classes = ["two"] * (MAST <= tile < SAIL) + ["draft"] * draft + ["moved"] * fresh
            cls = f' class="{" ".join(classes)}"' if classes else ""
            pick = picked(tile) if carry else ""
            ask = asks(f"move:{tile},{dest}") if mine else ""
            note = f", {esc(_('this turn'))}" if draft else _said(h) if fresh else ""
            parts.append(
                f'<li{cls} id="c{h.seat}-{tile}-{k}" title="{name}"{pick}{ask}>'
                f'{_cell(tile)}<span class="vh">{name}{note}</span></li>'
            )
    return "".join(parts)


def _cell(tile: int) -> str:
    if tile < MAST or tile > CROWN_SAIL:
        return icon(tile_sign(tile))
    name = crest_name(tile)
    if tile < SAIL:
        return (
            f'<svg class="cell-mast cr-{name}" viewBox="0 0 24 52" aria-hidden="true">'
            f"{use('st-mast')}{use(f'c-{name}', 4, 4, 16, 16, 'crest-fg')}</svg>"
        )
    return (
        f'<svg class="cell-sail cr-{name}" viewBox="0 0 24 24" aria-hidden="true">'
        f"{use('p-sail')}{use(f'c-{name}', 5.5, 6.2, 13, 13, 'crest-fg')}</svg>"
    )


# -- tiles ---------------------------------------------------------------------------------------


def _pass_tiles(h: Harbour, lights: Lights, mine: bool) -> str:
    """The tile a pass would turn over is lit; the extra action is picked up here."""
    parts = []
    next_one = min(h.flipped, PASS_TILES - 1)
    ask = asks("pass") if mine else ""
    for k, loss in enumerate((3, 2, 1)):
        lit = ""
        if lights.may_pass and k == next_one:
            lit = Lit("pass", -1, _("Pass"), shown=True, best=lights.best == "pass").span()
        if k < h.flipped:
            fresh = h.fresh is not None and k >= h.flipped - h.fresh.flipped
            parts.append(
                f'<li class="ptile flip{" moved" * fresh}"'
                f' title="{esc(_("Passed: counts as a crown"))}"{ask}>'
                f'{icon("t-crown")}<span class="vh">{esc(_("flipped, 1 crown"))}'
                f"{_said(h) if fresh else ''}</span>{lit}</li>"
            )
        else:
            title = esc(
                _("Pass tile: costs {points} at the end of the round").format(
                    points=words.points(loss)
                )
            )
            parts.append(f'<li class="ptile" title="{title}"{ask}>−{loss}{lit}</li>')
    title, state = (
        (_("Extra action, once per match"), _("extra action available"))
        if h.extra
        else (_("Extra action used"), _("extra action used"))
    )
    pick = picked("extra") if lights.extras else ""
    ask = asks("extra:0") if mine else ""
    spent = "" if h.extra else " spent"
    fresh = h.fresh is not None and h.fresh.extra
    parts.append(
        f'<li class="ptile x{spent}{" moved" * fresh}" title="{esc(title)}"{pick}{ask}>'
        f'{icon("i-extra")}<span class="vh">{esc(state)}{_said(h) if fresh else ""}</span></li>'
    )
    return "".join(parts)


def _delivered(h: Harbour) -> str:
    parts = []
    for k, count in enumerate(h.delivered):
        name = esc(words.TILE[GOOD + k])
        fresh = h.fresh is not None and h.fresh.delivered[k] > 0
        cls = "" if count else ' class="none"'
        cls = ' class="moved"' if fresh else cls
        parts.append(
            f'<li{cls} title="{name}">{icon(tile_sign(GOOD + k))}<span>{count}'
            f'<span class="vh"> {name}{_said(h) if fresh else ""}</span></span></li>'
        )
    return "".join(parts)


def _said(h: Harbour) -> str:
    """The mark in words."""
    return f", {esc(h.fresh.note)}" if h.fresh is not None else ""
