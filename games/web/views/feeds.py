"""Addresses that programs ask for: a private calendar, a public match as a feed."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.views.decorators.http import require_safe

from accounts.limits import limited
from games.errors import NotAllowed
from games.feeds import calendar, match
from games.models import Match
from games.selectors.access import match_for
from notices.selectors import calendar_owner
from ops import atom
from ops.snapshots import snapshot

READING = ("GET", "HEAD")


@require_safe
@limited("calendar", methods=READING)
def deadlines(request: HttpRequest, secret: str) -> HttpResponse:
    """The deadlines of whoever made this address, for whoever has it: no cookie counts.

    One that was revoked, changed or never made is not found, and nothing says which.
    """
    with snapshot():
        owner = calendar_owner(secret)
        if owner is None:
            return _private(HttpResponse(status=404, content_type="text/plain; charset=utf-8"))
        body = calendar.of_player(owner)
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="nauticus.ics"'
    response["Content-Language"] = calendar.language_for(owner)
    return _private(response)


def _private(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "private, no-store"
    response["X-Robots-Tag"] = "noindex"
    response["Referrer-Policy"] = "no-referrer"
    return response


@require_safe
@limited("feed", methods=READING)
def match_feed(request: HttpRequest, code: str) -> HttpResponse:
    """What a spectator of a public match may read, whoever asks; other matches have none."""
    with snapshot():
        try:
            found = match_for(code, None)
        except (Match.DoesNotExist, NotAllowed):
            raise Http404 from None
        if found.state is None or found.visibility != Match.Visibility.PUBLIC:
            raise Http404
        with translation.override(atom.language_of(request)):
            return atom.answer(request, match.of_match(found, atom.query_of(request)))
