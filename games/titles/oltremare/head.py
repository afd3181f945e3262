"""How far the voyage has come: from the first card to the last, with Venice on the way."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.oltremare.material import GOODS
from engine.oltremare.tables import MATERIAL, START_HAND
from games.titles.kit.art import esc, icon, num, sprite, use

BEGIN: Final = 14
END: Final = 326
VENICE: Final = 0.5  # of the way; its true place is hidden


def track(view: dict[str, Any]) -> SafeString:
    seats, length = view["seats"], view["options"]["length"]
    key = (view["deck"], seats, length, view["round"], view["venice"], view["last"])
    return mark_safe(_track(*key, not view["to_act"], str(get_language()), sprite()))


def first_deck(seats: int, length: int) -> int:
    """Cards in the deck when all was dealt, without Venice (R13.1)."""
    out = MATERIAL.removed if seats == 2 else ()
    cards = sum(MATERIAL.counts[good] for good in range(len(GOODS)) if good not in out)
    return -(-(cards - seats * (1 + START_HAND)) * length // 4)


@lru_cache(maxsize=512)
def _track(
    deck: int,
    seats: int,
    length: int,
    number: int,
    venice: bool,
    last: bool,
    over: bool,
    _lang: str,
    _sprite: str,
) -> str:
    total = first_deck(seats, length)
    done = 1.0 if last or over else 1 - min(deck, total) / total
    x = BEGIN + (END - BEGIN) * done
    middle = BEGIN + (END - BEGIN) * VENICE
    here = _("the end") if over else _("last round") if last else _("round {n}").format(n=number)
    label = _("Round {n}, {deck} of {total} cards are left in the deck.").format(
        n=number, deck=deck, total=total
    )
    label += " " + (_("Venice is still in the deck.") if venice else _("Venice is passed."))
    short = _("Round {n}, {deck} left").format(n=number, deck=deck)
    near = abs(x - middle) < 46
    where = "o-end" if x > END - 40 else "" if x < BEGIN + 30 else "o-middle"
    at = 340 if x > END - 40 else 6 if x < BEGIN + 30 else x
    port = "" if near else f'<text class="o-vt o-middle" x="{num(middle)}" y="44">Venezia</text>'
    home = (
        "" if x > END - 90 else f'<text class="o-vt o-end" x="340" y="44">{esc(_("home"))}</text>'
    )
    passed = "" if venice else ' class="o-passed"'
    return (
        f'<div class="o-voyage" role="img" aria-label="{esc(label)}"><svg viewBox="0 0 340 46">'
        f'<path class="o-way" d="M{BEGIN} 16H{END}"/>'
        f'<path class="o-done" d="M{BEGIN} 16H{num(x)}"/>'
        f'<circle class="o-dot" cx="{BEGIN}" cy="16" r="5"/>'
        f"<g{passed}>{use('o-venice', middle - 10, 1, 21, 29)}</g>"
        f'<circle class="o-dot" cx="{END}" cy="16" r="5"/>{use("c-ship", x - 13, 2, 26)}'
        f'{port}<text class="o-vt o-now {where}" x="{num(at)}" y="44">{esc(here)}</text>{home}'
        "</svg>"
        f'<span class="o-short">{icon("c-ship")}{esc(short)}</span></div>'
    )
