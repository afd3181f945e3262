"""Places on a board that repeat the buttons of the turn, and what they say to those who point.

`data-move` presses the button of the same value, `data-for` names the thing that must be picked up
for the place to light, `data-why` is the move to ask about when somebody points in vain.
"""

from __future__ import annotations

from games.titles.kit.art import esc

ANYTIME = -1  # lit whatever is picked


def ident(move: str) -> str:
    """A move as a part of an id."""
    return move.replace(":", "-").replace(",", "-")


def place(move: str, pick: int | str, label: str, at: str = "") -> str:
    """Attributes of a lit place: what the page needs to press the button of the same value.

    `at` tells two places of the same move apart.
    """
    return (
        f' id="lit-{ident(move)}{at}" data-move="{move}" data-for="{pick}" role="img"'
        f' aria-label="{esc(label)}"'
    )


def picked(pick: int | str) -> str:
    """Attribute of a thing that can be taken up; the places `for` it are lit then."""
    return f' data-pick="{pick}"'


def asks(move: str) -> str:
    """Attribute of a place that has something to say when pressed in vain.

    In the move `*` is what is picked up; `@N` instead of a move is the harbour of seat N.
    """
    return f' data-why="{move}"'
