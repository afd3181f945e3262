"""Players in templates: their flag, their name as a link."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.utils.safestring import SafeString, mark_safe

from accounts import demo, flags
from accounts.models import User

register = template.Library()


def kind_of(player: User) -> str:
    if player.is_former:
        return "former"
    return "guest" if player.is_guest and not player.has_chosen_name else "player"


@register.simple_tag
def player_flag(player: User) -> SafeString:
    """The house flag as inline SVG; decoration, the name stands beside it."""
    inside = flags.draw(player.pk or 0, kind_of(player))
    return mark_safe(  # made of constants
        f'<svg viewBox="0 0 64 64" aria-hidden="true" focusable="false">{inside}</svg>'
    )


@register.inclusion_tag("accounts/_player.html")
def player_link(player: User, size: str = "s") -> dict[str, object]:
    return {"player": player, "size": size}


@register.simple_tag
def local_inbox() -> bool:
    """Is there a page where the mails of this site can be read?"""
    return bool(settings.LOCAL_INBOX)


@register.simple_tag
def demo_players() -> list[str]:
    """Whom the demonstration site lets you be."""
    return list(demo.PLAYERS) if settings.DEMO else []
