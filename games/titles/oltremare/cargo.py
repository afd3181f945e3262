"""Cargo as a ship: runs are stacks of crates from stern to bow, the plate says what one pays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.oltremare.scoring import runs
from engine.oltremare.tables import GOOD_OF, LIMIT_OF, LOAD_OF, VALUE
from games.titles.kit.art import esc, flag_sign, num, sprite, use
from games.titles.oltremare import speech
from games.titles.oltremare.cards import GOOD_ICONS

RUN: Final = 44  # wide
STERN: Final = 56
BOW: Final = 126  # with the tag of the top card
CRATE: Final = 22  # high
MOST: Final = 5  # crates that are drawn
DECK: Final = 103  # where the lowest crate stands
WAVE: Final = "M6 159c8 6 16 6 24 0s16-6 24 0 16 6 24 0 16-6 24 0 16 6 24 0 16-6 24 0 16 6 24 0"


def ship(cargo: Sequence[int], seat: int, name: str) -> SafeString:
    return mark_safe(_ship(tuple(cargo), seat, name, str(get_language()), sprite()))


def told(cargo: Sequence[int], name: str) -> str:
    """The pile as it is read out, bottom to top."""
    if not cargo:
        return _("{who} has no cargo.").format(who=name)
    parts = [
        _("{n} {good} worth {worth}").format(
            n=run.length, good=speech.good(run.good), worth=VALUE[run.good][run.length]
        )
        for run in runs(cargo)
    ]
    return _("Cargo of {who}, bottom to top: {runs}. Top card: limit {limit}, load {load}.").format(
        who=name, runs=", ".join(parts), limit=LIMIT_OF[cargo[-1]], load=LOAD_OF[cargo[-1]]
    )


@lru_cache(maxsize=1024)
def _ship(cargo: tuple[int, ...], seat: int, name: str, _lang: str, _sprite: str) -> str:
    stacks = runs(cargo)
    count = max(1, len(stacks))
    bow = STERN + RUN * count
    parts = [
        f'<svg class="o-cargo" viewBox="0 0 {bow + BOW} 190" role="img"'
        f' aria-label="{esc(told(cargo, name))}">',
        use("k-stern", 0, 84, 64, 80),
        use(flag_sign(seat), 41, 83, 26, 19),
        "".join([use("k-mid", STERN + RUN * k, 84, RUN, 80) for k in range(count)]),
    ]
    for k, run in enumerate(stacks):
        parts.append(_stack(STERN + RUN * k, run.good, run.length))
    parts.append(use("k-bow", bow, 84, 72, 80))
    if stacks:
        parts.append(_top(cargo[-1], bow, min(stacks[-1].length, MOST)))
    parts.append(f'<path class="o-wave" d="{WAVE}"/></svg>')
    return "".join(parts)


def _stack(x: int, good: int, length: int) -> str:
    parts = []
    for k in range(min(length, MOST)):
        y = DECK - CRATE * k
        parts += [use("k-crate", x + 2, y, 40, 23), use(GOOD_ICONS[good], x + 12, y + 2, 20)]
    if length > MOST:
        y = DECK - CRATE * MOST + CRATE - 5
        parts.append(f'<text class="o-times" x="{x + 22}" y="{y}">×{length}</text>')
    parts.append(
        f'<rect class="o-plate" x="{x + 9}" y="135" width="26" height="18" rx="4"/>'
        f'<text class="o-pays" x="{x + 22}" y="149">{VALUE[good][length]}</text>'
    )
    return "".join(parts)


def _top(card: int, bow: int, high: int) -> str:
    """A frame around the run on top, and a tag with what the next turn needs of its card."""
    top = DECK - CRATE * (high - 1) - 2
    tag = max(2, top - 25)
    name = _("top: {good}").format(good=speech.good(GOOD_OF[card]))
    return (
        f'<rect class="o-top" x="{num(bow - RUN + 0.5)}" y="{top}" width="43"'
        f' height="{126 - top}" rx="4"/>'
        f'<path class="o-string" d="M{bow} {tag + 36}h12"/>'
        f'<g transform="translate({bow + 11} {tag})">'
        f'<rect class="o-label" width="100" height="52" rx="7"/>{use("o-lion", 6, 5, 20)}'
        f'<text class="o-num" x="29" y="20">{LIMIT_OF[card]}</text>{use("o-load", 48, 5, 20)}'
        f'<text class="o-num" x="71" y="20">{LOAD_OF[card]}</text>'
        f'<text class="o-said" x="7" y="43">{esc(name)}</text></g>'
    )
