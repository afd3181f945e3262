"""A player's harbour: purse, ships, storage, pass tiles, delivered goods; and the supply."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.nauticus.material import CELLS, CROWN_SAIL, GOOD, MAST, SAIL, TILES
from games.presenters.nauticus import ships, words
from games.presenters.nauticus.art import crest, crest_name, esc, icon, sprite, tile_sign, use
from games.presenters.nauticus.ships import Lit

# Masts first: they take both cells of a column, so pairs stay together.
STORE_ORDER = (*range(MAST, SAIL), *range(SAIL, GOOD), *range(MAST), *range(GOOD, TILES))
LOW = 3  # a stack this small is worth a warning


def mat(
    p: dict[str, Any], old: dict[str, Any], lits: dict[int, list[Lit]], picks: bool
) -> dict[str, Any]:
    """Everything on one player's side; `lits` by destination, `picks` for transport."""
    seat = p["seat"]
    return {
        "seat": seat,
        "flag": f"f-{seat + 1}",
        "purse": mark_safe(
            _purse((p["vp"], p["coins"], p["workers"], p["crowns"]), str(get_language()), sprite())
        ),
        "total": p["total"],
        "cells": p["cells"],
        "yard": _yard(p, old, lits),
        "spread": _spread(p, lits),
        "store": _store(
            tuple(p["storage"]),
            tuple(max(0, a - b) for a, b in zip(p["storage"], old["storage"], strict=True)),
            CELLS - p["cells"],
            lits.get(0, []),
            picks,
        ),
        "tiles": mark_safe(_pass_tiles(p["flipped"], p["extra"], str(get_language()), sprite())),
        "set": mark_safe(_delivered(tuple(p["delivered"]), str(get_language()), sprite())),
    }


def _yard(p: dict[str, Any], old: dict[str, Any], lits: dict[int, list[Lit]]) -> SafeString:
    before = [ships.ship_of(raw) for raw in old["ships"]]
    empty = ships.Ship((), (), (), (), False, False)
    parts = []
    for k, raw in enumerate(p["ships"], 1):
        past = before[k - 1] if k <= len(before) else empty
        ident = f"b{p['seat']}-{k}"
        parts.append(ships.figure(ident, k, ships.ship_of(raw), past, lits.get(k, []), True))
    new = len(p["ships"]) + 1
    if lits.get(new):
        parts.append(ships.new_berth(f"b{p['seat']}-{new}", new, lits[new]))
    return mark_safe("".join(parts))


@lru_cache(maxsize=4096)
def _purse(counts: tuple[int, int, int, int], _lang: str, _sprite: str) -> str:
    names = (_("points"), _("coins"), _("workers"), _("crowns"))
    signs = ("t-vp", "t-coin", "t-worker", "t-crown")
    return "".join(
        f'<span class="res" title="{esc(name)}">{icon(sign)}<span class="vh">{esc(name)} </span>'
        f"{count}</span>"
        for name, sign, count in zip(names, signs, counts, strict=True)
    )


def _spread(p: dict[str, Any], lits: dict[int, list[Lit]]) -> str:
    """Many columns are drawn smaller, so that the fleet stays in sight."""
    columns = sum(ships.ship_of(raw).columns for raw in p["ships"])
    columns += bool(lits.get(len(p["ships"]) + 1))
    return " full" if columns > 10 else " wide" if columns > 8 else ""


def _store(
    storage: tuple[int, ...], new: tuple[int, ...], room: int, lits: list[Lit], picks: bool
) -> SafeString:
    parts = [_cells(storage, new, picks, str(get_language()), sprite())]
    glow = "".join(
        f'<span class="lit{"" if lit.shown else " off"}" data-move="{lit.move}"'
        f' data-for="{lit.tile}" role="img" aria-label="{esc(lit.label)}"'
        f' id="lit-{lit.move.replace(":", "-").replace(",", "-")}"></span>'
        for lit in lits
    )
    free = esc(_("free cell"))
    for k in range(room):
        if k == 0 and glow:
            wide = " two" if lits[0].tile < SAIL and lits[0].tile >= MAST and room > 1 else ""
            parts.append(f'<li class="free{wide}"><span class="vh">{free}</span>{glow}</li>')
        elif k == 1 and glow and "two" in parts[-1][:25]:
            continue
        else:
            parts.append('<li class="free"></li>')
    return mark_safe("".join(parts))


@lru_cache(maxsize=1024)
def _cells(
    storage: tuple[int, ...], new: tuple[int, ...], picks: bool, _lang: str, _sprite: str
) -> str:
    parts = []
    for tile in STORE_ORDER:
        name = esc(words.TILE[tile])
        for k in range(storage[tile]):
            draft = k >= storage[tile] - new[tile]
            cls = " ".join(
                part for part in ("two" * (MAST <= tile < SAIL), "draft" * draft) if part
            )
            pick = f' data-pick="{tile}"' if picks else ""
            note = f", {esc(_('this turn'))}" if draft else ""
            parts.append(
                f'<li{f" class={chr(34)}{cls}{chr(34)}" if cls else ""} title="{name}"{pick}>'
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


@lru_cache(maxsize=64)
def _pass_tiles(flipped: int, extra: bool, _lang: str, _sprite: str) -> str:
    parts = []
    for k, loss in enumerate((3, 2, 1)):
        if k < flipped:
            parts.append(
                f'<li class="ptile flip" title="{esc(_("Passed: counts as a crown"))}">'
                f'{icon("t-crown")}<span class="vh">{esc(_("turned over, 1 crown"))}</span></li>'
            )
        else:
            parts.append(f'<li class="ptile">−{loss}</li>')
    title, state = (
        (_("Extra action, once per match"), _("extra action ready"))
        if extra
        else (_("Extra action used"), _("extra action used"))
    )
    parts.append(
        f'<li class="ptile x{"" if extra else " spent"}" title="{esc(title)}">{icon("i-extra")}'
        f'<span class="vh">{esc(state)}</span></li>'
    )
    return "".join(parts)


@lru_cache(maxsize=256)
def _delivered(counts: tuple[int, ...], _lang: str, _sprite: str) -> str:
    parts = []
    for k, count in enumerate(counts):
        name = esc(words.TILE[GOOD + k])
        none = "" if count else ' class="none"'
        parts.append(
            f'<li{none} title="{name}">{icon(tile_sign(GOOD + k))}<span>{count}'
            f'<span class="vh"> {name}</span></span></li>'
        )
    return "".join(parts)


def supply(counts: list[int]) -> SafeString:
    return mark_safe(_supply(tuple(counts), str(get_language()), sprite()))


@lru_cache(maxsize=256)
def _supply(counts: tuple[int, ...], _lang: str, _sprite: str) -> str:
    kinds = (
        ("hulls", range(MAST)),
        ("goods", range(GOOD, TILES)),
        ("masts", range(MAST, SAIL)),
        ("sails", range(SAIL, GOOD)),
    )
    parts = []
    for kind, tiles in kinds:
        parts.append(f"<div><h3>{esc(words.STACKS[kind])}</h3><ul>")
        for tile in tiles:
            sign = crest(crest_name(tile)) if MAST <= tile <= CROWN_SAIL else icon(tile_sign(tile))
            low = ' class="low"' if counts[tile] <= LOW else ""
            name = esc(words.TILE[tile])
            parts.append(
                f'<li{low} title="{name}">{sign}{counts[tile]}<span class="vh"> {name}</span></li>'
            )
        parts.append("</ul></div>")
    return "".join(parts)
