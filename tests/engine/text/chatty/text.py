from __future__ import annotations

from engine.core import Event, Move
from engine.text.phrases import Phrases


def word_move(move: Move, phrases: Phrases) -> str:
    return f"chatty {move.verb}"


def word_event(event: Event, phrases: Phrases) -> str:
    return f"chatty {event.kind}"
