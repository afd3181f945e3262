"""`make bench [PART=engine]`: run the measurements, one JSON line each."""

from __future__ import annotations

import importlib
import json
import os
import sys

PARTS = {"engine": "tools.bench.engine", "web": "tools.bench.web", "outbox": "tools.bench.outbox"}


def main() -> int:
    for name in (os.environ.get("PART") or ",".join(PARTS)).split(","):
        if name not in PARTS:
            print(f"There is no bench part {name!r}; there are: {', '.join(PARTS)}.")
            return 2
        result = importlib.import_module(PARTS[name]).run()
        print(json.dumps({"part": name, **result}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
