"""An open table: its charter, its seats, and what its people may do before the start."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.emails import owner_of
from accounts.limits import limited
from accounts.selectors import friends
from games.errors import NotAllowed, TableClosed, TableError
from games.models import Invitation, Match
from games.refusals import sentence
from games.selectors.invitations import addressed_to
from games.selectors.seating import guests_welcome, needs_account
from games.services import effects
from games.services.tables import invite as invites
from games.services.tables import lobby
from games.terms.charter import charter_of
from games.titles.registry import title_of
from games.web.forms import InviteForm
from games.web.views.tools import (
    action,
    find,
    from_one_snapshot,
    player,
    remember_token,
    token_for,
    viewer,
    with_player,
)
from notices.presence import looking_at


def page(
    request: HttpRequest,
    match: Match,
    *,
    refused: object = "",
    status: int = 200,
    form: InviteForm | None = None,
) -> HttpResponse:
    """The whole page of a match that has not begun, or never will."""
    charter = charter_of(match, viewer(request))
    context = {**_seats(request, match), "refused": refused, "charter": charter}
    if context["is_opener"] and match.is_open:
        context["invite"] = form or InviteForm()
        context["asked"] = match.invitations.select_related("user").order_by("pk")
        here = {seat.user_id for seat in match.seats.all()}
        known = [friend for friend in friends(player(request)) if friend.pk not in here]
        context["friends"] = known[:12]
    return render(request, "games/table.html", context, status=status)


def _seats(request: HttpRequest, match: Match) -> dict[str, object]:
    user = viewer(request)
    seats = {seat.number: seat for seat in match.seats.all()}
    mine = any(user is not None and seat.user_id == user.pk for seat in seats.values())
    places = [seats.get(number) for number in range(match.size)]
    asked = None
    removed = user is not None and not mine and user.pk in match.removed
    token = token_for(request, match.code)
    shut = not mine and match.is_open and needs_account(match, user, token=token)
    if user is not None and not mine and match.is_open:
        waiting = match.invitations.filter(addressed_to(user), answered_at=None)
        asked = waiting.select_related("sender").first()
    return {
        "match": match,
        "title_info": title_of(match.title),
        "places": places,
        "free": places.count(None),
        "is_mine": mine,
        "is_opener": user is not None and match.creator_id == user.pk,
        "invited": asked,
        "removed": removed,
        "needs_account": shut,
        "guests_welcome": guests_welcome(match),
        "guest_here": not mine and (user is None or user.is_guest),
        "share_url": request.build_absolute_uri(match.get_absolute_url()),
        "version": _version(match, mine, shut),
    }


def _version(match: Match, mine: bool, shut: bool) -> str:
    """Changes when the seats do, so that a page that looks again can be told "nothing new"."""
    about = [effects.about(match)]
    who = [
        (seat.number, seat.user_id, seat.bot, seat.user_id and looking_at(seat.user_id, about))
        for seat in match.seats.all()
    ]
    return hashlib.sha256(f"{match.status}{who}{mine}{shut}".encode()).hexdigest()[:12]


@require_safe
@from_one_snapshot
def charter(request: HttpRequest, code: str) -> HttpResponse:
    """The terms, for whoever wants to read them again while the match runs or after it."""
    match = find(request, code)
    context = {"match": match, "charter": charter_of(match, viewer(request))}
    return render(request, "games/charter.html", context)


@require_safe
@from_one_snapshot
def seats(request: HttpRequest, code: str) -> HttpResponse:
    """The seats alone, for a page that looks again. Where more than seats has changed, the page:
    the match began, or whoever looks sat down elsewhere or was asked to leave."""
    match = find(request, code)
    context = _seats(request, match)
    mine = "1" if context["is_mine"] else "0"
    if not match.is_open or request.GET.get("mine", mine) != mine:
        return HttpResponseClientRedirect(match.get_absolute_url())
    if request.GET.get("v") == context["version"]:
        return HttpResponse(status=204)
    return render(request, "games/_seats.html", context)


@require_safe
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Where a mail leads: the table, with the right to sit down."""
    asked = Invitation.objects.select_related("match").filter(token=token).first()
    if asked is None:
        raise Http404
    user = viewer(request)
    if asked.user_id is None:
        remember_token(request, asked.match.code, token)
    by_name = asked.user_id is not None and not asked.email
    if user is None and (by_name or (asked.user_id is None and owner_of(asked.email))):
        return redirect_to_login(request.path)  # a player: let them say that it is them
    try:
        match = find(request, asked.match.code)
    except Http404:
        match = None
    used = asked.user_id is not None and (user is None or asked.user_id != user.pk)
    if used or match is None:
        context = {"match": match, "used": used}
        return render(request, "games/invitation.html", context, status=410)
    return page(request, match) if match.is_open else redirect(match)


