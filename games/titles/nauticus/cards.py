"""The eight spaces as a list, for screens too small for the wheel's signs."""

from __future__ import annotations

from functools import lru_cache

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.nauticus.material import FIRST_OF, GOODS
from games.titles.kit.art import esc, icon, sprite
from games.titles.nauticus import words
from games.titles.nauticus.art import tile_icon
from games.titles.nauticus.choices import facts
from games.titles.nauticus.wheel import Space


def cards(spaces: tuple[Space, ...], anchor: int) -> SafeString:
    lang, art = str(get_language()), sprite()
    return mark_safe(
        "".join(_card(i, space, i == anchor, lang, art) for i, space in enumerate(spaces))
    )


@lru_cache(maxsize=2048)
def _card(i: int, s: Space, anchor: bool, _lang: str, _sprite: str) -> str:
    state = " used" if s.used else " now" if s.current else ""
    news = f'<span class="vh">, {esc(s.news)}</span>' if s.news else ""
    parts = [
        f'<li class="space-card{state}{" moved" if s.news else ""}"><h3>'
        f"{icon(words.ACTION_SIGNS[s.action])}{esc(words.ACTION[s.action])}{news}</h3>"
        f"<p>{facts(s.bonus, s.blue, anchor)}</p>"
    ]
    if s.used:
        parts.append(f'<p class="turned">{esc(_("used this round"))}</p>')
    elif s.action <= GOODS:
        parts.append("<ul>")
        for k, price in enumerate(s.prices):
            parts.append(f"<li>{tile_icon(FIRST_OF[s.action] + k)}<b>{price}</b></li>")
        parts.append("</ul>")
    else:
        parts.append(f'<p class="free-note">{esc(_("workers only"))}</p>')
    return "".join(parts) + "</li>"
