"""A turn with the chosen tile (R3.3): use it or pass (section 8), extra action (section 9)."""

from __future__ import annotations

from typing import Final

from engine.core.errors import WhyNot
from engine.core.forms import Form
from engine.core.game import Step, push
from engine.core.types import Frame, Log, Move, Seat
from engine.nauticus.material import (
    BOARD_SPACES,
    EXTRA_PRICE,
    EXTRA_WORKERS,
    PASS_TILES,
    WHEEL,
)
from engine.nauticus.state import ACTION, USES, NauticusState, Player
from engine.nauticus.steps.action import Use
from engine.nauticus.steps.goods import Deliver, Goods
from engine.nauticus.steps.harbour import Crowns, Withdraw
from engine.nauticus.steps.hulls import Hulls
from engine.nauticus.steps.masts import Masts
from engine.nauticus.steps.sails import Sails
from engine.nauticus.steps.transport import Transport
from engine.nauticus.tables import END, EXTRA, FORMS, PASS

# By number of the action (material.HULLS ff.).
ALL_ACTIONS: Final[tuple[Use, ...]] = (
    Hulls(),
    Masts(),
    Sails(),
    Goods(),
    Transport(),
    Withdraw(),
    Deliver(),
    Crowns(),
)
VERBS: Final = ("buy", "move", "withdraw", "deliver", "score")


def forms(verbs: tuple[str, ...]) -> tuple[Form, ...]:
    return tuple(FORMS[verb] for verb in verbs)


# Frame.pc of both steps.
FRESH: Final = 0  # nothing used yet
BEGUN: Final = 1
OVER: Final = 2  # performed or passed; only the extra action is left


def begin_act(s: NauticusState, seat: Seat) -> None:
    """The turn of one seat. data: see state.ACTION ff."""
    space = s.space
    blue = WHEEL[(space - s.anchor) % 8]
    a, b, c, e = BOARD_SPACES[space].prices
    s.turn = seat
    push(s, "act", [seat], [s.tiles[space], blue, 0, 0, 0, 0, 0, a, b, c, e])


def extra_moves(s: NauticusState, p: Player) -> list[Move]:
    """R9.6."""
    return [EXTRA[action] for action, rules in enumerate(ALL_ACTIONS) if rules.usable(s, p)]


class Act(Step[NauticusState]):
    """The tile's action, until `pass` or `end`; the extra action before or after it."""

    key = "act"
    verbs = (*VERBS, "pass", "extra", "end")
    forms = forms(verbs)

    def moves(self, s: NauticusState, f: Frame, seat: Seat) -> list[Move]:
        if f.seats[0] != seat:
            return []
        found = self.uses(s, f, seat)
        p = s.players[seat]
        if p.extra:
            found += extra_moves(s, p)
        return found

    def uses(self, s: NauticusState, f: Frame, seat: Seat) -> list[Move]:
        """All but the extra action."""
        pc = f.pc
        if pc == OVER:
            return [END]
        found = ALL_ACTIONS[f.data[ACTION]].moves(s, f, seat)
        found.append(PASS if pc == FRESH else END)
        return found

    def play(self, s: NauticusState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        p = s.players[seat]
        verb = move[0]
        if verb == "pass":
            if p.flipped < PASS_TILES:  # R8.2
                p.flipped += 1
            if log.on:
                log.add("pass", seat, flipped=p.flipped)
            self.close(s, f, p)
        elif verb == "end":
            s.stack.pop()
        elif verb == "extra":
            if f.pc != FRESH:
                s.stack.pop()  # R9.5: the tile's action is over, so this is the turn's last part
            p.extra = 0
            p.workers += EXTRA_WORKERS
            (number,) = move[1]
            log.add("extra", seat, action=number)
            prices = [EXTRA_PRICE] * 4
            push(s, "extra", [seat], [number, 0, 0, 0, 0, 0, 0, *prices])
        else:
            action = ALL_ACTIONS[f.data[ACTION]]
            f.pc = BEGUN
            action.play(s, f, seat, move, log)
            if action.lump:
                self.close(s, f, p)

    def close(self, s: NauticusState, f: Frame, p: Player) -> None:
        """The tile's action is done; the turn too, unless the extra action may follow (R9.7)."""
        if p.extra:
            f.pc = OVER
        else:
            s.stack.pop()

    def why_not(self, s: NauticusState, f: Frame, seat: Seat, move: Move) -> WhyNot:
        p = s.players[seat]
        verb = move.verb
        if verb == "pass":
            if f.pc == OVER:
                return WhyNot("R8.3", "action-over")
            return WhyNot("R8.3", "already-performed", {"uses": f.data[USES]})
        if verb == "end":
            return WhyNot("R8.3", "pass-instead")
        if verb == "extra":
            if not p.extra:
                return WhyNot("R9.1", "extra-already-used")
            return WhyNot("R9.6", "extra-without-use", {"action": move.args[0]})
        action = ALL_ACTIONS[f.data[ACTION]]
        if f.pc == OVER and verb in action.verbs:
            return WhyNot(*action.once) if f.data[USES] else WhyNot("R8.3", "passed")
        return why_not_use(s, f, seat, move, "R3.3")


class Extra(Step[NauticusState]):
    """The extra action: at least one use, then `end`."""

    key = "extra"
    verbs = (*VERBS, "end")
    forms = forms(verbs)

    def moves(self, s: NauticusState, f: Frame, seat: Seat) -> list[Move]:
        if f.seats[0] != seat:
            return []
        d = f.data
        found = ALL_ACTIONS[d[ACTION]].moves(s, f, seat)
        if f.pc == BEGUN:
            found.append(END)
        return found

    def play(self, s: NauticusState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        if move[0] == "end":
            s.stack.pop()
            return
        action = ALL_ACTIONS[f.data[ACTION]]
        f.pc = BEGUN
        action.play(s, f, seat, move, log)
        if action.lump:
            s.stack.pop()

    def why_not(self, s: NauticusState, f: Frame, seat: Seat, move: Move) -> WhyNot:
        verb = move.verb
        if verb == "pass":
            return WhyNot("R9.7", "no-pass-in-extra")
        if verb == "end":
            return WhyNot("R9.6", "extra-needs-a-use", {"action": f.data[ACTION]})
        if verb == "extra":
            return WhyNot("R9.1", "extra-already-used")
        return why_not_use(s, f, seat, move, "R9.1")


def why_not_use(s: NauticusState, f: Frame, seat: Seat, move: Move, one_action: str) -> WhyNot:
    """`one_action` is the rule by which only this action is performed here."""
    action = ALL_ACTIONS[f.data[ACTION]]
    if move.verb not in action.verbs:
        return WhyNot(one_action, "other-action", {"action": f.data[ACTION]})
    return action.why_not(s, f, seat, move)
