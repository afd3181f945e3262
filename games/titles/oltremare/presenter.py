"""Oltre Mare on the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core.errors import WhyNot
from engine.core.forms import Field, Form
from engine.core.types import Move
from engine.oltremare.state import READY, SLIP
from games.selectors.scenes import Scene
from games.titles.answers import Change, Reason, Table
from games.titles.base import seat_name
from games.titles.kit.art import SIGNS, Signs
from games.titles.oltremare import mats, speech
from games.titles.oltremare.cards import fan
from games.titles.oltremare.chart import chart
from games.titles.oltremare.head import track
from games.titles.oltremare.turn import OltrePanel, turn
from games.titles.plain import PlainPresenter, panel, worded

COUNTED = (
    ("ducats", "o-ducat"),
    ("cards", "o-hand"),
    ("prestige", "o-prestige"),
    ("markers", "o-marker"),
    ("pirates", "o-pirate"),
)


@dataclass
class Hand:
    head: str
    fan: SafeString
    limit: int
    load: int


@dataclass(kw_only=True)
class OltreMareTable(Table):
    chart: SafeString
    supply: SafeString
    hand: Hand
    mine: mats.Mat
    rivals: list[mats.Mat]
    ico: Signs = field(default_factory=lambda: SIGNS)


class OltreMarePresenter(PlainPresenter):
    drawn = True
    template = "titles/oltremare/table.html"
    replay_template = "titles/oltremare/replay.html"
    styles = (
        "titles/oltremare/board.css",
        "titles/oltremare/table.css",
        "titles/oltremare/phone.css",
    )
    open_rule = "R14.1"
    telling = ("deal", "lay", "sail", "stow", "venice")

    def table(self, scene: Scene) -> Table:
        view = scene.view
        names = [seat_name(seat) for seat in scene.seats]
        shown = self._turn(scene, names)
        open_now = shown.state == "choosing"
        moves = scene.moves if open_now else ()
        best = shown.lesson.move if shown.lesson else ""
        focus = self._focus(scene)
        sheets = {sheet.seat: sheet for sheet in scene.outlook()}
        lines = self.title.lines
        return OltreMareTable(
            turn=shown,
            track=track(view),
            chart=chart(view, names, moves, best),
            supply=mats.supply(view, moves),
            hand=self._hand(scene, focus, moves, shown),
            mine=mats.mine(view, scene.seats[focus], moves, sheets.get(focus), lines),
            rivals=[
                mats.rival(view, seat, sheets.get(seat.number))
                for seat in scene.seats
                if seat.number != focus
            ],
        )

    def _turn(self, scene: Scene, names: Sequence[str]) -> OltrePanel:
        return turn(
            panel(self, scene),
            scene,
            names,
            lambda move: worded(self, move, names),
            lambda move: self._reason(scene, move),
        )

    def _reason(self, scene: Scene, move: Move) -> Reason:
        return self.why_not(scene.why(move) or WhyNot("", "not-offered"))

    def _focus(self, scene: Scene) -> int:
        """Whose ship stands beside the chart: one's own, else that of whoever is to act."""
        if scene.seat is not None:
            return scene.seat.number
        return int(scene.view["turn"])

    def _hand(self, scene: Scene, seat: int, moves: Sequence[Move], shown: OltrePanel) -> Hand:
        view = scene.view
        inputs: dict[int, str] = {}
        offered: dict[int, str] = {}
        if shown.offer is not None:
            inputs = {int(one.pick.value): one.pick.id for one in shown.offer.give}
        for offer in view["offers"]:
            text = {READY: _("in your call"), SLIP: _("on a slip")}.get(offer["kind"], "")
            offered |= dict.fromkeys(offer.get("cards", ()), text)
        own = view["seat"] == seat
        top = view["players"][seat]["cargo"][-1:]
        limit, load = view["limit"], view["load"]
        if view["turn"] != seat and top:
            limit, load = speech.limit_and_load(top[0])
        head = (
            _("Your hand") if own else _("Hand of {who}").format(who=seat_name(scene.seats[seat]))
        )
        return Hand(head, fan(view, seat, moves, inputs, offered), limit, load)

    # -- words ----------------------------------------------------------------------------------

    def value_label(self, form: Form, field: Field, number: int, names: Sequence[str]) -> str:
        if field.key == "card":
            return speech.card(number)
        if field.key in ("want", "good"):
            return speech.titled(speech.good(number))
        if field.key == "claim":
            return speech.pair(number) if number >= 0 else _("nothing of its signs")
        if field.key == "seat":
            return names[number]
        return super().value_label(form, field, number, names)

    def changes(self, scene: Scene) -> list[Change]:
        pairs = zip(scene.before["players"], scene.view["players"], strict=True)
        return [
            Change(seat, sign, _counted(key, new[key]), old[key], new[key])
            for seat, (old, new) in enumerate(pairs)
            for key, sign in COUNTED
            if old[key] != new[key]
        ]


def _counted(key: str, n: int) -> str:
    return {
        "ducats": ngettext("ducat", "ducats", n),
        "cards": _("cards in hand"),
        "prestige": _("prestige tiles"),
        "markers": _("markers kept"),
        "pirates": ngettext("pirate", "pirates", n),
    }[key]


PRESENTER = OltreMarePresenter