def _act(
    request: HttpRequest, code: str, act: Callable[[Match], object], said: str = ""
) -> HttpResponse:
    """Do one thing at the table; if it is refused, show the table as it is with the reason."""
    match = find(request, code)
    try:
        act(match)
    except TableError as error:
        fresh = find(request, code)
        if not fresh.is_open:
            messages.error(request, str(sentence(error)))
            return redirect(fresh)
        return page(request, fresh, refused=sentence(error), status=error.status)
    if said:
        messages.success(request, said)
    return redirect("match", code)


@require_POST
@limited("table")
def join(request: HttpRequest, code: str) -> HttpResponse:
    match = find(request, code)
    if not match.is_open:
        # Before anybody is made a guest, here and below: there is no seat for them.
        messages.error(request, str(sentence(TableClosed())))
        return redirect(match)
    if viewer(request) is None and needs_account(match, None, token=token_for(request, code)):
        why = NotAllowed("guest-rated" if match.rated else "guest-uninvited")
        return page(request, match, refused=sentence(why), status=why.status)
    return _sit(request, code)


@with_player
def _sit(request: HttpRequest, code: str) -> HttpResponse:
    nonce = request.POST.get("nonce", "")[:64]
    token = token_for(request, code)
    return _act(
        request,
        code,
        lambda m: lobby.join(code=code, user=player(request), nonce=nonce, token=token),
    )


@action()
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Get up; the opener closes the table by it."""
    match = find(request, code)
    try:
        lobby.leave(code=code, user=player(request))
    except TableError as error:
        messages.error(request, str(sentence(error)))
        return redirect(match)
    if match.creator_id == player(request).pk:
        messages.success(request, _("The table is closed."))
    else:
        messages.success(request, _("You left the table."))
    return redirect("play")


@action()
def kick(request: HttpRequest, code: str) -> HttpResponse:
    number = request.POST.get("seat", "")
    at = int(number) if number.isdecimal() and len(number) < 3 else -1
    return _act(
        request,
        code,
        lambda m: lobby.kick(code=code, user=player(request), number=at),
        _("The seat is free again."),
    )


@action()
def add_bot(request: HttpRequest, code: str) -> HttpResponse:
    return _act(request, code, lambda m: lobby.add_bot(code=code, user=player(request)))


@action("invite")
def invite(request: HttpRequest, code: str) -> HttpResponse:
    form = InviteForm(request.POST)
    if not form.is_valid():
        match = find(request, code)
        if not match.is_open:
            return redirect(match)
        return page(request, match, form=form, status=422)
    who = form.cleaned_data["who"]
    if form.is_mail:
        return _act(
            request,
            code,
            lambda m: invites.by_mail(code=code, user=player(request), email=who),
            _("An invitation is on its way to %(who)s.") % {"who": who},
        )
    return _act(
        request,
        code,
        lambda m: invites.by_name(code=code, user=player(request), name=who),
        _("Invitation sent to %(who)s.") % {"who": who},
    )


@action()
def accept(request: HttpRequest, code: str) -> HttpResponse:
    return _act(request, code, lambda m: invites.accept(code=code, user=player(request)))


@action()
def decline(request: HttpRequest, code: str) -> HttpResponse:
    find(request, code)
    try:
        invites.decline(code=code, user=player(request))
    except TableError as error:
        messages.error(request, str(sentence(error)))
    else:
        messages.success(request, _("Invitation declined. Nobody is told."))
    return redirect("home")
