"""The turn panel: its heading, its rows, its draft and its buttons; and the heads around it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _

from engine.core.types import Move
from engine.nauticus.material import PHASES
from games.presenters.base import Reason, seat_name
from games.presenters.nauticus import ledger, words
from games.presenters.nauticus.art import icon
from games.presenters.nauticus.buttons import button, buttons
from games.presenters.nauticus.choices import Choice, Row
from games.presenters.nauticus.hints import hint
from games.scenes import Scene

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
        return {"state": "over"}
    shown = _heading(scene)
    if not scene.mine:
        return shown | {"state": "waiting", "seats": _waiting(scene), "hint": hint(scene)}
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
    for row in offer.rows:
        row.buttons = buttons(row.choices)
    shown |= {
        "state": "choosing",
        "rows": offer.rows,
        "grid": view["prompt"] == "choose",
        "extras": mark_safe("".join(button(choice, may=False) for choice in offer.extras)),
        "meter": ledger.meter(view),
        "act": act,
        "hands": _hands(scene) if view["prompt"] in ("act", "extra") else None,
    }
    shown |= _ends(scene, offer)
    return shown


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
        found["confirm"] = True  # the turn is over and the same seat chooses next
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
        what = _("take your free tile")
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


def _waiting(scene: Scene) -> list[dict[str, Any]]:
    return [
        {
            "name": seat_name(seat),
            "flag": f"f-{seat.number + 1}",
            "deadline": seat.deadline,
            "left": time_left(seat.deadline),
            "robot": seat.user_id is None or seat.autopilot,
        }
        for seat in scene.owing
    ]


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


def time_left(deadline: datetime | None) -> str:
    if deadline is None:
        return ""
    seconds = int((deadline - timezone.now()).total_seconds())
    if seconds <= 0:
        return _("time is up")
    days, hours, minutes = seconds // 86400, seconds % 86400 // 3600, seconds % 3600 // 60
    if days:
        return _("{d} d {h} h").format(d=days, h=hours)
    if hours:
        return _("{h} h {m} min").format(h=hours, m=minutes)
    return _("{m} min").format(m=minutes)


def track(view: dict[str, Any]) -> dict[str, Any]:
    """Rounds and phases as pips."""
    rounds = []
    for number in range(1, view["rounds"] + 1):
        over = number < view["round"] or view["over"]
        now = number == view["round"] and not view["over"]
        pips = ["done" if over else ""] * PHASES
        if now:
            done = view["phase"]
            pips = ["done"] * done + ["cur"] * (done < PHASES) + [""] * (PHASES - done - 1)
        marks = "".join(f'<i class="{pip}"></i>' if pip else "<i></i>" for pip in pips)
        rounds.append({"number": number, "now": now, "past": over, "pips": mark_safe(marks)})
    label = _("Round {round} of {rounds}, phase {phase} of {phases}").format(
        round=view["round"],
        rounds=view["rounds"],
        phase=min(view["phase"] + 1, PHASES),
        phases=PHASES,
    )
    return {"rounds": rounds, "label": label}
