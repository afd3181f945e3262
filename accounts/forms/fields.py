"""Fields that several forms share."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts import limits, toll
from accounts.errors import AccountError
from accounts.names import MAX_LENGTH
from accounts.zones import time_zones


class ZoneHint(forms.CharField):
    """The browser's time zone, filled in by script; anything unknown is left out."""

    def __init__(self) -> None:
        super().__init__(
            required=False, widget=forms.HiddenInput(attrs={"data-browser-zone": "fill"})
        )

    def clean(self, value: Any) -> str:
        return value if isinstance(value, str) and value in time_zones() else ""


def name_field() -> forms.CharField:
    return forms.CharField(
        label=_("User name"),
        min_length=3,
        max_length=MAX_LENGTH,
        help_text=_("3 to 20 letters, digits, “-” or “_”. Everyone can see it."),
        widget=forms.TextInput(
            attrs={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        ),
    )


class TollMixin(forms.Form):
    """Proof of work, a trap for robots and a plain question for browsers without scripts."""

    toll_purpose = "signup"

    def add_toll(self) -> None:
        self.fields["website"] = forms.CharField(required=False, label=_("Leave this empty"))
        for name in ("toll", "toll_work", "toll_answer"):
            self.fields[name] = forms.CharField(required=False, widget=forms.HiddenInput)
        self.fields["time_zone"] = ZoneHint()

    @property
    def is_trapped(self) -> bool:
        return bool(self.cleaned_data.get("website"))

    @property
    def challenge(self) -> toll.Challenge:
        """A fresh one for every rendering."""
        return toll.issue(self.toll_purpose)

    def pay_toll(self, request: Any) -> None:
        """Last in `clean`, so that a typing mistake elsewhere does not use it up."""
        if self.errors:
            return
        word = self.cleaned_data.get("toll", "")
        try:
            worked = toll.check(
                purpose=self.toll_purpose,
                word=word,
                work=self.cleaned_data.get("toll_work", ""),
                answer=self.cleaned_data.get("toll_answer", ""),
            )
            if not worked and not limits.allow(request, "pow_question"):
                self.add_error(
                    None,
                    _(
                        "Too many sign-ups from your network without JavaScript. "
                        "Try again in an hour."
                    ),
                )
                return
            toll.spend(word)
        except AccountError as error:
            self.add_error(None, error.message)
