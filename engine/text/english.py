"""The phrases all titles share, in English. A title's `text.ENGLISH` comes on top."""

from __future__ import annotations

from typing import Final

COMMON: Final = {
    "seat": "Seat {0}",
    "you": "you",
    "spectator": "spectator",
    "prompt.over": "The match is over.",
    "waiting": "Waiting for {0}.",
    "place": "{0}. {1}: {2}",
    "line.total": "Total",
    "and": ", ",
    # Refusals the engine gives by itself.
    "why": "Not now: {0}",
    "why.rule": "{0} ({1})",
    "why.game-over": "The match is over.",
    "why.not-your-decision": "It is not your decision now.",
    "why.not-interruptible": "Nothing may come in between here.",
    "why.not-now": "That belongs to another moment of the match.",
    "why.not-offered": "That is not possible here.",
    "why.unknown-verb": "There is no such move in this game.",
    # Errors by code.
    "error.bad-notation": "That is not a move.",
    "error.bad-record": "That is not a proper record.",
    "error.bad-options": "A match cannot start like that.",
    "error.bad-snapshot": "That position cannot be read.",
    "error.not-your-decision": "It is not your decision now.",
    "error.illegal-move": "That move is not possible.",
    "error.game-over": "The match is over.",
    # The table of the command line.
    "play.choose": "{0}, your move (a number, a move, or ? for help): ",
    "play.help": (
        "a number or a move's text plays it; 'why MOVE' says why it is not possible; 'undo' takes"
        " back; 'moves' lists the moves; 'board' shows the table; 'save FILE' writes the record;"
        " 'quit' ends"
    ),
    "play.move": "{0}: {1}",
    "play.secret": "{0} has decided.",
    "play.nothing-to-undo": "There is nothing to take back.",
    "play.undone": "Taken back.",
    "play.why-legal": "It is possible.",
    "play.saved": "Written to {0}.",
    "play.bye": "Goodbye.",
}
