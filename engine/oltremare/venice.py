"""Venice: prestige is paid, and cargo but for the top run (section 10)."""

from __future__ import annotations

from engine.core import TABLE, Log
from engine.oltremare.scoring import cargo_value, prizes, top_run
from engine.oltremare.state import OltreMareState


def visit(s: OltreMareState, log: Log) -> None:
    """The card has been drawn or lies open on top; it leaves the match."""
    s.venice = False
    prestige = prizes([p.prestige for p in s.players])
    cargo = []
    for p, prize in zip(s.players, prestige, strict=True):
        p.prestige = 0  # R10.3
        sold = 0
        if s.options["venice"]:  # R13.3
            kept = top_run(p.cargo)
            sold = cargo_value(p.cargo[:-kept])
            s.discard += p.cargo[:-kept]
            del p.cargo[:-kept]
        cargo.append(sold)
        p.ducats += prize + sold
    if log.on:
        kept_cards = [len(p.cargo) for p in s.players]
        log.add("venice", TABLE, prestige=prestige, cargo=cargo, kept=kept_cards)
