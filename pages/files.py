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
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",  # on an iPhone only such an app may notify
        "categories": ["games"],
        "background_color": "#dce8ea",
        "theme_color": "#12283b",
        "icons": [
            {"src": static("favicon.svg"), "sizes": "any", "type": "image/svg+xml"},
            _png("icon-192", 192, "any"),
            _png("icon-512", 512, "any"),
            _png("icon-maskable-512", 512, "maskable"),
        ],
    }
    return JsonResponse(data, content_type="application/manifest+json")


def _png(name: str, size: int, purpose: str) -> dict[str, str]:
    src = static(f"img/{name}.png")  # drawn by tools/icons.py
    return {"src": src, "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers that ask by habit."""
    return HttpResponseRedirect(static("favicon.svg"))


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", "Disallow: /account/", "Disallow: /debug/", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")
