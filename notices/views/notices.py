"""The site's own list of news, and the bell."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.views.tools import PlayerRequest
from notices import selectors
from notices.services import choices

PAGE = 30


@never_cache
@login_required
@require_safe
def page(request: PlayerRequest) -> HttpResponse:
    """All of one's notices, newest first. Opening it marks none as read: the button does."""
    user = request.user
    rows = Paginator(selectors.shown(user), PAGE).get_page(request.GET.get("page"))
    part = request.GET.get("part") == "list" and bool(request.htmx)
    told = selectors.worded(user, rows.object_list)
    name = "notices/page.html#list" if part else "notices/page.html"
    return render(request, name, {"page": rows, "told": told, "part": part})


@never_cache
@login_required
@require_safe
def bell(request: PlayerRequest) -> HttpResponse:
    """What opens under the bell; `?part=mark` is the bell itself, for a page told to look again."""
    if request.GET.get("part") == "mark":
        return render(request, "notices/_mark.html")
    return render(request, "notices/_bell.html", {"bell": selectors.bell(request.user)})


@login_required
@require_POST
def read(request: PlayerRequest) -> HttpResponse:
    choices.read_all(user=request.user)
    if request.htmx:
        return render(request, "notices/_bell.html", {"bell": selectors.bell(request.user)})
    back = request.POST.get("next", "")
    ok = url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()})
    return redirect(back if ok else "notices")
