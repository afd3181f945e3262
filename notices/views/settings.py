"""What somebody wants to be told, how and when; and leaving a mailing with one click."""

from __future__ import annotations

import re

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.emails import primary_address
from accounts.errors import BadToken
from accounts.limits import limited
from accounts.views.tools import PlayerRequest
from mail.services import allow_again
from notices import abouts, selectors
from notices.forms import NotificationsForm
from notices.services import choices, tests
from notices.views import addresses

ABOUT = re.compile(r"match:[A-Za-z0-9_-]{1,12}")


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
@limited("preferences")
def notifications(request: PlayerRequest) -> HttpResponse:
    user = request.user
    reader = selectors.reader_of(user)
    form = NotificationsForm(request.POST if request.method == "POST" else None, reader=reader)
    if request.method == "POST" and form.is_valid():
        choices.save(user=user, switches=form.switches(), **form.chosen())
        messages.success(request, _("Saved."))
        return redirect("notifications")
    context = {
        "form": form,
        "mail": selectors.mailbox(user),
        "muted": selectors.muted(user),
        "channels": selectors.channel_states(user),
        **addresses.parts(user),
    }
    status = 422 if form.errors else 200
    return render(request, "notices/settings.html", context, status=status)


@login_required
@require_POST
@limited("preferences")
def mute(request: PlayerRequest) -> HttpResponse:
    """No more news about one match, or again."""
    about = request.POST.get("about", "")
    on = request.POST.get("on") == "1"
    # What nobody knows of can't be muted; what is gone can still be taken off the list.
    if ABOUT.fullmatch(about) and (not on or about in abouts.described([about], request.user)):
        choices.mute(user=request.user, about=about, on=on)
        messages.success(
            request,
            _("Muted: we won’t notify you about this match.")
            if on
            else _("We’ll notify you about this match again."),
        )
    back = request.POST.get("next", "")
    ok = url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()})
    return redirect(back if ok else "notifications")


@login_required
@require_POST
@limited("test_notice")
def test_mail(request: PlayerRequest) -> HttpResponse:
    """A mail to see whether they arrive."""
    if tests.mail(user=request.user):
        messages.success(request, _("Sent. It should arrive within a minute."))
    else:
        messages.error(request, _("You have no confirmed e-mail address yet."))
    return redirect("notifications")


@login_required
@require_POST
@limited("test_notice")
def mail_again(request: PlayerRequest) -> HttpResponse:
    """The reader says that their mailbox works again."""
    address = primary_address(request.user)
    if address and allow_again(address):
        messages.success(request, _("We’ll e-mail you again."))
    return redirect("notifications")


@never_cache
@csrf_exempt  # RFC 8058: the mail program posts, with no cookie of ours; the link is the proof
@require_http_methods(["GET", "HEAD", "POST"])
@limited("unsubscribe", methods=("GET", "POST"))
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    try:
        if request.method == "POST":
            found = choices.unsubscribe(token=token)
        else:  # a look at the link changes nothing: mail programs fetch it on their own
            _pk, found = choices.read_unsubscribe(token)
    except BadToken:
        return render(request, "accounts/wrong_link.html", status=400)
    context = {"kinds": found, "done": request.method == "POST" or not found}
    return render(request, "notices/unsubscribe.html", context)
