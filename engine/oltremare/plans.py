"""What to do with one's own cards: discarding, buying, laying, sailing, stowing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice, permutations
from typing import Final, NamedTuple

from engine.core.types import Move, Seat
from engine.oltremare.chart import WAYS
from engine.oltremare.material import CALM, COMPASS, DEAL, FIGHT
from engine.oltremare.scoring import top_run
from engine.oltremare.state import OltreMareState
from engine.oltremare.tables import (
    BUY,
    DISCARD,
    GOOD_OF,
    JUMP,
    LAY,
    LIMIT_OF,
    LOAD_OF,
    SAIL,
    SIGNS_OF,
    STAY,
    STEPS,
    STOW,
    VALUE,
)
from engine.oltremare.worth import (
    LOAD,
    MARKER,
    Outlook,
    hand_worth,
    marker_worth,
    numbers_worth,
    outlook,
)

SETS: Final = 250  # of cards to lay, looked at
PIRATE: Final = 0.95  # less, a card on the pirate pile: some are bought back
DRAWN: Final = 0.75  # a card of the deck, besides its number
EXTRA: Final = 2.2  # the most a card beyond the load may cost, a pirate less counted in


class Lading(NamedTuple):
    """Cards to lay, in the order they are stowed."""

    worth: float
    cards: tuple[int, ...]


def discards(s: OltreMareState, seat: Seat) -> list[Move]:
    """Down to the limit, what is least missed first."""
    hand, to, found = s.players[seat].hand[:], outlook(s, seat), []
    while len(hand) > s.limit:
        card = max(hand, key=lambda one: hand_worth([c for c in hand if c != one], to))
        hand.remove(card)
        found.append(DISCARD[card])
    return found


def purchase(s: OltreMareState, seat: Seat, cost: int, moves: list[Move]) -> Move | None:
    """The next card to buy, if any: up to the load, beyond it where it is cheap. From the own
    pirate pile it also takes a pirate away."""
    pile = BUY[1] in moves
    if not pile and BUY[0] not in moves:
        return None
    move = BUY[1] if pile else BUY[0]
    p, to = s.players[seat], outlook(s, seat)
    if len(p.hand) < s.load:
        return move
    cheap = cost - pile <= EXTRA and to.turns == 2 and len(p.hand) < s.limit
    return move if cheap else None


def ports(s: OltreMareState, seat: Seat, ends: Sequence[int], limit: int) -> list[int]:
    """Best first."""
    return sorted(ends, key=lambda port: -_arrival(s, port, limit))


def _arrival(s: OltreMareState, port: int, limit: int) -> float:
    kind = s.board[port]
    if kind < 0:
        return 0.0
    if kind == COMPASS:
        return max(
            (_kept(s, other, limit) for other in s.board if other not in (COMPASS, -1)), default=0.0
        )
    return _kept(s, kind, limit)


def _kept(s: OltreMareState, kind: int, limit: int) -> float:
    return MARKER + (0.0 if s.last else marker_worth(kind, limit))


def sailings(s: OltreMareState, seat: Seat, ships: int) -> list[Move]:
    p = s.players[seat]
    return [SAIL[port] for port in ports(s, seat, list(WAYS[p.port][ships]), s.limit)]


def jumps(s: OltreMareState, seat: Seat) -> list[Move]:
    here = s.players[seat].port
    ends = [port for port, kind in enumerate(s.board) if kind >= 0 and kind != COMPASS]
    found = [JUMP[port] for port in ports(s, seat, ends, s.limit) if port != here]
    return [*found[:8], STAY]


def signs_worth(s: OltreMareState, seat: Seat, cards: Sequence[int]) -> tuple[float, int]:
    """What laying these brings at once, and how many cards are drawn."""
    p = s.players[seat]
    counts = [0, 0, 0, 0]
    for card in cards:
        for k, n in enumerate(SIGNS_OF[card]):
            counts[k] += n
    ducats, pirates, draws, ships = counts
    worth = float(STEPS[ducats + (p.active == DEAL)])
    if p.active == CALM:
        worth += ships
    if p.active != FIGHT:
        worth -= PIRATE * STEPS[pirates]
    if ships:
        best = max(_arrival(s, port, s.limit) for port in WAYS[p.port][ships])
        worth += best - (0.0 if s.last else marker_worth(p.active, s.limit))
    return worth, STEPS[draws]


def orders(
    s: OltreMareState, cargo: Sequence[int], cards: Sequence[int], rest: Sequence[int], draws: int
) -> list[Lading]:
    """Ways to stow these, with what the pile and the hand are worth then. Equal goods lie together;
    what continues the top run goes first, and one good after the other is tried on top."""
    groups: dict[int, list[int]] = {}
    for card in cards:
        groups.setdefault(GOOD_OF[card], []).append(card)
    good, run = GOOD_OF[cargo[-1]], top_run(cargo)
    found = []
    for last in groups:
        gain = 0.0
        order: list[int] = []
        length = len(groups[last])
        for other in sorted(groups, key=lambda one: one != good):
            if other == last:
                continue
            before = run if other == good and not order else 0
            gain += VALUE[other][before + len(groups[other])] - VALUE[other][before]
            order += groups[other]
        before = run if last == good and not order else 0
        gain += VALUE[last][before + length] - VALUE[last][before]
        for top in groups[last] if not s.last else groups[last][:1]:
            stowed = (*order, *(card for card in groups[last] if card != top), top)
            worth = gain + _later(s, top, before + length, rest, draws)
            found.append(Lading(worth, stowed))
    return found


def _later(s: OltreMareState, top: int, run: int, rest: Sequence[int], draws: int) -> float:
    """The hand that is left, for the next turn with this card on top."""
    if s.last:
        return 0.0
    limit, load = LIMIT_OF[top], LOAD_OF[top]
    to = Outlook(GOOD_OF[top], run, limit, load, 2)
    held = len(rest)
    worth = hand_worth(rest, to) - numbers_worth(held, to) + numbers_worth(held + draws, to)
    return worth + LOAD * min(load, held + draws + 1) + DRAWN * draws


def ladings(
    s: OltreMareState, seat: Seat, hand: Sequence[int], laid: Sequence[int]
) -> list[Lading]:
    """Sets of cards to lay and stow, best first; what is laid already is part of all of them."""
    cargo = s.players[seat].cargo
    found: dict[tuple[int, ...], Lading] = {}
    wanted = s.load - len(laid)
    ranked = sorted(hand, key=lambda card: (GOOD_OF[card] != GOOD_OF[cargo[-1]], card))
    for more in islice(combinations(ranked, wanted), SETS):
        cards = (*laid, *more)
        rest = [card for card in hand if card not in more]
        at_once, draws = signs_worth(s, seat, cards)
        best = max(orders(s, cargo, cards, rest, draws))
        found[more] = Lading(at_once + best.worth, best.cards)
    return sorted(found.values(), reverse=True)


def laying(s: OltreMareState, seat: Seat) -> list[list[Move]]:
    """Whole plans from the first card laid."""
    plans = []
    for lading in ladings(s, seat, s.players[seat].hand, s.laid)[:6]:
        more = [card for card in lading.cards if card not in s.laid]
        plans.append([*(LAY[card] for card in more), *(STOW[card] for card in lading.cards[:-1])])
    return [plan for plan in plans if plan]


def stowing(s: OltreMareState, seat: Seat) -> list[list[Move]]:
    """All orders of what is left to stow, best first."""
    p = s.players[seat]
    found = []
    for cards in permutations(s.laid):
        good, run = GOOD_OF[p.cargo[-1]], top_run(p.cargo)
        gain = 0.0
        for card in cards:
            run = run + 1 if GOOD_OF[card] == good else 1
            good = GOOD_OF[card]
            gain += VALUE[good][run] - VALUE[good][run - 1]
        found.append(Lading(gain + _later(s, cards[-1], run, p.hand, 0), cards))
    found.sort(reverse=True)
    return [[STOW[card] for card in lading.cards[:-1]] for lading in found[:6]]
