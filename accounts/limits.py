"""How often somebody may do something: counted in the cache, one counter per window.

The limits stand in `settings.RATE_LIMITS`, written as `accounts.rates` reads them. Without a
cache nothing is counted and everything is allowed: a stopped Redis must not lock people out.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.core.ratelimit import respond_429
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

from accounts.rates import Rate, parse
from ops.client_ip import client_ip, network_of

View = Callable[..., HttpResponse]


def allow(request: HttpRequest, action: str) -> bool:
    """Count one attempt; False when there were too many."""
    rates = parse(settings.RATE_LIMITS[action])
    counts = [(rate.amount, _count(_key(request, action, rate), rate)) for rate in rates]
    return all(count <= amount for amount, count in counts)


def limited(action: str, *, methods: tuple[str, ...] = ("POST",)) -> Callable[[View], View]:
    """Answers 429 when the action was done too often."""

    def decorate(view: View) -> View:
        @wraps(view)
        def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if request.method in methods and not allow(request, action):
                return respond_429(request)
            return view(request, *args, **kwargs)

        return counted

    return decorate


def _now() -> float:
    return time.time()


def _key(request: HttpRequest, action: str, rate: Rate) -> str:
    window = int(_now() // rate.duration)
    return f"limit:{action}:{rate.amount}:{rate.duration}:{_who(request, rate)}:{window}"


def _who(request: HttpRequest, rate: Rate) -> str:
    if rate.per == "all":
        return "all"
    if rate.per == "user" and request.user.is_authenticated:
        return f"user-{request.user.pk}"
    ip = network_of(client_ip(request))
    return hashlib.sha256(ip.encode()).hexdigest()[:24]


def _count(key: str, rate: Rate) -> int:
    if cache.add(key, 1, timeout=rate.duration + 1):
        return 1
    try:
        return int(cache.incr(key) or 0)
    except ValueError:  # it expired in between, or there is no cache
        return 1
