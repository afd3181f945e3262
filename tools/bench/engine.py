"""How fast the engine is, on one core, as JSON.

    python -m tools.bench.engine [--seconds 3] [--title nauticus] [--seats 4]

Random matches through `moves` and `play_unchecked`, the cost of a clone in mid-match, and a
validated replay of a whole record; then, in the same run, the Python engine catanatron with four
random players. Each figure is the best of several rounds, since a busy machine can only make things
slower; `plies_per_cpu_s` counts processor time alone, and the ratio is taken from it.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import sys
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

# Run as a file, Python would look for `engine` here and find this very module.
ROOT = str(Path(__file__).resolve().parents[2])
if sys.path[0] != ROOT:
    sys.path[0] = ROOT

from engine import registry
from engine.cli.common import match_seed
from engine.cli.simulate import random_match
from engine.core.record import Ply, parse, write
from engine.core.replay import close, start, verify
from engine.core.types import Log
from engine.testing.walks import Picker, walk

ROUNDS = 5


def plies(game: Any, seats: int, seconds: float) -> dict[str, float]:
    """Random matches, set-up included, best of several rounds."""
    rates = []
    cpu_rates = []
    matches = total = 0
    for _ in range(ROUNDS):
        count = 0
        begun, cpu = perf_counter(), process_time()
        while perf_counter() - begun < seconds / ROUNDS:
            s, _ = game.setup(seats, {}, match_seed("bench", matches))
            random_match(game, s, random.Random(matches))
            count += s.ply
            matches += 1
        rates.append(count / (perf_counter() - begun))
        cpu_rates.append(count / (process_time() - cpu))
        total += count
    return {
        "matches": matches,
        "plies": total,
        "plies_per_match": round(total / matches, 1),
        "plies_per_s": round(max(rates)),
        "plies_per_s_median": round(statistics.median(rates)),
        "plies_per_cpu_s": round(max(cpu_rates)),
    }


def half_way(game: Any, seats: int) -> Any:
    """A position in the middle of a random match."""
    end, _ = game.setup(seats, {}, match_seed("clone", 0))
    line = [(seat, move) for seat, move, _ in walk(game, end, Picker([], random.Random(0)))]
    s, _ = game.setup(seats, {}, match_seed("clone", 0))
    for seat, move in line[: len(line) // 2]:
        game.play_unchecked(s, seat, move, Log(on=False))
    return s


def per_call(call: Any, times: int) -> float:
    """Processor seconds per call, the best of several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        begun = process_time()
        for _ in range(times):
            call()
        best = min(best, (process_time() - begun) / times)
    return best


def record_text(game: Any, seats: int) -> str:
    s, _ = game.setup(seats, {}, match_seed("record", 0))
    record = start(game, s)
    for seat, move, _ in walk(game, s, Picker([], random.Random(0))):
        record.lines.append(Ply(seat, move))
    return write(close(game, record, s))


def ours(slug: str, seats: int, seconds: float) -> dict[str, Any]:
    game = registry.get(slug)
    s = half_way(game, seats)
    text = record_text(game, seats)
    raw = json.dumps(game.dump(s))
    return {
        "title": slug,
        "version": game.version,
        "seats": seats,
        **plies(game, seats, seconds),
        "clone_us": round(per_call(lambda: game.clone(s), 2000) * 1e6, 2),
        "view_us": round(per_call(lambda: game.view(s, 0), 500) * 1e6, 2),
        "dump_json_us": round(per_call(lambda: json.dumps(game.dump(s)), 200) * 1e6, 1),
        "load_json_us": round(per_call(lambda: game.load(json.loads(raw)), 200) * 1e6, 1),
        "replay_plies": sum(isinstance(line, Ply) for line in parse(text).lines),
        "replay_ms": round(per_call(lambda: verify(game, parse(text)), 5) * 1e3, 2),
    }


def theirs(seconds: float) -> dict[str, Any]:
    """catanatron, if it is installed: one decision is one `play_tick`."""
    try:
        from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found,unused-ignore]
    except ImportError as error:
        return {"missing": f"catanatron cannot be imported ({error}); install the bench extras"}
    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    rates = []
    cpu_rates = []
    matches = total = 0
    for _ in range(ROUNDS):
        count = 0
        begun, cpu = perf_counter(), process_time()
        while perf_counter() - begun < seconds / ROUNDS:
            game = Game([RandomPlayer(colour) for colour in colours], seed=matches)
            while game.winning_color() is None and game.state.num_turns < 1000:
                game.play_tick()
                count += 1
            matches += 1
        rates.append(count / (perf_counter() - begun))
        cpu_rates.append(count / (process_time() - cpu))
        total += count
    return {
        "matches": matches,
        "plies": total,
        "plies_per_s": round(max(rates)),
        "plies_per_s_median": round(statistics.median(rates)),
        "plies_per_cpu_s": round(max(cpu_rates)),
    }


def run(seconds: float = 3.0, title: str = "nauticus", seats: int = 4) -> dict[str, Any]:
    """Both engines in one run, and how they compare per second of processor time."""
    engine = ours(title, seats, seconds)
    other = theirs(seconds)
    ratio = None
    if "plies_per_cpu_s" in other:
        ratio = round(engine["plies_per_cpu_s"] / other["plies_per_cpu_s"], 2)
    return {
        "python": platform.python_version(),
        "engine": engine,
        "catanatron": other,
        "ratio": ratio,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3.0, help="for each engine")
    parser.add_argument("--title", default="nauticus", choices=list(registry.TITLES))
    parser.add_argument("--seats", type=int, default=4)
    args = parser.parse_args()
    print(json.dumps(run(args.seconds, args.title, args.seats), indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
