"""Second factors: shorter inputs, our words, and no crash on an odd credential."""

from __future__ import annotations

from typing import Any

from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as base
from allauth.mfa.totp import forms as totp
from allauth.mfa.webauthn import forms as webauthn
from django import forms
from django.utils.translation import gettext_lazy as _

MAX_CODE = 32
MAX_NAME = 60
MAX_CREDENTIAL = 20_000


def code_field(help_text: Any) -> forms.CharField:
    return forms.CharField(
        label=_("Code"),
        max_length=MAX_CODE,
        help_text=help_text,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "one-time-code",
                "inputmode": "text",
                "autocapitalize": "none",
                "spellcheck": "false",
                "class": "code",
            }
        ),
    )


class AuthenticateForm(base.AuthenticateForm):
    code = code_field(_("Six digits from your app, or one of your recovery codes."))


class ReauthenticateForm(base.ReauthenticateForm):
    code = code_field(_("Six digits from your app, or one of your recovery codes."))


class ActivateTOTPForm(totp.ActivateTOTPForm):
    code = code_field(_("The six digits your app is showing now."))


class CredentialField(forms.JSONField):
    """What the browser's key answered. Postgres cannot store NUL, so it is refused here."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> Any:
        if isinstance(value, str) and (len(value) > MAX_CREDENTIAL or "\\u0000" in value):
            raise get_adapter().validation_error("incorrect_code")
        found = super().to_python(value)
        if found is not None and not isinstance(found, dict):
            raise get_adapter().validation_error("incorrect_code")
        return found


class _Sturdy:
    """Malformed credentials are a wrong answer, not an error of ours."""

    def _clean_fields(self) -> None:
        with _odd_is_wrong(self):
            super()._clean_fields()  # type: ignore[misc]

    def _clean_form(self) -> None:
        with _odd_is_wrong(self):
            super()._clean_form()  # type: ignore[misc]


class _odd_is_wrong:  # noqa: N801
    def __init__(self, form: Any) -> None:
        self.form = form

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: Any, trace: Any) -> bool:
        if kind is None or not issubclass(
            kind, (AttributeError, KeyError, TypeError, ValueError, IndexError, AssertionError)
        ):
            return False
        self.form.add_error("credential", get_adapter().validation_error("incorrect_code"))
        return True


class AddKeyForm(_Sturdy, webauthn.AddWebAuthnForm):
    name = forms.CharField(
        label=_("Key name"),
        required=False,
        max_length=MAX_NAME,
        help_text=_("Only you see it. It helps you tell your keys apart."),
    )
    passwordless = forms.BooleanField(
        label=_("Log in with just this key"),
        required=False,
        initial=True,
        help_text=_(
            "This makes it a passkey: no name or password to type. "
            "Otherwise the key is a second step."
        ),
    )
    credential = CredentialField()


class EditKeyForm(webauthn.EditWebAuthnForm):
    name = forms.CharField(label=_("Key name"), max_length=MAX_NAME)


class LoginKeyForm(_Sturdy, webauthn.LoginWebAuthnForm):
    credential = CredentialField()


class AuthenticateKeyForm(_Sturdy, webauthn.AuthenticateWebAuthnForm):
    credential = CredentialField()


class ReauthenticateKeyForm(_Sturdy, webauthn.ReauthenticateWebAuthnForm):
    credential = CredentialField()
