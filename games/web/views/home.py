"""One's own matches, what to do next, and the titles."""

from __future__ import annotations

import re

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.registry import TITLES
from games.errors import TableError
from games.models import Match
from games.refusals import sentence
from games.selectors import listings
from games.selectors.turns import waiting_for
from games.services.tables import seating
from games.statistics import statistics_of
from games.titles import rulebook
from games.titles.registry import known, playable, presenter_of, title_of
from games.web.views.tools import action, find, player, viewer

PAGE = 20
CODE = re.compile(r"[a-z0-9]{1,12}")  # of a match
SHOWN = (Match.Status.RUNNING, Match.Status.FINISHED, "watch", "ended")


@never_cache
@login_required
@require_safe
def next_match(request: HttpRequest) -> HttpResponse:
    """On to the match that waits most urgently; `after` is the one just left."""
    waiting = waiting_for(player(request)).exclude(match__code=request.GET.get("after", ""))
    seat = waiting.select_related("match").defer("match__state", "match__origin").first()
    if seat is None:
        messages.info(request, _("Nothing else is waiting for you."))
        return redirect("home")
    return redirect(seat.match)


@action()
def skip(request: HttpRequest, code: str) -> HttpResponse:
    find(request, code)
    try:
        seating.skip(code=code, user=player(request))
    except TableError as error:
        messages.error(request, str(sentence(error)))
        return redirect("home")
    if request.POST.get("stay"):
        return redirect("home")
    return redirect(f"{reverse('next_match')}?after={code}")


@require_safe
def matches(request: HttpRequest) -> HttpResponse:
    """My matches, or those of others to watch."""
    user = viewer(request)
    show = request.GET.get("show", "")
    if show not in SHOWN or (user is None and show not in ("watch", "ended")):
        show = Match.Status.RUNNING.value if user is not None else "watch"
    title = request.GET.get("title", "")
    title = title if title in TITLES else ""
    won = show == Match.Status.FINISHED and request.GET.get("won") == "1"
    if user is None or show in ("watch", "ended"):
        status = Match.Status.RUNNING if show == "watch" else Match.Status.FINISHED
        found = listings.to_watch(title, status)
    else:
        found = listings.my_matches(user, show=show, title=title, won=won)
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    query = f"show={show}" + (f"&title={title}" if title else "") + ("&won=1" if won else "")
    own = show in (Match.Status.RUNNING, Match.Status.FINISHED)
    rows = [_row(match, user if own else None) for match in page.object_list]
    context = {
        "show": show, "rows": rows, "page": page, "query": query, "won": won,
        "titles": playable(), "chosen": title, "own": own,
    }  # fmt: skip
    return render(request, "games/matches.html", context)


def _row(match: Match, user: object) -> listings.Row:
    mine = [seat for seat in match.seats.all() if user is not None and seat.user == user]
    return listings.Row(match, next((s for s in mine if s.owes), mine[0] if mine else None))


@require_safe
def titles(request: HttpRequest) -> HttpResponse:
    """The games. Matches were listed here once, and every link into that list said what to show."""
    if "show" in request.GET:
        return redirect(f"{reverse('matches')}?{request.GET.urlencode()}", permanent=True)
    planned = [title for title in known() if title.stage == "planned"]
    return render(request, "games/titles.html", {"titles": playable(), "planned": planned})


@require_safe
def title(request: HttpRequest, slug: str) -> HttpResponse:
    if slug not in TITLES:
        raise Http404
    context = {
        "about": title_of(slug),
        "statistics": statistics_of(slug),
        "book": rulebook.in_this_language(slug),
        "presenter": presenter_of(slug),
        "pictures": presenter_of(slug).aim(),
        "newcomer": listings.is_newcomer(viewer(request), slug),
    }
    return render(request, "games/title.html", context)


@require_safe
def aim(request: HttpRequest, slug: str) -> HttpResponse:
    """What the game is about, in one picture; `match` is the guided match it leads to."""
    presenter = presenter_of(slug) if slug in TITLES else None
    if presenter is None or presenter.lesson is None or not presenter.lesson.aim:
        raise Http404
    code = request.GET.get("match", "")
    context = {
        "about": title_of(slug),
        "presenter": presenter,
        "pictures": presenter.aim(),
        "code": code if CODE.fullmatch(code) else "",
        "back": request.GET.get("back") == "1",
    }
    return render(request, "games/aim.html", context)


@require_safe
def old_titles(request: HttpRequest) -> HttpResponse:
    return redirect("titles", permanent=True)


@require_safe
def old_title(request: HttpRequest, slug: str) -> HttpResponse:
    return redirect("title", slug, permanent=True)
