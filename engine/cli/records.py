"""Replaying and retelling record files."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from engine import registry
from engine.cli.common import Trouble, find
from engine.core.errors import RulesError
from engine.core.game import Game
from engine.core.record import Record, parse, write
from engine.core.replay import retell, totals, verify


def read(name: str) -> tuple[str, Record]:
    try:
        text = Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Trouble(f"{name}: cannot be read: {error}") from error
    return text, parse(text)


def title_of(record: Record, path: str | None) -> Game[Any]:
    if path is not None:
        return find(path)
    if record.title not in registry.TITLES:
        raise Trouble(f"no title {record.title!r} is registered")
    return registry.get(record.title)


def run_replay(args: argparse.Namespace) -> int:
    """Verify each file; 1 if any does not hold."""
    wrong = 0
    for name in args.files:
        try:
            _, record = read(name)
            game = title_of(record, args.title)
            s = verify(game, record)
        except (RulesError, Trouble) as error:
            print(f"{name}: {error}")
            wrong = 1
        except Exception as error:  # the rules themselves broke: say where, like any mismatch
            print(f"{name}: the rules broke down: {type(error).__name__}: {error}")
            wrong = 1
        else:
            state = "over" if not s.stack else "running"
            claims = " and ".join(
                claim
                for claim, there in (("result", record.result), ("digest", record.digest))
                if there
            )
            scores = " ".join(map(str, totals(game, s)))
            print(f"{name}: {s.ply} plies, {state}, {scores}; checked: {claims or 'moves'}")
    return wrong


def run_retell(args: argparse.Namespace) -> int:
    """Bring version, result and digest of each file up to today's rules."""
    wrong = 0
    for name in args.files:
        try:
            text, record = read(name)
            fresh = write(retell(title_of(record, args.title), record))
        except (RulesError, Trouble) as error:
            print(f"{name}: left alone: {error}")
            wrong = 1
            continue
        if fresh == text:
            print(f"{name}: unchanged")
        else:
            Path(name).write_text(fresh, encoding="utf-8")
            print(f"{name}: retold")
    return wrong
