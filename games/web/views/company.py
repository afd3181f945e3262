"""Talk, notes, leaving a running match, taking back by consent."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.limits import allow, limited
from accounts.views.tools import next_url, player_or_404
from games.errors import TableError
from games.refusals import sentence
from games.selectors.access import seat_for
from games.selectors.talk import note_of, talk_for, unread
from games.services import attendance, company
from games.services.play import clocks
from games.web.views.tools import action, find, player, viewer
from ops.htmx import HtmxRequest

POLLING = "polling"  # a window without a socket, as far as presence is concerned
TOO_OFTEN = gettext_noop("You’re sending messages too quickly. Wait a minute, then try again.")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def talk(request: HtmxRequest, code: str) -> HttpResponse:
    """The messages this person may read, and a line to write. A part of a page, or one itself.

    Pages fetch the part in the background, too. Only where somebody sees it, which the page alone
    knows (`read=1`), do the messages count as read.
    """
    match = find(request, code)
    user = viewer(request)
    refused: object = ""
    text, status = "", 200
    if request.method == "POST":
        if user is None:
            return redirect("account_login")
        text = request.POST.get("text", "")
        try:
            if not allow(request, "talk"):
                refused, status = _(TOO_OFTEN), 429
            else:
                company.say(match=match, user=user, text=text)
                text = ""
        except TableError as error:
            refused, status = sentence(error), error.status
        if not refused and not request.htmx:
            return redirect("match_talk", code)
    found = talk_for(match, user)
    part = bool(request.htmx)
    if user is not None and found.seated and (not part or request.GET.get("read") == "1"):
        company.read_all(match=match, user=user)
    context = {"match": match, "talk": found, "refused": refused, "text": text}
    # Refusals are shown in the part itself, which htmx swaps for 422 alone.
    shown = 422 if refused and part else status
    name = "games/talk.html"
    if part:
        whole = request.GET.get("part") == "whole"
        name = "games/_talk.html" if whole else "games/_talk_list.html"
    return render(request, name, context, status=shown)


@never_cache
@require_safe
def talk_mark(request: HttpRequest, code: str) -> HttpResponse:
    """How many messages are new, for a mark on a page."""
    match = find(request, code)
    user = viewer(request)
    seat = next((s for s in match.seats.all() if user and s.user_id == user.pk), None)
    context = {"match": match, "seat": seat, "unread": unread(match, seat)}
    return render(request, "games/_talk_mark.html", context)


@never_cache
@require_safe
def presence(request: HtmxRequest, code: str) -> HttpResponse:
    """Which of the others was here when; a part of the match page.

    A page without a socket says here that it's looked at (`X-Here`, which no link can send).
    """
    match = find(request, code)
    user = viewer(request)
    said = bool(request.htmx) and request.headers.get("X-Here") == "1"
    if said and user is not None and seat_for(match, list(match.seats.all()), user) is not None:
        attendance.arrive(match.code, user.pk, POLLING)
    people = [seat for seat in match.seats.all() if seat.user and not seat.user.is_former]
    here = [seat for seat in people if not seat.autopilot]  # who left the match does not come back
    others = [seat for seat in here if user is None or seat.user_id != user.pk]
    return render(request, "games/_presence.html", {"match": match, "people": others})


@action("report")
def report(request: HttpRequest, code: str, pk: int) -> HttpResponse:
    match = find(request, code)
    try:
        company.report(
            match=match, user=player(request), message_id=pk, reason=request.POST.get("reason", "")
        )
    except TableError as error:
        messages.error(request, str(sentence(error)))
    else:
        messages.success(request, _("Reported. A moderator will read it."))
    return redirect("match_talk", code)


@action("friends")
def mute(request: HttpRequest, username: str) -> HttpResponse:
    other = player_or_404(username)
    company.mute(user=player(request), other=other)
    messages.success(request, _("You’ve muted %(name)s. They won’t be told.") % {"name": other})
    return redirect(next_url(request, "home"))


@action("friends")
def unmute(request: HttpRequest, username: str) -> HttpResponse:
    other = player_or_404(username)
    company.unmute(user=player(request), other=other)
    messages.success(request, _("You’ve unmuted %(name)s.") % {"name": other})
    return redirect(next_url(request, "home"))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("notes")
def notes(request: HtmxRequest, code: str) -> HttpResponse:
    """What a player noted about a match; nobody else can read it."""
    match = find(request, code)
    saved = False
    if request.method == "POST":
        company.write_note(match=match, user=player(request), text=request.POST.get("text", ""))
        saved = True
        if not request.htmx:
            messages.success(request, _("Saved"))
            return redirect("match_notes", code)
    context = {"match": match, "note": note_of(match, player(request)), "saved": saved}
    name = "games/notes.html"
    if request.htmx:
        name = "games/_notes.html#said" if saved else "games/_notes.html"
    return render(request, name, context)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@limited("table")
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Leave a running match: asked once more, with what it means."""
    match = find(request, code)
    seat = seat_for(match, list(match.seats.all()), player(request))
    if request.method == "POST":
        try:
            clocks.leave_running(code=code, user=player(request))
        except TableError as error:
            messages.error(request, str(sentence(error)))
        else:
            messages.success(request, _("You left the match."))
        return redirect(match)
    if seat is None or not match.is_running:
        return redirect(match)
    return render(request, "games/leave.html", {"match": match})
