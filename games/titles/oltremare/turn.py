"""The turn: what is to be decided, and every legal move as a button beside what it's about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core.types import Move
from engine.oltremare.material import FAVOUR, MARKERS
from engine.oltremare.state import CALLED, COUNTER, READY, SLIP
from engine.oltremare.tables import (
    FAVOUR_PRICES,
    GOOD_OF,
    MAX_BUYS,
    PRICE,
    PRICE_IN_DEBT,
)
from games.selectors.scenes import Scene
from games.titles.answers import Choice, Group, Panel, Reason, Text
from games.titles.forms import Composed
from games.titles.kit.art import esc, icon
from games.titles.kit.buttons import listed, mark
from games.titles.oltremare import bids, speech
from games.titles.oltremare.cards import GOOD_ICONS, face, in_order, pair_icons, tint
from games.titles.oltremare.chart import token
from games.titles.oltremare.desk import Desk, desk
from games.titles.oltremare.tally import tally

SIGNS: Final = {
    "limit": "o-lion", "trade": "o-scales", "reply": "o-call", "lay": "o-load", "sail": "o-ship",
    "compass": "o-compass", "stow": "o-load", "desk": "o-slip",
}  # fmt: skip


@dataclass(kw_only=True)
class OltrePanel(Panel):
    offer: Desk | None = None
    wish: Composed | None = None
    wishes: Sequence[tuple[Any, SafeString]] = ()
    below: Text = ""  # buttons that come after the forms
    onward: Text = ""  # the way on, in the bar
    table: Text = ""  # offers that lie there while others decide


def turn(
    plain: Panel,
    scene: Scene,
    names: Sequence[str],
    name: Callable[[Move], str],
    reason: Callable[[Move], Reason],
) -> OltrePanel:
    """The plain panel with what this title draws of it."""
    shown = OltrePanel(**{one.name: getattr(plain, one.name) for one in fields(plain)})
    view = scene.view
    if shown.state == "waiting":
        shown.table = _lying(view, names, scene.number)
    if shown.state in ("over", "waiting"):
        return shown
    shown.sign = icon(SIGNS.get(view["prompt"], "o-scales"))
    if shown.state == "parked":
        shown.rows = ""
        return shown
    if not shown.acting:
        if not shown.planning:
            shown.head = _head(view, names)
        shown.help = _help(view, scene.number or 0)
    best = shown.lesson.move if shown.lesson else ""
    _Filling(shown, scene, names, name, reason, best).fill()
    return shown


def _head(view: dict[str, Any], names: Sequence[str]) -> str:
    prompt, load = view["prompt"], view["load"]
    if prompt == "reply":
        return _("{who} calls you").format(who=names[view["turn"]])
    if prompt == "lay":
        return ngettext("Your turn: lay {n} card", "Your turn: lay {n} cards", load).format(n=load)
    if prompt == "sail":
        n = view["ships"]
        return ngettext("Your turn: sail {n} route", "Your turn: sail {n} routes", n).format(n=n)
    return {
        "limit": _("Your turn: hand limit"),
        "trade": _("Your turn: trade"),
        "compass": _("Your turn: the compass"),
        "stow": _("Your turn: stow your cards"),
        "desk": _("Before you go"),
    }.get(prompt, _("Your turn"))


def _help(view: dict[str, Any], seat: int) -> str:
    prompt = view["prompt"]
    if prompt == "limit":
        held, limit = view["players"][seat]["cards"], view["limit"]
        return _(
            "You hold {held}, the limit is {limit}. The others go to your pirates, the last on top."
        ).format(held=held, limit=limit)
    if prompt == "trade":
        load = view["load"]
        return ngettext(
            "Take slips, make a call, buy. Then lay {n} card.",
            "Take slips, make a call, buy. Then lay {n} cards.",
            load,
        ).format(n=load)
    return {
        "reply": _("Accept, decline, or answer with an offer of your own."),
        "lay": _("Their signs are carried out as soon as the last one is down."),
        "sail": _("Choose a port. What you pass on the way doesn’t count."),
        "compass": _("Go on to any other port, or stay. It’s used up either way."),
        "stow": _("Bottom first. The last one is your top card."),
        "desk": _("What you leave here works for you while others play."),
    }.get(prompt, "")


def _lying(view: dict[str, Any], names: Sequence[str], viewer: int | None) -> Text:
    """Offers on the table, for whoever waits or watches."""
    lines = [
        bids.line(offer, names, bids.terms(offer), viewer)
        for offer in view["offers"]
        if offer["kind"] != READY
    ]
    return bids.part(_("Offers on the table"), "", lines) if lines else ""


class _Filling:
    """Sorts the moves into the panel; what no part takes stands at the end, so none is lost."""

    def __init__(
        self,
        shown: OltrePanel,
        scene: Scene,
        names: Sequence[str],
        name: Callable[[Move], str],
        reason: Callable[[Move], Reason],
        best: str,
    ) -> None:
        self.shown, self.scene, self.view = shown, scene, scene.view
        self.names, self.name, self.reason, self.best = names, name, reason, best
        self.left = list(scene.moves)
        self.seat = scene.number or 0
        self.me = self.view["players"][self.seat]

    def fill(self) -> None:
        above = [self.ready(), self.offers(), self.buys(), self.hand(), self.laid(), self.ports()]
        self.forms()
        self.ends()
        below = [self.rest()]
        self.shown.rows = mark_safe("".join(str(one) for one in above))
        self.shown.below = mark_safe("".join(str(one) for one in below))

    def take(self, *verbs: str) -> list[Move]:
        found = [move for move in self.left if move.verb in verbs]
        self.left = [move for move in self.left if move.verb not in verbs]
        return found

    def press(self, move: Move, inner: str, label: str = "", cls: str = "btn-may") -> str:
        return bids.act(str(move), inner, label, str(move) == self.best, cls)

    # -- trade ----------------------------------------------------------------------------------

    def ready(self) -> Text:
        """Calls that were laid ready, and the button that sends them."""
        mine = [one for one in self.view["offers"] if one["kind"] == READY]
        send = self.take("call")
        if not mine:
            return ""
        lines = [bids.line(one, self.names, bids.terms(one), self.seat) for one in mine]
        text = ngettext("Send the call", "Send the calls", len(mine))
        lines += [
            f'<p class="o-send">{self.press(move, icon("o-call") + esc(text))}</p>' for move in send
        ]
        return bids.part(_("Ready to send"), _("only you see it so far"), lines)

    def offers(self) -> Text:
        """What others offer, and one's own that can be taken back."""
        ways: dict[int, list[Move]] = {}
        for move in self.take("accept"):
            ways.setdefault(move.args[0], []).append(move)
        back = {move.args[0]: move for move in self.take("withdraw")}
        lines = []
        kinds = (CALLED,) if self.view["prompt"] == "reply" else (SLIP, COUNTER)
        asked = not self.shown.acting and self.view["prompt"] in ("trade", "reply")
        for offer in self.view["offers"]:
            if not self.shown_here(offer):
                continue
            tail = bids.terms(offer)
            if offer["id"] in ways:
                tail = bids.takes(offer, ways[offer["id"]], self.best)
            elif offer["id"] in back:
                tail += self.press(
                    back[offer["id"]],
                    esc(_("Withdraw")),
                    _("Withdraw: {goods}").format(goods=bids.gives_words(offer)),
                    "btn-s",
                )
            elif asked and self.seat in offer["to"] and offer["kind"] in kinds:
                tail = bids.cannot(offer, self.reason(Move("accept", (offer["id"],))))
            lines.append(bids.line(offer, self.names, tail, self.seat))
        if not lines:
            return ""
        prompt = self.view["prompt"]
        if prompt == "reply" and asked:
            return bids.part(_("The offer"), _("press what you give for it"), lines)
        if prompt == "trade" and asked:
            return bids.part(_("Slips on the table"), _("take one and it’s done"), lines)
        if prompt == "desk" and not self.shown.acting:
            return bids.part(_("Your slips"), _("taken without asking you"), lines)
        return bids.part(_("Offers on the table"), "", lines)

    def shown_here(self, offer: dict[str, Any]) -> bool:
        """Is this offer about what is to be decided now?"""
        kind, prompt = offer["kind"], self.view["prompt"]
        if self.shown.acting:
            return bool(kind != READY)
        if prompt == "trade":
            return kind in (SLIP, COUNTER)
        if prompt == "reply":
            return bool(kind == CALLED)
        return prompt == "desk" and offer["by"] == self.seat

    def forms(self) -> None:
        found = {form.verb: form for form in self.shown.forms}
        if "offer" in found:
            ready = [(move, self.name(move)) for move in self.take("offer")]
            self.shown.offer = desk(self.scene, found["offer"], ready, self.best)
        if "wish" in found:
            self.shown.wish = found["wish"]
            picks = found["wish"].controls[0].picks
            self.shown.wishes = [(pick, icon(GOOD_ICONS[int(pick.value)])) for pick in picks]

    def buys(self) -> Text:
        found = self.take("buy")
        if not found:
            return ""
        note = _("{n} of {most} done").format(n=self.view["bought"], most=MAX_BUYS)
        price = self.price()
        inner = []
        for move in found:
            text, sign = _("Deck"), "o-cards"
            if move.args[0]:
                sign, top = "o-pirate", self.view["pirate_pile"][-1]
                text = _("The top of your pirates")
                if top >= 0:
                    good = speech.titled(speech.good(GOOD_OF[top]))
                    text = _("{good}, from your pirates").format(good=good)
            cost = f" · {price} {icon('o-ducat')}"
            label = _("{what} for {ducats}").format(what=text, ducats=speech.ducats(price))
            inner.append(self.press(move, icon(sign) + esc(text) + cost, label))
        return bids.part(_("Buy"), note, [f'<div class="o-acts">{"".join(inner)}</div>'])

    def price(self) -> int:
        """Of the next card."""
        if self.me["active"] == FAVOUR:
            return FAVOUR_PRICES[self.view["bought"]]
        return PRICE if self.me["ducats"] > 0 else PRICE_IN_DEBT

    # -- cards ----------------------------------------------------------------------------------

    def hand(self) -> Text:
        """Cards to lay or to discard, in the order of the fan; and what the laid ones will do."""
        found = {move.args[0]: move for move in self.take("lay", "discard")}
        parts = []
        for card in in_order([*found], self.me["cargo"]):
            good = GOOD_OF[card]
            inner = f"{icon(GOOD_ICONS[good])}{esc(speech.titled(speech.good(good)))}"
            verb = _("Lay it.") if found[card].verb == "lay" else _("Discard it.")
            label = f"{speech.card(card)} {verb}"
            parts.append(self.press(found[card], inner + pair_icons(card), label))
        text: list[str] = []
        if parts:
            text.append(f'<div class="o-acts o-cards" role="group">{"".join(parts)}</div>')
        if self.view["prompt"] in ("lay", "sail") and not self.shown.acting:
            text.insert(0, tally(self.view["laid"], self.me["active"]))
        return mark_safe("".join(text))

    def laid(self) -> Text:
        """Cards that go on the pile."""
        found = self.take("stow")
        if not found:
            return ""
        parts = []
        for move in found:
            card = move.args[0]
            label = _("{card} Stow it next.").format(card=speech.card(card))
            parts.append(f"<li>{self.press(move, face(card), label, f'o-gc {tint(card)}')}</li>")
        return mark_safe(f'<ul class="o-fan o-flat">{"".join(parts)}</ul>')

    # -- ports ----------------------------------------------------------------------------------

    def ports(self) -> Text:
        sails = self.take("sail")
        jumps = self.take("jump", "stay")
        board = self.view["board"]
        if sails:
            groups = [self._sail(move, board[move.args[0]]) for move in sails]
            mark(groups, self.best)
            return mark_safe(f'<div class="o-two">{listed(groups)}</div>')
        if not jumps:
            return ""
        kinds: dict[int, list[Choice]] = {}
        for move in jumps:
            if move.args:
                port = move.args[0]
                full = _("On to {port}").format(port=speech.port(port))
                choice = Choice(str(move), speech.port(port), full=full)
                kinds.setdefault(board[port], []).append(choice)
        groups = [
            Group(
                speech.titled(speech.marker(kind)),
                mark_safe(token(kind)),
                speech.effect(kind),
                choices=kinds[kind],
                wide=len(kinds[kind]) > 3,
            )
            for kind in (*range(len(MARKERS)), -1)
            if kind in kinds
        ]
        stay = Choice("stay", _("Stay"))
        here = speech.port(self.me["port"])
        groups.append(Group(_("Stay in {port}").format(port=here), choices=[stay]))
        mark(groups, self.best)
        return listed(groups)

    def _sail(self, move: Move, kind: int) -> Group:
        port = speech.port(move.args[0])
        note = speech.effect(kind)
        if kind >= 0:
            note = f"{speech.titled(speech.marker(kind))}, {note}"
        full = _("Sail to {port}").format(port=port)
        choice = Choice(str(move), _("Sail"), full=full)
        return Group(port, mark_safe(token(kind)), note, choices=[choice])

    # -- the end --------------------------------------------------------------------------------

    def ends(self) -> None:
        """What ends the phase stands in the bar; the end of the turn is Confirm itself."""
        if not self.shown.planning and self.take("end"):
            self.shown.closing = "end"
        words = {
            "close": ("o-load", _("Trade is done: lay {n}").format(n=self.view["load"])),
            "decline": ("i-close", _("Decline")),
            "recall": ("i-undo", _("Recall and go on")),
        }
        found = self.take(*words)
        parts = []
        for move in found:
            sign, text = words[move.verb]
            inner = f"{icon(sign)}<span>{esc(text)}</span>"
            parts.append(self.press(move, inner))
        if parts:
            self.shown.onward = mark_safe("".join(parts))
            self.shown.extra = "titles/oltremare/extra.html"

    def rest(self) -> Text:
        """Whatever no part has taken."""
        if not self.left:
            return ""
        words = {
            "quiet": ("o-quiet", _("No calls to me until my turn")),
            "end": ("i-check", _("End turn")),
        }
        parts = []
        for move in self.left:
            sign, text = words.get(move.verb, ("", self.name(move)))
            inner = (str(icon(sign)) if sign else "") + esc(text)
            parts.append(self.press(move, inner))
        self.left = []
        return mark_safe(f'<div class="o-part o-acts">{"".join(parts)}</div>')
