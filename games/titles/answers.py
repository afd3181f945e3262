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

from games.titles.forms import Composed

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
    best: bool = False  # the one a guided match recommends
    note: Text = ""  # below the button: what it would lead to
    column: int = 0  # in a group with slots: the one it keeps during the whole turn, from 1


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
    slots: int = 0  # columns there's room for; 0 if the buttons follow one another
    worded: bool = False  # the first slot has room for a word, the others for a letter
    selected: bool = False

    @property
    def crowd(self) -> str:
        """How much room its buttons have: the more, the narrower; a mass has a line of its own."""
        if not self.slots:
            return ""
        kind = " placed worded" if self.worded else " placed"
        room = ((7, " mass"), (5, " crowd"), (4, " many"))
        return kind + next((name for most, name in room if self.slots > most), "")

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
    answers: bool = False  # a question, not a turn


@dataclass
class Queued:
    """A seat in the order of play, while others decide."""

    name: str
    flag: str  # in the sprite
    state: Literal["done", "now", "next"]


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


@dataclass
class Taught:
    """What a guided match says of the decision at hand."""

    full: bool = False  # explained step by step; else there is a hint
    what: str = ""  # what this is
    cost: str = ""  # of the recommended choice
    why: str = ""  # why it is good here
    hint: str = ""  # all of it in one sentence
    best: str = ""  # the recommended choice, by its name
    move: str = ""  # and as the move it is; "" if there is none
    confirm: bool = False  # it is Confirm
    done: TurnWords | None = None  # what the learner did last
    drafted: bool = False  # and it is not confirmed yet
    rule: str = ""
    url: str = ""


@dataclass(kw_only=True)
class Panel:
    """The turn: what is to be decided, by when, and what has been drafted."""

    state: PanelState
    head: Text = ""
    help: Text = ""
    sign: Text = ""
    lesson: Taught | None = None  # of the guided match
    deadline: datetime | None = None
    left: str = ""
    lapse: Text = ""  # what is played for whoever does not answer by then, in words
    seats: Sequence[Wait] = ()  # while others decide
    queue: Sequence[Queued] = ()  # the order of play, where a title has one
    places: Sequence[Place] = ()  # when all is over
    planning: bool = False  # ahead of the turn
    acting: bool = False  # others are to decide; what is confirmed here counts at once
    standing: bool = False  # the plan plays itself
    drafted: bool = False  # is there something to undo?
    draft: Sequence[DraftLine] = ()
    tells: Sequence[Text] = ()  # what the draft did, in the words of the log
    rows: Text = ""  # the moves on offer, drawn by `kit.buttons`
    forms: Sequence[Composed] = ()  # moves to be composed, shown by `games/_compose.html`
    confirm: bool = False  # may the turn be confirmed as it stands?
    confirm_why: str = ""  # why it may not
    closing: str = ""  # the move that confirming adds to the draft
    passing: Text = ""  # the Pass button of a title that has one
    pass_note: str = ""  # what it earns and avoids
    extra: str = ""  # a template with one more control for the bar of the turn

    @property
    def refused(self) -> bool:
        """Is the notice about a form, and shown there?"""
        return any(form.refused for form in self.forms)


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
