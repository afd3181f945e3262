"""Profiles, flags, friends and blocks."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import flags, selectors
from accounts.errors import AccountError
from accounts.forms.manage import PlayerNameForm
from accounts.limits import limited
from accounts.models import User
from accounts.names import SHAPE
from accounts.services import friends as service
from accounts.templatetags.players import kind_of
from accounts.views.tools import PlayerRequest, next_url, player_or_404


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    player = player_or_404(username)
    if player.username != username:
        return redirect("profile", player.username, permanent=False)
    stands = selectors.relation(request.user, player) if request.user.is_authenticated else None
    return render(request, "accounts/profile.html", {"player": player, "relation": stands})


@require_safe
@cache_control(public=True, max_age=86400)
def flag(request: HttpRequest, username: str) -> HttpResponse:
    player = player_or_404(username)
    return HttpResponse(flags.svg(player.pk, kind_of(player)), content_type="image/svg+xml")


@login_required
@require_http_methods(["GET", "POST"])
@limited("friends")
def friends(request: PlayerRequest) -> HttpResponse:
    """The lists, and asking somebody by name."""
    form = PlayerNameForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        name = form.cleaned_data["username"]
        other = selectors.player(name) if SHAPE.match(name) else None
        if other is None:
            form.add_error("username", _("There’s no player with this name."))
        else:
            try:
                service.ask(asker=request.user, asked=other)
            except AccountError as error:
                form.add_error("username", error.message)
            else:
                messages.success(request, _("Friend request sent to %(name)s.") % {"name": other})
                return redirect("friends")
    return _lists(request, form, status=422 if form.errors else 200)


def _lists(
    request: PlayerRequest, form: PlayerNameForm, *, status: int = 200, refused: str = ""
) -> HttpResponse:
    user = request.user
    context = {
        "form": form,
        "friends": selectors.friends(user),
        "incoming": selectors.requests_to(user),
        "outgoing": selectors.requests_by(user),
        "blocks": selectors.blocks(user),
        "refused": refused,
    }
    return render(request, "accounts/friends.html", context, status=status)


def _action(
    request: PlayerRequest, username: str, act: Callable[[User, User], str]
) -> HttpResponse:
    other = player_or_404(username)
    try:
        said = act(request.user, other)
    except AccountError as error:
        return _lists(request, PlayerNameForm(), status=409, refused=error.message)
    messages.success(request, said)
    return HttpResponseRedirect(next_url(request, "friends"))


@login_required
@require_POST
@limited("friends")
def ask(request: PlayerRequest, username: str) -> HttpResponse:
    def act(user: User, other: User) -> str:
        row = service.ask(asker=user, asked=other)
        if row.accepted_at:
            return _("You and %(name)s are now friends.") % {"name": other}
        return _("Friend request sent to %(name)s.") % {"name": other}

    return _action(request, username, act)


@login_required
@require_POST
@limited("friends")
def accept(request: PlayerRequest, username: str) -> HttpResponse:
    def act(user: User, other: User) -> str:
        service.accept(user=user, other=other)
        return _("You and %(name)s are now friends.") % {"name": other}

    return _action(request, username, act)


@login_required
@require_POST
@limited("friends")
def decline(request: PlayerRequest, username: str) -> HttpResponse:
    def act(user: User, other: User) -> str:
        service.decline(user=user, other=other)
        return _("Declined. We won’t tell %(name)s.") % {"name": other}

    return _action(request, username, act)


@login_required
@require_POST
@limited("friends")
def remove(request: PlayerRequest, username: str) -> HttpResponse:
    def act(user: User, other: User) -> str:
        service.remove(user=user, other=other)
        return _("%(name)s is no longer on your list.") % {"name": other}

    return _action(request, username, act)


@login_required
@require_POST
@limited("friends")
def block(request: PlayerRequest, username: str) -> HttpResponse:
    def act(user: User, other: User) -> str:
        service.block(user=user, other=other)
        return _("%(name)s can no longer contact you.") % {"name": other}

    return _action(request, username, act)


@login_required
@require_POST
@limited("friends")
def unblock(request: PlayerRequest, username: str) -> HttpResponse:
    def act(user: User, other: User) -> str:
        service.unblock(user=user, other=other)
        return _("%(name)s can contact you again.") % {"name": other}

    return _action(request, username, act)
