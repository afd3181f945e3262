from __future__ import annotations

from hypothesis import HealthCheck, settings

# Derandomised, so that a red run is red for everybody. `fuzz` is where chance does its work.
settings.register_profile(
    "engine",
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=25,
    report_multiple_bugs=False,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
settings.load_profile("engine")
