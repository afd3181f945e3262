"""Offers as lines: who gives what for what. The terms are the buttons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from engine.core.types import Move
from engine.oltremare.material import GOODS, PAIRS, SIGNS
from engine.oltremare.state import CALLED, COUNTER, READY, SLIP
from engine.oltremare.tables import EVERY_GOOD, GOOD_OF
from games.names import listed
from games.titles.answers import Choice, Reason
from games.titles.kit.art import esc, flag, icon
from games.titles.kit.buttons import button
from games.titles.kit.lights import ident
from games.titles.oltremare import speech
from games.titles.oltremare.cards import GOOD_ICONS, SIGN_ICONS, chip, pair_icons

CROWD: Final = 8  # ways to accept that stand side by side; more are folded


def act(move: str, inner: str, label: str = "", best: bool = False, cls: str = "btn-may") -> str:
    """A button with signs in it; `label` is what it's called where signs don't say it all."""
    named = f' aria-label="{esc(label)}"' if label else ""
    if best:
        inner += f'<span class="best">{icon("i-lighthouse")}'
        inner += f'<span class="vh">, {esc(_("recommended"))}</span></span>'
    kind = f"btn {cls}" if cls else "btn"
    return (
        f'<button class="{kind}" name="move" value="{move}" id="m-{ident(move)}"{named}>'
        f"{inner}</button>"
    )


def ducats(number: int) -> str:
    text = esc(speech.ducats(number))
    return f'<span class="tag">{number} {icon("o-ducat")}<span class="vh">{text}</span></span>'


def claimed(claim: int) -> str:
    """What somebody says of signs stands in quotation marks: it need not be true."""
    text = esc(_("says: {signs}, perhaps not truly").format(signs=speech.pair(claim)))
    signs = "".join([str(icon(SIGN_ICONS[SIGNS.index(sign)])) for sign in PAIRS[claim]])
    return f'<span class="o-says" title="{text}">“{signs}”<span class="vh">{text}</span></span>'


def wanted(mask: int) -> str:
    """Any one of these."""
    if mask == EVERY_GOOD:
        return f"<span>{esc(speech.goods(mask))}</span>"
    between = f"<span>{esc(_('or'))}</span>"
    return between.join([chip(good) for good in range(len(GOODS)) if mask >> good & 1])


def gives(offer: Mapping[str, Any]) -> str:
    claims = offer["claims"] or [-1] * len(offer["goods"])
    parts = []
    for good, claim in zip(offer["goods"], claims, strict=True):
        parts.append(chip(good) + (claimed(claim) if claim >= 0 else ""))
    if offer["pay"] > 0:
        parts.append(ducats(offer["pay"]))
    return "".join(parts) or esc(_("nothing"))


def asks(offer: Mapping[str, Any]) -> str:
    parts = [wanted(mask) for mask in offer["wants"]]
    if offer["pay"] < 0:
        parts.append(ducats(-offer["pay"]))
    return f"<span>{esc(_('and'))}</span>".join(parts) or esc(_("nothing"))


def gives_words(offer: Mapping[str, Any]) -> str:
    parts = [speech.good(good) for good in offer["goods"]]
    if offer["pay"] > 0:
        parts.append(speech.ducats(offer["pay"]))
    return listed(parts) or _("nothing")


def line(offer: Mapping[str, Any], names: Sequence[str], tail: str, viewer: int | None) -> str:
    """An offer with what can be done about it."""
    by = offer["by"]
    mine = by == viewer
    what = {
        SLIP: _("Slip of {who}"),
        CALLED: _("Call of {who}"),
        COUNTER: _("Counter-offer of {who}"),
        READY: _("Call of {who}"),
    }[offer["kind"]]
    label = esc(what.format(who=names[by]))
    who = _("You") if mine else names[by]
    to = ""
    if viewer is None or mine or viewer not in offer["to"]:
        text = _("to {who}").format(who=listed([names[seat] for seat in offer["to"]]))
        to = f"<small>{esc(text)}</small>"
    return (
        f'<div class="o-bid" role="group" aria-label="{label}"><span class="o-from">{flag(by)}'
        f'<span>{esc(who)}{to}</span></span><span class="o-terms">{gives(offer)}</span>'
        f'<span class="o-for">{esc(_("for"))}</span><span class="to">{tail}</span></div>'
    )


def terms(offer: Mapping[str, Any]) -> str:
    """What is asked, where it cannot be pressed."""
    return f'<span class="o-terms">{asks(offer)}</span>'


def takes(offer: Mapping[str, Any], moves: Sequence[Move], best: str) -> str:
    """A button for each way to give what is asked."""
    taken = gives_words(offer)
    cards = [move.args[1:] for move in moves]
    doubled = {
        good
        for good in range(len(GOODS))
        if len({card for given in cards for card in given if GOOD_OF[card] == good}) > 1
    }
    found = []
    for move in moves:
        given = move.args[1:]
        parts = [_card(card, GOOD_OF[card] in doubled) for card in given]
        if offer["pay"] < 0:
            parts.append(f"{-offer['pay']} {icon('o-ducat')}")
        names = [speech.good(GOOD_OF[card]) + _of(card, doubled) for card in given]
        if offer["pay"] < 0:
            names.append(speech.ducats(-offer["pay"]))
        if names:
            label = _("Take {goods}, give {cards}").format(goods=taken, cards=listed(names))
        else:
            parts, label = [esc(_("take it"))], _("Take {goods}").format(goods=taken)
        found.append(act(str(move), "<span>+</span>".join(parts), label, str(move) == best))
    inner = "".join(found)
    if len(found) <= CROWD:
        return inner
    head = esc(_("Choose your cards: {n} ways").format(n=len(found)))
    return f'<details class="o-ways"><summary class="btn">{head}</summary>{inner}</details>'


def _card(card: int, told: bool) -> str:
    good = GOOD_OF[card]
    signs = pair_icons(card) if told else ""
    return f"{icon(GOOD_ICONS[good])}{esc(speech.good(good))}{signs}"


def _of(card: int, doubled: Iterable[int]) -> str:
    return f" ({speech.signs(card)})" if GOOD_OF[card] in doubled else ""


def cannot(offer: Mapping[str, Any], why: Reason) -> str:
    """What is asked as a dashed button that says why it can't be given."""
    asked = [speech.goods(mask) for mask in offer["wants"]]
    if offer["pay"] < 0:
        asked.append(speech.ducats(-offer["pay"]))
    return str(button(Choice(f"accept:{offer['id']}", listed(asked) or _("take it"), why=why)))


def part(head: str, note: str, inner: Iterable[str], cls: str = "") -> SafeString:
    """A section of the desk."""
    title = format_html("<h3><b>{}</b> {}</h3>", head, note)
    more = f" {cls}" if cls else ""
    return mark_safe(f'<section class="o-part{more}">{title}{"".join(inner)}</section>')
