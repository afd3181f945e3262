"""What lies before a seat: purse, ship, pirates, marker. Of rivals only what is open."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.core.types import Move, ScoreSheet
from engine.oltremare.material import GOODS, MARKERS
from engine.oltremare.tables import GOOD_OF
from games.models import Seat
from games.names import listed, seat_name
from games.titles.facts import Text
from games.titles.kit.art import esc, flag, icon, use
from games.titles.kit.lights import ANYTIME, place
from games.titles.oltremare import cargo, speech
from games.titles.oltremare.cards import GOOD_ICONS
from games.titles.oltremare.chart import token
from games.titles.waiting import time_left

KEPT = 6  # markers that are drawn face down


@dataclass
class Mat:
    seat: int
    head: SafeString
    body: SafeString


def signed(number: int) -> str:
    """With a minus sign that reads as one."""
    return f"−{-number}" if number < 0 else str(number)


def purse(player: Mapping[str, Any], cards: bool) -> str:
    """Numbers everybody sees."""
    debt = player["ducats"] < 0
    ducats = f'<span class="o-debt">{signed(player["ducats"])}</span>' if debt else player["ducats"]
    found = [("o-ducat", _("ducats"), ducats)]
    if cards:
        found.append(("o-hand", _("cards in hand"), player["cards"]))
    found += [
        ("o-prestige", _("prestige tiles"), player["prestige"]),
        ("o-marker", _("markers kept"), player["markers"]),
    ]
    inner = "".join(
        [
            f'<span class="o-res" title="{esc(name)}">{icon(sign)}<span class="vh">{esc(name)} '
            f"</span>{value}</span>"
            for sign, name, value in found
        ]
    )
    return f'<span class="o-purse">{inner}</span>'


def sheet_line(sheet: ScoreSheet, names: Mapping[str, Text]) -> str:
    """What it would be if the match ended now, by source."""
    parts = []
    for key, points in sheet.lines.items():
        low = ' class="o-neg"' if points < 0 else ""
        text = signed(points) if points < 0 or key == "purse" else f"+{points}"
        parts.append(
            f"<div><dt>{esc(names.get(key, key.capitalize()))}</dt><dd{low}>{text}</dd></div>"
        )
    label = esc(_("If it ended now"))
    return f'<dl class="o-sheet" aria-label="{label}">{"".join(parts)}</dl>'


def mine(
    view: dict[str, Any],
    seat: Seat,
    moves: Sequence[Move],
    sheet: ScoreSheet | None,
    names: Mapping[str, Text],
) -> Mat:
    """The viewer's own, beside the turn; a watcher sees that of whoever is to act."""
    player = view["players"][seat.number]
    own = view["seat"] == seat.number and not seat.match.hot_seat
    name = seat_name(seat)
    title = _("Your cargo") if own else _("Cargo of {who}").format(who=name)
    now = ""
    if sheet is not None:
        now = f'<p class="o-ends">{esc(_("if it ended now"))} <b>{signed(sheet.total)}</b></p>'
    elif seat.place:
        text = _("place {n}").format(n=seat.place)
        now = f'<p class="o-ends">{esc(text)} <b>{seat.score}</b></p>'
    head = (
        f'<div class="o-mat-head"><h2 class="o-who" id="mine-h">{flag(seat.number)}<span>'
        f"{esc(title)}{_debt(player)}</span></h2>{purse(player, not own)}{now}</div>"
    )
    body = (
        (sheet_line(sheet, names) if sheet else "")
        + f'<div class="o-roads">{cargo.ship(player["cargo"], seat.number, name)}'
        + _pirates(view, player, moves, view["seat"] == seat.number)
        + _marker(player)
        + "</div>"
    )
    return Mat(seat.number, mark_safe(head), mark_safe(body))


def _debt(player: Mapping[str, Any]) -> str:
    if player["ducats"] >= 0:
        return ""
    text = _("owes {ducats}").format(ducats=speech.ducats(-player["ducats"]))
    return f"<small>{esc(text)}</small>"


def _pirates(
    view: dict[str, Any], player: Mapping[str, Any], moves: Sequence[Move], own: bool
) -> str:
    count = player["pirates"]
    text = ngettext("{n} pirate", "{n} pirates", count).format(n=count)
    note = ""
    if own and count:
        top = view["pirate_pile"][-1]
        good = _("unknown") if top < 0 else speech.good(GOOD_OF[top])
        note = f"<span>{esc(_('top: {good}').format(good=good))}</span>"
    pile = "".join([use("o-pback", 2 * k, 6 - 3 * k, 60, 84) for k in range(min(count, 3))])
    if not count:
        pile = '<rect class="o-gap" x="1" y="1" width="58" height="82" rx="7"/>'
    lit = ""
    if Move("buy", (1,)) in moves:
        label = _("Buy the top card of your pirate pile")
        lit = (
            f'<g class="lit"{place("buy:1", ANYTIME, label)}><rect class="lit-box" x="-3" y="-5"'
            ' width="72" height="96" rx="10"/></g>'
        )
    hidden = "" if lit else ' aria-hidden="true"'
    art = f'<svg class="o-pile-art" viewBox="-6 -8 80 100"{hidden}>{pile}{lit}</svg>'
    return f'<div class="o-stand">{art}<b>{esc(text)}</b>{note}</div>'


def _marker(player: Mapping[str, Any]) -> str:
    active = player["active"]
    earlier = player["markers"] - (active >= 0)
    kept = ""
    if earlier > 0:
        label = ngettext(
            "{n} earlier marker, face down", "{n} earlier markers, face down", earlier
        ).format(n=earlier)
        downs = '<span class="o-token o-small o-down"></span>' * min(earlier, KEPT)
        kept = f'<span class="o-kept" role="img" aria-label="{esc(label)}">{downs}</span>'
    name = esc(speech.titled(speech.marker(active)))
    effect = f"<span>{esc(speech.effect(active))}</span>" if active >= 0 else ""
    return f'<div class="o-stand">{token(active, "o-large")}<b>{name}</b>{effect}{kept}</div>'


