"""Time zones as people look for them: a part of the world, then a city."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from zoneinfo import available_timezones

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

REGIONS: dict[str, Promise] = {
    "Africa": _("Africa"),
    "America": _("America"),
    "Antarctica": _("Antarctica"),
    "Arctic": _("Arctic Ocean"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic Ocean"),
    "Australia": _("Australia"),
    "Europe": _("Europe"),
    "Indian": _("Indian Ocean"),
    "Pacific": _("Pacific Ocean"),
}

Choices = list[tuple[Promise | str, list[tuple[str, str]]]]


@cache
def time_zones() -> frozenset[str]:
    """Everything a browser may name and we may store: former names of zones, too."""
    known = (name for name in available_timezones() if name.partition("/")[0] in REGIONS)
    return frozenset({"UTC", *known})


@cache
def _listed() -> frozenset[str]:
    """One name for each zone of each country; former names and spellings are left out."""
    table = files("tzdata").joinpath("zoneinfo", "zone.tab").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in table.splitlines() if not line.startswith("#"))
    return frozenset(row[2] for row in rows) & time_zones()


def city(name: str) -> str:
    """`America/Indiana/Knox` → "Knox (Indiana)"."""
    _region, *places = name.replace("_", " ").split("/")
    if not places:
        return name
    return f"{places[-1]} ({places[0]})" if len(places) > 1 else places[0]


def time_zone_choices(chosen: str = "") -> Choices:
    """Grouped by region, cities by name. `chosen` is among them even if it's a former name."""
    names = _listed() | ({chosen} & time_zones())
    groups: Choices = [("UTC", [("UTC", "UTC")])]
    for region, label in REGIONS.items():
        own = [(name, city(name)) for name in names if name.startswith(f"{region}/")]
        groups.append((label, sorted(own, key=lambda row: row[1])))
    return groups
