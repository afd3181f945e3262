"""Nauticus on the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.safestring import SafeString, mark_safe

from engine import registry
from engine.core.errors import WhyNot
from engine.core.types import Event, Move
from engine.nauticus.material import GOODS, PHASES, TRANSPORT
from engine.text.render import board, english
from games.models import Entry
from games.presenters.base import Change, Presenter, Reason, seat_name
from games.presenters.nauticus import figures, log, mats, moves, picture, reasons, turn, wheel
from games.presenters.nauticus.art import SIGNS, sprite
from games.presenters.nauticus.cards import cards
from games.presenters.nauticus.changes import changes
from games.presenters.nauticus.choices import Row, Rows
from games.presenters.nauticus.lights import lights
from games.presenters.nauticus.text import phrases
from games.scenes import Line, Scene

PASS = Move("pass")
END = Move("end")


class NauticusPresenter(Presenter):
    slug = "nauticus"
    drawn = True
    template = "titles/nauticus/table.html"
    recall = ("choose",)
    recall_depth = PHASES
    chapters = ("round",)
    telling = ("complete", "deliver", "score")

    def table(self, scene: Scene) -> dict[str, Any]:
        view = scene.view
        rows = self._rows(scene)
        lit = lights(scene, rows.rows) if rows else {}
        focus = self._focus(scene)
        act = view["action"]
        buying = bool(rows) and act is not None and act["action"] <= GOODS
        carrying = bool(rows) and act is not None and act["action"] == TRANSPORT
        harbours = [
            mats.mat(p, old, lit if p["seat"] == focus and scene.mine else {}, carrying)
            if p["seat"] == focus
            else mats.mat(p, old, {}, False)
            for p, old in zip(view["players"], scene.before["players"], strict=True)
        ]
        self._name(scene, harbours)
        chosen = {move.args[0] for move in scene.moves if move.verb == "choose"}
        spaces = wheel.spaces_of(view, chosen, self._choosers(scene))
        return {
            "wheel": mark_safe(wheel.wheel(spaces, view["anchor"], buying)),
            "cards": cards(spaces, view["anchor"]),
            "ico": SIGNS,
            "sprite": sprite(),
            "supply": mats.supply(view["supply"]),
            "track": turn.track(view),
            "mine": harbours[focus],
            "own": scene.seat is not None,
            "rivals": [harbour for harbour in harbours if harbour["seat"] != focus],
            "turn": turn.panel(scene, rows),
            "patterns": True,
        }

    def _rows(self, scene: Scene) -> turn.Offer | None:
        if not scene.mine or scene.parked is not None or not scene.match.is_running:
            return None
        maker = Rows(scene, lambda move: self._reason(scene, move))
        found: list[Row] = maker.rows()
        first = next((r for r in found if r.tile >= 0 and r.open), None)
        if first is not None:
            first.selected = True
        return turn.Offer(found, maker.extras(), lambda move: self._reason(scene, move))

    def _reason(self, scene: Scene, move: Move) -> Reason:
        from games.refusals import reason

        return reason(self.slug, scene.why(move) or WhyNot("", "not-offered"))

    def _focus(self, scene: Scene) -> int:
        """Whose harbour stands beside the wheel: one's own, else of whoever is to act."""
        if scene.seat is not None:
            return scene.seat.number
        return int(scene.view["to_act"][0]) if scene.view["to_act"] else 0

    def _name(self, scene: Scene, harbours: list[dict[str, Any]]) -> None:
        view = scene.view
        for harbour, seat in zip(harbours, scene.seats, strict=True):
            harbour["name"] = seat_name(seat)
            harbour["owes"] = seat.owes
            harbour["deadline"] = seat.deadline
            harbour["left"] = turn.time_left(seat.deadline)
            harbour["place"] = seat.place
            harbour["gone"] = seat.autopilot
            harbour["order"] = "" if view["over"] else turn.order(view, seat.number)

    def _choosers(self, scene: Scene) -> dict[int, int]:
        """Who chose which space in this round, from the log."""
        return {entry.data["space"]: entry.seat for entry in reversed(scene.recalled)}

    # -- words ----------------------------------------------------------------------------------

    def log(self, scene: Scene) -> list[dict[str, Any]]:
        return log.groups(scene)

    def sentence(self, entry: Entry | Line | Event, names: Sequence[str]) -> SafeString | str:
        return log.sentence(entry, names)

    def did(self, move: Move | None, name: str) -> SafeString | str:
        return log.did(move, name) or super().did(move, name)

    def changes(self, scene: Scene) -> list[Change]:
        return changes(scene.before, scene.view)

    def move(self, move: Move) -> str:
        return moves.named(move)

    def reason(self, why: WhyNot) -> str:
        return reasons.reason(why)

    def pictures(self) -> dict[str, Any]:
        return figures.pictures()

    def text_board(self, scene: Scene) -> str:
        game = registry.get(self.slug)
        names = {f"seat.{seat.number}": seat_name(seat) for seat in scene.seats}
        return board(game, scene.view, english(game).over(phrases(), names))

    def picture(self, scene: Scene) -> str:
        return picture.card(scene, wheel.spaces_of(scene.view, set(), self._choosers(scene)))


__all__ = ["NauticusPresenter"]
