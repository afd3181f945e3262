"""Looking back: every ply of a match, its result, its record."""

from __future__ import annotations

import hashlib

from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.limits import limited
from games import history
from games.errors import TableError
from games.models import Match
from games.picture import card, png
from games.refusals import sentence
from games.results import course
from games.results.chart import chart_of
from games.results.sheet import sheet_of
from games.selectors import records
from games.selectors.access import reader_of
from games.services.tables import rematch as rematches
from games.titles.base import seat_name
from games.titles.endings import departures
from games.titles.registry import presenter_of, title_of
from games.web.views.tools import action, find, from_one_snapshot, player, readable, viewer
from ops.htmx import HtmxRequest


def _begun(request: HttpRequest, code: str) -> Match:
    match = find(request, code)
    if match.state is None:
        raise Http404
    return match


@never_cache
@require_safe
@limited("look_back", methods=("GET",))
@readable
@from_one_snapshot
def replay(request: HtmxRequest, code: str, ply: int | None = None) -> HttpResponse:
    """The position after a ply. Each has an address of its own."""
    match = _begun(request, code)
    as_text = request.GET.get("board") == "text"
    query = "?board=text" if as_text else ""
    if ply is None:
        asked = request.GET.get("ply", "")
        ply = int(asked) if asked.isdecimal() and len(asked) < 6 else match.ply
        return redirect(reverse("match_at", args=[code, min(ply, match.ply)]) + query)
    if ply > match.ply:
        raise Http404
    presenter = presenter_of(match.title)
    shown, step = history.look_back(match, viewer(request), ply, presenter)
    context = {
        "match": match, "ply": ply, "last": match.ply, "query": query, "as_text": as_text,
        "previous": max(ply - 1, 0), "next": min(ply + 1, match.ply),
        "scene": shown, "seats": shown.seats, "log": presenter.log(shown), "step": step,
        "title_info": title_of(match.title), "presenter": presenter,
    }  # fmt: skip
    if as_text or not presenter.replay_template:
        context |= {
            "text_board": presenter.text_board(shown),
            "board_template": "games/_plain_replay.html",
        }
    else:
        context |= {"table": presenter.table(shown), "board_template": presenter.replay_template}
    if request.htmx and request.htmx.target == "replay":
        return render(request, "games/replay.html#parts", context | {"part": True})
    context["chapters"] = history.chapters(shown, presenter, ply)
    return render(request, "games/replay.html", context)


@never_cache
@require_safe
@from_one_snapshot
def log(request: HttpRequest, code: str) -> HttpResponse:
    """Everything that happened, in one page."""
    match = _begun(request, code)
    presenter = presenter_of(match.title)
    shown = history.whole_log(match, viewer(request), presenter)
    groups = presenter.log(shown)
    context = {
        "match": match,
        "scene": shown,
        "log": groups,
        "has_since": any(group.since for group in groups),
        "chapters": history.chapters(shown, presenter),
        "title_info": title_of(match.title),
        "presenter": presenter,
    }
    return render(request, "games/log.html", context)


@require_safe
@from_one_snapshot
def result(request: HttpRequest, code: str) -> HttpResponse:
    """The final page: places, the score sheet, the course of the match and its key turns."""
    match = find(request, code)
    if match.status != Match.Status.FINISHED:
        return redirect(match)
    presenter = presenter_of(match.title)
    names = [seat_name(seat) for seat in match.seats.all()]
    moments = course.course(match)
    keys = course.key_turns(match, moments, names, presenter)
    sheet = sheet_of(match)
    user = viewer(request)
    picture = reverse("match_picture", args=[code])
    context = {
        "match": match,
        "title_info": title_of(match.title),
        "presenter": presenter,
        "sheet": sheet,
        "chart": chart_of(moments, names, keys),
        "small_chart": chart_of(moments, names, keys, small=True),
        "key_turns": keys,
        "departures": departures(match),
        "nonces": sorted(seat.nonce for seat in match.seats.all() if seat.nonce),
        "is_mine": user is not None and any(s.user_id == user.pk for s in sheet.seats),
        "again": match.rematches.exclude(status=Match.Status.CANCELLED).order_by("pk").first(),
        "picture": request.build_absolute_uri(picture) if presenter.drawn else "",
        "card": card,
    }
    return render(request, "games/result.html", context)


@never_cache
@require_safe
@limited("look_back", methods=("GET",))
@from_one_snapshot
def notation(request: HttpRequest, code: str) -> HttpResponse:
    """The record to read: every move in code, and beside it in words."""
    match = _begun(request, code)
    presenter = presenter_of(match.title)
    context = {
        "match": match,
        "moves": history.notation(match, viewer(request), presenter),
        "title_info": title_of(match.title),
        "presenter": presenter,
    }
    return render(request, "games/notation.html", context)


@never_cache
@require_safe
@limited("look_back", methods=("GET",))
@from_one_snapshot
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The record as a file; while the match runs, without what must stay secret."""
    match = _begun(request, code)
    text = records.text_for(match, reader_of(match, viewer(request)))
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{match.title}-{match.code}.txt"'
    return response


@require_safe
@limited("picture", methods=("GET",))
@readable
@from_one_snapshot
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """The board for sharing: what a spectator sees, whoever asks, so that nothing slips out."""
    match = _begun(request, code)
    asked = request.GET.get("ply", "")
    ply = int(asked) if asked.isdecimal() and len(asked) < 6 else match.ply
    if ply > match.ply:
        raise Http404
    presenter = presenter_of(match.title)
    drawing = presenter.picture(history.scene_at(match, None, ply, presenter))
    # Kept by what is drawn, so that a picture can only ever be given out for the same drawing.
    key = f"picture:{match.title}:{hashlib.sha256(drawing.encode()).hexdigest()}"
    found = cache.get(key)
    if found is None:
        found = png(drawing, match.title)
        cache.set(key, found, 24 * 3600)
    return HttpResponse(found, content_type="image/png")


@action()
def rematch(request: HttpRequest, code: str) -> HttpResponse:
    match = find(request, code)
    try:
        again = rematches.ask(code=code, user=player(request))
    except TableError as error:
        messages.error(request, str(sentence(error)))
        return redirect(match)
    if again.is_open:
        messages.success(
            request, _("The others have been invited. The match starts when everyone has joined.")
        )
    return redirect(again)
