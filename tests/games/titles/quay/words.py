"""Quay in sentences: cards, moves, refusals, and what the log tells.

A title of the site marks all of these for translation; one that only tests see need not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from django.utils.html import format_html

from engine.core.types import Move
from games.titles.answers import Text
from games.titles.base import bold
from tests.engine.titles.quay.state import kind

KINDS: Final = ("flare", "rope", "tar", "cloth", "timber", "cannon", "bell")
VERBS: Final = {
    "bid": "Bid", "offer": "Offer", "haul": "Haul", "brace": "Brace", "flare": "Fire",
    "accept": "Buy", "withdraw": "Withdraw", "keep": "Keep", "close": "Close the market",
    "decline": "Decline", "rest": "Rest", "pass": "Pass", "yield": "Yield a coin",
    "claim": "Claim a coin", "refuse": "Refuse",
}  # fmt: skip
HEADS: Final = {
    "bid": "put a card down", "market": "trade at the market", "haul": "haul a card, or rest",
    "storm": "brace, or yield", "echo": "claim a coin, or not", "search": "keep one of the two",
}  # fmt: skip
REASONS: Final = {
    "not-in-hand": "That card is not in your hand.",
    "offer-gone": "That offer is gone.",
    "too-dear": "That costs {price} coins.",
    "enough-offers": "Two offers a market are enough.",
    "leader-only": "Only who leads the market may do that.",
    "holds-a-flare": "Who holds a flare may not pass.",
    "no-flare": "Only a flare can be fired.",
    "not-your-turn": "Flares are fired on your own turn.",
}
TOLD: Final = {
    "round": "Round {number} begins.",
    "bids": "{who} puts a card down.",
    "bid-card": "You put down {card}.",
    "bids-open": "{who} wins the bid, {prize} coins and the lead of the market.",
    "offer": "{who} offers {card}.",
    "withdraw": "{who} takes {card} back.",
    "accept": "{who} buys {card}.",
    "decline": "{who} declines.",
    "close": "{who} closes the market.",
    "haul": "{who} hauls {card}.",
    "rest": "{who} rests and draws {drawn}.",
    "draws": "You drew {cards}.",
    "pass": "{who} passes.",
    "brace": "{who} braces with {card}.",
    "yield": "{who} yields {coins}.",
    "counts": "Your hand is worth {worth}.",
    "claim": "{who} claims a coin.",
    "refuse": "{who} refuses the coin.",
    "flare": "{who} fires {card} and looks at {seen} cards.",
    "sees": "You see {cards}.",
    "keep": "{who} keeps one of them.",
}


def card(number: int) -> str:
    return f"{KINDS[kind(number)]} {number % 4 + 1}"


def move(move: Move, about: int | None = None) -> str:
    """A move in words, with the card it is about where the move itself does not name it."""
    if about is None and move.verb in ("bid", "offer", "haul", "brace", "flare"):
        about = move.args[0]
    return VERBS[move.verb] if about is None else f"{VERBS[move.verb]} {card(about)}"


def sentence(kind_of: str, data: dict[str, Any], who: str) -> Text:
    """An entry of the log; cards are named, everything else is a number."""
    named = dict(data)
    if "card" in data:
        named["card"] = card(data["card"])
    if kind_of in ("draws", "sees"):
        named["cards"] = listed(data["cards"])
    return format_html(TOLD[kind_of], who=bold(who), **named)


def listed(cards: Sequence[int]) -> str:
    return " and ".join(map(card, cards)) or "nothing"
