"""Positions built by hand: set up, put things where the test wants them, play in text."""

from __future__ import annotations

from typing import Any, TypeVar

from engine.core.game import Game
from engine.core.types import Applied, Seat, State, parse_move

S = TypeVar("S", bound=State)

SEED = "0123456789abcdef0123456789abcdef"


def build(
    game: Game[S],
    seats: int,
    options: dict[str, int] | None = None,
    seed: str = SEED,
    change: dict[str, Any] | None = None,
) -> S:
    """A match set up, then changed: `{"players.0.coins": 3, "supply.5": 0}`.

    A path that does not exist, or a value of another type, is a mistake of the test.
    """
    s, _ = game.setup(seats, options or {}, seed)
    for path, value in (change or {}).items():
        put(s, path, value)
    return s


def put(s: State, path: str, value: Any) -> None:
    """Set one thing by its path: attribute names, list indexes and keys, joined by dots."""
    *way, last = path.split(".")
    target: Any = s
    for name in way:
        target = _step(target, name)
    old = _step(target, last)
    assert type(old) is type(value), f"{path} holds {type(old).__name__}"
    if isinstance(target, list):
        target[int(last)] = value
    elif isinstance(target, dict):
        target[last] = value
    else:
        setattr(target, last, value)


def _step(target: Any, name: str) -> Any:
    if isinstance(target, list):
        return target[int(name)]
    if isinstance(target, dict):
        return target[name]
    return getattr(target, name)


def play(game: Game[S], s: S, script: str) -> list[Applied]:
    """Play lines like those of a record, `0 choose:3`; `/` may stand for a line break."""
    done = []
    for line in script.replace("/", "\n").splitlines():
        if line.strip():
            seat, text = line.split()
            done.append(game.apply(s, int(seat), parse_move(text)))
    return done


def texts(game: Game[S], s: S, seat: Seat) -> set[str]:
    """The legal moves as text, for assertions that read well."""
    return {str(move) for move in game.moves(s, seat)}
