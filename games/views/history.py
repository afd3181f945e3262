"""Looking back: every ply of a match, its result, its record."""

from __future__ import annotations

from django.contrib import messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import select_template
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.limits import limited
from games import history, records
from games.chart import chart_of
from games.errors import TableError
from games.models import Match
from games.picture import png
from games.presenters import presenter_of
from games.refusals import sentence
from games.services import rematch as rematches
from games.services.play import seat_for
from games.titles import title_of
from games.views.tools import (
    action,
    by_htmx,
    find,
    player,
    viewer,
)


def _begun(request: HttpRequest, code: str) -> Match:
    match = find(request, code)
    if match.state is None:
        raise Http404
    return match


@never_cache
@require_safe
@limited("look_back", methods=("GET",))
def replay(request: HttpRequest, code: str, ply: int | None = None) -> HttpResponse:
    """The position after a ply. Each has an address of its own."""
    match = _begun(request, code)
    if ply is None:
        asked = request.GET.get("ply", "")
        ply = int(asked) if asked.isdecimal() and len(asked) < 6 else match.ply
        return redirect("match_at", code, min(max(ply, match.origin_ply), match.ply))
    if not match.origin_ply <= ply <= match.ply:
        raise Http404
    presenter = presenter_of(match.title)
    shown = history.scene_at(match, viewer(request), ply, presenter)
    board = select_template(
        [f"titles/{match.title}/replay.html", "games/_plain_replay.html"]
    ).template.name
    context = {
        "match": match, "ply": ply, "first": match.origin_ply, "last": match.ply,
        "previous": max(ply - 1, match.origin_ply), "next": min(ply + 1, match.ply),
        "scene": shown, "seats": shown.seats, "table": presenter.table(shown),
        "log": presenter.log(shown), "board_template": board,
        "text_board": presenter.text_board(shown), "title_info": title_of(match.title),
    }  # fmt: skip
    part = by_htmx(request, "replay")
    return render(request, "games/replay.html#replay" if part else "games/replay.html", context)


@require_safe
def result(request: HttpRequest, code: str) -> HttpResponse:
    """The final page: places, the score sheet, the course of the match."""
    match = find(request, code)
    if match.status != Match.Status.FINISHED:
        return redirect(match)
    names = [history.name_of(match, seat) for seat in match.seats.all()]
    sheet = history.sheet_of(match)
    user = viewer(request)
    context = {
        "match": match,
        "title_info": title_of(match.title),
        "sheet": sheet,
        "chart": chart_of(history.course(match), names),
        "winners": [history.name_of(match, s) for s in sheet.seats if s.place == 1],
        "is_mine": user is not None and any(s.user_id == user.pk for s in sheet.seats),
        "again": match.rematches.exclude(status=Match.Status.CANCELLED).order_by("pk").first(),
    }
    return render(request, "games/result.html", context)


@require_safe
@limited("look_back", methods=("GET",))
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The record as a file; while the match runs, without what must stay secret."""
    match = _begun(request, code)
    user = viewer(request)
    seat = seat_for(match, list(match.seats.all()), user) if user is not None else None
    text = records.text_for(match, None if seat is None else seat.number)
    response = HttpResponse(text, content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{match.title}-{match.code}.txt"'
    return response


@require_safe
@limited("picture", methods=("GET",))
def picture(request: HttpRequest, code: str) -> HttpResponse:
    """The board for sharing: what a spectator sees, whoever asks, so that nothing slips out."""
    match = _begun(request, code)
    asked = request.GET.get("ply", "")
    ply = int(asked) if asked.isdecimal() and len(asked) < 6 else match.ply
    if not match.origin_ply <= ply <= match.ply:
        raise Http404
    key = f"picture:{match.pk}:{match.chain[:16]}:{ply}"
    found = cache.get(key)
    if found is None:
        presenter = presenter_of(match.title)
        table = presenter.table(history.scene_at(match, None, ply, presenter))
        if "wheel" not in table:
            raise Http404
        found = png(str(table["wheel"]), match.title)
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
        messages.success(request, _("The others are invited. It starts when everyone sits."))
    return redirect(again)
