"""The address a request comes from, believing only the proxies we run.

`settings.TRUSTED_PROXIES` says how many proxies stand in front. Each appends the address it
was called from to X-Forwarded-For, so the client's is that many from the right; what a client
wrote itself stands further left and is never looked at. Rate limits use this
(the account adapter's `get_client_ip`).
"""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address

from django.conf import settings
from django.http import HttpRequest

UNKNOWN = "0.0.0.0"  # not an address to listen on: all clients without one share a limit
HOUSEHOLD = 64  # bits of an IPv6 address that say whose it is; the rest is free to choose


def client_ip(request: HttpRequest) -> str:
    """A valid address, always: behind a socket with no proxy header, one shared by all."""
    trusted: int = settings.TRUSTED_PROXIES
    if trusted > 0:
        hops = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
        if len(hops) >= trusted and (address := _clean(hops[-trusted])):
            return address
    return _clean(request.META.get("REMOTE_ADDR", "")) or UNKNOWN


def network_of(address: str) -> str:
    """What one household can't change at will, so that it can't walk around a limit."""
    found = ip_address(address)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((int(found), HOUSEHOLD), strict=False).network_address)
    return address


def _clean(text: str) -> str:
    text = text.strip()
    if text.startswith("["):  # [2001:db8::1]:443
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:  # 192.0.2.1:443
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return ""
    mapped = getattr(address, "ipv4_mapped", None)
    return str(mapped or address)


def is_local(request: HttpRequest) -> bool:
    """Called from this machine itself and not through any proxy."""
    if any(request.META.get(name) for name in FORWARDING):
        return False
    address = _clean(request.META.get("REMOTE_ADDR", ""))
    return bool(address) and ip_address(address).is_loopback


FORWARDING = ("HTTP_X_FORWARDED_FOR", "HTTP_X_REAL_IP", "HTTP_FORWARDED", "HTTP_VIA")
