"""`make mutate [COUNT=220] [SEED=1] [MODULES='games/*'] [WORKERS=2] [MINUTES=60] [TESTS=…]`.

TESTS names the folders of tests to choose from; all but the slowest without it. Nine in ten of the
faults must be noticed by a test, else the exit code is 1.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time

from tools.mutate import baseline, equivalent, sample, tree
from tools.mutate.report import Result
from tools.mutate.run import Run
from tools.mutate.source import Source
from tools.mutate.worker import Worker


def _stop_like_ctrl_c(*_: object) -> None:
    raise KeyboardInterrupt


def main() -> int:
    began = time.monotonic()
    signal.signal(signal.SIGTERM, _stop_like_ctrl_c)  # else the services would outlive the run
    count = int(os.environ.get("COUNT") or 220)
    seed = int(os.environ.get("SEED") or 1)
    workers = int(os.environ.get("WORKERS") or 2)
    minutes = float(os.environ.get("MINUTES") or 60)
    names = sample.modules(tree.ROOT, os.environ.get("MODULES") or "*")
    found = sample.all_candidates(tree.ROOT, names)
    drawn = sample.draw(found, count=count, seed=seed)
    if not drawn:
        print("There is nothing to mutate in these modules.")
        return 2
    whole = sum(len(mutants) for mutants in found.values())
    print(f"{len(drawn)} of {whole} mutants in {len(names)} modules, seed {seed}.", flush=True)

    def progress(result: Result, number: int, of: int) -> None:
        mutant, verdict = result.mutant, result.verdict
        result.diff = mutant.diff(Source.read(tree.ROOT, mutant.module).text)
        print(
            f"{number:>4}/{of}  {verdict.verdict:<12}{verdict.seconds:5.0f} s  {mutant.name}"
            f"  {mutant.function}  {verdict.test.rpartition('::')[2]}",
            flush=True,
        )

    crew: list[Worker] = []
    try:
        known = baseline.load(workers=workers, paths=os.environ.get("TESTS") or "")
        crew += [Worker() for _ in range(min(workers, len(drawn)))]
        run = Run(drawn, known, equivalent.read(), seed=seed, until=began + minutes * 60,
                  progress=progress)  # fmt: skip
        report = run.go(crew)
    except baseline.Failed as error:
        print(error)
        return 2
    except KeyboardInterrupt:
        print("Stopped.")
        return 130
    finally:
        for worker in crew:
            worker.stop()
    report.seconds = time.monotonic() - began
    (baseline.KEPT / "last.json").write_text(json.dumps(report.details(), indent=1))
    print("\n" + report.text() + "\n")
    print(json.dumps(report.as_json()))
    for complaint in report.complaints():
        print(complaint)
    return 1 if report.complaints() else 0


if __name__ == "__main__":
    sys.exit(main())
