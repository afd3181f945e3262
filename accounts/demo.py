from __future__ import annotations


def fill() -> None:
    pass
