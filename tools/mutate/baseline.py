"""Which test runs which line: one run with coverage, kept for as long as nothing changes."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tools.messages import compile_all
from tools.mutate import tree
from tools.mutate.sample import WHERE
from tools.services import FOREIGN, Services

KEPT = tree.ROOT / ".mutate"
# A browser and whole sites take minutes to say what quicker tests say; the tools are not mutated.
LEFT_OUT = ("browser", "smoke", "tools")


class Failed(Exception):
    pass


@dataclass
class Baseline:
    seconds: dict[str, float]  # of every test that passed
    lines: dict[str, dict[int, list[str]]]  # module -> line -> tests


def load(*, workers: int, paths: str) -> Baseline:
    """From the last run over this very tree, or by a new one."""
    KEPT.mkdir(exist_ok=True)
    name = f"map-{tree.fingerprint()}{'-' + paths.replace('/', '.') if paths else ''}.json"
    kept = KEPT / name.replace(" ", "+")
    if kept.exists():
        print(f"Which test runs which line is known for this tree ({kept.name}).", flush=True)
    else:
        for old in sorted(KEPT.glob("map-*.json"), key=os.path.getmtime)[:-3]:
            old.unlink()
        _record(kept, workers, paths.split())
    data = json.loads(kept.read_text())
    names = data["tests"]
    lines = {
        module: {int(line): [names[i] for i in tests] for line, tests in by_line.items()}
        for module, by_line in data["lines"].items()
    }
    return Baseline(dict(zip(names, data["seconds"], strict=True)), lines)


def environment(services: Services, **more: str) -> dict[str, str]:
    own = {k: v for k, v in os.environ.items() if k not in FOREIGN}
    return {**own, **services.environment(), "PYTHONPATH": "", **more}


def _record(kept: Path, workers: int, paths: list[str]) -> None:
    print("Finding out which test runs which line (once for this tree) …", flush=True)
    compile_all()
    home, services = Path(tempfile.mkdtemp(prefix="nauticus-mutate-")), Services()
    try:
        tree.copy(home)
        (home / "lines.ini").write_text(
            "[run]\nbranch = true\nrelative_files = true\ninclude =\n"
            + "".join(f"    {where}\n" for where in WHERE)
        )
        env = environment(services, COVERAGE_FILE=str(home / "lines.data"),
                          MUTATE_TIMES=str(home / "times.json"))  # fmt: skip
        tests = paths or [
            f"tests/{path.name}" for path in sorted((home / "tests").iterdir())
            if path.is_dir() and path.name not in LEFT_OUT and any(path.glob("**/test_*.py"))
        ]  # fmt: skip
        code = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-n", str(workers), "-p", "tools.mutate.times",
             "-p", "no:cacheprovider", "--cov", "--cov-config=lines.ini", "--cov-context=test",
             "--cov-report=", *tests],
            cwd=home, env=env,
        ).returncode  # fmt: skip
        if code not in (0, 1) or not (home / "times.json").exists():
            raise Failed("The tests could not be run.")
        if code:
            print("Tests that fail without any fault are left out.", flush=True)
        kept.write_text(json.dumps(_map(home), separators=(",", ":")))
    finally:
        services.stop()
        shutil.rmtree(home, ignore_errors=True)


def _map(home: Path) -> dict[str, object]:
    from coverage import CoverageData

    seconds: dict[str, float] = json.loads((home / "times.json").read_text())
    names = sorted(seconds)
    number = {name: i for i, name in enumerate(names)}
    data = CoverageData(str(home / "lines.data"))
    data.read()
    lines: dict[str, dict[int, list[int]]] = {}
    for file in sorted(data.measured_files()):
        by_line = lines.setdefault(Path(file).as_posix(), {})
        for line, contexts in data.contexts_by_lineno(file).items():
            tests = {context.rpartition("|")[0] for context in contexts}
            if known := sorted(number[test] for test in tests if test in number):
                by_line[line] = known
    return {"tests": names, "seconds": [round(seconds[n], 3) for n in names], "lines": lines}
