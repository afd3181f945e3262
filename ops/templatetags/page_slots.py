"""`{% page_slot "result" match %}`: what apps above have to say here (see `ops.slots`)."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

from ops import slots

register = template.Library()

# All that a filling's template knows of the page around it.
SHARED = ("request", "user", "csrf_token")


@register.simple_tag(takes_context=True)
def page_slot(context: template.Context, name: str, thing: object) -> SafeString:
    """Each function answers with a template and its context, or with text."""
    if not slots.is_filled(name):
        return SafeString("")
    user = context["user"]
    viewer = user if user.is_authenticated else None

    def drawn(answer: tuple[str, dict[str, Any]] | str) -> str:
        if isinstance(answer, str):
            return conditional_escape(answer)
        path, values = answer
        shared = {key: context[key] for key in SHARED if key in context}
        assert context.template is not None
        page = context.template.engine.get_template(path)
        return page.render(context.new({**shared, **values}))

    return SafeString("\n".join(slots.answers(name, thing, viewer, drawn)))
