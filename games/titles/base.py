"""What every presenter answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from engine.core.errors import WhyNot
from engine.core.forms import Field, Form
from engine.core.types import Event, Move
from engine.text import forms as engine_forms
from engine.text.render import board, english
from games.models import Entry, Seat
from games.names import seat_name as seat_name
from games.picture import card
from games.picture.canvas import shrunk
from games.selectors.scenes import Line, Scene
from games.titles import platform
from games.titles.answers import (
    Change,
    Goal,
    LogGroup,
    Reason,
    Reckoning,
    Table,
    Taught,
    TurnWords,
)
from games.titles.facts import Text, Title
from games.titles.forms import Composed, laid_out
from games.titles.kit.art import flag, icon
from games.titles.lessons import Lesson, taught

GAME_OVER: Final[Text] = lazy("The match is over.")
NOT_YOURS: Final[Text] = lazy("It’s not your turn to decide.")
IMPOSSIBLE: Final[Text] = lazy("That move isn’t possible.")
# Reasons the engine gives by itself, whatever the title.
ENGINE_REASONS: Final[dict[str, Text]] = {
    "game-over": GAME_OVER,
    "not-your-decision": NOT_YOURS,
    "not-interruptible": lazy("You can’t interrupt here."),
    "not-now": lazy("You can’t do that at this point of the match."),
    "not-offered": lazy("That’s not possible here."),
    "unknown-verb": lazy("There’s no such move in this game."),
    "no-such": lazy("That doesn’t exist in this game."),
    "wrong-count": lazy("This move is incomplete or contains something extra."),
    "wrong-length": lazy("Choose at least {least} and at most {most}. You chose {got}."),
    "not-rising": lazy("List each item only once, in ascending order."),
}


def engine_reason(why: WhyNot) -> str:
    """What the core refuses by itself, "" if it's the title's own reason."""
    code = "no-such" if why.code.startswith("no-such-") else why.code
    return str(ENGINE_REASONS.get(code, "")).format(**why.params)


def way_to(trace: str, entry: Entry | Line) -> SafeString:
    """From a line of the log to its ply in the replay."""
    # After a take-back the plies are counted anew, from where play went on.
    ply = entry.data.get("to", entry.ply) if entry.kind == "!takeback" else entry.ply
    label = _("Move %(n)d in the replay") % {"n": ply}
    return format_html('<a class="at" href="{}{}/" aria-label="{}">{}</a>', trace, ply, label, ply)


def whose(entry: Entry | Line) -> SafeString:
    """The flag before a line of the log; what happened to the whole table bears nobody's."""
    small = "flag flag-s"
    return flag(entry.seat, small) if entry.seat >= 0 else icon("i-info", small)


def bold(name: object) -> SafeString:
    return format_html("<b>{}</b>", name)


