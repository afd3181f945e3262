"""Quay in words and numbers, for the pages that speak of it."""

from __future__ import annotations

from games.titles.facts import Title

FACTS = Title(
    slug="quay",
    name="Quay",
    about="Bid for the market, load your ship, and mind the storm.",
    minutes={2: 10, 3: 15, 4: 20},
    options={"rounds": "Rounds"},
    lines={"coins": "Coins", "ship": "On the ship"},
    tiebreaks=("cards in hand",),
)
