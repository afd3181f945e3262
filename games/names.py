"""One name per seat, the same on every page, in the log and on the text board.

Ask for seats that came with their match (`match.seats.all()`, prefetched): then a name costs no
query.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.bots import registry
from games.models import Seat

# What a computer player goes by, alone and as one of several; the keys are its entry's `label`.
COMPUTERS: dict[str, tuple[Promise, Promise]] = {
    "computer": (gettext_lazy("Computer"), gettext_lazy("Computer %(n)d")),
}


def seat_name(seat: Seat) -> str:
    """Who sits there. Whoever left keeps the name; pages mark that the computer plays on."""
    if seat.bot:
        return _computer(seat)
    if seat.match.hot_seat:
        return seat.name or player_number(seat.number)
    return str(seat.user) if seat.user is not None else player_number(seat.number)


def listed(names: Sequence[str]) -> str:
    """Names in a sentence: "bob", "bob and chloe", "bob, chloe and dmitri"."""
    if len(names) < 2:
        return "".join(names)
    return _("{first} and {last}").format(first=", ".join(names[:-1]), last=names[-1])


def player_number(number: int) -> str:
    """What a seat without a name of its own is called."""
    return _("Player %(n)d") % {"n": number + 1}


def _computer(seat: Seat) -> str:
    """Several of them are told apart by their order at the table."""
    label = registry.BOTS[registry.known(seat.bot)].label
    alone, numbered = COMPUTERS.get(label, COMPUTERS["computer"])
    bots = sorted(other.number for other in seat.match.seats.all() if other.bot)
    if len(bots) < 2:
        return str(alone)
    return str(numbered) % {"n": bots.index(seat.number) + 1}