class Presenter(ABC):
    """`table` fills `template`; `sentence` words one entry of the log."""

    template = ""
    replay_template = ""  # a position to look at, filled by `table` too; without one it is text
    drawn = False  # is there a board of its own?
    styles: tuple[str, ...] = ()  # sheets of the title, after the one every match page has
    figure_styles: tuple[str, ...] = ()  # sheets for the pictures in its rules
    defs = ""  # a template with what its drawings refer to by name, such as patterns
    open_rule = ""  # the rule by which others may look at what a player owns
    recall: tuple[str, ...] = ()  # kinds of log entries `table` looks back for
    recall_depth = 0
    chapters: tuple[str, ...] = ()  # kinds of log entries that begin a part of the match
    telling: tuple[str, ...] = ()  # kinds of log entries that make a turn worth telling
    asides: tuple[str, ...] = ()  # kinds of log entries that aren't repeated beside the turn

    lesson: Lesson | None = None  # of its guided match; the registry knows it

    def __init__(self, title: Title) -> None:
        self.title = title

    @property
    def composes(self) -> bool:
        """Are there moves to be composed in this title, now or later?"""
        return any(form.composed for form in self.title.game.forms.values())

    @abstractmethod
    def table(self, scene: Scene) -> Table:
        """What `template` needs."""

    def log(self, scene: Scene) -> list[LogGroup]:
        """Groups of lines under headings."""
        names = [seat_name(seat) for seat in scene.seats]
        texts = [(self.sentence(entry, names), entry) for entry in scene.entries]
        lines = [
            (whose(entry), text, way_to(scene.trace, entry) if scene.trace else "")
            for text, entry in texts
            if text
        ]
        return [LogGroup(format_html_join("", "<li>{}<span>{}</span>{}</li>", lines))]

    def sentence(self, entry: Entry | Line | Event, names: Sequence[str]) -> SafeString | str:
        """One log entry in words, "" if there is nothing to tell."""
        if platform.is_platform(entry):
            return platform.sentence(entry, names)
        told = " ".join([entry.kind, *(f"{key} {value}" for key, value in entry.data.items())])
        return told if entry.seat < 0 else format_html("{}: {}", bold(names[entry.seat]), told)

    def did(self, move: Move | None, name: str) -> SafeString | str:
        """A ply the log says nothing about; None is a move that is still secret."""
        if move is None:
            return format_html(_("{who} decided in secret."), who=bold(name))
        return format_html("{}: {}", bold(name), self.move(move))

    def changes(self, scene: Scene) -> list[Change]:
        """What a ply changed that can be counted, from the view before it to the one after."""
        return []

    def goal(self, scene: Scene) -> Goal | None:
        """What wins the match, in a sentence, and where the viewer stands."""
        return None

    def reckonings(self, scene: Scene, entries: Sequence[Entry | Line]) -> list[Reckoning]:
        """What each end of a round among these entries cost or paid everybody."""
        return []

    def move(self, move: Move) -> str:
        """A move in words, to name it in a sentence."""
        return str(move)

    def forms(self, scene: Scene, best: Move | None = None) -> list[Composed]:
        """Moves to be composed, as controls. `best`: what a guided match recommends, unless it's
        listed and has a button."""
        names = [seat_name(seat) for seat in scene.seats]
        guide = None if best in scene.moves else best
        return [laid_out(self, form, names, scene.attempt, guide) for form in scene.forms]

    def form_label(self, form: Form) -> str:
        """What a form does, on its button."""
        return engine_forms.form_label(form, english(self.title.game))

    def field_label(self, form: Form, field: Field) -> str:
        return engine_forms.field_label(form, field, english(self.title.game))

    def value_label(self, form: Form, field: Field, number: int, names: Sequence[str]) -> str:
        """A number of a field, or one thing of a set: a card, a good, a player."""
        return engine_forms.value_label(field, number, english(self.title.game).over(called(names)))

    def named(self, move: Move, names: Sequence[str]) -> str:
        """A move in words, with players by their names where it names any."""
        return self.move(move)

    def choice(self, move: Move, view: dict[str, Any]) -> str:
        """A move as something to do now, to recommend it."""
        text = self.move(move)
        return text[:1].upper() + text[1:]

    def turn_words(
        self,
        moves: Sequence[Move],
        events: Sequence[Event],
        before: dict[str, Any],
        after: dict[str, Any],
        names: Sequence[str] = (),
    ) -> TurnWords:
        """A whole turn in words, with what it costs and brings the seat whose views these are.

        Where the last move reveals something, `after` and `events` end before it. `names` are the
        players', for moves that name one.
        """
        cost, gain = counted(before, after)
        return TurnWords(
            in_turn([self.named(move, names) for move in moves]), ", ".join(cost), ", ".join(gain)
        )

    def taught(self, scene: Scene) -> Taught | None:
        """What a guided match says of the decision at hand."""
        return taught(self, scene)

    def reason(self, why: WhyNot) -> str:
        """A refusal as a sentence, "" if the title has no words of its own for it."""
        return ""

    def why_not(self, why: WhyNot) -> Reason:
        """Why a move is not possible, with the rule and where it stands."""
        text = self.reason(why) or engine_reason(why) or IMPOSSIBLE
        return Reason(str(text), why.rule[1:], self.rule_url(why.rule))

    def rule_url(self, rule: str) -> str:
        return f"/rules/{self.title.slug}/#{rule}" if rule else ""

    def pictures(self) -> dict[str, Any]:
        """Drawings for the pages of the rules, by name."""
        return {}

    def aim(self) -> dict[str, Any]:
        """What the picture of the game's aim is filled with: the template `lesson.aim`."""
        return {}

    def text_board(self, scene: Scene) -> str:
        """The position as lines of text, in the engine's words."""
        game = self.title.game
        names = {f"seat.{seat.number}": seat_name(seat) for seat in scene.seats}
        return board(game, scene.view, english(game).over(names))

    def picture(self, scene: Scene) -> str:
        """What a picture for sharing shows of this scene, as an SVG card: see `games.picture`."""
        names = [player_of(seat, scene.view) for seat in scene.seats]
        return card.plain(heading(self.title, scene), names, self.text_board(scene))

    def postcard(self, scene: Scene) -> bytes:
        """The picture a mail carries, at most `LIMIT` bytes: the card, unless the title has better.

        It may depend on the view, the seats and the entries that were recalled, and on nothing
        else: where everything is open, one picture serves all seats.
        """
        return shrunk(self.picture(scene), self.title.slug)


def called(names: Sequence[str]) -> dict[str, str]:
    """Players by name, as phrases of the engine."""
    return {f"seat.{seat}": name for seat, name in enumerate(names)}


def in_turn(parts: Sequence[str]) -> str:
    """Things done one after the other, as one sentence: "Buy this, buy that, then end"."""
    text = "".join(parts[:1])
    if len(parts) > 1:
        text = _("{first}, then {last}").format(first=", ".join(parts[:-1]), last=parts[-1])
    return text[:1].upper() + text[1:]


def counted(before: dict[str, Any], after: dict[str, Any]) -> tuple[list[str], list[str]]:
    """What fell and what rose among the numbers a view keeps for its own seat, by their keys."""
    seat = before["seat"]
    if "players" not in before or seat < 0:
        return [], []
    old, new = before["players"][seat], after["players"][seat]
    steps = {
        key: new[key] - old[key]
        for key in old
        if key != "seat" and type(old[key]) is int and type(new.get(key)) is int
    }
    cost = [f"{key} −{-step}" for key, step in steps.items() if step < 0]
    return cost, [f"{key} +{step}" for key, step in steps.items() if step > 0]


def heading(title: Title, scene: Scene) -> card.Heading:
    """Title, moment and name of the table, for the head of a card."""
    view = scene.view
    number, rounds = view.get("round", 0), scene.match.options.get("rounds", 0)
    if not view["to_act"]:
        moment = _("Final position")
    elif number and rounds:
        moment = _("Round {number} of {rounds}").format(number=number, rounds=rounds)
    else:
        moment = _("Round {number}").format(number=number) if number else ""
    return card.Heading(title.name, moment, scene.match.name)


def player_of(seat: Seat, view: dict[str, Any]) -> card.Player:
    """A seat on a card: its points are those of the result, or what everybody sees of them."""
    points = seat.score if seat.place is not None else None
    if points is None:
        seen = view["players"][seat.number] if "players" in view else {}
        points = next((seen[key] for key in ("points", "vp", "score") if key in seen), None)
    return card.Player(seat.number, seat_name(seat), points, seat.place or 0, seat.owes)
