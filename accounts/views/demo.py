"""The demonstration site lets whoever sits at the machine be anybody."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_POST

from accounts.demo import PLAYERS
from accounts.limits import limited
from accounts.views.tools import log_in, next_url, player_or_404
from ops.client_ip import is_local


@require_POST
@limited("demo")
def become(request: HttpRequest) -> HttpResponse:
    name = request.POST.get("player", "")
    if not settings.DEMO or not is_local(request) or name not in PLAYERS:
        raise Http404
    log_in(request, player_or_404(name))
    return HttpResponseRedirect(next_url(request, "home"))
