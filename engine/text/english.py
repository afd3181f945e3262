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
    # A composed move, field by field.
    "composed": "{0} ({1})",
    "composed.part": "{0}: {1}",
    "composed.join": "; ",
    "composed.set": "/",
    # Refusals the engine gives by itself.
    "why": "Not now: {0}",
    "why.rule": "{0} ({1})",
    "why.game-over": "The match is over.",
    "why.not-your-decision": "It's not your turn to decide.",
    "why.not-interruptible": "You can't interrupt here.",
    "why.not-now": "You can't do that at this point of the match.",
    "why.not-offered": "That's not possible here.",
    "why.unknown-verb": "There's no such move in this game.",
    "why.no-such": "That doesn't exist in this game.",
    "why.wrong-count": "This move is incomplete or contains something extra.",
    "why.wrong-length": "Choose at least {least} and at most {most}. You chose {got}.",
    "why.not-rising": "List each item only once, in ascending order.",
    # Errors by code.
    "error.bad-notation": "That's not a move.",
    "error.bad-record": "That's not a valid record.",
    "error.bad-options": "A match can't start with these settings.",
    "error.bad-snapshot": "That position can't be read.",
    "error.not-your-decision": "It's not your turn to decide.",
    "error.illegal-move": "That move isn't possible.",
    "error.game-over": "The match is over.",
    # The table of the command line.
    "play.choose": "{0}, your move (a number, a move, or ? for help): ",
    "play.help": (
        "type a number or a move to play it; 'why MOVE' says why it isn't possible; 'undo' takes"
        " back your last move; 'moves' lists the moves; 'board' shows the board; 'save FILE' saves"
        " the record; 'quit' ends the match"
    ),
    "play.form": "{0}: type '{1}' to compose it",
    "play.ask": "{0} [{1}] (numbers, or 'cancel'): ",
    "play.row": "{0} ({1} of {2}, empty to end)",
    "play.range": "{0} to {1}",
    "play.numbers": "Type whole numbers.",
    "play.cancelled": "Cancelled. Nothing was played.",
    "play.move": "{0}: {1}",
    "play.secret": "{0} has decided.",
    "play.nothing-to-undo": "There's nothing to undo.",
    "play.undone": "Undone.",
    "play.why-legal": "That move is possible.",
    "play.saved": "Saved to {0}.",
    "play.bye": "Goodbye.",
}
