"""Taking a turn back by consent: what it would undo, the question, and the answers."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.limits import limited
from accounts.models import User
from games import history
from games.errors import NotAllowed, Stale, TableError
from games.models import Match, Seat
from games.refusals import sentence
from games.selectors import takebacks
from games.selectors.access import seat_for
from games.services.play import takeback
from games.titles.base import seat_name
from games.titles.registry import presenter_of
from games.web.views.tools import find, from_one_snapshot, player, viewer


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_back(request: HttpRequest, code: str) -> HttpResponse:
    """Ask to take one's last turn back, or answer who asked."""
    return _act(request, code) if request.method == "POST" else _page(request, code)


@limited("look_back", methods=("GET",))
@from_one_snapshot
def _page(request: HttpRequest, code: str) -> HttpResponse:
    """What it would undo: in words, in numbers and on the board."""
    match = find(request, code)
    user = viewer(request)
    seat = seat_for(match, list(match.seats.all()), user) if user is not None else None
    shown: dict[str, Any] = {"match": match, "take_back": None}
    if user is not None and seat is not None and match.is_running:
        asked = context(match, seat, user)
        shown["take_back"] = asked
        try:
            ply = asked["asked"].to_ply if asked["asked"] else takebacks.target(match, seat)
        except NotAllowed as error:
            shown["why_not"] = sentence(error)
        else:
            shown |= _preview(request, match, user, ply)
    return render(request, "games/take_back.html", shown)


def _preview(request: HttpRequest, match: Match, user: User, ply: int) -> dict[str, Any]:
    presenter = presenter_of(match.title)
    shown, changes = history.return_to(match, user, ply, presenter)
    found: dict[str, Any] = {
        "ply": ply,
        "scene": shown,
        "seats": shown.seats,
        "changes": changes,
        "undone": history.undone(match, user, ply, presenter),
        "presenter": presenter,
        "board_template": presenter.replay_template,
    }
    if request.GET.get("board") == "text" or not presenter.replay_template:
        found["board_template"] = "games/_plain_replay.html"
        found["text_board"] = presenter.text_board(shown)
    else:
        found["table"] = presenter.table(shown)
    return found


def context(match: Match, seat: Seat, user: User) -> dict[str, Any]:
    """Who asks for a take-back and what it undoes, who has agreed, whose word is missing."""
    outlook = takebacks.outlook(match, seat)
    asked = takeback.open_request(match) if outlook.asked else None
    if asked is None:
        return {"asked": None, "offered": outlook.offered}
    seats = list(match.seats.all())
    names = {s.number: seat_name(s) for s in seats}
    voters = sorted(takeback.voters(seats))
    return {
        "asked": asked,
        "asker": names[asked.seat],
        "is_asker": asked.seat == seat.number,
        "has_agreed": seat.number in asked.agreed,
        "agreed": [names[n] for n in voters if n in asked.agreed and n != asked.seat],
        "missing": [names[n] for n in voters if n not in asked.agreed],
        "undone": history.undone(match, user, asked.to_ply, presenter_of(match.title)),
    }


@login_required
@limited("table")
def _act(request: HttpRequest, code: str) -> HttpResponse:
    match = find(request, code)
    said = request.POST.get("answer", "")
    seen = request.POST.get("seen", "")
    try:
        if said in ("yes", "no"):
            found = takeback.answer(code=code, user=player(request), agree=said == "yes")
        else:
            shown = int(seen) if seen.isdecimal() and len(seen) < 6 else None
            found = takeback.ask(code=code, user=player(request), seen=shown)
    except Stale:
        messages.warning(request, _("The match has moved on. Check what it would undo now."))
        return redirect("match_take_back" if match.is_running else "match", code)
    except TableError as error:
        messages.error(request, str(sentence(error)))
        return redirect(match)
    if found.granted:
        messages.success(request, _("The turn was taken back."))
    elif said == "no":
        messages.info(request, _("The turn stands."))
    else:
        messages.info(request, _("It’s taken back once everyone at the table has agreed."))
    return redirect(match)
