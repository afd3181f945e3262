"""What must hold after the storm: records, scores, turns, log files."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from engine import registry
from engine.core.errors import RulesError
from engine.core.record import Ply, Record, parse
from engine.core.replay import totals, verify
from tools.soak.tables import Table, Turn

# The end of a traceback that only says: the other side was killed just now.
LOST = re.compile(
    r"server closed the connection unexpectedly|connection (to server .*)?(failed|refused|reset)"
    r"|terminating connection|the connection is (lost|closed)|consuming input failed"
    r"|the database system is (starting up|shutting down|in recovery mode|not yet accepting)"
    r"|couldn't get a connection after|PoolTimeout|AdminShutdown|CrashShutdown"
    r"|Error -?\d+ (connecting to|while (reading|writing))|Connection closed by server"
    r"|Connection (refused|reset)|Broken pipe|BrokenPipeError|ConnectionResetError"
    r"|ConnectionRefusedError|server unexpectedly closed|Timeout (reading from|connecting to)"
    r"|LOADING|connection already closed|ConnectionClosedOK",
    re.I,
)
START = "Traceback (most recent call last)"


@dataclass
class Verdict:
    """Of all records: how many were held to everything, and what was wrong with the others."""

    verified: int = 0
    plies: int = 0
    wrong: list[str] = field(default_factory=list)


def judge_records(folder: Path, tables: list[Table]) -> Verdict:
    found = Verdict()
    files = sorted(folder.glob("*.txt")) if folder.exists() else []
    refused = dict(_refused_by_verify(files))
    for table in tables:
        own = [path for path in files if path.stem.startswith(f"{table.code}-")]
        if not own:
            found.wrong.append(f"{table.name} {table.code}: no record")
            continue
        if len({path.read_bytes() for path in own}) > 1:
            found.wrong.append(f"{table.name} {table.code}: not everybody gets the same record")
        for path in own:
            wrong = refused.get(path.name) or _wrong_with(path, table)
            if wrong:
                found.wrong.append(f"{table.name} {path.name}: {wrong}")
            else:
                found.verified += 1
        found.plies += sum(line[:1].isdigit() for line in own[0].read_text().splitlines())
    return found


def _refused_by_verify(files: list[Path]) -> Iterator[tuple[str, str]]:
    """By the command a player would use, on the bytes as they came."""
    for start in range(0, len(files), 20):
        some = files[start : start + 20]
        done = subprocess.run(
            [sys.executable, "-m", "engine", "verify", *(path.name for path in some)],
            cwd=some[0].parent, capture_output=True, text=True,
            env={"PYTHONPATH": str(Path(__file__).resolve().parents[2]), "PATH": ""},
        )  # fmt: skip
        said = dict(line.partition(": ")[::2] for line in reversed(done.stdout.splitlines()))
        for path in some:
            told = said.get(path.name, done.stderr.strip()[-300:] or "verify said nothing")
            if not told.startswith("fair"):
                yield path.name, told


def _wrong_with(path: Path, table: Table) -> str:
    """The score of the page against a replay of our own; the turns against what was pressed."""
    try:
        record = parse(path.read_bytes().decode())
        game = registry.get(record.title)
        scores = totals(game, verify(game, record))
    except (RulesError, UnicodeDecodeError) as error:
        return str(error)
    if record.result != scores or not record.digest:
        return f"the record claims {record.result}, the replay gives {scores}"
    if table.points != dict(enumerate(scores)):
        return f"the result page shows {table.points}, the replay gives {scores}"
    for person, turns in table.turns.items():
        if person in table.seats:
            wrong = wrong_turns(record, table.seats[person], turns)
            if wrong:
                return f"seat {table.seats[person]}: {wrong}"
    return ""


def wrong_turns(record: Record, seat: int, turns: list[Turn]) -> str:
    """Is what the seat played exactly what its player confirmed, in order, each turn once?

    Turns without an answer may be there or not. What was taken back stays in a record.
    """
    played = [
        str(line.move)
        for line in record.lines
        if isinstance(line, Ply) and line.seat == seat and not line.cause
    ]
    places = {0}
    for number, turn in enumerate(turns, 1):
        after = set() if turn.sure else set(places)
        for start in places:
            end = start + len(turn.moves)
            if played[start:end] == turn.moves:
                after.add(end)
                if played[end : end + 1] == ["end"]:  # Confirm adds it where it is missing
                    after.add(end + 1)
        if not after:
            near = max(places)
            return (
                f"turn {number} {turn.moves} was acknowledged and is not in the record "
                f"(there: {played[near : near + 8]})"
            )
        places = after
    if len(played) not in places:
        return f"plies nobody confirmed, or a turn twice: {played[max(places) :][:8]}"
    return ""


def tracebacks(folder: Path) -> tuple[list[dict[str, str]], int]:
    """Those that are no lost connection, with their file; and how many of the others."""
    bad, lost = [], 0
    for path in sorted(folder.glob("*.log")):
        for text in _traces(path):
            if LOST.search(_ending(text)):
                lost += 1
            else:
                bad.append({"log": path.name, "end": _ending(text)[-300:], "text": text})
    return bad, lost


def lost_requests(folder: Path) -> set[str]:
    """Ids of requests whose error is a lost connection, by the lines of the site's own log."""
    found = set()
    for path in folder.glob("*.log"):
        for line in path.read_text(errors="replace").splitlines():
            if START in line and line.startswith("{") and (entry := _json(line)):
                trace = str(entry.get("exception", ""))
                if LOST.search(_ending(trace)):
                    found.add(str(entry.get("request_id", "")))
    return found


def _json(line: str) -> dict[str, object]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _traces(path: Path) -> Iterator[str]:
    """Each traceback of a log, of JSON lines or of plain text."""
    block: list[str] = []
    for line in path.read_text(errors="replace").splitlines():
        if line.startswith("{") and START in line and (entry := _json(line)):
            yield str(entry.get("exception") or entry.get("event") or line)
            continue
        if block:
            block.append(line)
            # Ends with the first line that is not indented; then come its own further lines.
            if line and not line[0].isspace() and not _between(line):
                yield "\n".join(block)
                block = []
        elif START in line:
            block = [line]
    if block:
        yield "\n".join(block)


def _between(line: str) -> bool:
    return START in line or line.startswith(("During handling", "The above exception"))


def _ending(text: str) -> str:
    """The error itself: what follows the last frame."""
    lines = text.rstrip().splitlines()
    last = max((n for n, line in enumerate(lines) if line.startswith(" ")), default=-1)
    return "\n".join(lines[last + 1 :]) or (lines[-1] if lines else "")
