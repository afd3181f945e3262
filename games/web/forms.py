"""Forms of the lobby and the table."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.zones import city
from engine.registry import TITLES
from games import paces
from games.models import Match
from games.names import player_number
from games.selectors.listings import Filters
from games.terms.charter import AGAIN, TERMS, Charter
from games.titles.facts import Title
from games.titles.registry import playable, title_of
from games.web.settings_by_seats import misfits, option_field

FRIENDLY, RATED = "no", "yes"
MOST_GUESTS = 8


def seat_choices(title: Title) -> list[tuple[str, str]]:
    return [(str(n), ngettext("%(n)d player", "%(n)d players", n) % {"n": n}) for n in title.seats]


class FilterForm(forms.Form):
    """What the lobby shows. Anything it does not understand counts as not said."""

    title = forms.ChoiceField(label=_("Game"), required=False)
    size = forms.ChoiceField(label=_("Seats"), required=False)
    pace = forms.ChoiceField(label=_("Pace"), required=False)
    rated = forms.ChoiceField(
        label=_("Rating"),
        required=False,
        choices=[("", _("Rated or friendly")), (RATED, _("Rated")), (FRIENDLY, _("Friendly"))],
    )

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        if data and "days" in data and "pace" not in data:
            data = {**data.dict(), "pace": data["days"]}  # as addresses were written before
        super().__init__(data, **kwargs)
        titles = playable()
        sizes = sorted({n for title in titles for n in title.seats})
        self.fields["title"].choices = [("", _("All games"))] + [  # type: ignore[attr-defined]
            (title.slug, title.name) for title in titles
        ]
        self.fields["size"].choices = [("", _("Any size"))] + [  # type: ignore[attr-defined]
            (str(n), ngettext("%(n)d seat", "%(n)d seats", n) % {"n": n}) for n in sizes
        ]
        self.fields["pace"].choices = [("", _("Any pace")), *paces.choices()]  # type: ignore[attr-defined]
        # What can't tell tables apart isn't asked.
        if len(titles) < 2:
            del self.fields["title"]
        if not any(title.game.stage == "rated" for title in titles):
            del self.fields["rated"]

    def filters(self) -> Filters:
        self.is_valid()
        said = getattr(self, "cleaned_data", {})
        return Filters(
            title=said.get("title", ""),
            size=int(said.get("size") or 0),
            pace=paces.named(said.get("pace", "")),
            rated=said.get("rated", ""),
        )


class QuickForm(forms.Form):
    """Title, seats and options, for matches that start at once."""

    title = forms.ChoiceField(required=False)
    size = forms.TypedChoiceField(label=_("Players"), coerce=int, required=False)

    def __init__(self, data: Any = None, *, slug: str = "", **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        slug = (data or {}).get("title") or slug
        self.about = title_of(slug if slug in TITLES else next(iter(TITLES)))
        self.fields["title"].choices = [(s, s) for s in TITLES]  # type: ignore[attr-defined]
        self.fields["size"].choices = seat_choices(self.about)  # type: ignore[attr-defined]
        for option in self.about.game.options:
            self.fields[f"option_{option.key}"] = option_field(self.about, option)

    def clean_title(self) -> str:
        return self.cleaned_data["title"] or self.about.slug

    def clean(self) -> dict[str, Any]:
        said: dict[str, Any] = super().clean() or {}
        if "size" in said:
            size = said["size"] or self.about.seats[0]
            for field, wrong in misfits(self.about, said, size).items():
                self.add_error(field, wrong)
        return said

    def options(self) -> dict[str, int]:
        found = {
            option.key: self.cleaned_data.get(f"option_{option.key}")
            for option in self.about.game.options
        }
        return {key: value for key, value in found.items() if value is not None}

    def option_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("option_")]


class TogetherForm(QuickForm):
    """Pass and play: the seats may have names. Those beyond the number of players do not count."""

    def __init__(self, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        for number in range(self.about.seats[-1]):
            self.fields[f"name_{number}"] = forms.CharField(
                label=player_number(number), max_length=20, required=False
            )

    def name_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("name_")]

    def clean(self) -> dict[str, Any]:
        said: dict[str, Any] = super().clean() or {}
        shown = [name or player_number(n) for n, name in enumerate(self.names())]
        if len({name.casefold() for name in shown}) < len(shown):
            raise forms.ValidationError(_("Give every player a different name."))
        return said

    def names(self) -> list[str]:
        size = self.cleaned_data.get("size") or self.about.seats[0]
        found = [str(self.cleaned_data.get(f"name_{n}", "")) for n in range(size)]
        return [" ".join(name.split()) for name in found]


class TableForm(QuickForm):
    """The charter of a new table."""

    name = forms.CharField(
        label=_("Table name"), max_length=40, required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )  # fmt: skip
    size = forms.TypedChoiceField(label=_("Players"), coerce=int, widget=forms.RadioSelect)
    pace = forms.TypedChoiceField(
        label=_("Pace"), coerce=paces.named, initial=paces.USUAL.key,
        help_text=_("Run out of time and you forfeit; the computer takes over."),
    )  # fmt: skip
    rated = forms.ChoiceField(
        label=_("Rating"), required=False, initial=FRIENDLY, widget=forms.RadioSelect,
        choices=[(FRIENDLY, _("Friendly")), (RATED, _("Rated"))],
    )  # fmt: skip
    visibility = forms.ChoiceField(
        label=_("Who can join"), choices=Match.Visibility.choices,
        initial=Match.Visibility.PUBLIC, widget=forms.RadioSelect,
    )  # fmt: skip
    first_player = forms.ChoiceField(
        label=_("Who goes first"),
        choices=Match.FirstPlayer.choices,
        initial=Match.FirstPlayer.RANDOM,
    )
    take_backs = forms.ChoiceField(
        label=_("Take back confirmed turns"), choices=Match.TakeBacks.choices,
        initial=Match.TakeBacks.CONSENT,
        help_text=_("You can always undo before you confirm, at any table."),
    )  # fmt: skip
    spectators = forms.BooleanField(
        label=_("Allow spectators"), required=False, initial=True,
        help_text=_(
            "Anyone can watch a public match, or one by link if they have the link. "
            "Spectators can’t message the players."
        ),
    )  # fmt: skip
    start_at = forms.DateTimeField(
        label=_("Start at a set time"), required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )  # fmt: skip
    guests = forms.CharField(
        label=_("Invite"), max_length=400, required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
        help_text=_("Names or e-mail addresses, separated by commas. You can also invite later."),
    )  # fmt: skip

    def __init__(
        self,
        data: Any = None,
        *,
        user: User | None = None,
        like: Match | None = None,
        slug: str = "",
        **kwargs: Any,
    ) -> None:
        super().__init__(data, slug=like.title if like else slug, **kwargs)
        self.order_fields(["title", "size"])
        self.fields["size"].initial = str(self.about.seats[0])
        for name in ("visibility", "first_player", "take_backs"):
            field = self.fields[name]
            field.choices = [(v, str(label).capitalize()) for v, label in field.choices]  # type: ignore[attr-defined]
        self.fields["pace"].choices = paces.choices()  # type: ignore[attr-defined]
        if user is not None and not user.is_guest:  # theirs isn't for guests, see the charter
            public = (Match.Visibility.PUBLIC.value, _("Any registered player"))
            field = self.fields["visibility"]
            field.choices = [public, *field.choices[1:]]  # type: ignore[attr-defined]
        self.may_rate = self.about.game.stage == "rated" and user is not None and not user.is_guest
        if not self.may_rate:
            del self.fields["rated"]
        if user is None or user.is_guest:
            self.fields["pace"].help_text = _("Guests have at most 24 hours per turn.")
        zone = city(timezone.get_current_timezone_name())
        self.fields["start_at"].help_text = _(
            "Leave empty to start as soon as all seats are taken. Your time zone: %(zone)s."
        ) % {"zone": zone}
        if like is not None:
            self._take_after(like)
        for name, path in settings.ENTRY_GATES.items():
            gate = import_string(path)
            self.fields[f"gate_{name}"] = forms.IntegerField(
                label=getattr(gate, "label", name.replace("_", " ").capitalize()),
                help_text=getattr(gate, "help", ""),
                required=False,
            )

    def clean(self) -> dict[str, Any]:
        said: dict[str, Any] = super().clean() or {}
        if said.get("visibility") == Match.Visibility.INVITED:
            said["spectators"] = False
        return said

    def gate_fields(self) -> list[forms.BoundField]:
        return [self[name] for name in self.fields if name.startswith("gate_")]

    def charter(self) -> Charter:
        said = self.cleaned_data
        gates = {name: said.get(f"gate_{name}") for name in settings.ENTRY_GATES}
        terms = {name: said[name] for name in TERMS if name in said} | {
            "options": self.options(),
            "rated": said.get("rated") == RATED,
            "gates": {name: value for name, value in gates.items() if value is not None},
        }
        return Charter(**terms)

    def _take_after(self, match: Match) -> None:
        """Propose the terms of a table that never filled."""
        for name in AGAIN:
            if name in self.fields:
                self.initial[name] = getattr(match, name)
        self.initial["pace"] = match.pace.key
        self.initial["rated"] = RATED if match.rated else FRIENDLY
        full = self.about.full(match.size)
        for key, value in match.options.items():
            if value != full.get(key):
                self.initial[f"option_{key}"] = value

    def clean_guests(self) -> list[str]:
        said = str(self.cleaned_data["guests"]).replace(";", ",").split(",")
        guests = list(dict.fromkeys(" ".join(one.split()) for one in said if one.strip()))
        if len(guests) > MOST_GUESTS:
            raise forms.ValidationError(
                _("No more than %(n)d at a time."), params={"n": MOST_GUESTS}
            )
        for one in guests:
            if "@" in one:
                forms.EmailField().clean(one)
        return guests


class InviteForm(forms.Form):
    """A name, or an address; the field takes either."""

    who = forms.CharField(
        label=_("Name or e-mail address"), max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"}),
    )  # fmt: skip

    def clean_who(self) -> str:
        who = str(self.cleaned_data["who"]).strip()
        if "@" in who:
            forms.EmailField().clean(who)
        return who

    @property
    def is_mail(self) -> bool:
        return "@" in self.cleaned_data["who"]
