"""The turn panel: its heading, its rows, its draft and its buttons; and the heads around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine.core.types import Move
from engine.nauticus.material import PHASES, TRANSPORT
from games.models import Seat
from games.selectors.scenes import Scene
from games.titles.answers import Choice, Group, Panel, Queued, Reason, Taught, Text
from games.titles.base import seat_name
from games.titles.kit.art import esc, flag_sign, icon
from games.titles.kit.buttons import button, rows
from games.titles.nauticus import ledger, words
from games.titles.nauticus.moved import NOTHING, Moved
from games.titles.nauticus.since import pass_note
from games.titles.waiting import over, time_left, waits

PASS = Move("pass")
END = Move("end")
EXTRA = Move("extra", (0,))


@dataclass
class Offer:
    rows: list[Group]
    extras: list[Choice]
    reason: Callable[[Move], Reason]
    best: str = ""  # what a guided match recommends


@dataclass
class Hands:
    """Which worker the next use takes."""

    label: str  # what it pays for
    text: str  # the blue ones left, in words
    own: int
    signs: SafeString
    blue: int
    blue_left: int


@dataclass(kw_only=True)
class NauticusPanel(Panel):
    totals: Sequence[ledger.Total] = ()
    after: str = ""
    grid: bool = False  # spaces to choose from, in two columns
    extras: Text = ""
    extra_best: bool = False  # one of them is recommended
    extras_why: str = ""  # why there is no extra action now
    meter: Sequence[bool] | None = None
    nothing: str = ""
    hands: Hands | None = None
    end: Text = ""  # of the extra action
    extra: str = "titles/nauticus/extra.html"


def panel(scene: Scene, offer: Offer | None, lesson: Taught | None = None) -> Panel:
    """What stands in the turn panel, whoever looks."""
    if not scene.match.is_running:
        return over(scene)
    head, help_text, sign = _heading(scene)
    if not scene.mine:
        return NauticusPanel(
            state="waiting",
            head=head,
            sign=sign,
            seats=waits(scene),
            queue=_queue(scene),
            lesson=lesson,
        )
    deadline = scene.seat.deadline if scene.seat else None
    shown = NauticusPanel(
        state="choosing",
        head=head,
        help=help_text,
        sign=sign,
        lesson=lesson,
        draft=ledger.lines(scene),
        drafted=bool(scene.draft),
        totals=ledger.totals(scene),
        after=ledger.after(scene),
        deadline=None if scene.planning else deadline,
        left=time_left(deadline),
        planning=scene.planning,
        standing=scene.planning and scene.standing,
    )
    if offer is None:
        _park(shown, scene)
    else:
        _fill(shown, scene, offer)
    shown.pass_note = pass_note(scene)
    return shown


def _park(shown: NauticusPanel, scene: Scene) -> None:
    """All is drafted: what is left is to confirm it."""
    shown.state, shown.help = "parked", ""
    shown.head = _("Your plan is ready") if scene.planning else _("Ready to confirm")
    shown.confirm = True
    done = _("Your turn is ready. Confirm it, or undo to change it.")
    shown.extras_why = done
    shown.passing = _pass_button(Reason(done))


def _queue(scene: Scene) -> list[Queued]:
    """Who has played in this phase, who plays, and who comes after."""
    view, found = scene.view, []
    state: Literal["done", "now", "next"] = "done"
    for k in range(view["seats"]):
        number = (view["start"] + k) % view["seats"]
        now = number in view["to_act"]
        state = "now" if now else "next" if state == "now" else state
        found.append(Queued(seat_name(scene.seats[number]), flag_sign(number), state))
    return found


def _fill(shown: NauticusPanel, scene: Scene, offer: Offer) -> None:
    """What there is to choose from."""
    view = scene.view
    shown.rows = rows(offer.rows)
    shown.grid = view["prompt"] == "choose"
    shown.extras = mark_safe("".join(button(choice, may=False) for choice in offer.extras))
    shown.extra_best = any(choice.best for choice in offer.extras)
    shown.meter = ledger.meter(view)
    shown.nothing = "" if offer.rows else _nothing(scene)
    shown.hands = _hands(scene) if view["prompt"] in ("act", "extra") else None
    if not offer.extras:
        shown.extras_why = offer.reason(EXTRA).text
    _ends(shown, scene, offer)


def _nothing(scene: Scene) -> str:
    """Why a tile offers nothing at all."""
    act = scene.view["action"]
    if act is None or act["stage"] == 2:
        return ""
    if act["action"] == TRANSPORT:
        return _("Your storage is empty: there’s nothing to move to a ship.")
    return _("You have no ships yet: there’s nothing to deliver.")


def _ends(shown: NauticusPanel, scene: Scene, offer: Offer) -> None:
    """Pass, end of the extra action, and Confirm."""
    view = scene.view
    moves = set(scene.moves)
    why = None if PASS in moves else offer.reason(PASS)
    shown.passing = _pass_button(why, best=offer.best == "pass")
    if END in moves:
        if view["prompt"] == "extra" and view["waiting"] is not None:
            text, best = _("End extra action"), offer.best == "end"
            shown.end = button(Choice("end", text, sign="i-confirm", best=best))
            shown.confirm_why = _("End the extra action first; then your turn continues.")
            if shown.lesson and best:
                shown.lesson.best, shown.lesson.confirm = text, False
        else:
            shown.confirm, shown.closing = True, str(END)
    elif view["prompt"] == "choose" and scene.draft[-1:] == [END]:
        # The turn is over and the same seat chooses next: `end` is in the draft already.
        shown.confirm = True
    else:
        shown.confirm_why = offer.reason(END).text


def _pass_button(why: Reason | None, best: bool = False) -> SafeString:
    return button(Choice("pass", _("Pass"), sign="i-pass", why=why, best=best), may=False)


def _heading(scene: Scene) -> tuple[str, str, SafeString]:
    """Head, help and sign."""
    view = scene.view
    prompt, act = view["prompt"], view["action"]
    sign = words.ACTION_SIGNS[act["action"]] if act else "i-compass"
    if prompt == "choose":
        what = _("choose a tile")
        help_text = _("You get its bonus; then everyone can use its action, starting with you.")
    elif prompt == "bonus":
        what, help_text = _("pick your bonus tile"), _("It goes to your storage.")
        if not scene.mine:
            what = _("pick a bonus tile")
        sign = "i-plus"
    elif prompt == "free":
        what = _("take your free tile") if scene.mine else _("take the free tile")
        help_text = _("You bought all four kinds. The fifth tile goes to your storage.")
    elif prompt == "reward":
        left = view["rewards"]["left"]
        what = _("choose a reward")
        help_text = _("The ship at berth {letter} is complete. Rewards left to take: {n}.").format(
            letter=words.berth(view["rewards"]["ship"]), n=left
        )
        sign = "c-ship"
    elif act and act["stage"] == 2:
        what = _("confirm, or use your extra action")
        if not scene.mine:
            what = _("confirm, or use the extra action")
        help_text = _("You’re done with this tile.")
    elif act:
        what = str(words.ACTION_LOW[act["action"]])
        help_text = str(words.HELP[act["action"]])
        if act["extra"]:
            what = _("use the extra action to {action}").format(action=what)
            help_text = _(
                "No blue workers here. The first copy of a tile costs 2 coins, each further copy 4."
            )
    else:
        what = help_text = ""
    owing = scene.owing
    if scene.planning:
        head = _("Your plan: {what}").format(what=what)
    elif scene.mine and not scene.match.hot_seat:
        head = _("Your turn: {what}").format(what=what)
    else:
        who = seat_name(owing[0]) if owing else ""
        text = _("{who}’s turn: {what}") if scene.mine else _("Waiting for {who} to {what}")
        head = text.format(who=who, what=what)
    if not scene.mine:
        help_text = ""
    return head, help_text, icon(sign)


def _hands(scene: Scene) -> Hands | None:
    act = scene.view["action"]
    if act is None or act["stage"] == 2:
        return None
    blue = scene.view["spaces"][scene.view["space"]]["blue"] if not act["extra"] else 0
    left = act["blue"]
    signs = "".join(
        f"<span{'' if k < left else ' class=' + chr(34) + 'spent' + chr(34)}>"
        f"{icon('t-blue')}</span>"
        for k in range(blue)
    )
    return Hands(
        label=str(words.NEXT[act["action"]]),
        text=words.blue_workers(left) if left else "",
        own=scene.view["players"][scene.number or 0]["workers"],
        signs=mark_safe(signs),
        blue=blue,
        blue_left=left,
    )


def order(view: dict[str, Any], seat: Seat) -> str:
    """Where a seat stands in the order of this phase.

    "Now" is for whoever owes: a plan looks at a position ahead, and a match that somebody left
    ends in the middle of a turn.
    """
    position = (seat.number - view["start"]) % view["seats"]
    text = str(words.TURN_ORDER[position])
    return _("{order}, now").format(order=text) if seat.owes else text


def track(view: dict[str, Any], news: Moved = NOTHING) -> SafeString:
    """Rounds and phases as pips; those played since the viewer's last turn are marked."""
    phase = min(view["phase"], PHASES)
    key = (view["rounds"], view["round"], phase, view["over"], news.phases, news.note)
    return mark_safe(_track(*key, str(get_language())))


