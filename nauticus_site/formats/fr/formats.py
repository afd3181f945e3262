"""French dates on this site: Django's own, but a moment reads "17 novembre 2026 à 14:05"."""

from __future__ import annotations

DATETIME_FORMAT = "j F Y à H:i"
