"""Pages behind the links of mails: a turn to confirm, a decision to take, and what came of it.

The token is the proof: no log-in, no cookie. Whoever is logged in stays who they are. Looking
changes nothing at all, because programs look too: scanners of mail servers, previews, prefetch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone, translation
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.emails import clock_of, language_for
from accounts.limits import limited
from accounts.models import User
from engine.core.errors import RulesError
from games.errors import TableError
from games.links import alive, scenes, tokens
from games.links.proposals import names_of, proposal, proposals
from games.models import Match, Seat
from games.selectors.positions import game_of
from games.selectors.turns import waiting_for
from games.services.play import by_link
from games.titles.naming import match_name
from games.titles.registry import presenter_of, title_of
from games.titles.waiting import places, time_left
from games.web.views.tools import viewer
from ops.snapshots import snapshot

GONE, BAD = 410, 400
HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
}
View = Callable[..., HttpResponse]


def unseen(view: View) -> View:
    """Kept nowhere, found by nobody, and no cookie on the way."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        for name, value in HEADERS.items():
            response[name] = value
        request.META.pop("CSRF_COOKIE_NEEDS_UPDATE", None)  # should a part of the page ask for one
        return response

    return shown


@unseen
@csrf_exempt  # a mail is read where we have no cookie; the token is the proof, and acts once
@require_http_methods(["GET", "HEAD", "POST"])
@limited("go", methods=("GET", "HEAD", "POST"))
def go(request: HttpRequest, token: str) -> HttpResponse:
    """Look at what a link proposes; with POST, do it."""
    try:
        if request.method == "POST" and not _is_prefetch(request):
            return _play(request, token)
        return _look(request, token)
    except tokens.BadLink:
        return render(request, "go/bad.html", status=BAD)


def _is_prefetch(request: HttpRequest) -> bool:
    said = (request.headers.get(name, "") for name in ("Sec-Purpose", "Purpose", "X-Moz"))
    return any("prefetch" in value or "prerender" in value for value in said)


def _look(request: HttpRequest, token: str) -> HttpResponse:
    ticket = tokens.read(token)
    _ = request.user.is_authenticated  # a session that ran out is removed, which is a write
    with snapshot():
        decision = alive.decision_of(ticket)
        with _as_reader(request, decision.user):
            if decision.dead:
                return _dead(request, decision)
            if not ticket.moves:
                return _decision(request, decision, token)
            return _turn(request, decision, token)


def _play(request: HttpRequest, token: str) -> HttpResponse:
    try:
        played = by_link.play(token=token, moves=request.POST.get("turn", "").split())
    except alive.LinkDead as dead:
        return _refused(request, token, dead.why)
    except (RulesError, TableError):
        return _refused(request, token, "")
    with snapshot():
        decision = alive.decision_of(played.ticket)
        with _as_reader(request, decision.user):
            return _done(request, decision)


def _refused(request: HttpRequest, token: str, why: str) -> HttpResponse:
    """What came instead; a decision that is still open is asked again."""
    ticket = tokens.read(token)
    with snapshot():
        decision = alive.decision_of(ticket)
        decision.dead = why or decision.dead
        with _as_reader(request, decision.user):
            if decision.dead or ticket.moves:
                decision.dead = decision.dead or alive.MOVED
                return _dead(request, decision)
            return _decision(request, decision, token, refused=True)


def _turn(request: HttpRequest, decision: alive.Decision, token: str) -> HttpResponse:
    try:
        turn = scenes.tried(decision, decision.ticket.moves)
    except RulesError:  # the rules of the site have changed since
        turn = None
    if turn is None or not turn.whole:
        decision.dead = alive.MOVED
        return _dead(request, decision)
    presenter = presenter_of(decision.match.title)
    scene = scenes.scene_of(decision, presenter, turn)
    own = [change for change in presenter.changes(scene) if change.seat == decision.seat.number]
    context = _context(request, decision, token) | _board(request, decision, scene)
    context |= {
        "turn": proposal(
            game_of(decision.match),
            presenter,
            turn,
            decision.seat.number,
            names_of(decision.match),
        ),
        "changes": own,
        "barrier": turn.barrier,
    }
    return render(request, "go/turn.html", context)


