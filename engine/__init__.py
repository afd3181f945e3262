"""The rules engine: pure Python, no web framework, no clock, no global randomness.

Start reading at `docs/engine.md`; `docs/adding-a-title.md` says how to add a board game.
"""
