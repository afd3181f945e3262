"""Quay in words and numbers, for the pages that speak of it."""

from __future__ import annotations

from games.titles.facts import Setting, Title

FACTS = Title(
    slug="quay",
    name="Quay",
    about="Bid for the market, load your ship, and mind the storm.",
    minutes={2: 10, 3: 15, 4: 20},
    turns={2: 30, 3: 45, 4: 60},
    options={"rounds": Setting("Rounds", amount=lambda n: f"{n} rounds", short=1)},
    lines={"coins": "Coins", "ship": "On the ship"},
    tiebreaks=("cards in hand",),
)
