"""The match page, and what players do there. Every answer is the page or its parts, drawn anew."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseRedirect,
    JsonResponse,
    QueryDict,
)
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST
from django_htmx.http import HttpResponseClientRefresh

from accounts.models import User
from engine.core.errors import RulesError
from games.errors import NotAllowed, TableError
from games.models import Match
from games.refusals import broken, plan_stopped, refusal, status_of
from games.results.verdict import verdict
from games.selectors.access import match_for, title_at
from games.selectors.scenes import Attempt, Scene, scene, standing
from games.selectors.turns import Turn
from games.services import effects
from games.services.play import plans, turns
from games.titles.answers import Reason
from games.titles.composing import move_of
from games.titles.registry import presenter_of, title_of
from games.titles.since import told
from games.web.views import handover, table
from games.web.views import take_back as take_backs
from games.web.views.tools import from_one_snapshot, readable, token_for
from notices.selectors import Hearing, hearing
from ops.htmx import HtmxRequest
from ops.snapshots import snapshot


def seen(request: HttpRequest, code: str) -> Match:
    """The match if this person may see it; otherwise it does not exist for them."""
    try:
        return match_for(code, request.user, token=token_for(request, code))  # type: ignore[arg-type]
    except (Match.DoesNotExist, NotAllowed):
        raise Http404 from None


@never_cache
@require_GET
@readable
@from_one_snapshot
def page(request: HtmxRequest, code: str) -> HttpResponse:
    """The table: open, running or finished. `?part=table` answers the moving parts alone."""
    match = seen(request, code)
    if match.is_open or match.state is None:
        return _open_table(request, match)
    part = request.GET.get("part") == "table" and request.htmx
    return answer(request, match, whole=not part)


@require_POST
def move(request: HtmxRequest, code: str) -> HttpResponse:
    """Put one or several moves into the draft, all or none; or one that was composed."""
    said = filled_in(request.POST)
    return _act(
        request,
        code,
        lambda: turns.submit(
            code=code,
            user=request.user,  # type: ignore[arg-type]
            moves=[composed(code, said)] if said else request.POST.getlist("move"),
            at=request.POST.get("at", ""),
            confirm=bool(request.POST.get("confirm")),
        ),
        said,
    )


def filled_in(data: QueryDict) -> Attempt | None:
    """The form somebody filled in, if it was one."""
    verb = data.get("compose")
    return None if verb is None else Attempt(verb, dict(data.lists()))


def composed(code: str, said: Attempt) -> str:
    return str(move_of(title_of(title_at(code)).game, said))


@require_POST
def undo(request: HtmxRequest, code: str) -> HttpResponse:
    return _act(
        request,
        code,
        lambda: turns.undo(
            code=code,
            user=request.user,  # type: ignore[arg-type]
            at=request.POST.get("at", ""),
            everything=bool(request.POST.get("everything")),
        ),
    )


@require_POST
def confirm(request: HtmxRequest, code: str) -> HttpResponse:
    return _act(
        request,
        code,
        lambda: turns.confirm(code=code, user=request.user, at=request.POST.get("at", "")),  # type: ignore[arg-type]
    )


@require_POST
def plan(request: HtmxRequest, code: str) -> HttpResponse:
    """Have a plan played when its turn comes, or no longer."""
    return _act(
        request,
        code,
        lambda: plans.stand(
            code=code,
            user=request.user,  # type: ignore[arg-type]
            at=request.POST.get("at", ""),
            on=request.POST.get("standing") == "1",
        ),
    )


def _act(
    request: HtmxRequest, code: str, service: Callable[[], Turn], said: Attempt | None = None
) -> HttpResponse:
    """Do it; then answer as the caller asked: JSON, parts of the page, or a way back to it."""
    if not request.user.is_authenticated:
        seen(request, code)
        raise PermissionDenied
    try:
        turn = service()
    except Match.DoesNotExist:
        raise Http404 from None
    except (TableError, RulesError) as error:
        return _refused(request, code, error, said)
    if _wants_json(request):
        return JsonResponse(_standing(turn))
    if request.htmx:
        with snapshot():
            return answer(request, seen(request, code), whole=False)
    return HttpResponseRedirect(reverse("match", args=[code]), status=303)


@from_one_snapshot
def _refused(
    request: HtmxRequest, code: str, error: Exception, said: Attempt | None
) -> HttpResponse:
    match = seen(request, code)
    status = status_of(error)
    told = refusal(match.title, error)
    if _wants_json(request):
        found = {"error": getattr(error, "code", ""), "sentence": told.text, "rule": told.rule}
        return JsonResponse(found | _standing(standing(match, request.user)), status=status)  # type: ignore[arg-type]
    if status == 403:
        raise PermissionDenied
    drawn = match.state is not None
    # What was typed is shown again, so there's no way around drawing it right here.
    if drawn and (request.htmx or (said and match.is_running)):
        whole = not request.htmx
        return answer(request, match, whole=whole, notice=told, status=status, said=said)
    messages.warning(request, told.text)
    if request.htmx:
        # A table that has not begun has another page: the whole of it turns, not a part.
        refresh = HttpResponseClientRefresh()
        refresh.status_code = status
        return refresh
    return HttpResponseRedirect(match.get_absolute_url(), status=303)


def answer(
    request: HtmxRequest,
    match: Match,
    *,
    whole: bool,
    notice: Reason | None = None,
    status: int = 200,
    said: Attempt | None = None,
) -> HttpResponse:
    """The page, or its moving parts: the table, and out of band the log and the clocks."""
    if match.hot_seat and (between := handover.screen(request, match)) is not None:
        return between
    template = "games/match.html" if whole else "games/_update.html"
    response = render(request, template, context(request, match, notice, said), status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


def context(
    request: HttpRequest,
    match: Match,
    notice: Reason | None = None,
    said: Attempt | None = None,
) -> dict[str, Any]:
    presenter = presenter_of(match.title)
    plan = asks_to_plan(request)
    shown = scene(match, request.user, presenter.recall, presenter.recall_depth, plan=plan)  # type: ignore[arg-type]
    shown.attempt = said
    as_text = request.GET.get("board") == "text"
    return {
        "match": match,
        "scene": shown,
        "seats": shown.seats,
        "at": shown.at,
        "table": presenter.table(shown),
        "presenter": presenter,
        "log": presenter.log(shown),
        "since": told(presenter, shown),
        "verdict": verdict(match, shown.seat),
        "notice": notice or _notice(shown),
        "take_back": take_back(match, shown, request.user),  # type: ignore[arg-type]
        "hearing": hears(match, shown, request.user),  # type: ignore[arg-type]
        "as_text": as_text,
        "text_board": presenter.text_board(shown) if as_text else "",
        "ranked": sorted(shown.seats, key=lambda seat: (seat.place or 0, seat.number)),
    }


def asks_to_plan(request: HttpRequest) -> bool | None:
    """What somebody wants to do who is not to move: `?plan=1` their turn, `?plan=0` act now."""
    return {"1": True, "0": False}.get(request.GET.get("plan", ""))


def _notice(shown: Scene) -> Reason | None:
    """What happened to the viewer's draft since they left it."""
    title = shown.match.title
    if shown.stopped is not None:
        return plan_stopped(title, shown.stopped)
    if shown.broken is not None and shown.fault is not None:
        return broken(title, shown.broken, shown.fault)
    return None


def take_back(match: Match, shown: Scene, user: User) -> dict[str, Any] | None:
    """The request to take a turn back, for those who are asked; None where there can be none."""
    if shown.seat is None or not match.is_running or match.hot_seat:
        return None
    return take_backs.context(match, shown.seat, user)


def hears(match: Match, shown: Scene, user: User) -> Hearing | None:
    """How the viewer will be told of their turns; None for whoever has none to come."""
    if shown.seat is None or not match.is_running or match.hot_seat:
        return None
    return hearing(user, effects.TURN, effects.about(match))


def _standing(turn: Turn) -> dict[str, Any]:
    """Where a player stands after a request: what the next one must bring along."""
    state = "draft" if turn.drafted else "committed"
    return {"ply": turn.match.ply, "at": turn.at, "state": state}


def _open_table(request: HttpRequest, match: Match) -> HttpResponse:
    found: HttpResponse = table.page(request, match)
    return found


def _wants_json(request: HttpRequest) -> bool:
    return "application/json" in request.headers.get("Accept", "")
