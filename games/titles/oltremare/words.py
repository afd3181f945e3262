"""The words of Oltre Mare in one place, for the presenter."""

from __future__ import annotations

from games.titles.oltremare.heads import Head, head, waiting
from games.titles.oltremare.log import did, sentence
from games.titles.oltremare.moves import bargain, field_label, form_label, move, value_label
from games.titles.oltremare.names import (
    GOODS,
    GOODS_LABEL,
    KINDS,
    MARKER_HELP,
    MARKERS,
    MARKERS_LOW,
    NO_MARKER,
    PAIRS,
    PORTS,
    SIGNS,
)
from games.titles.oltremare.reasons import REASONS, reason
from games.titles.oltremare.tellings import turn_words
from games.titles.oltremare.text import PHRASES, phrases

__all__ = [
    "GOODS",
    "GOODS_LABEL",
    "KINDS",
    "MARKERS",
    "MARKERS_LOW",
    "MARKER_HELP",
    "NO_MARKER",
    "PAIRS",
    "PHRASES",
    "PORTS",
    "REASONS",
    "SIGNS",
    "Head",
    "bargain",
    "did",
    "field_label",
    "form_label",
    "head",
    "move",
    "phrases",
    "reason",
    "sentence",
    "turn_words",
    "value_label",
    "waiting",
]
