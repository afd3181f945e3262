"""Small parts for templates: icons of the sprite, the current section, form fields."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from django import template
from django.templatetags.static import static
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from pages.kept import part

register = template.Library()


@register.simple_tag
@lru_cache(maxsize=512)
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


@register.simple_tag
@lru_cache(maxsize=16)
def favicon(turns: int | str = 0) -> str:
    """The address of the tab's sign, which says how many turns wait; more than nine is "9+"."""
    count = min(int(turns or 0), 10)
    return static(f"favicon-{count}.svg" if count else "favicon.svg")


@register.simple_tag
def ago(moment: datetime) -> str:
    """How long since: "just now", "3 hours ago"."""
    now = timezone.now()
    if (now - moment).total_seconds() < 60:
        return _("just now")
    return _("%(time)s ago") % {"time": timesince(moment, now, depth=1)}


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


# Below these is no end of addresses, which are no one's to keep: links of mails are keys.
MANY = ("/t/", "/go/")


@register.filter
def section(path: str) -> str:
    """Where the reader is, as far as menus can tell: no menu leads to one of the many matches."""
    return next((start for start in MANY if path.startswith(start)), path)


@register.tag
def keep(parser: template.base.Parser, token: template.base.Token) -> template.Node:
    """`{% keep "foot" theme %}…{% endkeep %}`: drawn once per language and values, then kept.

    Nothing inside may depend on anything else, least of all a form's token.
    """
    _tag, name, *given = token.split_contents()
    nodes = parser.parse(("endkeep",))
    parser.delete_first_token()
    return KeptNode(name, [parser.compile_filter(value) for value in given], nodes)


class KeptNode(template.Node):
    def __init__(
        self,
        name: str,
        given: list[template.base.FilterExpression],
        nodelist: template.base.NodeList,
    ) -> None:
        self.name, self.given, self.nodelist = name, given, nodelist

    def render(self, context: template.Context) -> SafeString:
        key = (self.name, *(value.resolve(context) for value in self.given))
        return SafeString(part(key, lambda: self.nodelist.render(context)))


@register.inclusion_tag("components/ship.html", takes_context=True)
def ship(
    context: template.Context,
    crests: str,
    x: float = 0,
    y: float = 0,
    scale: float = 1,
    goods: str = "",
    parts: str = "all",
    patterns: bool = False,
) -> dict[str, object]:
    """A finished ship as a group inside an `<svg>`, one crest per column, stern first.

    `{% ship "star whale" x=120 y=40 scale=.8 goods="fish salt" %}`; with `parts="yard"` it
    stands on the slip and only its first sail is set. Patterns lie on the sails of readers
    who want them, or where `patterns` says so.
    """
    names = crests.split()
    cargo = goods.split()
    last = len(names) - 1
    columns = []
    width = 63.4  # a little under 64, so that no seam shows between two pieces
    for i, crest in enumerate(names):
        piece = "one" if last == 0 else {0: "stern", last: "bow"}.get(i, "middle")
        columns.append(
            {
                "x": round(width * i, 1),
                "sail_x": round(width * i + 16.5, 1),
                "head_x": round(width * i + 25.5, 1),
                "good_x": round(width * i + 22, 1),
                "crest": crest,
                "hull": piece,
                "good": cargo[i] if i < len(cargo) else "",
                "sail": parts == "all" or i == 0,
            }
        )
    return {
        "columns": columns,
        "x": x,
        "y": y,
        "scale": scale,
        "yard": parts == "yard",
        "patterns": patterns or context.get("patterns"),
    }
