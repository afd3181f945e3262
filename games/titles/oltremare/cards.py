"""Cards: a face that is read from its left edge, and the fan of the own hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core.types import Move
from engine.oltremare.material import GOODS
from engine.oltremare.tables import GOOD_OF, LIMIT_OF, LOAD_OF, MATERIAL, SIGNS_OF
from games.titles.kit.art import esc, icon, sprite
from games.titles.kit.lights import ANYTIME, place
from games.titles.oltremare import speech

SIGN_ICONS: Final = ("o-ducat", "o-pirate", "o-cards", "o-ship")
GOOD_ICONS: Final = tuple(f"o-{name}" for name in GOODS)
SIDE_BY_SIDE: Final = 5  # more overlap
MANY: Final = 8  # need all the room a phone has
ONE_ROW: Final = 9  # more wrap
OF_HAND: Final = ("discard", "lay")  # verbs that take a card from the hand


def tint(card: int) -> str:
    """The class with the colour of its good."""
    return f"o-gd-{GOODS[GOOD_OF[card]]}"


def face(card: int) -> str:
    """What is printed: signs in four fixed places, good, limit and load, what a run pays."""
    return _face(card, speech.titled(speech.good(GOOD_OF[card])), sprite())


@lru_cache(maxsize=512)
def _face(card: int, name: str, _sprite: str) -> str:
    signs = "".join(
        [
            str(icon(SIGN_ICONS[k])) if there else '<i class="o-no"></i>'
            for k, there in enumerate(SIGNS_OF[card])
        ]
    )
    values = MATERIAL.values[GOOD_OF[card]]
    worth = "".join([f"<span>{value}</span>" for value in values[:-1]])
    worth += f'<span class="o-most">{values[-1]}</span>'
    return (
        f'<span class="o-col">{signs}</span><span class="o-main"><span class="o-good-name">'
        f"{esc(name)}</span>{icon(GOOD_ICONS[GOOD_OF[card]], 'o-art')}<span>"
        f'<span class="o-foot"><span>{icon("o-lion")}{LIMIT_OF[card]}</span>'
        f"<span>{icon('o-load')}{LOAD_OF[card]}</span></span>"
        f'<span class="o-val" aria-hidden="true">{worth}</span></span></span>'
    )


def pair_icons(card: int) -> str:
    """Its two signs, small."""
    found = [str(icon(SIGN_ICONS[k])) for k, there in enumerate(SIGNS_OF[card]) if there]
    return f'<span class="o-pair">{"".join(found)}</span>'


def chip(good: int, text: str = "") -> str:
    """A good between words: shape, tint and name."""
    name = esc(text or speech.good(good))
    return f'<span class="o-good o-gd-{GOODS[good]}">{icon(GOOD_ICONS[good])}{name}</span>'


def in_order(hand: Sequence[int], cargo: Sequence[int]) -> list[int]:
    """By good, the own run first, then by lion."""
    own = GOOD_OF[cargo[-1]] if cargo else -1
    return sorted(hand, key=lambda card: (GOOD_OF[card] != own, GOOD_OF[card], LIMIT_OF[card]))


def fan(
    view: dict[str, Any],
    seat: int,
    moves: Sequence[Move],
    inputs: Mapping[int, str],
    offered: Mapping[int, str],
) -> SafeString:
    """The hand of a seat: cards if the viewer sees them, else backs.

    `inputs` are the boxes that put a card into an offer, `offered` what a card is already part of.
    """
    if view["seat"] != seat or "hand" not in view:
        return _backs(view["players"][seat]["cards"])
    lit = {move.args[0]: str(move) for move in moves if move.verb in OF_HAND}
    cards = in_order(view["hand"], view["players"][seat]["cargo"])
    parts = [_item(card, lit.get(card, ""), inputs, offered.get(card, "")) for card in cards]
    label = esc(_("Cards in your hand"))
    if not parts:
        return mark_safe(f'<p class="o-empty">{esc(_("Your hand is empty."))}</p>')
    rove = " data-rove" if lit else ""
    return mark_safe(
        f'<ul class="o-fan {_spread(len(parts))}" aria-label="{label}"{rove}>{"".join(parts)}</ul>'
    )


def _item(card: int, move: str, inputs: Mapping[int, str], offered: str) -> str:
    kind, label = f"o-gc {tint(card)}", speech.card(card)
    note = f'<span class="o-tag">{esc(offered)}</span>' if offered else ""
    up = ' class="o-up"' if offered else ""
    if move:
        verb = _("Lay it.") if move.startswith("lay") else _("Discard it.")
        attrs = f' class="{kind} lit"{place(move, ANYTIME, f"{label} {verb}")}'
        return f"<li{up}>{note}<span{attrs}>{face(card)}</span></li>"
    if card in inputs:
        attrs = f' class="{kind} o-may" for="{inputs[card]}" title="{esc(label)}"'
        return f"<li{up}>{note}<label{attrs}>{face(card)}</label></li>"
    attrs = f' class="{kind}" role="img" aria-label="{esc(label)}"'
    return f"<li{up}>{note}<span{attrs}>{face(card)}</span></li>"


def _spread(count: int) -> str:
    if count <= SIDE_BY_SIDE:
        return f"o-f{count}"
    if count <= ONE_ROW:
        return "o-crowd" if count < MANY else "o-crowd o-many"
    return "o-crowd o-wrap"


def _backs(count: int) -> SafeString:
    label = esc(ngettext("{n} card, face down", "{n} cards, face down", count).format(n=count))
    backs = f"<li>{icon('o-back', 'o-back')}</li>" * min(count, ONE_ROW)
    return mark_safe(
        f'<ul class="o-fan o-backs" role="img" aria-label="{label}">{backs}</ul>'
        f'<p class="o-count">{label}</p>'
    )
