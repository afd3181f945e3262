"""Beside the turn: what a round end did, what a pass would do, what wins the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.nauticus.material import PASS_TILES, PENALTY
from games.models import Entry, Seat
from games.names import listed, seat_name
from games.selectors.scenes import Line, Scene
from games.titles.answers import Due, Goal, Reckoning
from games.titles.kit.art import flag_sign
from games.titles.nauticus import words

ASIDES = ("phase", "round", "penalty")  # the heads of the page and the reckoning tell these


def reckonings(scene: Scene, entries: Sequence[Entry | Line]) -> list[Reckoning]:
    """What each round end in these entries did to everybody (R8.4)."""
    found: list[Reckoning] = []
    dues: list[Due] = []
    for entry in entries:
        if entry.kind == "penalty":
            name = _("{who}:").format(who=_who(scene, scene.seats[entry.seat]))
            dues.append(Due(name, flag_sign(entry.seat), _due(entry.data["points"])))
        elif entry.kind == "round" and dues:
            found.append(_reckoning(scene, entry.data, dues))
            dues = []
    return found


def _reckoning(scene: Scene, data: dict[str, Any], dues: list[Due]) -> Reckoning:
    starter = scene.seats[data["start"]]
    then = _("Round {round}: new tiles, pass tiles flipped back, {who} starts.")
    if _is_viewer(scene, starter):
        then = _("Round {round}: new tiles, pass tiles flipped back, you start.")
    return Reckoning(
        head=_("Round {round} ended").format(round=data["round"] - 1),
        dues=dues,
        then=format_html(then, round=data["round"], who=seat_name(starter)),
    )


def _due(loss: int) -> str:
    if not loss:
        return _("no points lost (all pass tiles flipped)")
    left = PASS_TILES - PENALTY.index(loss)
    return ngettext(
        "−{points} ({n} pass tile not flipped)",
        "−{points} ({n} pass tiles not flipped)",
        left,
    ).format(points=words.points(loss), n=left)


def pass_note(scene: Scene) -> str:
    """What Pass earns and avoids in this very position, before it's pressed and while it's drafted.

    "" once the turn has gone another way: then the button itself says why not.
    """
    drafted = any(move.verb == "pass" for move in scene.draft)
    view = scene.before if drafted else scene.view
    act = view["action"]
    if view["prompt"] not in ("choose", "bonus") and not drafted and (not act or act["stage"]):
        return ""
    worth = view["players"][scene.number or 0]["passing"]
    if not worth["saves"]:
        return _("Passing earns nothing now: all your pass tiles are flipped.")
    if worth["crown"]:
        text = _("Passing saves {points} and gives you a crown for this round.")
    else:
        text = _("Passing saves you {points} at the end of the round.")
    return text.format(points=words.points(worth["saves"]))


def goal(scene: Scene) -> Goal:
    """What wins, and where the viewer stands if everything were counted now (section 11)."""
    view = scene.view
    rounds = view["rounds"]
    aim = _("Most points after round {round} wins.").format(round=rounds)
    if view["round"] == rounds:
        aim = _("Last round: most points at its end wins.")
    scores = ", ".join(
        f"{_('you') if _is_viewer(scene, seat) else seat_name(seat)}"
        f" {view['players'][seat.number]['total']}"
        for seat in scene.seats
    )
    detail = _("Counted now, with ships, delivered goods and leftovers: {scores}.")
    return Goal(aim, _standing(scene), detail.format(scores=scores))


def _standing(scene: Scene) -> str:
    """ "You’re 4 points behind bob", for whoever plays; for the others who leads."""
    totals = {seat.number: scene.view["players"][seat.number]["total"] for seat in scene.seats}
    best = max(totals.values())
    leaders = [seat for seat in scene.seats if totals[seat.number] == best]
    viewer = None if scene.match.hot_seat else scene.seat
    if viewer is None or viewer not in leaders:
        names = listed([seat_name(seat) for seat in leaders])
        if viewer is not None:
            gap = words.points(best - totals[viewer.number])
            return _("You’re {points} behind {who}.").format(points=gap, who=names)
        if len(leaders) > 1:
            return _("{who} are level.").format(who=names)
        return _("{who} leads by {points}.").format(who=names, points=_lead(totals, best))
    if len(leaders) > 1:
        names = listed([seat_name(seat) for seat in leaders if seat != viewer])
        return _("You’re level with {who}.").format(who=names)
    return _("You lead by {points}.").format(points=_lead(totals, best))


def _lead(totals: dict[int, int], best: int) -> str:
    return words.points(best - max(total for total in totals.values() if total < best))


def _is_viewer(scene: Scene, seat: Seat) -> bool:
    return seat.number == scene.number and not scene.match.hot_seat


def _who(scene: Scene, seat: Seat) -> str:
    return _("You") if _is_viewer(scene, seat) else seat_name(seat)
