"""A proof in a process of its own, on a PostgreSQL and a Valkey of its own.

The settings of the calling process may speak of another database.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from typing import Any

from tools.services import Services


def in_child(module: str, seed: int, seconds: float, **settings: str) -> dict[str, Any]:
    """What the module prints last, as JSON; everything before is shown as it comes."""
    services = Services()
    with tempfile.TemporaryDirectory(prefix="nauticus-soak-") as folder:
        try:
            env = {
                **os.environ,
                "DATABASE_URL": services.start_postgres(),
                "REDIS_URL": services.start_valkey(),
                "VAR_DIR": folder,
                "EMAIL_URL": "local://",
                "LOG_LEVEL": "ERROR",
                "DJANGO_SETTINGS_MODULE": "nauticus_site.settings",
                **settings,
            }
            child = subprocess.Popen(
                [sys.executable, "-m", module, str(seed), str(seconds)],
                stdout=subprocess.PIPE, text=True, env=env,
            )  # fmt: skip
            assert child.stdout is not None
            last = ""
            for line in child.stdout:
                if last:
                    print(last, flush=True)
                last = line.rstrip()
            if child.wait():
                return {"ok": False, "error": f"ended with {child.returncode}", "said": last}
            result: dict[str, Any] = json.loads(last)
            return result
        finally:
            services.stop()
