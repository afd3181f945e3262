"""Where django-allauth asks this site: names, mails, addresses, secrets."""

from __future__ import annotations

import base64
import hashlib
import secrets
from functools import lru_cache
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.mfa.adapter import DefaultMFAAdapter
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from accounts import emails, locks, selectors
from accounts.models import User
from accounts.names import look_alike_key
from accounts.services import guests, sessions
from accounts.views.tools import is_own_page
from ops.client_ip import client_ip

MAX_EMAIL_LENGTH = 254
MAX_PASSWORD_LENGTH = 1024


class AccountAdapter(DefaultAccountAdapter):
    error_messages = DefaultAccountAdapter.error_messages | {
        "account_inactive": _("This account is closed."),
        "duplicate_email": _("This is already your address."),
        "email_password_mismatch": _(
            "Wrong e-mail address or password. An address only works once it’s confirmed; until "
            "then, use your user name."
        ),
        "username_password_mismatch": _("Wrong user name or password."),
        "enter_current_password": _("That’s not your current password."),
        "incorrect_code": _("Wrong code. Use the newest one."),
        "incorrect_password": _("Wrong password."),
        "invalid_login": _("Wrong user name or password."),
        "invalid_or_expired_key": _("This link is invalid or has expired."),
        "invalid_password_reset": _("This link is invalid, has expired or was already used."),
        "rate_limited": _("Too many attempts. Wait a minute, then try again."),
        "too_many_login_attempts": _("Too many wrong attempts. Try again in five minutes."),
        "username_taken": _("This name is taken."),
        "username_blacklisted": _("This name is reserved. Choose another one."),
        "unverified_primary_email": _("Confirm this address first."),
    }

    # names and addresses

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name: str = super().clean_username(username, shallow=shallow)
        if not shallow and selectors.is_name_closed(name):
            raise ValidationError(
                _("This name is taken or too similar to an existing one."), code="look_alike"
            )
        return name

    def clean_email(self, email: str) -> str:
        if len(email) > MAX_EMAIL_LENGTH:
            raise ValidationError(_("This address is too long."), code="too_long")
        return email

    def clean_password(self, password: str, user: User | None = None) -> str:
        if len(password) > MAX_PASSWORD_LENGTH:
            raise ValidationError(_("This password is too long."), code="too_long")
        return str(super().clean_password(password, user=user))

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        super().save_user(request, user, form, commit=False)
        user.name_key = look_alike_key(user.username)
        user.language = user.language or get_language() or settings.LANGUAGE_CODE
        user.time_zone = form.cleaned_data.get("time_zone") or user.time_zone
        if commit:
            user.save()
        return user

    def confirm_email(self, request: HttpRequest, email_address: Any) -> bool:
        user, pk = email_address.user, email_address.pk
        if not locks.hold(user) or not EmailAddress.objects.filter(pk=pk).exists():
            return False  # deleted while the link was open; the address must not come back
        confirmed = bool(super().confirm_email(request, email_address))
        if confirmed:
            guests.become_full(user=email_address.user)
            sessions.end_links(user=email_address.user)
        return confirmed

    def set_password(self, user: User, password: str) -> None:
        super().set_password(user, password)
        sessions.end_links(user=user)

    # mails: all through our own queue, in the reader's language

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        emails.send_account_mail(template_prefix.rpartition("/")[2], to=email, context=context)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        if to := email or emails.primary_address(user):
            super().send_notification_mail(
                template_prefix, user, {"user": user, **(context or {})}, to
            )

    # requests

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_ip(request)

    def is_safe_url(self, url: str) -> bool:
        """Only our own pages, not even another host that we answer to."""
        return is_own_page(self.request, url)


class MFAAdapter(DefaultMFAAdapter):
    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("Wrong code. Use the newest one."),
        "unverified_email": _("Confirm your e-mail address first."),
    }

    def encrypt(self, text: str) -> str:
        return _fernet().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        try:
            return _fernet().decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            # The key was lost. An empty secret would have codes anybody can work out; no code
            # matches a random one, and an administrator can remove the authenticator.
            return base64.b32encode(secrets.token_bytes(20)).decode()

    def generate_authenticator_name(self, user: User, type: Any) -> str:
        from allauth.mfa.models import Authenticator

        count = Authenticator.objects.filter(user_id=user.pk, type=type).count()
        return gettext("Key %(number)d") % {"number": count + 1}

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {**super().get_public_key_credential_rp_entity(), "name": settings.SITE_NAME}


@lru_cache
def _fernets(keys: tuple[str, ...]) -> MultiFernet:
    digests = [hashlib.sha256(b"accounts.mfa:" + key.encode()).digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])


def _fernet() -> MultiFernet:
    return _fernets((settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))
