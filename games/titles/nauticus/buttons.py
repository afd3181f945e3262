"""Buttons of moves, and dashed ones that say why not. Strings: a turn has dozens of them."""

from __future__ import annotations

from functools import lru_cache

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.titles.nauticus.art import esc, icon, sprite
from games.titles.nauticus.choices import Choice, Row

STORE = "i-store"


def button(choice: Choice, may: bool = True) -> SafeString:
    return mark_safe(_drawn(choice, may, str(get_language()), sprite()))


def _drawn(choice: Choice, may: bool, lang: str, art: str) -> str:
    why = choice.why
    reason = ("", "", "") if why is None else (why.text, why.rule, why.url)
    key = (choice.move, choice.label, choice.short, choice.sign, choice.full, why is not None)
    return _button(*key, *reason, may, lang, art)


def rows(found: list[Row]) -> SafeString:
    """A line per thing: its sign, its name, its price, and where it may go."""
    lang, art = str(get_language()), sprite()  # asked once: there are dozens of buttons
    return mark_safe("".join([_row(row, lang, art) for row in found]))


def _row(row: Row, lang: str, art: str) -> str:
    state = (" sel" if row.selected else "") + (" wide" if row.wide else "") + row.crowd
    tile = f' data-row="{row.tile}"' if row.tile >= 0 else ""
    name = esc(row.name)
    note = f" <small>{conditional_escape(row.note)}</small>" if row.note else ""
    price = f'<span class="tag">{row.price} {icon("t-coin")}</span>' if row.price >= 0 else ""
    places = "".join([_drawn(choice, True, lang, art) for choice in row.choices])
    return (
        f'<div class="choice{state}" role="group" aria-label="{name}"{tile}>{row.icon}'
        f'<span class="nm">{name}{note}</span>{price}<span class="to">{places}</span></div>'
    )


@lru_cache(maxsize=4096)
def _button(
    move: str,
    label: str,
    short: str,
    sign: str,
    full: str,
    closed: bool,
    text: str,
    rule: str,
    url: str,
    may: bool,
    _lang: str,
    _sprite: str,
) -> str:
    ident = move.replace(":", "-").replace(",", "-")
    picture = str(icon(sign)) if sign else ""
    words = esc(label)
    if short:
        inner = f'{picture}<span class="bw">{words}</span><span class="bs" aria-hidden="true">'
        inner += f"{esc(short)}</span>"
    elif sign == STORE:
        inner = f'{picture}<span class="{"vh" if closed else "bw"}">{words}</span>'
    else:
        inner = picture + words
    named = f' aria-label="{esc(full)}"' if full else ""
    if not closed:
        kind = "btn btn-may" if may else "btn"
        return (
            f'<button class="{kind}" name="move" value="{move}" id="m-{ident}"{named}>'
            f"{inner}</button>"
        )
    link = ""
    if rule:
        link = f' <a href="{esc(url)}">{esc(_("Rule {rule}").format(rule=rule))}</a>'
    return (
        f'<span class="why"><button class="btn" type="button" aria-disabled="true"'
        f' aria-describedby="why-{ident}"{named}>{inner}</button>'
        f'<span class="tip tip-up tip-right" role="tooltip" id="why-{ident}">{esc(text)}{link}'
        "</span></span>"
    )
