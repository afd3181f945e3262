"""The lobby: open tables, and every way to begin a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from allauth.core.ratelimit import respond_429
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limits import allow, limited
from games.errors import BadTable, TableError
from games.models import Match
from games.refusals import sentence
from games.selectors import listings
from games.services.tables import invite as invites
from games.services.tables import seating
from games.titles.registry import lesson_of, playable
from games.web.forms import FilterForm, QuickForm, TableForm, TogetherForm
from games.web.views.tools import player, viewer, with_player
from ops.htmx import HtmxRequest

F = TypeVar("F", bound=QuickForm)
TABLES_SHOWN = 20
LAST_PAGE = 50


@require_safe
def lobby(request: HtmxRequest) -> HttpResponse:
    if request.htmx and request.htmx.target == "tables":
        return render(request, "games/lobby.html#tables", _tables(request))
    return _page(request)


def _tables(request: HttpRequest) -> dict[str, object]:
    """One page of open tables; one more is asked for, to know whether others follow."""
    form = FilterForm(request.GET)
    filters = form.filters()
    asked = request.GET.get("page", "")
    page = min(max(int(asked), 1), LAST_PAGE) if asked.isdecimal() and len(asked) < 4 else 1
    skip = (page - 1) * TABLES_SHOWN
    user = viewer(request)
    found = list(listings.open_tables(user, filters, TABLES_SHOWN + 1, skip))
    return {
        "guest_here": user is None or user.is_guest,
        "filter": form,
        "filters": filters,
        "tables": found[:TABLES_SHOWN],
        "newer": page - 1,
        "older": page + 1 if len(found) > TABLES_SHOWN and page < LAST_PAGE else 0,
    }


def _page(
    request: HttpRequest,
    *,
    refused: object = "",
    status: int = 200,
    together: TogetherForm | None = None,
) -> HttpResponse:
    context = {
        **_tables(request),
        "quick": QuickForm(),
        "together": together or TogetherForm(),
        "titles": playable(),
        "newcomer": listings.is_newcomer(viewer(request)),
        "refused": refused,
    }
    return render(request, "games/lobby.html", context, status=status)


def _begin(
    request: HttpRequest,
    form: F,
    begin: Callable[[F], Match],
    first: Callable[[Match], str] = Match.get_absolute_url,
) -> HttpResponse:
    """Start something from a small form; what is wrong with it is said above the lobby.

    `first` is the page that comes first, the match's own unless told otherwise.
    """
    if not form.is_valid():
        wrong = next(iter(form.errors.values()))[0]
        again = form if isinstance(form, TogetherForm) else None
        return _page(request, refused=wrong, status=422, together=again)
    try:
        return redirect(first(begin(form)))
    except TableError as error:
        return _page(request, refused=sentence(error), status=error.status)


@require_POST
@limited("play_now")
@with_player
def play_now(request: HttpRequest) -> HttpResponse:
    """Straight to a decision of one's own, so always against the computer: people may be away."""
    return _begin(
        request,
        QuickForm(request.POST),
        lambda form: seating.practise(
            user=player(request),
            title=form.cleaned_data["title"],
            size=form.cleaned_data["size"] or form.about.seats[0],
        ),
    )


@require_POST
@limited("play_now")
@with_player
def practise(request: HttpRequest) -> HttpResponse:
    return _begin(
        request,
        QuickForm(request.POST),
        lambda form: seating.practise(
            user=player(request),
            title=form.cleaned_data["title"],
            size=form.cleaned_data["size"] or form.about.seats[0],
            options=form.options(),
        ),
    )


@require_POST
@limited("play_now")
@with_player
def pass_and_play(request: HttpRequest) -> HttpResponse:
    return _begin(
        request,
        TogetherForm(request.POST),
        lambda form: seating.pass_and_play(
            user=player(request),
            title=form.cleaned_data["title"],
            size=form.cleaned_data["size"] or form.about.seats[0],
            options=form.options(),
            names=form.names(),
        ),
    )


@require_POST
@limited("play_now")
@with_player
def guided(request: HttpRequest) -> HttpResponse:
    """A match that teaches; what the game is about comes before its first move."""
    return _begin(
        request,
        QuickForm(request.POST),
        lambda form: seating.guide(user=player(request), title=form.cleaned_data["title"]),
        first=_aim,
    )


def _aim(match: Match) -> str:
    lesson = lesson_of(match.title)
    if lesson is None or not lesson.aim:
        return match.get_absolute_url()
    return f"{reverse('title_aim', args=[match.title])}?match={match.code}"


@require_http_methods(["GET", "HEAD", "POST"])
@limited("play_now")
def new_table(request: HttpRequest) -> HttpResponse:
    """Open a table. The form may be read by anybody; sending it makes a guest if need be."""
    if request.method == "POST":
        return _open(request)
    form = TableForm(slug=request.GET.get("title", ""), user=viewer(request), like=_like(request))
    return _form(request, form)


def _like(request: HttpRequest) -> Match | None:
    """A table of one's own that never filled, to be opened once more."""
    user, code = viewer(request), request.GET.get("like", "")
    if user is None or not code:
        return None
    return Match.objects.filter(code=code, creator=user).first()


def _form(request: HttpRequest, form: TableForm, status: int = 200) -> HttpResponse:
    context = {"form": form, "titles": playable()}
    return render(request, "games/new_table.html", context, status=status)


@with_player
def _open(request: HttpRequest) -> HttpResponse:
    form = TableForm(request.POST, user=player(request))
    if form.is_valid():
        guests = form.cleaned_data["guests"]
        try:
            if not all(allow(request, "invite") for _guest in guests):
                return respond_429(request)
            return redirect(
                invites.open_with(user=player(request), charter=form.charter(), guests=guests)
            )
        except BadTable as error:
            known = error.field if error.field in form.fields else None
            form.add_error(known, str(sentence(error)))
        except invites.NotInvited as error:
            form.add_error("guests", f"{error.who}: {sentence(error)}")
        except TableError as error:
            form.add_error(None, str(sentence(error)))
    return _form(request, form, status=422)
