"""The match page of a title that has no art yet: the engine's board and labelled buttons."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html_join
from django.utils.translation import gettext as _

from engine.core.errors import WhyNot
from engine.core.types import Event, Move, parse_move
from engine.text.render import english, prompt, word_event, word_move
from games.models import Entry
from games.names import listed, seat_name
from games.selectors.scenes import Line, Scene
from games.titles import platform
from games.titles.answers import Choice, DraftLine, Panel, Table, Text
from games.titles.base import ENGINE_REASONS, Presenter, called
from games.titles.kit.buttons import loose
from games.titles.waiting import over, time_left, waits


@dataclass
class Standing:
    """What a seat would have if the match ended now, as the viewer can count it."""

    name: str
    points: int
    lines: str = ""  # of the viewer's own sheet


@dataclass(kw_only=True)
class PlainTable(Table):
    text: str
    standings: Sequence[Standing] = ()  # best first; a finished match has its result instead


class PlainPresenter(Presenter):
    """Serves every title that has none of its own."""

    template = "games/_plain_table.html"

    def table(self, scene: Scene) -> Table:
        return PlainTable(
            turn=panel(self, scene), text=self.text_board(scene), standings=self.standings(scene)
        )

    def standings(self, scene: Scene) -> list[Standing]:
        lines = self.title.lines
        found = [
            Standing(
                seat_name(scene.seats[sheet.seat]),
                sheet.total,
                ", ".join(f"{lines.get(key, key)} {n}" for key, n in sheet.lines.items())
                if sheet.seat == scene.number
                else "",
            )
            for sheet in scene.outlook()
        ]
        return sorted(found, key=lambda one: -one.points)

    def move(self, move: Move) -> str:
        game = self.title.game
        return word_move(game, move, english(game))

    def named(self, move: Move, names: Sequence[str]) -> str:
        game = self.title.game
        return word_move(game, move, english(game).over(called(names)))

    def sentence(self, entry: Entry | Line | Event, names: Sequence[str]) -> Text:
        if platform.is_platform(entry):
            return platform.sentence(entry, names)
        game = self.title.game
        phrases = english(game).over(called(names))
        event = Event(entry.kind, entry.seat, entry.data)
        return word_event(game, event, phrases) or super().sentence(entry, names)

    def reason(self, why: WhyNot) -> str:
        phrases, key = english(self.title.game), f"why.{why.code}"
        own = why.code not in ENGINE_REASONS and key in phrases  # the site words the others
        return phrases(key, **why.params) if own else ""


def panel(presenter: Presenter, scene: Scene) -> Panel:
    """The turn panel in the words of the engine and of the presenter, a button per move."""
    if not scene.match.is_running:
        return over(scene)
    if not scene.mine or scene.seat is None:
        who = listed([seat_name(seat) for seat in scene.owing])
        return Panel(
            state="waiting",
            head=_("Waiting for {who}").format(who=who),
            seats=waits(scene),
            lesson=presenter.taught(scene),
        )
    game, lesson = presenter.title.game, presenter.taught(scene)
    best = lesson.move if lesson else ""
    names = [seat_name(seat) for seat in scene.seats]
    shown = Panel(
        state="choosing",
        head=_head(scene),
        help="" if scene.acting else prompt(game, scene.view, english(game)),
        planning=scene.planning,
        acting=scene.acting,
        seats=waits(scene) if scene.acting else (),
        deadline=scene.seat.deadline if scene.owes else None,
        left=time_left(scene.seat.deadline),
        lapse="" if scene.lapse is None else worded(presenter, scene.lapse, names),
        drafted=bool(scene.draft),
        draft=[DraftLine(worded(presenter, move, names)) for move in scene.draft],
        tells=[presenter.sentence(event, names) for event in scene.events],
        lesson=lesson,
        rows=loose(
            [
                Choice(
                    str(move),
                    worded(presenter, move, names),
                    best=str(move) == best,
                    note=_leads_to(presenter, scene, move, names),
                )
                for move in scene.moves
            ]
        ),
        forms=presenter.forms(scene, parse_move(best) if best else None),
        standing=scene.planning and scene.standing,
        confirm=scene.whole or game.ending in scene.moves,
        confirm_why=_("Make your move first."),
    )
    if scene.parked is not None:
        shown.state, shown.help = "parked", ""
        shown.head = _("Your plan is ready") if scene.planning else _("Ready to confirm")
    return shown


def _leads_to(presenter: Presenter, scene: Scene, move: Move, names: Sequence[str]) -> Text:
    """What a move would do, in the words of the log; "" where that is not to be known yet."""
    found = scene.foresee(move)
    told = [presenter.sentence(event, names) for event in found.events] if found else []
    return format_html_join(" ", "{}", ((text,) for text in told if text))


def _head(scene: Scene) -> str:
    if scene.planning:
        return _("Your plan")
    if scene.acting:
        return _("You can act now")
    return _("Your turn") if scene.lapse is None else _("Your answer")


def worded(presenter: Presenter, move: Move, names: Sequence[str]) -> str:
    """A move as a label of its own."""
    text = presenter.named(move, names)
    return text[:1].upper() + text[1:]
