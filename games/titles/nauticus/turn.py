"""The turn panel: its heading, its rows, its draft and its buttons; and the heads around it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from engine.core.types import Move
from engine.nauticus.material import PHASES, TRANSPORT
from games.selectors.scenes import Scene
from games.titles.base import Reason, seat_name
from games.titles.nauticus import ledger, words
from games.titles.nauticus.art import esc, icon
from games.titles.nauticus.buttons import button, rows
from games.titles.nauticus.choices import Choice, Row
from games.titles.nauticus.hints import hint
from games.titles.waiting import places, time_left, waits

PASS = Move("pass")
END = Move("end")


@dataclass
class Offer:
    rows: list[Row]
    extras: list[Choice]
    reason: Callable[[Move], Reason]


def panel(scene: Scene, offer: Offer | None) -> dict[str, Any]:
    """What stands in the turn panel, whoever looks."""
    view = scene.view
    if not scene.match.is_running:
        return {"state": "over", "places": places(scene)}
    shown = _heading(scene)
    if not scene.mine:
        return shown | {"state": "waiting", "seats": waits(scene), "hint": hint(scene)}
    shown |= {
        "hint": hint(scene),
        "draft": ledger.lines(scene),
        "drafted": bool(scene.draft),
        "totals": ledger.totals(scene),
        "after": ledger.after(scene),
        "deadline": scene.seat.deadline if scene.seat else None,
        "left": time_left(scene.seat.deadline if scene.seat else None),
    }
    if scene.planning:
        shown |= {"planning": True, "standing": scene.standing, "deadline": None}
    if offer is None:
        head = _("Your plan is ready") if scene.planning else _("Ready to confirm")
        return shown | {"state": "parked", "head": head, "help": ""}
    act = view["action"]
    shown |= {
        "state": "choosing",
        "rows": rows(offer.rows),
        "grid": view["prompt"] == "choose",
        "extras": mark_safe("".join(button(choice, may=False) for choice in offer.extras)),
        "meter": ledger.meter(view),
        "act": act,
        "nothing": "" if offer.rows else _nothing(scene),
        "hands": _hands(scene) if view["prompt"] in ("act", "extra") else None,
    }
    shown |= _ends(scene, offer)
    return shown


def _nothing(scene: Scene) -> str:
    """Why a tile offers nothing at all."""
    act = scene.view["action"]
    if act is None or act["stage"] == 2:
        return ""
    if act["action"] == TRANSPORT:
        return _("Your storage is empty: there is nothing to bring to a ship.")
    return _("You have no ship yet: there is nothing to deliver.")


def _ends(scene: Scene, offer: Offer) -> dict[str, Any]:
    """Pass, end of the extra action, and Confirm."""
    view = scene.view
    moves = set(scene.moves)
    found: dict[str, Any] = {}
    if view["prompt"] in ("act", "extra") and (view["action"] or {}).get("stage") != 2:
        why = None if PASS in moves else offer.reason(PASS)
        found["pass"] = button(Choice("pass", _("Pass"), sign="i-pass", why=why), may=False)
    if END in moves:
        if view["prompt"] == "extra" and view["waiting"] is not None:
            found["end"] = button(Choice("end", _("End the extra action"), sign="i-confirm"))
        else:
            found["confirm"] = True
    elif view["prompt"] == "choose" and scene.draft[-1:] == [END]:
        # The turn is over and the same seat chooses next: `end` is in the draft already.
        found |= {"confirm": True, "ended": True}
    return found


def _heading(scene: Scene) -> dict[str, Any]:
    view = scene.view
    prompt, act = view["prompt"], view["action"]
    sign = words.ACTION_SIGNS[act["action"]] if act else "i-compass"
    if prompt == "choose":
        what = _("choose a tile")
        help_text = _("You take its bonus; then everybody may use its action, you first.")
    elif prompt == "bonus":
        what, help_text = _("take the tile of the bonus"), _("It goes to your storage.")
        sign = "i-plus"
    elif prompt == "free":
        what = _("take your free tile") if scene.mine else _("take the free tile")
        help_text = _("You bought all four kinds. The fifth tile goes to your storage.")
    elif prompt == "reward":
        left = view["rewards"]["left"]
        what = _("choose a reward")
        help_text = _("Berth {letter} is complete. Rewards still to take: {n}.").format(
            letter=words.berth(view["rewards"]["ship"]), n=left
        )
        sign = "c-ship"
    elif act and act["stage"] == 2:
        what = _("confirm, or use your extra action")
        if not scene.mine:
            what = _("confirm, or use the extra action")
        help_text = _("You are done with the tile.")
    elif act:
        what = str(words.ACTION_LOW[act["action"]])
        help_text = str(words.HELP[act["action"]])
        if act["extra"]:
            what = _("extra action, {action}").format(action=what)
            help_text = _("No blue workers. First copies cost 2 coins, further ones 4.")
    else:
        what = help_text = ""
    owing = scene.owing
    if scene.planning:
        head = _("Your plan: {what}").format(what=what)
    elif scene.mine and not scene.match.hot_seat:
        head = _("Your turn: {what}").format(what=what)
    else:
        who = seat_name(owing[0]) if owing else ""
        head = _("{who} is to move: {what}").format(who=who, what=what)
    if not scene.mine:
        help_text = ""
    return {"head": head, "help": help_text, "sign": icon(sign)}


def _hands(scene: Scene) -> dict[str, Any] | None:
    """Which worker the next use takes."""
    act = scene.view["action"]
    if act is None or act["stage"] == 2:
        return None
    blue = scene.view["spaces"][scene.view["space"]]["blue"] if not act["extra"] else 0
    left = act["blue"]
    return {
        "next": "t-blue" if left else "t-worker",
        "text": words.blue_workers(left) if left else "",
        "own": scene.view["players"][scene.number or 0]["workers"],
        "signs": mark_safe(
            "".join(
                f"<span{'' if k < left else ' class=' + chr(34) + 'spent' + chr(34)}>"
                f"{icon('t-blue')}</span>"
                for k in range(blue)
            )
        ),
        "blue": blue,
        "blue_left": left,
    }


def order(view: dict[str, Any], number: int) -> str:
    """Where a seat stands in the order of this phase."""
    position = (number - view["start"]) % view["seats"]
    text = str(words.TURN_ORDER[position])
    return _("{order}, now").format(order=text) if number in view["to_act"] else text


def track(view: dict[str, Any]) -> SafeString:
    """Rounds and phases as pips."""
    phase = min(view["phase"], PHASES)
    key = (view["rounds"], view["round"], phase, view["over"])
    return mark_safe(_track(*key, str(get_language())))


@lru_cache(maxsize=512)
def _track(rounds: int, now: int, done: int, over: bool, _lang: str) -> str:
    label = _("Round {round} of {rounds}, phase {phase} of {phases}").format(
        round=now, rounds=rounds, phase=min(done + 1, PHASES), phases=PHASES
    )
    if over:
        label = ngettext("The round is played", "All {rounds} rounds are played", rounds)
        label = label.format(rounds=rounds)
    parts = [f'<ol class="track" aria-label="{esc(label)}">']
    for number in range(1, rounds + 1):
        past, current = number < now or over, number == now and not over
        pips = ["done" if past else ""] * PHASES
        if current:
            pips = ["done"] * done + ["cur"] * (done < PHASES) + [""] * (PHASES - done - 1)
        marks = "".join(f'<i class="{pip}"></i>' if pip else "<i></i>" for pip in pips)
        name = _("Round {n}").format(n=number) if current else str(number)
        state = 'now" aria-current="step' if current else "past" if past else "next"
        parts.append(
            f'<li class="{state}"><span>{esc(name)}</span><span class="pips" aria-hidden="true">'
            f"{marks}</span></li>"
        )
    return "".join(parts) + "</ol>"
