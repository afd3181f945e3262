"""The head of a harbour: whose it is, where they stand in the order, what they own."""

from __future__ import annotations

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.models import Seat
from games.titles.base import seat_name
from games.titles.kit.art import esc, flag, icon
from games.titles.waiting import time_left


def head(seat: Seat, order: str, purse: str, mine: bool, news: str = "") -> SafeString:
    """`news` says in words that something in the harbour is marked as new."""
    banner = flag(seat.number)
    if mine:
        # At one device the harbour in the middle is that of whoever is to move.
        name = seat_name(seat) if seat.match.hot_seat else _("Your harbour")
        who = f'<h2 class="who" id="mine-h">{banner}<span>{esc(name)}</span></h2>'
        note = order if seat.place is None else _("place {n}").format(n=seat.place)
        tail = f'<span class="seat-note">{esc(note)}</span>'
    else:
        dot = f'<span class="moved-dot"><span class="vh">{esc(news)}</span></span>' if news else ""
        who = (
            f'<h2 class="who" id="mat{seat.number}-h">{banner}{dot}<span>{esc(seat_name(seat))}'
            f"<small>{_note(seat, order)}</small></span></h2>"
        )
        tail = icon("i-down")
    label = esc(_("Score and resources"))
    return mark_safe(
        f'<div class="mat-head">{who}<span class="purse" role="group" aria-label="{label}"'
        f" data-rove>{purse}</span>{tail}</div>"
    )


def _note(seat: Seat, order: str) -> str:
    if seat.place:
        return esc(_("place {n}").format(n=seat.place))
    if seat.autopilot:
        return esc(_("has left"))
    left = time_left(seat.deadline) if seat.owes else ""
    return esc(order) + (f'<span class="till">, {esc(left)}</span>' if left else "")
