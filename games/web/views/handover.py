"""Pass and play with something to hide: the next player's cards wait until the device is theirs.

Where everything lies open, a line above the table says whose turn it is, and nobody has to press
anything.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django_htmx.http import HttpResponseClientRefresh

from games.models import Match, Seat
from games.names import seat_name
from games.selectors.access import seat_for
from games.selectors.positions import game_of, position
from games.web.views.tools import action, find, viewer
from ops.htmx import HtmxRequest

AT_HAND = "at_hand"  # session key: match code → seat whose player holds the device


def screen(request: HtmxRequest, match: Match) -> HttpResponse | None:
    """The page between two players, if one is needed now."""
    seat = _next(request, match)
    if seat is None or request.session.get(AT_HAND, {}).get(match.code) == seat.number:
        return None
    if not _hides(match, seat):
        return None
    if request.htmx:
        return HttpResponseClientRefresh()  # the whole page turns, not a part of it
    context = {"match": match, "seat": seat, "name": seat_name(seat)}
    return render(request, "games/hand_over.html", context)


@action()
def take(request: HttpRequest, code: str) -> HttpResponse:
    """The next player says that the device is in their hands."""
    match = find(request, code)
    seat = _next(request, match)
    if seat is not None and request.user.pk == seat.user_id:
        known = dict(list(request.session.get(AT_HAND, {}).items())[-9:])
        request.session[AT_HAND] = {**known, code: seat.number}
    return redirect(match)


def _next(request: HttpRequest, match: Match) -> Seat | None:
    user = viewer(request)
    if user is None or not match.hot_seat or not match.is_running:
        return None
    return seat_for(match, list(match.seats.all()), user)


def _hides(match: Match, seat: Seat) -> bool:
    """Does this seat see more than anybody who looks over its shoulder should?"""
    game, state = game_of(match), position(match)
    own, open_to_all = game.view(state, seat.number), game.view(state, None)
    common = game.header(state, None)
    return any(own[key] != open_to_all.get(key) for key in own if key not in common)
