"""The log of Nauticus: one sentence per event, under headings by round and phase."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from engine.core.types import Event, Move
from engine.nauticus.material import CROWN_PARTS, GOOD, MAST, SAIL
from games.models import Entry
from games.selectors.scenes import Line, Scene
from games.titles import platform
from games.titles.answers import LogGroup
from games.titles.base import bold, seat_name, way_to
from games.titles.kit.art import flag_sign, icon, sprite
from games.titles.nauticus import words

Text = SafeString | str
END: Final = Move("end")
NOTHING: Final = mark_safe("")
Teller = Callable[[dict[str, Any], SafeString], Text]


def _round(d: dict[str, Any], who: SafeString) -> Text:
    return format_html(
        _("Round {round} begins. The tiles are dealt; {who} goes first."), round=d["round"], who=who
    )


def _choose(d: dict[str, Any], who: SafeString) -> Text:
    return format_html(_("{who} chose “{action}”."), who=who, action=words.ACTION[d["action"]])


def _bonus(d: dict[str, Any], who: SafeString) -> Text:
    gift = words.bonus(d)
    return format_html(_("{who} took the bonus: {gift}."), who=who, gift=gift) if gift else ""


def _receive(d: dict[str, Any], who: SafeString) -> Text:
    texts = (
        _("{who} took {tile} as a bonus and stored it."),
        _("{who} bought all four kinds and stored {tile} for free."),
        _("{who} stored {tile}."),
    )
    return format_html(texts[d["source"]], who=who, tile=words.A_TILE[d["tile"]])


def _forfeit(d: dict[str, Any], who: SafeString) -> Text:
    kinds = {0: _("a hull tile"), MAST: _("a mast"), SAIL: _("a sail"), GOOD: _("a good")}
    what = words.A_TILE[d["tile"]] if d["tile"] in CROWN_PARTS else kinds[d["tile"]]
    return format_html(_("{who} had no room for {tile}: it’s lost."), who=who, tile=what)


def _buy(d: dict[str, Any], who: SafeString) -> Text:
    tile, price = words.A_TILE[d["tile"]], words.coins(d["price"])
    if d["dest"] <= 0:
        text = _("{who} bought {tile} for {price} and stored it.")
        if d["dest"] < 0:
            text = _("{who} bought {tile} for {price} but had no room for it: it’s lost.")
        return format_html(text, who=who, tile=tile, price=price)
    text = _("{who} bought {tile} for {price} and built it at berth {berth}.")
    if d["tile"] >= GOOD:
        text = _("{who} bought {tile} for {price} and loaded it at berth {berth}.")
    return format_html(text, who=who, tile=tile, price=price, berth=words.berth(d["dest"]))


def _move(d: dict[str, Any], who: SafeString) -> Text:
    return format_html(
        _("{who} moved {tile} from storage to berth {berth}."),
        who=who,
        tile=words.A_TILE[d["tile"]],
        berth=words.berth(d["dest"]),
    )


def _withdraw(d: dict[str, Any], who: SafeString) -> Text:
    return format_html(
        _("{who} sent {workers} and withdrew {coins}."),
        who=who,
        workers=words.workers(d["workers"]),
        coins=words.coins(d["coins"]),
    )


def _deliver(d: dict[str, Any], who: SafeString) -> Text:
    return format_html(
        _("{who} delivered {goods} from berth {berth}."),
        who=who,
        goods=words.listed([str(words.TILE[tile]) for tile in d["goods"]]),
        berth=words.berth(d["ship"]),
    )


def _score(d: dict[str, Any], who: SafeString) -> Text:
    return format_html(
        _("{who} scored {crowns} with {workers}: +{points}."),
        who=who,
        crowns=words.crowns(d["crowns"]),
        workers=words.workers(d["workers"]),
        points=words.points(d["points"]),
    )


def _reward(d: dict[str, Any], who: SafeString) -> Text:
    what = str(words.REWARD_LOW[d["reward"]])
    if d["goods"]:
        what = words.listed([str(words.TILE[tile]) for tile in d["goods"]])
    return format_html(_("{who} took a reward: {reward}."), who=who, reward=what)


def _complete(d: dict[str, Any], who: SafeString) -> Text:
    return format_html(
        _("{who} completed a ship of size {size} at berth {berth}."),
        who=who,
        berth=words.berth(d["ship"]),
        size=d["size"],
    )


def _pass(d: dict[str, Any], who: SafeString) -> Text:
    flipped = d["flipped"]
    # The tiles go −3, −2, −1; with all turned there is nothing left to turn.
    return format_html(
        _("{who} passed. Pass tiles flipped: {flipped} of 3."), who=who, flipped=flipped
    )


def _extra(d: dict[str, Any], who: SafeString) -> Text:
    return format_html(
        _("{who} used the extra action: {action}."), who=who, action=words.ACTION_LOW[d["action"]]
    )


def _phase(d: dict[str, Any], who: SafeString) -> Text:
    return format_html(
        _("Phase {phase} is over. {who} starts the next one."), phase=d["phase"], who=who
    )


def _penalty(d: dict[str, Any], who: SafeString) -> Text:
    if not d["points"]:
        return format_html(_("{who} flipped all pass tiles and loses nothing."), who=who)
    return format_html(
        _("{who} loses {points} for unflipped pass tiles."),
        who=who,
        points=words.points(d["points"]),
    )


def _final(d: dict[str, Any], who: SafeString) -> Text:
    return format_html(
        _(
            "{who} finishes with {total}: track {track}, goods {goods}, ships {ships}, leftovers "
            "{rest}."
        ),
        who=who,
        total=words.points(d["track"] + d["goods"] + d["ships"] + d["leftovers"]),
        track=d["track"],
        goods=d["goods"],
        ships=d["ships"],
        rest=d["leftovers"],
    )


TELLERS: Final[dict[str, Teller]] = {
    "round": _round,
    "choose": _choose,
    "bonus": _bonus,
    "receive": _receive,
    "forfeit": _forfeit,
    "buy": _buy,
    "move": _move,
    "withdraw": _withdraw,
    "deliver": _deliver,
    "score": _score,
    "reward": _reward,
    "complete": _complete,
    "pass": _pass,
    "extra": _extra,
    "phase": _phase,
    "penalty": _penalty,
    "final": _final,
}


def sentence(entry: Entry | Line | Event, names: Sequence[str]) -> Text:
    """One entry in words; "" where the next entry tells it better."""
    if platform.is_platform(entry):
        return platform.sentence(entry, names)
    teller = TELLERS.get(entry.kind)
    if teller is None:
        return ""  # an event only an older version of the rules knew
    data: dict[str, Any] = entry.data
    seat = data.get("start", 0) if entry.seat < 0 else entry.seat
    return teller(data, bold(names[seat]))


def did(move: Move | None, name: str) -> Text:
    """A ply that leaves no entry of its own."""
    if move == END:
        return format_html(_("{who} ended the turn."), who=bold(name))
    return ""


def _line(entry: Entry | Line, names: tuple[str, ...], lang: str, trace: str) -> str:
    data = tuple(
        (key, tuple(value) if isinstance(value, list) else value)
        for key, value in entry.data.items()
    )
    item = _item(entry.number, entry.seat, entry.kind, data, names, lang, sprite())
    return item.replace("</li>", f"{way_to(trace, entry)}</li>") if trace else item


@lru_cache(maxsize=8192)
def _item(
    number: int,
    seat: int,
    kind: str,
    data: tuple[tuple[str, Any], ...],
    names: tuple[str, ...],
    _lang: str,
    art: str,
) -> str:
    text = sentence(Line(number, 0, seat, kind, dict(data), None), names)
    if not text:
        return ""
    # What happened to the whole table bears nobody's flag.
    sign = flag_sign(seat) if seat >= 0 else "i-info"
    flag = f'<svg class="flag flag-s" aria-hidden="true"><use href="{art}#{sign}"/></svg>'
    return f'<li id="e{number}">{flag}<span>{text}</span></li>'


def groups(scene: Scene) -> list[LogGroup]:
    """Lines under headings: a round, a phase with its action, the mark of your last turn."""
    names = tuple(seat_name(seat) for seat in scene.seats)
    lang = str(get_language())
    seen = None if scene.seat is None else scene.seat.seen_ply
    found: list[tuple[LogGroup, list[str]]] = []
    lines: list[str] = []
    phase = 0  # unknown until a round or phase is seen

    def head(**heading: Any) -> None:
        nonlocal lines
        lines = []
        found.append((LogGroup(NOTHING, **heading), lines))

    head()
    marked = not seen  # a spectator, or somebody who has not moved yet
    for entry in scene.entries:
        if not marked and seen is not None and entry.ply > seen:
            marked = True
            head(since=True)
        if entry.kind == "round":
            phase = 1
            head(round=entry.data["round"])
            continue
        if entry.kind == "phase":
            phase = entry.data["phase"] + 1
            continue
        if entry.kind == "choose":
            action = entry.data["action"]
            name: object = words.ACTION_LOW[action]
            if phase:
                name = _("Phase {n}, {action}").format(n=phase, action=name)
            head(head=str(name), sign=icon(words.ACTION_SIGNS[action]))
        lines.append(_line(entry, names, lang, scene.trace))
    for group, told in found:
        group.html = mark_safe("".join(told))
    return [group for group, _told in found if group.html or group.round or group.since]
