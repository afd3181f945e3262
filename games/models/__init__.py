"""Matches and what belongs to them. A match is one play of a title; rules live in the engine."""

from __future__ import annotations

from games.models.company import Message, Mute, Note, Report
from games.models.match import Invitation, Match, Seat
from games.models.play import Draft, Entry, Film, Ply, Snapshot, TakeBack

__all__ = [
    "Draft",
    "Entry",
    "Film",
    "Invitation",
    "Match",
    "Message",
    "Mute",
    "Note",
    "Ply",
    "Report",
    "Seat",
    "Snapshot",
    "TakeBack",
]
