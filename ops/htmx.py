"""What a view gets once django-htmx's middleware has seen the request."""

from __future__ import annotations

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails


class HtmxRequest(HttpRequest):
    """For type checkers: the middleware hangs `htmx` onto every request, unseen by them."""

    htmx: HtmxDetails  # true where a part of a page asks; `target` is the part that does
