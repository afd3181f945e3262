"""What every presenter answers. On its own it serves titles that have no art yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine import registry
from engine.core.errors import WhyNot
from engine.text.render import board, english
from games.models import Entry, Seat
from games.scenes import Line, Scene


@dataclass
class Reason:
    """Why not, for a reader."""

    text: str
    rule: str = ""
    url: str = ""


def seat_name(seat: Seat) -> str:
    if seat.user is not None:
        return seat.user.username
    return _("Robot {number}").format(number=seat.number + 1)


def bold(name: object) -> SafeString:
    return format_html("<b>{}</b>", name)


class Presenter:
    """`table` fills `template`; `sentence` words one entry of the log."""

    template = "games/_plain_table.html"
    slug = ""
    styles: tuple[str, ...] = ()  # sheets of the title, after the one every match page has
    open_rule = ""  # the rule by which others may look at what a player owns
    recall: tuple[str, ...] = ()  # kinds of log entries `table` looks back for
    recall_depth = 0

    def table(self, scene: Scene) -> dict[str, Any]:
        from games.presenters.plain import panel

        return {"text": self.text_board(scene), "turn": panel(scene)}

    def log(self, scene: Scene) -> list[dict[str, Any]]:
        """Groups of lines under headings."""
        names = [seat_name(seat) for seat in scene.seats]
        texts = [(self.sentence(entry, names),) for entry in scene.entries]
        return [{"html": format_html_join("", "<li><span>{}</span></li>", texts)}]

    def sentence(self, entry: Entry | Line, names: Sequence[str]) -> SafeString | str:
        """One log entry in words, "" if there is nothing to tell."""
        if entry.seat < 0:
            return entry.kind
        return format_html("{}: {}", bold(names[entry.seat]), entry.kind)

    def reason(self, why: WhyNot) -> str:
        """A refusal as a sentence, "" if the title has no words of its own for it."""
        return ""

    def text_board(self, scene: Scene) -> str:
        """The position as lines of text, in the engine's words."""
        game = registry.get(scene.match.title)
        names = {f"seat.{seat.number}": seat_name(seat) for seat in scene.seats}
        return board(game, scene.view, english(game).over(names))
