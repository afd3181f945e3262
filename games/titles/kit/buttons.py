"""Buttons of moves, and dashed ones that say why not. Strings: a turn has dozens of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.titles.answers import Choice, Group
from games.titles.kit.art import esc, icon, sprite
from games.titles.kit.lights import ident


def button(choice: Choice, may: bool = True) -> SafeString:
    return mark_safe(_drawn(choice, may, str(get_language()), sprite()))


def mark(groups: Sequence[Group], move: str) -> None:
    """Recommend a move: its button says so, and its group is the one taken up first."""
    for group in groups:
        for choice in group.choices:
            choice.best = choice.why is None and choice.move == move
    chosen = next((group for group in groups if any(c.best for c in group.choices)), None)
    if chosen is not None and chosen.pick >= 0:
        for group in groups:
            group.selected = group is chosen


def _drawn(choice: Choice, may: bool, lang: str, art: str) -> str:
    why = choice.why
    reason = ("", "", "") if why is None else (why.text, why.rule, why.url)
    key = (choice.move, choice.label, choice.short, choice.sign, choice.full)
    shape = (choice.bare, choice.column, choice.best, why is not None)
    return _button(*key, *shape, *reason, may, lang, art)


def loose(choices: Sequence[Choice]) -> SafeString:
    """Buttons without groups, for a turn that offers a few moves of many kinds."""
    lang, art = str(get_language()), sprite()
    inner = "".join([_noted(choice, _drawn(choice, True, lang, art)) for choice in choices])
    return _offer("plain-moves", inner)


def _noted(choice: Choice, drawn: str) -> str:
    """With what it would lead to below it, if that is known."""
    if not choice.note:
        return drawn
    note = conditional_escape(choice.note)
    return f'<span class="noted">{drawn}<small class="hint">{note}</small></span>'


def listed(groups: Sequence[Group]) -> SafeString:
    """Groups of buttons, one below the other."""
    return _offer("choices", rows(groups))


def _offer(cls: str, inner: str) -> SafeString:
    if not inner:
        return mark_safe("")
    label = esc(_("Possible moves"))
    return mark_safe(f'<div class="{cls}" role="group" aria-label="{label}">{inner}</div>')


def rows(groups: Sequence[Group]) -> SafeString:
    """A line per thing: its sign, its name, its price, and where it may go."""
    lang, art = str(get_language()), sprite()  # asked once: there are dozens of buttons
    return mark_safe("".join([_row(group, lang, art) for group in groups]))


def _row(group: Group, lang: str, art: str) -> str:
    state = (" sel" if group.selected else "") + (" wide" if group.wide else "") + group.crowd
    item = f' data-row="{group.pick}"' if group.pick >= 0 else ""
    name = esc(group.name)
    note = f" <small>{conditional_escape(group.note)}</small>" if group.note else ""
    price = f'<span class="tag">{group.price} {icon("t-coin")}</span>' if group.price >= 0 else ""
    places = "".join([_drawn(choice, True, lang, art) for choice in group.choices])
    return (
        f'<div class="choice{state}" role="group" aria-label="{name}"{item}>{group.icon}'
        f'<span class="nm">{name}{note}</span>{price}<span class="to">{places}</span></div>'
    )


@lru_cache(maxsize=4096)
def _button(
    move: str,
    label: str,
    short: str,
    sign: str,
    full: str,
    bare: bool,
    column: int,
    best: bool,
    closed: bool,
    text: str,
    rule: str,
    url: str,
    may: bool,
    _lang: str,
    _sprite: str,
) -> str:
    name = ident(move)
    picture = str(icon(sign)) if sign else ""
    words = esc(label)
    if short:
        inner = f'{picture}<span class="bw">{words}</span><span class="bs" aria-hidden="true">'
        inner += f"{esc(short)}</span>"
    elif bare:
        inner = f'{picture}<span class="{"vh" if closed else "bw"}">{words}</span>'
    else:
        inner = picture + words
    told = f"{full}, {_('recommended')}" if full and best else full
    named = f' aria-label="{esc(told)}"' if told else ""
    if best:
        said = "" if full else f'<span class="vh">, {esc(_("recommended"))}</span>'
        inner += f'<span class="best">{icon("i-lighthouse")}{said}</span>'
    slot = f" at-{column}" if column else ""
    if not closed:
        kind = ("btn btn-may" if may else "btn") + slot
        return (
            f'<button class="{kind}" name="move" value="{move}" id="m-{name}"{named}>'
            f"{inner}</button>"
        )
    link = ""
    if rule:
        link = f' <a href="{esc(url)}">{esc(_("Rule {rule}").format(rule=rule))}</a>'
    return (
        f'<span class="why{slot}"><button class="btn" type="button" aria-disabled="true"'
        f' aria-describedby="why-{name}"{named}>{inner}</button>'
        f'<span class="tip tip-up tip-right" role="tooltip" id="why-{name}">{esc(text)}{link}'
        "</span></span>"
    )
