"""What machines ask: is it alive, is it ready, how does it do."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from ops import health
from ops.client_ip import is_local
from ops.metrics import exposition


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """This process answers; it asks nobody else."""
    return HttpResponse("ok\n", content_type="text/plain")


@never_cache
@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """Database, migrations and Redis, each named; 503 if any fails."""
    findings = health.readiness()
    ok = all(finding.ok for finding in findings)
    return JsonResponse(
        {
            "status": "ok" if ok else "fail",
            "checks": {finding.name: finding.as_dict() for finding in findings},
        },
        status=200 if ok else 503,
    )


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """For Prometheus only: with the token, or from this machine in the embedded profile."""
    offered = request.headers.get("Authorization", "")
    if settings.METRICS_TOKEN and constant_time_compare(
        offered, f"Bearer {settings.METRICS_TOKEN}"
    ):
        allowed = True
    else:
        allowed = not offered and settings.PROFILE == "embedded" and is_local(request)
    if not allowed:
        raise Http404
    return HttpResponse(exposition(), content_type=CONTENT_TYPE_LATEST)
