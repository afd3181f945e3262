"""The deal (section 2). Each thing that is shuffled has a stream of its own."""

from __future__ import annotations

from engine.core import Log, below, push, shuffle
from engine.core.knowledge import hide
from engine.oltremare.material import CARDS, NONE, PORTS, VENICE
from engine.oltremare.state import OltreMareState, Player
from engine.oltremare.tables import GOOD_OF, MATERIAL, PORT_OF, START_HAND

SPREAD = 3  # Venice lies so far from the middle at most (R2.6)


def deal(s: OltreMareState, log: Log) -> None:
    markers = [kind for kind, count in enumerate(MATERIAL.markers) for _ in range(count)]
    shuffle(s, markers, "markers")
    s.board = markers[:PORTS]  # R2.2
    removed = MATERIAL.removed if s.seats == 2 else ()  # R2.1
    out = [card for card in range(1, CARDS + 1) if GOOD_OF[card] in removed]
    cards = [card for card in range(1, CARDS + 1) if GOOD_OF[card] not in removed]
    _start(s, cards, log)
    rest = [card for card in cards if all(card != p.cargo[0] for p in s.players)]
    shuffle(s, rest, "deck")
    for seat, p in enumerate(s.players):  # R2.5
        p.hand = sorted(rest[START_HAND * seat : START_HAND * (seat + 1)])
        hide(s.seen, p.hand, seat)
    rest = rest[START_HAND * s.seats :]
    used = deck_size(s)
    hide(s.seen, out, *range(s.seats))  # everybody knows that they are out
    s.box = sorted(rest[used:]) + out  # R13.1
    s.deck = rest[:used]
    above = used // 2 + below(s, 2 * SPREAD + 1, "venice") - SPREAD
    s.deck.insert(max(1, min(above, used - 1)), VENICE)
    s.deck.reverse()  # the top is the end of the list
    push(s, "turn", [])


def _start(s: OltreMareState, cards: list[int], log: Log) -> None:
    """R2.4: the first cards that name a port; the others turned up go back."""
    turned = cards[:]
    shuffle(s, turned, "start")
    named = [card for card in turned if PORT_OF[card] != NONE]
    for seat, card in enumerate(named[: s.seats]):
        port = PORT_OF[card]
        s.players.append(Player(port=port, cargo=[card]))
        s.board[port] = NONE
        log.add("start", seat, port=port, card=card)


def deck_size(s: OltreMareState) -> int:
    """Cards in the first deck, without Venice: the same for every deal (R13.1)."""
    removed = MATERIAL.removed if s.seats == 2 else ()
    cards = sum(n for good, n in enumerate(MATERIAL.counts) if good not in removed)
    dealt = cards - s.seats * (1 + START_HAND)
    return -(-dealt * s.options["length"] // 4)
