"""The board of Quay: places along the wharf, everybody's ship, and below them the own hand.

A card of the hand is picked up, and the places it may go to light up. The same values stand on the
buttons of the turn: whoever sees no board misses nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.utils.safestring import SafeString, mark_safe

from engine.core.types import Move
from games.titles.kit.art import esc, flag_sign, use
from games.titles.kit.lights import ANYTIME, asks, picked, place
from tests.engine.titles.quay.state import kind
from tests.games.titles.quay import words

WIDTH: Final = 600
TALL: Final = 132  # of the places
ROW: Final = 44  # of a ship
# Where a verb takes effect: what to ask there in vain, the name, and the verbs from top to bottom.
PLACES: Final = (
    ("bid:*", "Bids", ("bid",)),
    ("offer:*", "Market", ("offer", "close", "decline")),
    ("haul:*", "Your ship", ("haul", "pass")),
    ("brace:*", "Sea wall", ("brace", "yield")),
    ("flare:*", "Sky", ("flare",)),
    ("rest", "Deck", ("rest",)),
    ("claim", "Bank", ("claim", "refuse")),
)
OF_HAND: Final = ("bid", "offer", "haul", "brace", "flare")  # verbs that take a card from the hand
OF_MARKET: Final = ("accept", "withdraw")


def board(
    view: dict[str, Any], names: Sequence[str], moves: Sequence[Move], chosen: int
) -> SafeString:
    """The whole of it as one SVG; `chosen` is the card that is picked up to begin with."""
    ships, hand = TALL + 8, view.get("hand", [])
    tall = ships + ROW * len(names) + 8 + (64 if hand or "seen" in view else 0)
    parts = [
        f'<svg class="quay" viewBox="0 0 {WIDTH} {tall}" role="group" aria-label="The quay">',
        f"<g data-rove>{_places(view, moves, chosen)}{_offers(view, moves)}</g>",
        fleet(view, names, ships),
        f"<g data-rove>{_hand(view, hand, moves, chosen, tall - 60)}</g></svg>",
    ]
    return mark_safe("".join(parts))


def _places(view: dict[str, Any], moves: Sequence[Move], chosen: int) -> str:
    parts = []
    step = WIDTH / len(PLACES)
    counts = {"Deck": view["deck"], "Bank": view["bank"]}
    for number, (why, name, verbs) in enumerate(PLACES):
        x = number * step + 3
        label = f"{name}: {counts[name]}" if name in counts else name
        parts.append(
            f'<g{asks(why)} role="img" aria-label="{label}"><rect class="q-place" x="{x:.1f}" y="2"'
            f' width="{step - 6:.1f}" height="{TALL - 4}" rx="9"/><text class="q-name"'
            f' x="{x + step / 2 - 3:.1f}" y="20">{label}</text></g>'
        )
        parts += [
            _lit(move, chosen, x + 4, 28 + 30 * verbs.index(move.verb), step - 14)
            for move in moves
            if move.verb in verbs
        ]
    return "".join(parts)


def _lit(move: Move, chosen: int, x: float, y: float, wide: float) -> str:
    """A place that presses the button of the same value, shown for the card that goes there."""
    pick = move.args[0] if move.verb in OF_HAND else ANYTIME
    state = "lit" if pick in (ANYTIME, chosen) else "lit off"
    return (
        f'<g class="{state}"{place(str(move), pick, words.move(move))}><rect class="lit-box"'
        f' x="{x:.1f}" y="{y}" width="{wide:.1f}" height="26" rx="7"/><text class="q-verb"'
        f' x="{x + wide / 2:.1f}" y="{y + 17}">{words.VERBS[move.verb].split()[0]}</text></g>'
    )


def _offers(view: dict[str, Any], moves: Sequence[Move]) -> str:
    """What is for sale lies at the foot of the market; buying and taking back press the card."""
    parts = []
    for number, offer in enumerate(view["offers"]):
        box = card(offer["card"], 92 + 36 * number, 88)
        move = next((m for m in moves if m.verb in OF_MARKET and m.args == (offer["id"],)), None)
        lit = "" if move is None else place(str(move), ANYTIME, words.move(move, offer["card"]))
        parts.append(f'<g class="lit"{lit}>{box}</g>' if lit else box)
    return "".join(parts)


def fleet(view: dict[str, Any], names: Sequence[str], y: float) -> str:
    """A row for each seat: flag, name, coins, cards in hand (their number, no more), the ship."""
    parts = []
    for seat, seen in enumerate(view["players"]):
        top = y + seat * ROW
        label = f"{names[seat]}: {seen['coins']} coins, {seen['cards']} cards in hand, on the ship "
        label += words.listed(seen["ship"])
        parts.append(
            f'<g{asks(f"@{seat}")} role="img" aria-label="{esc(label)}">'
            f'<path class="q-hull" d="M170 {top + 32}h420l-14 8H184Z"/>'
            f"{use(flag_sign(seat), 4, top + 10, 24, 18)}"
            f'<text class="q-who" x="34" y="{top + 24}">{esc(names[seat][:9])}</text>'
            f'{use("t-coin", 104, top + 10, 18)}<text class="q-who" x="124" y="{top + 24}">'
            f"{seen['coins']}</text>"
            + "".join(card(one, 178 + 32 * n, top - 4) for n, one in enumerate(seen["ship"]))
            + "</g>"
        )
    return "".join(parts)


def _hand(
    view: dict[str, Any], hand: Sequence[int], moves: Sequence[Move], chosen: int, y: float
) -> str:
    may = {move.args[0] for move in moves if move.verb in OF_HAND}
    parts = []
    for number, one in enumerate(hand):
        take = picked(one) if one in may else ""
        on = ' class="on"' if one == chosen else ""
        parts.append(
            f'<g{on}{take}{asks(f"haul:{one}")} role="img" aria-label="{words.card(one)}">'
            f"{card(one, 8 + 40 * number, y)}</g>"
        )
    for number, one in enumerate(view.get("seen", [])):  # of a flare
        move = Move("keep", (number,))
        lit = place(str(move), ANYTIME, words.move(move, one)) if move in moves else ""
        parts.append(f'<g class="lit"{lit}>{card(one, 400 + 40 * number, y)}</g>')
    return "".join(parts)


def card(number: int, x: float, y: float) -> str:
    """A card face up: the number of its kind, and a stripe that grows with it."""
    what = kind(number)
    return (
        f'<rect class="q-card" x="{x}" y="{y}" width="30" height="40" rx="4"/>'
        f'<rect class="q-kind" x="{x + 3}" y="{y + 34 - 3 * what}" width="4"'
        f' height="{3 * what + 3}"/>'
        f"{use(f'n{what}', x + 11, y + 11, 13, 18, 'q-number')}"
    )


def sign(number: int) -> SafeString:
    """A card beside its buttons."""
    return mark_safe(
        f'<svg class="i sign-l" viewBox="-5 0 40 40" aria-hidden="true">{card(number, 0, 0)}</svg>'
    )
