"""What can go wrong, as a small tree.

ValueError
├── RulesError          a player, a caller or a file asked for something the rules refuse
│   ├── BadNotation     the text is no move
│   │   └── BadRecord   the text is no record, or not the record of this match
│   ├── BadOptions      unknown option, value, number of seats, or seed
│   ├── BadSnapshot     the stored position is not one of this title and version
│   ├── NotYourDecision the seat has nothing to decide now
│   ├── IllegalMove     well-formed, but not now; `why` says which rule forbids it
│   └── GameOver        the match has ended
└── BadMaterial         a printed-data file is wrong; names the field (our mistake, no player's)

Each class has a `code` that never changes, so that sentences can be looked up by it. Anything else
that escapes the engine (`AssertionError`, `KeyError`, …) is a bug. A refused move leaves the state
untouched.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class WhyNot:
    """Why a move is refused: the rule, a stable code for the sentence, and its numbers.

    `rule` is a number of docs/rules/<slug>.md ("R4.3"), or "" for the engine's own reasons.
    """

    rule: str
    code: str
    params: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        numbers = ", ".join(f"{key}={value}" for key, value in self.params.items())
        return " ".join(part for part in (self.rule, self.code, numbers) if part)


class RulesError(ValueError):
    """The root: catch this one to answer a player's mistake."""

    code = "rules-error"


class BadNotation(RulesError):
    code = "bad-notation"

    def __init__(self, text: str) -> None:
        super().__init__(f"not a move: {text[:60]!r}")
        self.text = text


class BadRecord(BadNotation):
    code = "bad-record"

    def __init__(self, problem: str, line: int = 0) -> None:
        ValueError.__init__(self, f"line {line}: {problem}" if line else problem)
        self.text = problem
        self.line = line


class BadOptions(RulesError):
    code = "bad-options"

    def __init__(self, problem: str, key: str = "") -> None:
        super().__init__(problem)
        self.key = key


class BadSnapshot(RulesError):
    code = "bad-snapshot"


class NotYourDecision(RulesError):
    code = "not-your-decision"

    def __init__(self, seat: int, owes: list[int]) -> None:
        super().__init__(f"seat {seat} has nothing to decide; waiting for {owes}")
        self.seat = seat
        self.owes = owes


class IllegalMove(RulesError):
    code = "illegal-move"

    def __init__(self, move: object, why: WhyNot) -> None:
        super().__init__(f"{move}: {why}")
        self.move = move
        self.why = why


class GameOver(RulesError):
    code = "game-over"

    def __init__(self) -> None:
        super().__init__("the match has ended")


class BadMaterial(ValueError):
    code = "bad-material"

    def __init__(self, field_name: str, problem: str) -> None:
        super().__init__(f"{field_name}: {problem}")
        self.field = field_name
