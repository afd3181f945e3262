"""Random matches of every title and number of seats, every check after every ply."""

from __future__ import annotations

import time
from typing import Any

from engine import registry
from engine.cli.main import main

PLIES = 100_000


def run(*, seconds: float, seed: int) -> dict[str, Any]:
    began = time.monotonic()
    codes = [
        main(["fuzz", slug, "--seconds", str(seconds), "--plies", str(PLIES), "--seed", str(seed)])
        for slug in registry.TITLES
    ]
    return {
        "ok": not any(codes),
        "titles": list(registry.TITLES),
        "plies_per_number_of_seats": PLIES,
        "seconds": round(time.monotonic() - began, 1),
    }
