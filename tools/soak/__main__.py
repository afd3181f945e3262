"""`make soak [PART=outbox] [MINUTES=] [SEED=1]`: run the long proofs, one JSON line each."""

from __future__ import annotations

import importlib
import json
import os
import sys

PARTS = {
    "outbox": "tools.soak.outbox",
    "bots": "tools.soak.bots",
    "engine": "tools.soak.engine",
    "storm": "tools.soak.storm",
    "matches": "tools.soak.matches",
    "people": "tools.soak.people",
    "notices": "tools.soak.notices",
}


def main() -> int:
    chosen = os.environ.get("PART") or ",".join(PARTS)
    seed = int(os.environ.get("SEED") or 1)
    good = True
    for name in chosen.split(","):
        if name not in PARTS:
            print(f"There is no soak part {name!r}; there are: {', '.join(PARTS)}.")
            return 2
        part = importlib.import_module(PARTS[name])
        usual: str = getattr(part, "MINUTES", "2")
        minutes = float(os.environ.get("MINUTES") or usual)
        print(f"soak {name}: {minutes:g} min, seed {seed}", flush=True)
        result = part.run(seconds=minutes * 60, seed=seed)
        print(json.dumps({"part": name, "seed": seed, **result}), flush=True)
        good = good and bool(result["ok"])
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
