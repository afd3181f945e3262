"""Play now; keep it later."""

from __future__ import annotations

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core.ratelimit import consume
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts.errors import Refused
from accounts.forms.manage import UpgradeForm
from accounts.limits import limited
from accounts.services import guests
from accounts.views.tools import PlayerRequest, browser_zone, log_in, next_url


@require_POST
@limited("guest")
def guest(request: HttpRequest) -> HttpResponse:
    """One click: a real account without a name."""
    if not request.user.is_authenticated:
        player = guests.create(language=get_language() or "", time_zone=browser_zone(request))
        log_in(request, player)
        messages.success(
            request, _("Welcome aboard, %(name)s. You can play right away.") % {"name": player}
        )
    return HttpResponseRedirect(next_url(request, "home"))


@never_cache
@login_required
@sensitive_post_parameters("password1")
@require_http_methods(["GET", "POST"])
@limited("upgrade")
def upgrade(request: PlayerRequest) -> HttpResponse:
    """A guest becomes a player on the same row."""
    user = request.user
    if not user.is_guest:
        return redirect("profile", user.username)
    if request.method == "POST" and "resend" in request.POST:
        return _resend(request)
    form = UpgradeForm(request.POST or None, user=user, request=request)
    if request.method == "POST" and form.is_valid():
        if form.is_trapped:
            return redirect("guest_upgrade")
        try:
            with transaction.atomic():
                address = guests.choose_identity(
                    user=user,
                    username=form.cleaned_data["username"],
                    email=form.cleaned_data["email"],
                    password=form.cleaned_data["password1"],
                )
                _send(request, address, known=form.address_is_known)
        except Refused as refused:
            form.add_error("username", refused.message)
        else:
            user.refresh_from_db()
            update_session_auth_hash(request, user)
            return redirect("guest_upgrade")
    pending = EmailAddress.objects.filter(user=user, verified=False).first()
    status = 422 if form.errors else 200
    return render(
        request, "accounts/upgrade.html", {"form": form, "pending": pending}, status=status
    )


def _send(request: HttpRequest, address: EmailAddress, *, known: bool) -> None:
    """The same to look at, whether somebody has this address already or not."""
    email = address.email
    if not consume(request, action="confirm_email", key=email.lower()):
        return  # one went out a moment ago, and its link still works
    adapter = get_adapter()
    if known:
        adapter.send_account_already_exists_mail(email)
    else:
        address.send_confirmation(request, signup=True)
    sent = "account/messages/email_confirmation_sent.txt"
    adapter.add_message(request, messages.INFO, sent, {"email": email})


def _resend(request: PlayerRequest) -> HttpResponse:
    address = EmailAddress.objects.filter(user=request.user, verified=False).first()
    if address is not None:
        taken = EmailAddress.objects.filter(email=address.email, verified=True).exists()
        with transaction.atomic():
            _send(request, address, known=taken)
        messages.info(request, _("We’ve sent the e-mail again."))
    return redirect("guest_upgrade")
