"""The forms of the account area."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from allauth.account.fields import EmailField, PasswordField
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts import selectors
from accounts.emails import owner_of
from accounts.forms.entrance import new_password, plain
from accounts.forms.fields import TollMixin, name_field
from accounts.models import User
from accounts.names import validate_username
from accounts.zones import time_zone_choices


class ChangeAddressForm(allauth.AddEmailForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New e-mail address")
        plain(self)


class ChangePasswordForm(allauth.ChangePasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].label = _("Current password")
        self.fields["oldpassword"].help_text = ""
        new_password(self)


class SetPasswordForm(allauth.SetPasswordForm):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        new_password(self)


class UpgradeForm(TollMixin):
    """A guest chooses a name, an address and a password."""

    toll_purpose = "upgrade"

    def __init__(self, *args: Any, user: User, request: HttpRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user, self.request = user, request
        self.address_is_known = False
        self.fields["username"] = name_field()
        self.fields["email"] = EmailField(
            label=_("E-mail address"),
            help_text=_("We’ll send one e-mail to confirm it. Nobody else sees it."),
        )
        self.fields["password1"] = PasswordField(
            label=_("Password"),
            autocomplete="new-password",
            help_text=_("At least 8 characters. A few words together work best."),
        )
        plain(self)
        self.add_toll()

    def clean_username(self) -> str:
        name: str = self.cleaned_data["username"]
        validate_username(name)
        if selectors.is_name_closed(name, but=self.user):
            raise ValidationError(_("This name is taken or too similar to an existing one."))
        return name

    def clean_email(self) -> str:
        address = get_adapter().clean_email(self.cleaned_data["email"].lower())
        self.address_is_known = owner_of(address) is not None
        return str(address)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if password := cleaned.get("password1"):
            draft = User(username=cleaned.get("username", ""), email=cleaned.get("email", ""))
            try:
                get_adapter().clean_password(password, user=draft)
            except ValidationError as error:
                self.add_error("password1", error)
        if not self.is_trapped:
            self.pay_toll(self.request)
        return cleaned


class PreferencesForm(forms.Form):
    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        help_text=_("Used for deadlines and dates."),
    )
    theme = forms.ChoiceField(
        label=_("Theme"), choices=User.Theme.choices, widget=forms.RadioSelect
    )
    patterns = forms.BooleanField(
        label=_("Colour-blind patterns"),
        required=False,
        help_text=_(
            "Adds stripes, dots and checks to sails and flags, "
            "so you never have to rely on colour alone."
        ),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        initial = {
            "language": user.language or settings.LANGUAGE_CODE,
            "time_zone": user.time_zone,
            "theme": user.theme,
            "patterns": user.patterns,
        }
        super().__init__(*args, **{**kwargs, "initial": initial})
        self.fields["time_zone"].choices = time_zone_choices(user.time_zone)  # type: ignore[attr-defined]


class PlayerNameForm(forms.Form):
    """Somebody to befriend, by name."""

    username = forms.CharField(label=_("User name"), max_length=20)
