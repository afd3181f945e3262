"""What just happened, in the log's own sentences, gathered by player: the same for every title."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from games.models import Entry
from games.names import seat_name
from games.selectors.scenes import Line, Scene
from games.titles.answers import Deeds, Text, Told
from games.titles.base import Presenter, bold
from games.titles.kit.art import flag_sign

HEADS: Final[dict[str, Promise]] = {
    "turn": _("Since your last turn"),
    "start": _("So far"),
    "own": _("Your last turn"),
    "last": _("Last turn"),
}


def told(presenter: Presenter, scene: Scene) -> Told | None:
    """None where there is nothing to tell: before the first turn, and after the end."""
    found = scene.since
    if not scene.match.is_running:
        return None
    goal = presenter.goal(scene)
    if found is None:
        return Told("", [], [], goal) if goal else None
    entries = [*found.follow, *found.entries]
    return Told(
        head=str(HEADS[found.span]),
        deeds=deeds(presenter, found.entries, [seat_name(seat) for seat in scene.seats]),
        reckonings=presenter.reckonings(scene, entries),
        goal=goal,
    )


def deeds(
    presenter: Presenter, entries: Sequence[Entry | Line], names: Sequence[str]
) -> list[Deeds]:
    """Sentences of one player that follow each other share a row, with the name said once."""
    found: list[Deeds] = []
    for entry in entries:
        text = "" if entry.kind in presenter.asides else presenter.sentence(entry, names)
        if not text:
            continue
        if not found or found[-1].seat != entry.seat:
            name = names[entry.seat] if entry.seat >= 0 else ""
            found.append(Deeds(entry.seat, name, _sign(entry.seat), []))
        row = found[-1]
        row.lines.append(_nameless(text, row.name, first=not row.lines))
    return found


def _sign(seat: int) -> str:
    return flag_sign(seat) if seat >= 0 else "i-info"


def _nameless(text: Text, name: str, *, first: bool) -> Text:
    """A sentence that begins with the name, without it: it stands at the head of the row."""
    lead = f"{bold(name)} "
    if not name or not isinstance(text, SafeString) or not text.startswith(lead):
        return text
    rest = text[len(lead) :]
    return mark_safe(rest if first else rest[:1].upper() + rest[1:])
