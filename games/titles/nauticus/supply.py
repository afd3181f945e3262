"""The stacks left in the supply, and what may be picked up from them."""

from __future__ import annotations

from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from engine.nauticus.material import (
    CROWN_MAST,
    CROWN_SAIL,
    GOOD,
    MAST,
    R_CROWN_MAST,
    R_CROWN_SAIL,
    R_GOODS,
    SAIL,
    TILES,
)
from games.titles.kit.art import esc, icon, sprite
from games.titles.kit.lights import asks, picked
from games.titles.nauticus import words
from games.titles.nauticus.art import crest, crest_name, tile_sign
from games.titles.nauticus.lights import Lights
from games.titles.nauticus.moved import NOTHING, Moved
from games.titles.nauticus.ships import Lit

LOW = 3  # a stack this small is worth a warning
KINDS = (
    ("hulls", range(MAST)),
    ("goods", range(GOOD, TILES)),
    ("masts", range(MAST, SAIL)),
    ("sails", range(SAIL, GOOD)),
)
REWARD_OF = {CROWN_MAST: R_CROWN_MAST, CROWN_SAIL: R_CROWN_SAIL}


def supply(counts: list[int], lights: Lights, rewards: bool, moved: Moved = NOTHING) -> SafeString:
    news = (moved.stacks, moved.note)
    key = (tuple(counts), lights.stacks, lights.picks, lights.ask_stack, rewards, *news)
    return mark_safe(_supply(*key, str(get_language()), sprite()))


@lru_cache(maxsize=512)
def _supply(
    counts: tuple[int, ...],
    stacks: tuple[tuple[int, tuple[Lit, ...]], ...],
    picks: frozenset[int],
    ask: str,
    rewards: bool,
    fresh: frozenset[int],
    note: str,
    _lang: str,
    _sprite: str,
) -> str:
    glow = dict(stacks)
    parts = []
    for kind, tiles in KINDS:
        parts.append(f"<div><h3>{esc(words.STACKS[kind])}</h3><ul>")
        for tile in tiles:
            sign = crest(crest_name(tile)) if MAST <= tile <= CROWN_SAIL else icon(tile_sign(tile))
            classes = ["low"] * (counts[tile] <= LOW) + ["moved"] * (tile in fresh)
            cls = f' class="{" ".join(classes)}"' if classes else ""
            said = f", {esc(note)}" if tile in fresh else ""
            name = esc(words.TILE[tile])
            pick = picked(tile) if tile in picks else ""
            lits = "".join(lit.span(f"-{tile}") for lit in glow.get(tile, ()))
            parts.append(
                f'<li{cls} title="{name}"{asks(_question(tile, ask, rewards))}{pick}>'
                f'{sign}{counts[tile]}<span class="vh"> {name}{said}</span>{lits}</li>'
            )
        parts.append("</ul></div>")
    return "".join(parts)


def _question(tile: int, ask: str, rewards: bool) -> str:
    if rewards and tile in REWARD_OF:
        return f"reward:{REWARD_OF[tile]}"
    if rewards and tile >= GOOD:
        return f"reward:{R_GOODS},{tile}"
    return ask.format(tile)
