"""`make bench [PART=engine]`: run the measurements, one JSON line each.

A part may name bounds; one that is missed is said, and the run fails.
"""

from __future__ import annotations

import importlib
import json
import os
import subprocess
import sys

PARTS = {
    "engine": "tools.bench.engine",
    "web": "tools.bench.web",
    "outbox": "tools.bench.outbox",
    "mail": "tools.bench.mail",
}


def main() -> int:
    chosen = (os.environ.get("PART") or ",".join(PARTS)).split(",")
    for name in chosen:
        if name not in PARTS:
            print(f"There is no bench part {name!r}; there are: {', '.join(PARTS)}.")
            return 2
    if len(chosen) > 1:
        # A process for each: Django reads its settings, and so its database, only once.
        command = [sys.executable, "-m", "tools.bench"]
        return max(subprocess.call(command, env={**os.environ, "PART": p}) for p in chosen)
    part = importlib.import_module(PARTS[chosen[0]])
    result = part.run()
    print(json.dumps({"part": chosen[0], **result}), flush=True)
    missed = part.missed(result) if hasattr(part, "missed") else []
    for sentence in missed:
        print(f"Missed: {sentence}", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
