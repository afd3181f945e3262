"""What a title answers to the pages every title shares.

The templates in `templates/games/` read these and nothing else. A title with a board of its own
adds fields by a subclass: nobody but its own templates will look at them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from django.utils.safestring import SafeString

Text = SafeString | str
PanelState = Literal["over", "waiting", "choosing", "parked"]


@dataclass
class Reason:
    """Why not, for a reader."""

    text: str
    rule: str = ""
    url: str = ""


@dataclass
class Change:
    """Something countable that a ply changed, for a reader of the replay."""

    seat: int
    sign: str  # in the sprite
    name: str
    was: int
    now: int

    @property
    def gain(self) -> bool:
        return self.now > self.was


@dataclass
class Choice:
    """A button. With a reason it is a dashed one that explains itself."""

    move: str
    label: str
    short: str = ""  # on the phone
    sign: str = ""
    full: str = ""  # for a screen reader, if the label needs its group to be understood
    why: Reason | None = None
    bare: bool = False  # the sign says enough where there is little room


@dataclass
class Group:
    """Buttons that belong to one thing: its sign, its name, what it costs, where it may go."""

    name: str
    icon: Text = ""
    note: Text = ""
    price: int = -1  # coins; -1 shows none
    pick: int = -1  # of what can be picked up on the board; -1 is nothing
    choices: list[Choice] = field(default_factory=list)
    wide: bool = False  # many small buttons: they go below the name
    selected: bool = False

    @property
    def crowd(self) -> str:
        """Many places: letters alone, and on the phone a line of their own."""
        count = 0 if self.wide else len(self.choices)
        return " many crowd" if count > 4 else " many" if count > 2 else ""

    @property
    def open(self) -> bool:
        return any(choice.why is None for choice in self.choices)


@dataclass
class Wait:
    """Somebody the table waits for."""

    name: str
    flag: str  # in the sprite
    deadline: datetime | None
    left: str
    robot: bool


@dataclass
class Place:
    """Where somebody came in, once all is over."""

    name: str
    flag: str  # in the sprite
    place: int
    score: int | None


@dataclass
class DraftLine:
    """One thing the draft does, told back to whoever drafted it."""

    text: Text
    icon: Text = ""
    price: int | None = None  # coins
    free: bool = False


@dataclass(kw_only=True)
class Panel:
    """The turn: what is to be decided, by when, and what has been drafted."""

    state: PanelState
    head: Text = ""
    help: Text = ""
    sign: Text = ""
    hint: Reason | None = None  # of the guided first match
    deadline: datetime | None = None
    left: str = ""
    seats: Sequence[Wait] = ()  # while others decide
    places: Sequence[Place] = ()  # when all is over
    planning: bool = False  # ahead of the turn
    standing: bool = False  # the plan plays itself
    drafted: bool = False  # is there something to undo?
    draft: Sequence[DraftLine] = ()
    tells: Sequence[Text] = ()  # what the draft did, in the words of the log
    rows: Text = ""  # the moves on offer, drawn by `kit.buttons`
    confirm: bool = False  # may the turn be confirmed as it stands?


@dataclass(kw_only=True)
class Table:
    """What `Presenter.template` is filled with."""

    turn: Panel
    track: Text = ""  # how far the match has come, for the head of the page


@dataclass(frozen=True)
class TurnWords:
    """A whole turn as a person would say it: plain text, for mails and buttons."""

    text: str
    cost: str = ""
    gain: str = ""


@dataclass
class LogGroup:
    """Lines of the log under one heading; without any, they follow what came before."""

    html: SafeString
    round: int = 0  # begins this one
    since: bool = False  # comes after the reader's last turn
    head: Text = ""
    sign: Text = ""


@dataclass
class Deeds:
    """What one seat did in one go; seat −1 is the table."""

    seat: int
    name: str
    flag: str  # in the sprite
    lines: list[Text]  # sentences of the log, without the name they begin with


@dataclass(frozen=True)
class Due:
    """What the end of a round cost or paid a seat."""

    name: str  # with its colon
    flag: str  # in the sprite
    text: str


@dataclass
class Reckoning:
    """The end of a round: what it did to everybody, and what it begins."""

    head: str
    dues: Sequence[Due]
    then: Text = ""


@dataclass(frozen=True)
class Goal:
    """What wins the match, and how far the viewer is from it."""

    aim: str
    standing: str = ""
    detail: str = ""


SHOWN = 4  # rows of deeds before the older ones are folded


@dataclass
class Told:
    """Beside the turn: what just happened, what a round end did, what it's all for."""

    head: str
    deeds: list[Deeds]
    reckonings: list[Reckoning]
    goal: Goal | None = None

    @property
    def older(self) -> list[Deeds]:
        return self.deeds[:-SHOWN]

    @property
    def latest(self) -> list[Deeds]:
        return self.deeds[-SHOWN:]

    @property
    def last(self) -> Deeds | None:
        return self.deeds[-1] if self.deeds else None
