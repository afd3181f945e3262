"""`date` on every page and in every e-mail, as `ops.dates` writes it."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.defaultfilters import date as django_date

from ops.dates import with_ordinal

register = template.Library()


@register.filter(expects_localtime=True, is_safe=False)
def date(value: Any, form: str | None = None) -> str:
    return with_ordinal(str(django_date(value, form)))
