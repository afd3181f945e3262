"""A page that shows every part of the design system. Not there in production."""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import Path

from django import forms
from django.contrib.staticfiles import finders
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from pages.context import parts_shown

FAMILIES = {
    "a": "actions",
    "c": "crests",
    "f": "flags",
    "g": "goods",
    "h": "hulls",
    "p": "parts",
    "t": "tokens",
}
SURFACES = "sea sea-2 paper paper-2 buff well nav"
INKS = "ink ink-2 ink-3 line line-strong gain loss info focus"
ACTS = "act act-2 act-tint brass brass-2 brass-3 brass-ink"
SEATS = "p1 p2 p3 p4 crest-whale crest-ship crest-wheel crest-star crest-crown"


class SampleForm(forms.Form):
    name = forms.CharField(label="Table name", help_text="Others see it in the list.")
    password = forms.CharField(label="Password", widget=forms.PasswordInput, min_length=10)
    title = forms.ChoiceField(label="Title", choices=[("n", "Nauticus"), ("o", "Oltremare")])
    pace = forms.ChoiceField(
        label="Pace",
        choices=[("live", "Live"), ("day", "A day a turn")],
        widget=forms.RadioSelect,
        help_text="You can pause in a match by days.",
    )
    rated = forms.BooleanField(label="Rated", help_text="The result counts for the ladder.")
    note = forms.CharField(label="Note", widget=forms.Textarea, required=False)


def sprite_icons() -> list[tuple[str, list[str]]]:
    """The sprite's icons by family, read from the file so that the page is never stale."""
    path = finders.find("sprite.svg")
    names = re.findall(r'<symbol id="([a-z]-[a-z0-9-]+)"', Path(str(path)).read_text())
    grouped = groupby(sorted(names), key=lambda name: name[0])
    return [(FAMILIES.get(key, "interface"), list(found)) for key, found in grouped]


def samples(prefix: str) -> dict[str, SampleForm]:
    wrong = {f"{prefix}-name": "", f"{prefix}-password": "short", f"{prefix}-pace": "year"}
    return {
        "form": SampleForm(prefix=f"{prefix}-new"),
        "wrong": SampleForm(wrong, prefix=prefix),
    }


@require_safe
def components(request: HttpRequest) -> HttpResponse:
    if not parts_shown():
        raise Http404
    page = Paginator(range(200), 10).get_page(4)
    panes = [
        {"id": "day", "theme": "light", "page": page, **samples("day")},
        {"id": "night", "theme": "dark", "page": page, **samples("night")},
    ]
    colours = [group.split() for group in (SURFACES, INKS, ACTS, SEATS)]
    sections = ["colour", "type", "buttons", "forms", "data", "feedback", "ways", "ships", "icons"]
    context = {
        "panes": panes,
        "sections": [(name, f"pages/parts/{name}.html") for name in sections],
        "colours": colours,
        "icons": sprite_icons(),
    }
    return render(request, "pages/components.html", context)
