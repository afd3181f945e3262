"""The forms of whoever is not logged in yet."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.core import context
from django import forms
from django.contrib.auth.hashers import make_password
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.emails import owner_of
from accounts.forms.fields import TollMixin, name_field

MAX_LOGIN = 254


def plain(form: forms.Form) -> None:
    """Labels stand above the fields here; placeholders would only repeat them."""
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class LoginForm(allauth.LoginForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        login = forms.CharField(
            label=_("User name or e-mail address"),
            max_length=MAX_LOGIN,
            widget=forms.TextInput(
                attrs={
                    "autocomplete": "username webauthn",
                    "autocapitalize": "none",
                    "spellcheck": "false",
                }
            ),
        )
        self.fields["login"] = login
        self.order_fields(["login", "password", "remember"])
        self.fields["password"].label = _("Password")
        self.fields["password"].help_text = ""
        self.fields["remember"].label = _("Stay logged in on this device")
        self.fields["remember"].initial = True
        plain(self)


class SignupForm(TollMixin, allauth.SignupForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields = self.fields
        fields["username"] = name_field()
        fields["email"].label = _("E-mail address")
        fields["email"].help_text = _("We’ll send one e-mail to confirm it. Nobody else sees it.")
        fields["password1"].label = _("Password")
        fields["password1"].help_text = _("At least 8 characters. A few words together work best.")
        plain(self)
        self.add_toll()

    def validate_unique_email(self, value: str) -> str:
        """A claim nobody confirmed must not keep the owner of the address out."""
        self.account_already_exists = owner_of(value) is not None
        return value

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if not self.is_trapped:
            self.pay_toll(context.request)
        return cleaned

    def try_save(self, request: HttpRequest) -> tuple[Any, Any]:
        if self.is_trapped or self.account_already_exists:
            # As long as a real sign-up takes: the time must not tell a known address.
            make_password(self.cleaned_data["password1"])
        if self.is_trapped:
            return None, get_adapter().respond_email_verification_sent(request, None)
        return super().try_save(request)


class ResetPasswordForm(allauth.ResetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail address")
        plain(self)

    def clean_email(self) -> str:
        """A new password only for who has confirmed the address."""
        email = get_adapter().clean_email(self.cleaned_data["email"].lower())
        owner = owner_of(email)
        self.users = [owner] if owner is not None and owner.is_active else []
        return str(email)


class ResetPasswordKeyForm(allauth.ResetPasswordKeyForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        new_password(self)


class ReauthenticateForm(allauth.ReauthenticateForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].label = _("Password")
        self.fields["password"].help_text = ""
        plain(self)


def new_password(form: forms.Form) -> None:
    form.fields["password1"].label = _("New password")
    form.fields["password1"].help_text = _("At least 8 characters. A few words together work best.")
    form.fields["password2"].label = _("Confirm the new password")
    plain(form)