def _decision(
    request: HttpRequest, decision: alive.Decision, token: str, *, refused: bool = False
) -> HttpResponse:
    ticket, match, seat = decision.ticket, decision.match, decision.seat
    presenter = presenter_of(match.title)
    scene = scenes.scene_of(decision, presenter)
    offers = [
        (
            one,
            tokens.turn_link(
                decision.user, seat, match, one.moves, ticket.also, stamp=ticket.stamp
            ),
        )
        for one in proposals(match, seat.number)
    ]
    context = _context(request, decision, token) | _board(request, decision, scene)
    context |= {"offers": offers, "refused": refused, "last": scenes.last_mover(decision)}
    return render(request, "go/decision.html", context, status=422 if refused else 200)


def _done(request: HttpRequest, decision: alive.Decision) -> HttpResponse:
    presenter = presenter_of(decision.match.title)
    context = _context(request, decision) | {
        "told": scenes.told_since(decision, presenter),
        "still": decision.seat.owes and decision.match.is_running,
    }
    return render(request, "go/done.html", context | _next(request, decision))


def _dead(request: HttpRequest, decision: alive.Decision) -> HttpResponse:
    """What happened instead, and where to go."""
    context: dict[str, Any] = {"why": decision.dead, "match": None, "acts_as": decision.user}
    if decision.dead not in alive.SILENT:
        presenter = presenter_of(decision.match.title)
        context |= _context(request, decision) | {
            "told": scenes.told_since(decision, presenter),
            "last": scenes.last_mover(decision),
            "places": places(scenes.scene_of(decision, presenter)) if _over(decision) else [],
        }
        context |= _others(request, decision.user)
    return render(request, "go/dead.html", context, status=GONE)


def _over(decision: alive.Decision) -> bool:
    return decision.match.status == Match.Status.FINISHED


def _context(request: HttpRequest, decision: alive.Decision, token: str = "") -> dict[str, Any]:
    """What these pages have in common."""
    match, user = decision.match, viewer(request)
    board = match.get_absolute_url()
    if _over(decision):
        board = reverse("match_result", args=[match.code])
    elif user is None:  # without a log-in the match page shows what a spectator sees, or nothing
        board = f"{reverse('account_login')}?{urlencode({'next': board})}"
    return {
        "match": match,
        "seat": decision.seat,
        "acts_as": decision.user,
        "somebody_else": user is not None and user.pk != decision.user.pk,
        "board_url": board,
        "action": reverse("go", args=[token]) if token else "",
        "left": time_left(decision.seat.deadline),
        "title_info": title_of(match.title),
        "presenter": presenter_of(match.title),
    }


def _board(request: HttpRequest, decision: alive.Decision, scene: Any) -> dict[str, Any]:
    """The position to look at, drawn or as text."""
    presenter = presenter_of(decision.match.title)
    if presenter.replay_template and request.GET.get("board") != "text":
        return {"table": presenter.table(scene), "board_template": presenter.replay_template}
    return {
        "text_board": presenter.text_board(scene),
        "board_template": "games/_plain_replay.html",
    }


def _next(request: HttpRequest, decision: alive.Decision) -> dict[str, Any]:
    """After a turn: the same match again if it waits, or the next one named in the same mail."""
    user = decision.user
    mine = Seat.objects.filter(pk=decision.seat.pk, user=user, owes=True, autopilot=False)
    again = mine.select_related("match").filter(match__status=Match.Status.RUNNING).first()
    if again is not None:
        link = tokens.decision_link(user, again, again.match, decision.ticket.also)
        return {"next_url": link, "again": True}
    found = alive.next_named(decision.ticket, user)
    if found is not None:
        seat, also = found
        link = tokens.decision_link(user, seat, seat.match, also)
        name = match_name(seat.match)
        return {"next_match": seat.match, "next_name": name, "next_url": link}
    return _others(request, user)


def _others(request: HttpRequest, user: User) -> dict[str, Any]:
    """Whatever else waits, for that very player, logged in. A dead link opens nothing more."""
    if viewer(request) == user and waiting_for(user).exists():
        return {"next_url": reverse("next_match")}
    return {}


@contextmanager
def _as_reader(request: HttpRequest, user: User) -> Iterator[None]:
    """In the language and the zone of who got the mail, unless somebody is logged in here."""
    if viewer(request) is not None:
        yield
        return
    with translation.override(language_for(user)), timezone.override(clock_of(user)):
        yield
