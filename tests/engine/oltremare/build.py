"""Positions for the tests: cards where a test wants them, everything else in the deck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core import Event, Log, parse_move
from engine.core.step import push
from engine.oltremare.game import OltreMare
from engine.oltremare.material import CARDS, VENICE
from engine.oltremare.offers import make
from engine.oltremare.state import SLIP, OltreMareState
from engine.oltremare.tables import LIMIT_OF, PORT_NAMES

GAME = OltreMare()
SEED = "6f6c7472656d617265"

CALM, COMPASS, FIGHT, DEAL, LOCAL, FAVOUR = range(6)
GEMS, PARCHMENT, SILK, SALT, POTTERY, OLIVES, GRAIN = (1 << good for good in range(7))

Piles = Mapping[int, Sequence[int]]


def table(
    seats: int = 3,
    active: int = 0,
    hands: Piles | None = None,
    cargo: Piles | None = None,
    pirates: Piles | None = None,
    deck: Sequence[int] = (),
    rest: bool = True,
    discard: Sequence[int] = (),
    ducats: Mapping[int, int] | None = None,
    prestige: Mapping[int, int] | None = None,
    marker: int = -1,
    port: int = 0,
    last: bool = False,
    **options: int,
) -> OltreMareState:
    """The active seat is about to begin its turn's first decision.

    Piles bottom first, the deck top first; with `rest` all other cards follow in it, else they are
    out of the match. The active seat has the marker and its ship in the port. Whoever has no cargo
    named gets one card with a limit of 6 and a load of 1.
    """
    s, _ = GAME.setup(seats, options, SEED)
    named = [card for piles in (hands, cargo, pirates) for pile in (piles or {}).values()
             for card in pile]  # fmt: skip
    used = {*named, *deck, *discard}
    left = [card for card in range(1, CARDS + 1) if card not in used]
    spare = [card for card in left if LIMIT_OF[card] == 6]
    for seat, p in enumerate(s.players):
        p.hand = sorted((hands or {}).get(seat, ()))
        p.cargo = list((cargo or {}).get(seat, ())) or [spare.pop()]
        p.pirates = list((pirates or {}).get(seat, ()))
        p.ducats = (ducats or {}).get(seat, 11)
        p.prestige = (prestige or {}).get(seat, 0)
        p.active, p.markers = -1, 0
    used |= {p.cargo[0] for p in s.players}
    left = [card for card in left if card not in used]
    s.deck = [*deck, *(left if rest else [])][::-1]
    s.box = [] if rest else left
    s.discard = list(discard)
    s.venice = VENICE in deck
    s.seen = [0] * (CARDS + 1)
    for seat, p in enumerate(s.players):
        for card in p.hand:
            s.seen[card] = 1 << seat
    s.last = last
    s.round = 0
    p = s.players[active]
    p.port = port
    p.active = marker
    p.markers = int(marker >= 0)
    s.board = [-1] * len(s.board)
    s.stack.clear()
    push(s, "turn", [], pc=active)
    GAME.run(s, Log())
    GAME.check(s)
    return s


def play(s: OltreMareState, script: str) -> list[Event]:
    """Lines like `0 buy:0`, or bare moves for the one seat that owes; `/` separates them."""
    events: list[Event] = []
    for line in script.split("/"):
        *who, text = line.split()
        seat = int(who[0]) if who else GAME.to_act(s)[0]
        events += GAME.apply(s, seat, parse_move(text)).events
        GAME.check(s)
    return events


def slip(s: OltreMareState, seat: int, text: str) -> None:
    """A slip that was left in an earlier turn."""
    make(s, seat, SLIP, parse_move(text), Log())
    GAME.check(s)


def why(s: OltreMareState, seat: int, text: str) -> str:
    """Rule and code of a refusal; "" if the move is legal."""
    found = GAME.explain(s, seat, parse_move(text))
    return "" if found is None else f"{found.rule} {found.code}"


def legal(s: OltreMareState, seat: int) -> list[str]:
    return [str(move) for move in GAME.moves(s, seat)]


def of_kind(events: list[Event], kind: str) -> list[Event]:
    return [event for event in events if event.kind == kind]


def port(name: str) -> int:
    return PORT_NAMES.index(name)


def rest_of_turn(s: OltreMareState) -> None:
    """The plainest way to the end of this turn: buy what is needed, first card, first port."""
    turn, pushed = s.turn, s.stack[0].pc
    while s.stack and (s.turn, s.stack[0].pc) == (turn, pushed):
        moves = legal(s, s.turn)
        plain = [move for move in moves if move in ("close", "end", "stay")]
        play(s, (plain or [m for m in moves if not m.startswith(("offer", "accept"))])[0])
