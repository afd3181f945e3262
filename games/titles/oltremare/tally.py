"""What the signs of the cards laid do, counted before they are carried out (R7.3)."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.oltremare.material import CALM, CARD, DEAL, DUCAT, FIGHT, PIRATE, SHIP
from engine.oltremare.tables import SIGNS_OF, STEPS
from games.names import listed
from games.titles.kit.art import esc, icon
from games.titles.oltremare import speech
from games.titles.oltremare.cards import SIGN_ICONS


def tally(laid: Sequence[int], active: int) -> str:
    """What the four signs of the laid cards do, the marker in force included."""
    sums = [sum(SIGNS_OF[card][k] for card in laid) for k in range(len(SIGN_ICONS))]
    calm = sums[SHIP] if active == CALM else 0
    bonus = int(active == DEAL)
    pirates = 0 if active == FIGHT else STEPS[sums[PIRATE]]
    values = (
        (f"+{STEPS[sums[DUCAT] + bonus] + calm}", _signs(sums[DUCAT])),
        (str(pirates), _("beaten off") if active == FIGHT else _signs(sums[PIRATE])),
        (f"+{STEPS[sums[CARD]]}", _signs(sums[CARD])),
        (str(sums[SHIP]), _signs(sums[SHIP])),
    )
    notes = [speech.marker(active)] if bonus or calm else []
    parts = []
    for k, (value, text) in enumerate(values):
        more = listed([text, *notes]) if k == DUCAT else text
        name = esc(speech.titled(str(speech.SIGNS[k])))
        parts.append(
            f'<li>{icon(SIGN_ICONS[k])}<b><span class="vh">{name}: </span>{value}</b>'
            f"<span>{esc(more)}</span></li>"
        )
    return f'<ul class="o-tally" aria-label="{esc(_("What your cards do"))}">{"".join(parts)}</ul>'


def _signs(n: int) -> str:
    return ngettext("{n} sign", "{n} signs", n).format(n=n)
