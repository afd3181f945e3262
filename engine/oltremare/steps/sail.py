"""Sailing and the markers of the ports (section 8)."""

from __future__ import annotations

from engine.core import Action, Field, Form, Frame, Log, Move, Seat, WhyNot
from engine.core import push as push_frame
from engine.oltremare.chart import SAILINGS, WAYS
from engine.oltremare.material import COMPASS, NONE, PORTS
from engine.oltremare.state import OltreMareState
from engine.oltremare.steps.aside import Phase
from engine.oltremare.steps.stow import begin_stow
from engine.oltremare.tables import JUMP, STAY

SHIPS = 0  # data of a sail frame: ship signs laid


def arrive(s: OltreMareState, seat: Seat, port: int, log: Log) -> int:
    """R8.3, R8.4: the marker there is taken and is the active one; else there is none."""
    p = s.players[seat]
    p.port = port
    marker = s.board[port]
    s.board[port] = NONE
    if marker == COMPASS:  # it leaves the match and counts for nothing (R8.6)
        p.active = NONE
        return marker
    p.active = marker
    if marker != NONE:
        p.markers += 1
        log.add("marker", seat, marker=marker)
    return marker


class SailTo(Action[OltreMareState]):
    """`sail:port`: where the way ends (R8.1)."""

    verbs = ("sail",)
    forms = (Form("sail", (Field("port", 0, PORTS - 1),)),)

    def play(self, s: OltreMareState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        port, start = move.args[0], s.players[seat].port
        if log.on:
            via = WAYS[start][f.data[SHIPS]][port]
            log.add("sail", seat, None, **{"from": start}, port=port, via=[*via])
        s.stack.pop()
        if arrive(s, seat, port, log) == COMPASS:
            push_frame(s, "compass", [seat])
        else:
            begin_stow(s, log)

    def why_not(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        if seat not in f.seats:
            return None
        return WhyNot("R8.1", "out-of-reach", {"port": move.args[0], "ships": f.data[SHIPS]})


class Sail(Phase):
    """data: [ship signs laid]."""

    key = "sail"
    open_information = True

    def __init__(self) -> None:
        super().__init__(SailTo())

    def due(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Move]:
        return SAILINGS[s.players[seat].port][f.data[SHIPS]]


class Jump(Action[OltreMareState]):
    """`jump:port` or `stay` (R8.6)."""

    verbs = ("jump", "stay")
    forms = (Form("jump", (Field("port", 0, PORTS - 1),)), Form("stay"))

    def play(self, s: OltreMareState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        s.stack.pop()
        port = move.args[0] if move.args else s.players[seat].port
        log.add("compass", seat, port=port)
        if move.args:
            arrive(s, seat, port, log)
        begin_stow(s, log)

    def why_not(self, s: OltreMareState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        if seat not in f.seats or not move.args:
            return None
        same = move.args[0] == s.players[seat].port
        return WhyNot("R8.6", "same-port" if same else "compass-there", {"port": move.args[0]})


class Compass(Phase):
    key = "compass"
    open_information = True

    def __init__(self) -> None:
        super().__init__(Jump())

    def due(self, s: OltreMareState, f: Frame, seat: Seat) -> list[Move]:
        here = s.players[seat].port
        found = [
            JUMP[port] for port, marker in enumerate(s.board) if marker != COMPASS and port != here
        ]
        found.append(STAY)
        return found
