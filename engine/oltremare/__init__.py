"""Oltre Mare (docs/rules/oltremare.md): cards, offers, a ship on the sea, and Venice.

`game.OltreMare` is the title; `cards.toml` holds what is printed on the components.
"""
