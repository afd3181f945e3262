"""Options of a game in a form, also where what can be chosen depends on the number of players.

Without JavaScript a form cannot follow the number somebody picks: it offers what is possible with
any number, says what goes with which, and refuses the rest in a sentence.
"""

from __future__ import annotations

from itertools import chain, groupby
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core.types import Option
from games.titles.facts import Title


def option_field(title: Title, option: Option) -> forms.TypedChoiceField:
    choice = title.choice(option.key)
    usual = _("Full match") if choice.amount else _("Default")
    offered = dict.fromkeys(chain.from_iterable(option.choices_for(n) for n in title.seats))
    return forms.TypedChoiceField(
        label=str(choice.label),
        coerce=int,
        empty_value=None,
        required=False,
        choices=[("", usual), *((str(n), str(n)) for n in offered)],
        help_text=_by_seats(title, option, usual),
    )


def _by_seats(title: Title, option: Option, usual: str) -> str:
    """What each number of players can choose; nothing where that is the same for all."""
    told = [(option.choices_for(n), option.default_for(n)) for n in title.seats]
    if len(set(told)) < 2:
        return ""
    by_size = [
        (_players([n for n, _what in group]), *what)
        for what, group in groupby(zip(title.seats, told, strict=True), key=lambda one: one[1])
    ]
    if len({choices for choices, _usual in told}) == 1:  # only what's usual differs
        parts = [_("%(n)d with %(who)s") % {"n": n, "who": who} for who, _all, n in by_size]
        return _("%(usual)s: %(list)s.") % {"usual": usual, "list": ", ".join(parts)}
    return " ".join(
        _("%(who)s: %(choices)s (default: %(usual)s).")
        % {"who": who, "choices": ", ".join(map(str, choices)), "usual": n}
        for who, choices, n in by_size
    )


def _players(sizes: list[int]) -> str:
    if len(sizes) > 1:
        return _("%(first)d to %(last)d players") % {"first": sizes[0], "last": sizes[-1]}
    return ngettext("%(n)d player", "%(n)d players", sizes[0]) % {"n": sizes[0]}


def misfits(title: Title, said: dict[str, Any], size: int) -> dict[str, str]:
    """Options that cannot be what was chosen with so many players: field and sentence."""
    found = {}
    for option in title.game.options:
        value, choices = said.get(f"option_{option.key}"), option.choices_for(size)
        if value is not None and value not in choices:
            text = ngettext(
                "With %(n)d player, choose one of these: %(choices)s.",
                "With %(n)d players, choose one of these: %(choices)s.",
                size,
            )
            found[f"option_{option.key}"] = text % {
                "n": size,
                "choices": ", ".join(map(str, choices)),
            }
    return found
