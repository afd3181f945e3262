"""How limits are written: `10/m/ip,40/h/ip` is ten a minute and forty an hour per address."""

from __future__ import annotations

import re
from dataclasses import dataclass

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
WRITTEN = re.compile(r"(?P<amount>\d+)/(?P<times>\d*)(?P<unit>[smhd])(?:/(?P<per>\w+))?")


@dataclass(frozen=True)
class Rate:
    amount: int
    duration: int  # seconds
    per: str


def parse(text: str) -> list[Rate]:
    """All of them hold at once; an empty text limits nothing."""
    return [_rate(part.strip()) for part in text.split(",")] if text.strip() else []


def _rate(text: str) -> Rate:
    found = WRITTEN.fullmatch(text)
    if found is None:
        raise ValueError(f"not a rate: {text!r}")
    duration = int(found["times"] or 1) * SECONDS[found["unit"]]
    if not duration:
        raise ValueError(f"a rate over no time: {text!r}")
    return Rate(int(found["amount"]), duration, found["per"] or "ip")
