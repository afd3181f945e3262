"""Whole matches over plain HTTP, by the forms of the pages, while every process is killed.

`make soak PART=matches [MATCHES=30] [MINUTES=30] [SEED=1] [PEOPLE=10]`: people play in parallel
on the production layout. Afterwards every record must prove itself, every score must be the
replay's, every acknowledged turn must be there once, and no log may hold a traceback of ours.
"""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from tools.soak import judge
from tools.soak.client import Away, Broken, Browser, Tally, TooFast
from tools.soak.kills import Kills
from tools.soak.layout import Layout
from tools.soak.listener import Listener
from tools.soak.person import Person, keep
from tools.soak.post import Post
from tools.soak.tables import Harbour

MINUTES = "30"  # at most; it ends when all matches are played
REPORT_SECONDS = 10
LISTENERS = 3
STOPPING = (signal.SIGINT, signal.SIGTERM)


def run(*, seconds: float, seed: int) -> dict[str, Any]:
    folder = Path(tempfile.mkdtemp(prefix="nauticus-soak-"))
    post = Post()
    layout = Layout(folder, post.port)
    before = {number: signal.signal(number, _interrupted) for number in STOPPING}
    try:
        layout.start()
        result = _play(layout, post, folder, seconds, seed)
    except KeyboardInterrupt:
        shutil.rmtree(folder, ignore_errors=True)
        raise SystemExit("  interrupted; everything is stopped") from None
    finally:
        layout.stop()
        post.stop()
        for number, handler in before.items():
            signal.signal(number, handler)
    return _judged(result, folder)


def _interrupted(*_: object) -> None:
    """Once: whoever is impatient must not keep us from ending what we started."""
    for number in STOPPING:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def _play(layout: Layout, post: Post, folder: Path, seconds: float, seed: int) -> dict[str, Any]:
    matches = int(os.environ.get("MATCHES") or 30)
    people = int(os.environ.get("PEOPLE") or 10)
    tally = Tally(folder / "kept")
    harbour = Harbour(matches, people, at_once=people, seed=seed)
    stop = threading.Event()
    persons = [
        Person(n, layout.door, harbour, tally, post, registered=n % 3 == 2, seed=seed, stop=stop)
        for n in range(people)
    ]
    kills = Kills(layout, seed, stop, tally)
    # Nobody asks daphne without a proxy: its socket is not on the network.
    listeners = [Listener(p, harbour, stop) for p in persons[:LISTENERS] if layout.nginx]
    threads: list[threading.Thread] = [*persons, *listeners, kills]
    began = report = time.monotonic()
    try:
        for thread in threads:
            thread.start()
        while not harbour.done and time.monotonic() - began < seconds:
            time.sleep(0.2)
            if time.monotonic() - report > REPORT_SECONDS:
                report = time.monotonic()
                _say(harbour, tally, kills, report - began)
    finally:
        stop.set()
        for thread in threads:
            thread.join(70)
    layout.await_ready(60)
    _read_as_stranger(layout, harbour, tally, folder)
    return {"harbour": harbour, "tally": tally, "kills": kills, "layout": layout,
            "seconds": time.monotonic() - began}  # fmt: skip


def _say(harbour: Harbour, tally: Tally, kills: Kills, seconds: float) -> None:
    counts = tally.counts
    print(
        f"  {seconds:4.0f} s: {harbour.finished}/{len(harbour.tables)} matches, "
        f"{counts['turns']} turns, {counts['requests']} requests, "
        f"{sum(kills.counts.values())} kills, {len(tally.troubles)} troubles",
        flush=True,
    )


def _read_as_stranger(layout: Layout, harbour: Harbour, tally: Tally, folder: Path) -> None:
    """Somebody without an account downloads what is public, and must not get the rest."""
    browser = Browser(layout.door, "127.0.9.9", tally)
    for table in harbour.tables:
        if not table.finished:
            continue
        for _ in range(5):
            try:
                answer = browser.get(f"{table.url}record.txt")
            except (Away, Broken, TooFast):
                time.sleep(1)
                continue
            if table.visibility == "public":
                keep(folder / "records", table.code, "anonymous", answer)
                tally.count("read_by_a_stranger")
            elif answer.status != 404:
                tally.trouble("told_a_stranger", answer.body, match=table.code)
            break


def _judged(played: dict[str, Any], folder: Path) -> dict[str, Any]:
    harbour: Harbour = played["harbour"]
    tally: Tally = played["tally"]
    kills: Kills = played["kills"]
    layout: Layout = played["layout"]
    done = [table for table in harbour.tables if table.finished]
    records = judge.judge_records(folder / "records", done)
    traces, lost = judge.tracebacks(folder / "log")
    lost_requests = judge.lost_requests(folder / "log")
    failed = [t for t in tally.troubles if t["kind"] == "site_5xx"]
    own = [
        trouble
        for trouble in failed
        if trouble["request"] not in lost_requests or not kills.explain(trouble["at"])
    ]
    for number, trace in enumerate(traces, 1):
        (folder / f"traceback-{number}.txt").write_text(trace.pop("text"))
    troubles = [t for t in tally.troubles if t["kind"] != "site_5xx"]
    counts = tally.counts
    ok = (
        harbour.done and not records.wrong and not own and not traces and not troubles
        and not kills.unasked() and all(kills.counts[kind] for kind in kills.kinds)
    )  # fmt: skip
    result = {
        "ok": ok,
        "seconds": round(played["seconds"], 1),
        "nginx": layout.nginx is not None,
        "matches": len(done),
        "matches_wanted": len(harbour.tables),
        "plies": records.plies,
        "turns": counts["turns"],
        "requests": counts["requests"],
        "records_verified": records.verified,
        "records_wrong": records.wrong[:20],
        "torn_pages": counts["torn"],
        "kills": dict(sorted(kills.counts.items())),
        "restarts": dict(sorted(layout.crew.restarts.items())),
        "ended_by_themselves": kills.unasked(),
        "5xx": {
            "site": len(own),
            "lost connection": len(failed) - len(own),
            "proxy": {k[6:]: n for k, n in sorted(counts.items()) if k.startswith("proxy_")},
            "no answer": counts["no_answer"],
        },
        "tracebacks": traces[:20],
        "tracebacks_of_lost_connections": lost,
        "longest_robot_wait_seconds": round(tally.longest.get("robot", 0.0), 1),
        "longest_seconds": {k: round(v, 1) for k, v in sorted(tally.longest.items())},
        "troubles": (own + troubles)[:20],
        "counts": {k: n for k, n in sorted(counts.items()) if not k.startswith("proxy_")},
    }
    if ok:
        shutil.rmtree(folder, ignore_errors=True)
    else:
        result["kept"] = str(folder)
    return result
