"""Addresses that players give the site to call."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from notices.models import Webhook
from ops import vetting

MOST_BYTES = 8192  # of what a browser says about its subscription


class WebhookForm(forms.Form):
    # Not a URL field: its value would be checked by other rules than those that count.
    url = forms.CharField(
        label=_("Address"),
        max_length=500,
        widget=forms.TextInput(
            attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}
        ),
    )
    preset = forms.ChoiceField(label=_("Format"), choices=Webhook.Preset.choices)

    def __init__(self, *args: Any, hook: Webhook | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if hook is not None:
            self.initial.setdefault("preset", hook.preset)
            self.fields["url"].required = False
            self.fields["url"].help_text = _("Leave empty to keep the current address.")
        else:
            self.fields["url"].help_text = _("Starts with https://. Keep it secret.")

    def clean_url(self) -> str:
        url = str(self.cleaned_data["url"])
        if url:
            try:
                vetting.vet(url)
            except vetting.Refused as refused:
                raise ValidationError(refused.sentence, code=refused.code) from None
        return url


@dataclass(frozen=True)
class Subscription:
    """What a browser says when it's ready for pushes."""

    endpoint: str
    p256dh: str
    auth: str
    old: str = ""


def subscription(body: bytes) -> Subscription | None:
    """None if it isn't what a browser would say."""
    if len(body) > MOST_BYTES:
        return None
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        return None
    keys = data.get("keys") if isinstance(data, dict) else None
    if not isinstance(keys, dict):
        return None
    found = [data.get("endpoint"), keys.get("p256dh"), keys.get("auth"), data.get("old", "")]
    texts = [text for text in found if isinstance(text, str) and text.isprintable()]
    return Subscription(*texts) if len(texts) == len(found) else None
