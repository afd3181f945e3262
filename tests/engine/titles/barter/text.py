from __future__ import annotations

from typing import Any

from engine.text.phrases import Phrases

ENGLISH = {
    "title": "Barter",
    "prompt.trade": "Trade: call, take an offer, or close.",
    "prompt.reply": "You're called: accept, decline or counter.",
    "prompt.gift": "Give a card to the next player, or keep them.",
    "prompt.dock": "Moor at a berth, or pass.",
    "move.accept": "accept offer {0}",
    "move.close": "close the trade",
    "move.decline": "decline",
    "move.recall": "recall the call",
    "move.keep": "keep your cards",
    "move.give": "give card {0}",
    "move.moor": "moor at berth {0}",
    "move.pass": "pass",
    "move.withdraw": "withdraw offer {0}",
    "form.call": "Call",
    "form.slip": "Leave a slip",
    "form.counter": "Counter",
    "field.seat": "To",
    "field.pay": "Coins you pay (below 0: you ask for)",
    "field.card": "Cards you give",
    "field.want": "For a card of",
    "value.seat": "Seat {0}",
    "value.card": "{0}",
    "value.want": "good {0}",
    "event.moor": "{seat} moors at berth {berth} for {price}",
    "event.offer": "{seat} makes offer {id}: goods {goods} and {pay} coins for {wants}",
    "event.deal": "{seat} takes offer {id}",
    "event.drawn": "{seat} draws {cards}",
    "event.given": "{seat} gives card {card}",
    "event.decline": "{seat} declines",
    "event.recall": "{seat} recalls the call",
    "event.withdraw": "{seat} withdraws offer {id}",
    "event.close": "{seat} closes the trade",
    "event.pass": "{seat} passes",
    "why.offer-gone": "Offer {id} is gone.",
    "why.too-dear": "You have only {coins} coins.",
    "why.no-card": "A deal moves at least one card.",
    "why.not-in-hand": "Card {card} isn't in your hand.",
    "why.one-call": "You've called already.",
    "why.two-slips": "You've left two slips in this turn.",
    "why.no-such-seat": "You can't offer that to yourself.",
    "line.coins": "Coins",
    "line.moored": "Moored",
    "line.order": "Order",
    "row": "{0}: {1} coins, {2} cards, moored {3}",
}


def render(view: dict[str, Any], phrases: Phrases) -> str:
    lines = [f"{phrases('title')}, round {view['round']}", f"berths: {view['berths']}"]
    for seat, player in enumerate(view["players"]):
        row = (player["coins"], player["cards"], player["moored"])
        lines.append(phrases("row", phrases.seat(seat), *row))
    for offer in view["offers"]:
        shown = f"goods {offer['goods']} and {offer['pay']} coins for {offer['wants']}"
        lines.append(f"offer {offer['id']} of {phrases.seat(offer['by'])}: {shown}")
    if "hand" in view:
        lines.append("hand: " + " ".join(map(str, view["hand"])))
        lines.append(f"order: {view['order']}")
        for seat, cards in enumerate(view["known"]):
            if cards:
                lines.append(f"{phrases.seat(seat)} holds {' '.join(map(str, cards))}")
    return "\n".join(lines)
