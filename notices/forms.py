"""The notification settings: when, and a table of what by which way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from notices import kinds, selectors
from notices.models import Reader
from notices.people import CHANNELS

# Heads of narrow columns.
HEADS = {"mail": _("E-mail"), "push": _("Push"), "webhook": _("Webhook")}
HOURS = [(hour, f"{hour:02d}:00") for hour in range(24)]
LATE = (3, 6, 12, 24, 48)  # hours


def late_choices() -> list[tuple[int, str]]:
    """In the reader's language: put together when the form is shown."""
    return [(hours, _("%(n)d hours") % {"n": hours}) for hours in LATE]


@dataclass(frozen=True)
class Box:
    channel: object  # its name, to read
    field: forms.BoundField


@dataclass(frozen=True)
class Row:
    kind: kinds.Kind
    boxes: list[Box]


class NotificationsForm(forms.Form):
    timing = forms.ChoiceField(
        label=_("When to e-mail you about your turn"),
        choices=Reader.Timing.choices,
        widget=forms.RadioSelect,
    )
    daily_hour = forms.TypedChoiceField(
        label=_("Time of the daily e-mail"), choices=HOURS, coerce=int
    )
    late_hours = forms.TypedChoiceField(
        label=_("Running out means less than"), choices=late_choices, coerce=int
    )
    quiet_from = forms.TimeField(
        label=_("Quiet from"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )
    quiet_until = forms.TimeField(
        label=_("Quiet until"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )

    def __init__(self, *args: Any, reader: Reader, **kwargs: Any) -> None:
        names = ("timing", "daily_hour", "late_hours", "quiet_from", "quiet_until")
        initial = {name: getattr(reader, name) for name in names}
        super().__init__(*args, **{**kwargs, "initial": initial})
        for kind in switchable():
            for name in selectors.channels():
                self.fields[f"{kind.key}.{name}"] = forms.BooleanField(
                    required=False,
                    initial=kinds.wanted(reader, kind.key, name),
                    label=f"{kind.label}: {CHANNELS.get(name, name)}",
                )

    def clean(self) -> dict[str, Any]:
        chosen = super().clean() or {}
        if bool(chosen.get("quiet_from")) != bool(chosen.get("quiet_until")):
            self.add_error("quiet_until", _("Quiet hours need a start and an end."))
        return chosen

    def rows(self) -> Iterator[Row]:
        """The table: a kind of news each, with a box for each channel."""
        for kind in switchable():
            boxes = zip(self.heads(), selectors.channels(), strict=True)
            yield Row(kind, [Box(head, self[f"{kind.key}.{name}"]) for head, name in boxes])

    def heads(self) -> list[object]:
        return [HEADS.get(name, name) for name in selectors.channels()]

    def chosen(self) -> dict[str, Any]:
        names = ("timing", "daily_hour", "late_hours", "quiet_from", "quiet_until")
        return {name: self.cleaned_data[name] for name in names}

    def switches(self) -> dict[str, dict[str, bool]]:
        return {
            kind.key: {
                name: self.cleaned_data[f"{kind.key}.{name}"] for name in selectors.channels()
            }
            for kind in switchable()
        }


def switchable() -> list[kinds.Kind]:
    return [kind for kind in kinds.every() if kind.switchable]
