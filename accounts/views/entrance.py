"""django-allauth's views where ours do one thing more.

Each change and the mails that tell about it share a transaction; a wrong link is a 4xx;
guests are led to the page that makes them players.
"""

from __future__ import annotations

from typing import Any

from allauth.account import views as allauth
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as recovery
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as webauthn
from django.db import IntegrityError, transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from accounts.views.tools import in_transaction, not_for_guests

WRONG_LINK = 400


@not_for_guests
def signup(request: HttpRequest) -> HttpResponse:
    try:
        return in_transaction(allauth.signup)(request)
    except IntegrityError:
        # Somebody took the name in the same moment: now the form says so.
        return allauth.signup(request)


class ConfirmEmail(allauth.ConfirmEmailView):
    def get(self, *args: Any, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = super().get(*args, **kwargs)
        if self.object is None:
            response.status_code = WRONG_LINK
        return response

    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            with transaction.atomic():
                response: HttpResponse = super().post(*args, **kwargs)
        except Http404:
            return self.get(*args, **kwargs)
        except IntegrityError:
            # Somebody else confirmed the same address in this moment: it is theirs.
            return render(self.request, "accounts/wrong_link.html", status=WRONG_LINK)
        return response


class ResetPassword(allauth.PasswordResetFromKeyView):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response: HttpResponse = super().dispatch(request, *args, **kwargs)
        if getattr(self, "reset_user", None) is None and response.status_code == 200:
            response.status_code = WRONG_LINK
        return response


confirm_email = in_transaction(ConfirmEmail.as_view())
reset_password_from_key = in_transaction(ResetPassword.as_view())
reset_password = in_transaction(allauth.password_reset)
email = not_for_guests(in_transaction(allauth.email))
change_password = not_for_guests(in_transaction(allauth.password_change))
set_password = not_for_guests(in_transaction(allauth.password_set))

mfa_index = not_for_guests(mfa.index)
activate_totp = not_for_guests(in_transaction(totp.activate_totp))
deactivate_totp = not_for_guests(in_transaction(totp.deactivate_totp))
add_key = not_for_guests(in_transaction(webauthn.add_webauthn))
remove_key = not_for_guests(in_transaction(webauthn.remove_webauthn))
generate_codes = not_for_guests(in_transaction(recovery.generate_recovery_codes))
