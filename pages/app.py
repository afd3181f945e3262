"""The site as an installed app: its worker in the browser and the page shown without a network.

The worker keeps the offline page and the files that page is made of, and nothing else: whoever
uses a shared device after a player must find none of the player's pages in it.
"""

from __future__ import annotations

import hashlib
import json

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

STYLES = ("tokens", "night", "base", "layout", "components", "pages")
FILES = (
    *(f"css/{name}.css" for name in STYLES),
    "js/offline.js",
    "art.svg",
    "sprite.svg",
    "favicon.svg",
    "img/icon-192.png",
    "img/badge-96.png",
)


def _language(request: HttpRequest) -> str:
    """As the page that registered the worker was written; its fetches carry no cookie."""
    wanted = request.GET.get("lang", "")
    return wanted if wanted in dict(settings.LANGUAGES) else translation.get_language() or "en"


@require_safe
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The script itself. Browsers ask for it again and again, and compare it byte for byte."""
    language = _language(request)
    with translation.override(language):
        known = {
            "offline": f"{reverse('offline')}?lang={language}",
            "files": [static(name) for name in FILES],
            "icon": static("img/icon-192.png"),
            "badge": static("img/badge-96.png"),
            "renew": reverse("push_renew"),
            "site": settings.SITE_NAME,
            "news": _("Something happened in one of your matches."),
        }
    known["name"] = f"nauticus-{hashlib.sha256(json.dumps(known).encode()).hexdigest()[:12]}"
    # No text of ours ends a script, yet the habit is cheap.
    data = json.dumps(known, indent=2, ensure_ascii=True).replace("<", "\\u003c")
    return render(
        request, "pages/worker.js", {"known": data}, content_type="text/javascript; charset=utf-8"
    )


@require_safe
@cache_control(public=True, max_age=3600)
def offline(request: HttpRequest) -> HttpResponse:
    """Says nothing about who asks: it stays in the browser after they have logged out."""
    language, styles = _language(request), [static(f"css/{name}.css") for name in STYLES]
    with translation.override(language):
        return render(request, "pages/offline.html", {"styles": styles, "lang": language})
