"""What a ply changed that can be counted, seat by seat."""

from __future__ import annotations

from typing import Any, Final

from django.utils.translation import gettext_lazy as _

from games.titles.answers import Change

COUNTED: Final = (
    ("vp", "t-vp", _("points")),
    ("coins", "t-coin", _("coins")),
    ("workers", "t-worker", _("workers")),
    ("crowns", "t-crown", _("crowns")),
)


def changes(before: dict[str, Any], after: dict[str, Any]) -> list[Change]:
    return [
        Change(new["seat"], sign, str(name), old[key], new[key])
        for old, new in zip(before["players"], after["players"], strict=True)
        for key, sign, name in COUNTED
        if old[key] != new[key]
    ]
