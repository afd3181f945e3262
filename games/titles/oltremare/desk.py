"""The form of an offer, laid out as scales: two pans, ducats, addressees. It posts the same names
as the plain one of `games/_compose.html`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from engine.core.types import Move
from engine.oltremare.tables import GOOD_OF, MAX_PAY
from games.names import listed, seat_name
from games.selectors.scenes import Scene
from games.titles.answers import Text
from games.titles.forms import Composed, Control, Pick
from games.titles.kit.art import flag, icon
from games.titles.oltremare import speech
from games.titles.oltremare.bids import act
from games.titles.oltremare.cards import GOOD_ICONS, pair_icons, tint


@dataclass
class Given:
    """A card that may go into the pan, and what may be said of its signs."""

    pick: Pick
    face: SafeString
    tint: str
    label: str
    claim: Control | None = None


@dataclass
class Wanted:
    """A card that is asked for: any of the goods that are ticked."""

    label: str
    name: str
    goods: list[tuple[Pick, SafeString]]
    used: bool = False


@dataclass
class Asked:
    pick: Pick
    flag: SafeString


@dataclass
class Desk:
    """What `titles/oltremare/desk.html` shows."""

    form: Composed
    head: str
    note: str
    send: str
    open: bool
    give: list[Given] = field(default_factory=list)
    wants: list[Wanted] = field(default_factory=list)
    seats: list[Asked] = field(default_factory=list)
    mute: str = ""  # who can't be asked
    pay: str = "0"
    pays: list[tuple[str, str]] = field(default_factory=list)
    gets: list[tuple[str, str]] = field(default_factory=list)
    ready: Text = ""  # offers for those who don't want to compose one

    @property
    def talks(self) -> bool:
        """Is a claim being made?"""
        return any(
            pick.chosen and pick.value != "-1"
            for given in self.give
            if given.claim
            for pick in given.claim.picks
        )


def desk(scene: Scene, form: Composed, ready: Sequence[tuple[Move, str]], best: str) -> Desk:
    prompt = scene.view["prompt"]
    head, note, send = _words(prompt)
    found = Desk(form, head, note, send, open=form.open or prompt != "reply")
    claims = {one.name: one for one in form.controls if ".claim." in one.name}
    for control in form.controls:
        if control.name == "offer.card":
            found.give = [_given(pick, claims) for pick in control.picks]
        elif ".want." in control.name:
            found.wants.append(_wanted(control, len(found.wants)))
        elif control.name == "offer.seat":
            found.seats = [_asked(pick, form.open) for pick in control.picks]
        elif control.name == "offer.pay":
            found.pay = control.value or "0"
    if prompt == "trade":
        quiet = [seat for seat in scene.seats if scene.view["players"][seat.number]["quiet"]]
        if quiet:
            who = listed([seat_name(seat) for seat in quiet])
            found.mute = _("Not to be called: {who}").format(who=who)
    counts = range(1, MAX_PAY + 1)
    found.pays = [(str(n), _("you pay {ducats}").format(ducats=speech.ducats(n))) for n in counts]
    found.gets = [(str(-n), _("you get {ducats}").format(ducats=speech.ducats(n))) for n in counts]
    found.ready = mark_safe(
        "".join([act(str(move), label, "", str(move) == best, "btn-s") for move, label in ready])
    )
    return found


def _words(prompt: str) -> tuple[str, str, str]:
    """Heading, what it means, and what sends it."""
    if prompt == "reply":
        return _("Or counter"), _("a slip of yours, for this turn only"), _("Counter with this")
    if prompt == "desk":
        return _("A new slip"), _("others take it without asking you"), _("Leave this slip")
    return _("Your call"), _("laid ready first; then you send it"), _("Lay this call ready")


def _given(pick: Pick, claims: dict[str, Control]) -> Given:
    card = int(pick.value)
    good = GOOD_OF[card]
    name = speech.titled(speech.good(good))
    face = mark_safe(f"{icon(GOOD_ICONS[good])}<span>{name}</span>{pair_icons(card)}")
    return Given(pick, face, tint(card), speech.card(card), claims.get(f"offer.claim.{card}"))


def _wanted(control: Control, row: int) -> Wanted:
    label = (_("You want a card, any of these"), _("A second card"), _("A third card"))[row]
    goods = [(pick, icon(GOOD_ICONS[int(pick.value)])) for pick in control.picks]
    return Wanted(label, control.name, goods, any(pick.chosen for pick in control.picks))


def _asked(pick: Pick, said: bool) -> Asked:
    """Everybody is asked, unless somebody said otherwise."""
    pick.chosen = pick.chosen or not said
    return Asked(pick, flag(int(pick.value), "flag flag-s"))
