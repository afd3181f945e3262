"""What a picture of the board costs: the card for sharing against the picture of a mail.

Positions of seeded matches of two, three and four seats, drawn one after another in one process.
Every table has players of its own, so that no name has been drawn before. `first_ms` is the very
first picture of a process, which draws all the parts that are kept from then on.
"""

from __future__ import annotations

import os
import random
import statistics
import tempfile
from collections.abc import Callable
from time import process_time
from typing import Any

TABLES = 24  # for each number of seats
CARDS = 4
SHARES = (0.25, 0.5, 0.75, 1.0)
AT_LEAST = 4.0  # times cheaper than a card
AT_MOST = 60_000  # bytes


def run() -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as place:
        os.environ.update(
            DATABASE_URL="sqlite://:memory:",
            VAR_DIR=place,
            SECRET_KEY="a-key-for-the-benchmark-only-0123456789-abcdefghijkl",
            DJANGO_SETTINGS_MODULE="nauticus_site.settings",
        )
        import django

        django.setup()
        return _measured()


def missed(result: dict[str, Any]) -> list[str]:
    """The bounds this run did not keep, each as a sentence."""
    found = []
    if result["ratio"] < AT_LEAST:
        found.append(f"card against picture: {result['ratio']}, at least {AT_LEAST}")
    if result["bytes_most"] > AT_MOST:
        found.append(f"largest picture: {result['bytes_most']} bytes, at most {AT_MOST}")
    return found


def _measured() -> dict[str, Any]:
    from games.picture import png
    from games.titles.registry import presenter_of

    presenter = presenter_of("nauticus")
    scenes = [
        sample(seats, SHARES[table % len(SHARES)], table, f"{seats}{table}")
        for table in range(TABLES)
        for seats in (2, 3, 4)
    ]

    def card(scene: Any) -> bytes:
        return png(presenter.picture(scene), "nauticus")

    first, _ = _timed(presenter.postcard, scenes[0])
    card(scenes[0])  # warms up too: fonts and sheet are read once
    cards = [_timed(card, scene) for scene in scenes[: 3 * CARDS]]
    half = len(scenes) // 2  # by then most of the parts have been met
    early = [_timed(presenter.postcard, scene) for scene in scenes[1:half]]
    drawn = [_timed(presenter.postcard, scene) for scene in scenes[half:]]
    again = [_timed(presenter.postcard, scene) for scene in scenes[half:]]
    card_ms, picture_ms = _median(cards), _median(drawn)
    sizes = [size for _, size in early + drawn]
    return {
        "card_ms": card_ms,
        "card_bytes": round(statistics.median(size for _, size in cards)),
        "picture_ms": picture_ms,
        "picture_ms_early": _median(early),
        "picture_ms_again": _median(again),
        "first_ms": round(first * 1e3),
        "ratio": round(card_ms / picture_ms, 1),
        "bytes": round(statistics.median(sizes)),
        "bytes_most": max(sizes),
    }


def _timed(draw: Callable[[Any], bytes], scene: Any) -> tuple[float, int]:
    """Processor seconds and bytes."""
    begun = process_time()
    found = draw(scene)
    return process_time() - begun, len(found)


def _median(taken: list[tuple[float, int]]) -> float:
    return round(statistics.median(seconds for seconds, _ in taken) * 1e3, 1)


def sample(seats: int, share: float, seed: int, names: str = "") -> Any:
    """A scene of a random match, played up to a share of its plies; nothing of it is stored."""
    from accounts.models import User
    from engine import registry
    from engine.cli.common import match_seed
    from engine.core.types import Log
    from engine.testing.walks import Picker, walk
    from games.models import Match, Seat
    from games.selectors.scenes import Scene

    game = registry.get("nauticus")
    end, _ = game.setup(seats, {}, match_seed("picture", seed))
    line = [(seat, move) for seat, move, _ in walk(game, end, Picker([], random.Random(seed)))]
    state, _ = game.setup(seats, {}, match_seed("picture", seed))
    for seat, move in line[: round(len(line) * share)]:
        game.play_unchecked(state, seat, move, Log(on=False))
    view = game.view(state, None)
    match = Match(code="picture2", title="nauticus", size=seats, options=dict(state.options))
    people = [
        Seat(
            match=match,
            number=k,
            user=User(username=f"{name}{names}"),
            owes=k in game.to_act(state),
        )
        for k, name in enumerate(("Alexandra", "bob", "Charlotte", "dora")[:seats])
    ]
    return Scene(match, people, None, view, view)