def rival(view: dict[str, Any], seat: Seat, sheet: ScoreSheet | None) -> Mat:
    """Only what is open (R14.1): a number for the hand, nothing of the pile but its height."""
    number = seat.number
    player = view["players"][number]
    name = seat_name(seat)
    head = (
        f'<div class="o-mat-head"><h2 class="o-who" id="mat{number}-h">{flag(number)}<span>'
        f"{esc(name)}<small>{esc(_note(view, seat, player))}</small></span></h2>"
        f"{purse(player, True)}{icon('i-down', 'i o-open')}</div>"
    )
    body = (
        f'<div class="o-roads">{cargo.ship(player["cargo"], number, name)}'
        f'<ul class="o-low">{_facts(player, sheet)}</ul></div>{_known(view, number)}'
    )
    return Mat(number, mark_safe(head), mark_safe(body))


def _note(view: dict[str, Any], seat: Seat, player: Mapping[str, Any]) -> str:
    if seat.place:
        return _("place {n}, {score}").format(n=seat.place, score=seat.score)
    if seat.autopilot:
        return _("has left")
    notes = []
    if seat.owes:
        left = time_left(seat.deadline)
        notes.append(_("now, {left}").format(left=left) if left else _("now"))
    elif (view["turn"] + 1) % view["seats"] == seat.number:
        notes.append(_("next"))
    if player["ducats"] < 0:
        notes.append(_("owes {ducats}").format(ducats=speech.ducats(-player["ducats"])))
    if player["settled"]:
        notes.append(_("settled"))
    return ", ".join(notes)


def _facts(player: Mapping[str, Any], sheet: ScoreSheet | None) -> str:
    active, pirates = player["active"], player["pirates"]
    marker = esc(speech.titled(speech.marker(active)))
    parts = [
        f'<li title="{esc(speech.effect(active))}">{token(active, "o-small")}{marker}</li>',
        f"<li>{icon('o-pirate')}<b>{pirates}</b> "
        f"{esc(ngettext('pirate', 'pirates', pirates))}</li>",
    ]
    if player["wish"]:
        wanted = [good for good in range(len(GOODS)) if player["wish"] >> good & 1]
        names = esc(listed([speech.good(good) for good in wanted]))
        signs = "".join([str(icon(GOOD_ICONS[good])) for good in wanted])
        parts.append(
            f'<li title="{names}">{icon("o-wish")}{esc(_("wants"))} <span>{signs}</span>'
            f'<span class="vh">{names}</span></li>'
        )
    if player["quiet"]:
        parts.append(f"<li>{icon('o-quiet')}{esc(_('no calls'))}</li>")
    at = esc(_("in {port}").format(port=speech.port(player["port"])))
    now = f", {esc(_('now'))} <b>{signed(sheet.total)}</b>" if sheet is not None else ""
    parts.append(f"<li><span>{at}{now}</span></li>")
    return "".join(parts)


def _known(view: dict[str, Any], seat: int) -> str:
    """Cards the viewer knows to be in that hand, from a deal."""
    cards = [card for other, card in view.get("known", ()) if other == seat]
    if not cards:
        return ""
    text = _("You know of: {cards}").format(
        cards=listed([f"{speech.good(GOOD_OF[card])} ({speech.signs(card)})" for card in cards])
    )
    return f'<p class="o-known">{icon("i-eye")}{esc(text)}</p>'


def supply(view: dict[str, Any], moves: Sequence[Move]) -> SafeString:
    """Deck, Venice, and the markers that still lie in ports."""
    lit = ""
    if Move("buy", (0,)) in moves:
        lit = (
            f'<g class="lit"{place("buy:0", ANYTIME, _("Buy a card from the deck"))}>'
            '<rect class="lit-box" x="-4" y="-4" width="68" height="92" rx="10"/></g>'
        )
    hidden = "" if lit else ' aria-hidden="true"'
    left = view["deck"]
    deck = use("o-back", 0, 0, 60, 84) if left else ""
    if not left:
        deck = '<rect class="o-gap" x="1" y="1" width="58" height="82" rx="7"/>'
    cards = ngettext("card left", "cards left", left)
    gone = len(view["discard"])
    discarded = ngettext("{n} card discarded", "{n} cards discarded", gone).format(n=gone)
    venice = _("still in the deck") if view["venice"] else _("passed")
    marks = "".join(
        [
            f'<li title="{esc(speech.titled(speech.marker(kind)))}: {esc(speech.effect(kind))}">'
            f'{token(kind)}<span class="vh">{esc(speech.marker(kind))}: </span>'
            f"{esc(_('{n} left').format(n=view['board'].count(kind)))}</li>"
            for kind in range(len(MARKERS))
        ]
    )
    passed = "" if view["venice"] else " o-passed"
    return mark_safe(
        f'<div class="o-pile"><svg class="o-pile-art" viewBox="-6 -6 72 96"{hidden}>{deck}{lit}'
        f"</svg><span><b>{left}</b>{esc(cards)}</span></div>"
        f'<div class="o-pile{passed}"><svg class="o-pile-art" viewBox="-6 -6 72 96"'
        f' aria-hidden="true">{use("o-venice", 0, 0, 60, 84)}</svg><span><b>{esc(_("Venice"))}</b>'
        f"{esc(venice)}<small>{esc(discarded)}</small></span></div>"
        f'<ul class="o-marks" aria-label="{esc(_("Markers in ports"))}">{marks}</ul>'
    )
