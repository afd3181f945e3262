"""Playing well: what a position is worth, and a few whole turns to choose from."""

from __future__ import annotations

from typing import Final

from engine.core.types import Move, Seat
from engine.oltremare import deals, plans
from engine.oltremare.offers import closed, count
from engine.oltremare.state import READY, SLIP, OltreMareState
from engine.oltremare.steps.sail import SHIPS
from engine.oltremare.steps.trade import price
from engine.oltremare.tables import CALL, CLOSE, DECLINE, END, WISH
from engine.oltremare.worth import evaluate

__all__ = ["BEST_FIRST", "evaluate", "turns"]

MOST: Final = 12  # turns suggested
BEST_FIRST: Final = True  # the first is what we'd play


def turns(s: OltreMareState, seat: Seat, moves: list[Move]) -> list[list[Move]]:
    """The most promising first. Each goes on to where something is turned up."""
    if not moves or not s.stack:
        return []
    f = s.stack[-1]
    if seat not in f.seats:  # it merely may: recall, withdraw, be quiet
        return [[move] for move in moves[:MOST]]
    if f.step == "limit":
        return [plans.discards(s, seat)]
    if f.step == "trade":
        return _trade(s, seat, moves)
    if f.step == "reply":
        found = [[idea.move] for idea in deals.takings(s, seat, moves)]
        found += [[move] for move in deals.counters(s, seat)]
        return [*found[: MOST - 1], [DECLINE]]
    if f.step == "lay":
        return plans.laying(s, seat) or [[moves[0]]]
    if f.step == "sail":
        return [[move] for move in plans.sailings(s, seat, f.data[SHIPS])[:MOST]]
    if f.step == "compass":
        return [[move] for move in plans.jumps(s, seat)]
    if f.step == "stow":
        return plans.stowing(s, seat)
    return _desk(s, seat, moves)


def _trade(s: OltreMareState, seat: Seat, moves: list[Move]) -> list[list[Move]]:
    """Offers that pay, then calls, then what has to be bought, then on to the actions."""
    found = [[idea.move] for idea in deals.takings(s, seat, moves)][:3]
    ready = count(s, seat, READY)
    if ready or closed(s, [seat], seat, READY) is None:
        more = deals.calls(s, seat)[ready:]
        if more or ready:
            found.append([*more, CALL])
    buy = plans.purchase(s, seat, price(s, seat) if s.bought < 4 else 99, moves)
    if buy is not None:
        found.append([buy])
    if CLOSE in moves:
        found += [[CLOSE, *plan] for plan in plans.laying(s, seat)] or [[CLOSE]]
    return found[:MOST] or [[moves[0]]]


def _desk(s: OltreMareState, seat: Seat, moves: list[Move]) -> list[list[Move]]:
    """Slips and a wish, then the end of the turn."""
    done = count(s, seat, SLIP)
    plan = deals.slips(s, seat)[done:]
    wanted = WISH[deals.wish(s, seat)]
    if s.players[seat].wish != wanted.args[0] and any(move.verb == "wish" for move in moves):
        plan.append(wanted)
    return [[*plan, END], [END]] if plan else [[END]]
