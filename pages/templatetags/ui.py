"""Small parts for templates: icons of the sprite, the current section, form fields."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def icon(name: str, size: int | str = "", label: str = "") -> SafeString:
    """A sign of the sprite: `{% icon "mail" %}`, `{% icon "t-coin" 24 label=_("coins") %}`."""
    symbol = name if "-" in name[:2] else f"i-{name}"
    kind = f"i i-{size}" if size else "i"
    href = f"{static('sprite.svg')}#{symbol}"
    if label:
        return format_html(
            '<svg class="{}" role="img" aria-label="{}"><use href="{}"/></svg>', kind, label, href
        )
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}"/></svg>', kind, href)


@register.simple_tag(takes_context=True)
def here(context: template.Context, path: str) -> SafeString | str:
    """`aria-current` for a link of a menu that leads to the page or section shown."""
    request = context.get("request")
    if request is None or not path:
        return ""
    if request.path == path:
        return SafeString('aria-current="page"')
    if path != "/" and request.path.startswith(path):
        return SafeString('aria-current="true"')
    return ""


@register.inclusion_tag("components/ship.html")
def ship(
    crests: str, x: float = 0, y: float = 0, scale: float = 1, goods: str = "", parts: str = "all"
) -> dict[str, object]:
    """A finished ship as a group inside an `<svg>`, one crest per column, stern first.

    `{% ship "star whale" x=120 y=40 scale=.8 goods="fish salt" %}`; `parts="hull"` leaves
    the masts and sails away.
    """
    names = crests.split()
    cargo = goods.split()
    last = len(names) - 1
    columns = []
    for i, crest in enumerate(names):
        piece = "one" if last == 0 else {0: "stern", last: "bow"}.get(i, "middle")
        columns.append(
            {
                "x": 64 * i,
                "sail_x": 64 * i + 16.5,
                "head_x": 64 * i + 25.5,
                "good_x": 64 * i + 22,
                "crest": crest,
                "hull": piece,
                "good": cargo[i] if i < len(cargo) else "",
            }
        )
    return {"columns": columns, "x": x, "y": y, "scale": scale, "rigged": parts == "all"}
