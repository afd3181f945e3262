"""Barter in words and numbers. It has no board of its own: what it offers is composed in forms."""

from __future__ import annotations

from games.titles.facts import Setting, Title

FACTS = Title(
    slug="barter",
    name="Barter",
    about="Call out offers, take what suits you, and moor in time.",
    minutes=dict.fromkeys(range(2, 6), 20),
    turns=dict.fromkeys(range(2, 6), 20),
    options={"rounds": Setting("Rounds", amount=lambda n: f"{n} rounds", short=1)},
    lines={"coins": "Coins", "moored": "Moored", "order": "Order"},
    tiebreaks=("seat",),
)