@lru_cache(maxsize=512)
def _track(rounds: int, now: int, done: int, over: bool, fresh: int, note: str, _lang: str) -> str:
    label = _("Round {round} of {rounds}, phase {phase} of {phases}").format(
        round=now, rounds=rounds, phase=min(done + 1, PHASES), phases=PHASES
    )
    if fresh:
        label = _("{place}; phases {note}: {n}").format(place=label, note=note, n=fresh)
    if over:
        label = ngettext("The round is over", "All {rounds} rounds are over", rounds)
        label = label.format(rounds=rounds)
    parts = [f'<ol class="track" aria-label="{esc(label)}">']
    for number in range(1, rounds + 1):
        past, current = number < now or over, number == now and not over
        pips = ["done" if past else ""] * PHASES
        if current:
            pips = (
                ["done"] * (done - fresh)
                + ["done moved"] * fresh
                + ["cur"] * (done < PHASES)
                + [""] * (PHASES - done - 1)
            )
        marks = "".join(f'<i class="{pip}"></i>' if pip else "<i></i>" for pip in pips)
        name = _("Round {n}").format(n=number) if current else str(number)
        state = 'now" aria-current="step' if current else "past" if past else "next"
        parts.append(
            f'<li class="{state}"><span>{esc(name)}</span><span class="pips" aria-hidden="true">'
            f"{marks}</span></li>"
        )
    return "".join(parts) + "</ol>"
