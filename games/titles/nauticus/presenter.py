"""Nauticus on the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from engine.core.errors import WhyNot
from engine.core.types import Event, Move
from engine.nauticus.material import PHASES
from engine.text.render import board, english
from games.models import Entry, Seat
from games.selectors.scenes import Line, Scene
from games.titles.answers import (
    Change,
    Goal,
    Group,
    LogGroup,
    Reason,
    Reckoning,
    Table,
    TurnWords,
)
from games.titles.base import Presenter, seat_name
from games.titles.kit.art import SIGNS, Signs
from games.titles.kit.buttons import mark
from games.titles.nauticus import (
    figures,
    head,
    log,
    mats,
    moves,
    picture,
    postcard,
    reasons,
    since,
    turn,
    wheel,
)
from games.titles.nauticus.cards import cards
from games.titles.nauticus.changes import changes
from games.titles.nauticus.choices import Rows
from games.titles.nauticus.legend import legend
from games.titles.nauticus.lights import DARK, Lights, lights
from games.titles.nauticus.moved import Moved, moved
from games.titles.nauticus.supply import supply
from games.titles.nauticus.tellings import told
from games.titles.nauticus.text import lettered, phrases


@dataclass
class Harbour:
    seat: int
    head: SafeString
    body: SafeString


@dataclass(kw_only=True)
class NauticusTable(Table):
    wheel: SafeString
    cards: SafeString
    legend: SafeString
    supply: SafeString
    mine: Harbour  # beside the wheel
    rivals: list[Harbour]
    ico: Signs = field(default_factory=lambda: SIGNS)


class NauticusPresenter(Presenter):
    drawn = True
    template = "titles/nauticus/table.html"
    replay_template = "titles/nauticus/replay.html"
    defs = "titles/nauticus/patterns.html"
    styles = (
        "titles/nauticus/table.css",
        "titles/nauticus/board.css",
        "titles/nauticus/phone.css",
    )
    figure_styles = (
        "titles/nauticus/board.css",
        "titles/nauticus/phone.css",
        "titles/nauticus/figures.css",
    )
    open_rule = "R1.5"
    recall = ("choose",)
    recall_depth = PHASES
    chapters = ("round",)
    telling = ("complete", "deliver", "score")
    asides = since.ASIDES

    def table(self, scene: Scene) -> Table:
        view = scene.view
        lesson = self.taught(scene)
        best = lesson.move if lesson else ""
        rows = self._rows(scene, best)
        lit = lights(scene, rows.rows, best) if rows else DARK
        focus = self._focus(scene)
        news = moved(scene)
        harbours = [
            self._harbour(scene, seat, lit if seat.number == focus else DARK, news)
            for seat in scene.seats
        ]
        chosen = {move.args[0] for move in scene.moves if move.verb == "choose"}
        spaces = wheel.spaces_of(view, chosen, self._choosers(scene), best, news)
        return NauticusTable(
            turn=turn.panel(scene, rows, lesson),
            track=turn.track(view, news),
            wheel=mark_safe(wheel.wheel(spaces, view["anchor"], lit.picks, lit.extras, best)),
            cards=cards(spaces, view["anchor"]),
            legend=legend(),
            supply=supply(view["supply"], lit, view["prompt"] == "reward", news),
            mine=harbours[focus],
            rivals=[harbour for harbour in harbours if harbour.seat != focus],
        )

    def _harbour(self, scene: Scene, seat: Seat, lit: Lights, news: Moved) -> Harbour:
        p, old = (shown["players"][seat.number] for shown in (scene.view, scene.before))
        mine = seat.number == scene.number
        over = scene.view["over"]
        fresh = news.harbour(seat.number)
        order = "" if over else turn.order(scene.view, seat)
        return Harbour(
            seat=seat.number,
            head=head.head(
                seat, order, mats.purse(p, lit, over), mine, fresh.note if fresh else ""
            ),
            body=mats.body(p, old, lit, mine, fresh),
        )

    def _rows(self, scene: Scene, best: str) -> turn.Offer | None:
        if not scene.mine or scene.parked is not None or not scene.match.is_running:
            return None
        maker = Rows(scene, lambda move: self._reason(scene, move))
        found = maker.rows()
        first = next((row for row in found if row.pick >= 0 and row.open), None)
        if first is not None:
            first.selected = True
        extras = maker.extras()
        if best:
            mark([*found, Group("", choices=extras)], best)
        return turn.Offer(found, extras, lambda move: self._reason(scene, move), best)

    def _reason(self, scene: Scene, move: Move) -> Reason:
        return self.why_not(scene.why(move) or WhyNot("", "not-offered"))

    def _focus(self, scene: Scene) -> int:
        """Whose harbour stands beside the wheel: one's own, else of whoever is to act."""
        if scene.seat is not None:
            return scene.seat.number
        return int(scene.view["to_act"][0]) if scene.view["to_act"] else 0

    def _choosers(self, scene: Scene) -> dict[int, int]:
        """Who chose which space in this round, from the log."""
        return {entry.data["space"]: entry.seat for entry in reversed(scene.recalled)}

    # -- words ----------------------------------------------------------------------------------

    def log(self, scene: Scene) -> list[LogGroup]:
        return log.groups(scene)

    def sentence(self, entry: Entry | Line | Event, names: Sequence[str]) -> SafeString | str:
        return log.sentence(entry, names)

    def did(self, move: Move | None, name: str) -> SafeString | str:
        return log.did(move, name) or super().did(move, name)

    def changes(self, scene: Scene) -> list[Change]:
        return changes(scene.before, scene.view)

    def goal(self, scene: Scene) -> Goal:
        return since.goal(scene)

    def reckonings(self, scene: Scene, entries: Sequence[Entry | Line]) -> list[Reckoning]:
        return since.reckonings(scene, entries)

    def move(self, move: Move) -> str:
        return moves.named(move)

    def choice(self, move: Move, view: dict[str, Any]) -> str:
        if move.verb == "extra":
            return moves.named(move)
        return told([move], [], view, view).text

    def turn_words(
        self,
        moves: Sequence[Move],
        events: Sequence[Event],
        before: dict[str, Any],
        after: dict[str, Any],
        names: Sequence[str] = (),
    ) -> TurnWords:
        return told(moves, events, before, after)

    def reason(self, why: WhyNot) -> str:
        return reasons.reason(why)

    def pictures(self) -> dict[str, Any]:
        return figures.pictures()

    def aim(self) -> dict[str, Any]:
        return figures.aim()

    def text_board(self, scene: Scene) -> str:
        game = self.title.game
        names = {f"seat.{seat.number}": seat_name(seat) for seat in scene.seats}
        return board(game, lettered(scene.view), english(game).over(phrases(), names))

    def picture(self, scene: Scene) -> str:
        spaces = wheel.spaces_of(scene.view, set(), self._choosers(scene))
        return picture.card(self.title, scene, spaces)

    def postcard(self, scene: Scene) -> bytes:
        spaces = wheel.spaces_of(scene.view, set(), self._choosers(scene))
        return postcard.postcard(self.title, scene, spaces)


PRESENTER = NauticusPresenter
