from __future__ import annotations

from typing import Any

from engine.text.phrases import Phrases
from tests.engine.titles.quay.state import kind

ENGLISH = {
    "title": "Quay",
    "card": "{0}-{1}",
    "prompt.bid": "Put a card down, face down.",
    "prompt.market": "The market is open.",
    "prompt.haul": "Haul a card, or rest.",
    "prompt.storm": "A storm: brace or yield.",
    "prompt.echo": "Claim a coin?",
    "prompt.search": "Keep one of the two.",
    "move.bid": "bid card {0}",
    "move.close": "close the market",
    "event.haul": "{seat} hauls card {card}",
    "event.draws": "{seat} draws {cards}",
    "event.counts": "{seat} counts {worth}",
    "why.offer-gone": "Offer {id} is gone.",
    "why.too-dear": "That costs {price} coins.",
    "line.coins": "Coins",
    "line.ship": "On the ship",
    "row": "{0}: {1} coins, {2} cards, ship {3}",
}


def render(view: dict[str, Any], phrases: Phrases) -> str:
    lines = [f"{phrases('title')}, round {view['round']}"]
    for seat, player in enumerate(view["players"]):
        ship = " ".join(phrases("card", kind(card), card % 4) for card in player["ship"])
        lines.append(
            phrases("row", phrases.seat(seat), player["coins"], player["cards"], ship or "-")
        )
    for offer in view["offers"]:
        lines.append(f"offer {offer['id']}: card {offer['card']}")
    if "hand" in view:
        lines.append("hand: " + " ".join(map(str, view["hand"])))
    return "\n".join(lines)
