"""The headers of every answer, whoever gives it: a page, a refusal, or the server itself.

Django's own middlewares set most of them on what passes through; an answer given before they were
reached, or without Django, would carry none. What a view has decided otherwise stays.
"""

from __future__ import annotations

from csp.utils import build_policy
from django.conf import settings

PERMISSIONS = ", ".join(
    f"{feature}=()"
    for feature in (
        "accelerometer",
        "browsing-topics",
        "camera",
        "display-capture",
        "geolocation",
        "gyroscope",
        "magnetometer",
        "microphone",
        "midi",
        "payment",
        "usb",
    )
)
PERMISSIONS += ", publickey-credentials-create=(self), publickey-credentials-get=(self)"
POLICY = "Content-Security-Policy"


def standard() -> dict[str, str]:
    """All but the content policy, which costs something to put together."""
    return {
        "Permissions-Policy": PERMISSIONS,
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": settings.SECURE_CROSS_ORIGIN_OPENER_POLICY or "same-origin",
        "Referrer-Policy": settings.SECURE_REFERRER_POLICY or "same-origin",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": settings.X_FRAME_OPTIONS,
        "X-Permitted-Cross-Domain-Policies": "none",
    }


def policy() -> str:
    return build_policy()


def transport() -> str:
    """For answers over TLS; empty where the site does not insist on it."""
    seconds: int = settings.SECURE_HSTS_SECONDS
    if not seconds:
        return ""
    parts = [f"max-age={seconds}"]
    if settings.SECURE_HSTS_INCLUDE_SUBDOMAINS:
        parts.append("includeSubDomains")
    if settings.SECURE_HSTS_PRELOAD:
        parts.append("preload")
    return "; ".join(parts)


def bare() -> dict[str, str]:
    """For an answer of the server itself, which knows nothing of pages."""
    found = {**standard(), POLICY: policy(), "Cache-Control": "no-store"}
    if value := transport():  # over plain HTTP browsers pass it over
        found["Strict-Transport-Security"] = value
    return found
