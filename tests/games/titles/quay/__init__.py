"""Quay with a board of its own: the example `docs/adding-a-title.md` walks through.

The rules are in `tests/engine/titles/quay/`. Without this package the site serves the same title
plainly; `drawn` in `tests/games/titles/conftest.py` registers it.
"""
