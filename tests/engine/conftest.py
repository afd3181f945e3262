from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# Derandomised, so that a red run is red for everybody. `SOAK=20 pytest tests/engine/conformance`
# tries twenty times as many examples, other ones each time; so does `python -m engine fuzz`.
SOAK = int(os.environ.get("SOAK", "1"))

settings.register_profile(
    "engine",
    derandomize=SOAK == 1,
    deadline=None,
    database=None,
    max_examples=25,
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("engine")
