"""Small files at fixed addresses: the manifest and robots.txt."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe


@require_safe
def manifest(request: HttpRequest) -> HttpResponse:
    data = {
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": _("Board games about ships and trade"),
        "start_url": "/",
        "display": "minimal-ui",
        "background_color": "#dce8ea",
        "theme_color": "#12283b",
        "icons": [{"src": static("favicon.svg"), "sizes": "any", "type": "image/svg+xml"}],
    }
    return JsonResponse(data, content_type="application/manifest+json")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers that ask by habit."""
    return HttpResponseRedirect(static("favicon.svg"))


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", "Disallow: /account/", "Disallow: /debug/", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
