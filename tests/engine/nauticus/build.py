"""Small positions for the tests: a table where a seat is about to use a given action."""

from __future__ import annotations

from engine.core.errors import WhyNot
from engine.core.types import Event, Log, Move, parse_move
from engine.nauticus.game import Nauticus
from engine.nauticus.material import CREST_OF, CROWN, CROWN_PARTS, GOOD, MAST, SAIL, SIZE_OF
from engine.nauticus.state import NauticusState, Player
from engine.nauticus.steps.action import build as put
from engine.nauticus.tables import JOIN

GAME = Nauticus()
SEED = "6e61757469637573"
QUIET = Log(on=False)

STERN, MIDDLE, BOW, SINGLE = 0, 1, 2, 3
WHALE, SHIP, WHEEL, STAR = 0, 1, 2, 3
FISH, GRAIN, COFFEE, SALT = 14, 15, 16, 17
CROWN_MAST, CROWN_SAIL = 8, 13
HULLS, MASTS, SAILS, GOODS, TRANSPORT, WITHDRAW, DELIVER, CROWNS = range(8)


def mast(crest: int) -> int:
    return MAST + crest


def sail(crest: int) -> int:
    return SAIL + crest


def table(seats: int = 3, seed: str = SEED, **options: int) -> NauticusState:
    s, _ = GAME.setup(seats, options, seed)
    return s


def lay(s: NauticusState, action: int, space: int) -> None:
    """Swap tiles so that the action lies on that space."""
    other = s.tiles.index(action)
    s.tiles[other], s.tiles[space] = s.tiles[space], action


def chosen(action: int, space: int = 3, seats: int = 3, **options: int) -> NauticusState:
    """Seat 0 has just taken the action from the space; its bonus is still to be chosen if it
    is a tile. Space 3: 2 points, 2 blue workers, prices 1 2 3 0."""
    s = table(seats, **options)
    lay(s, action, space)
    play(s, f"choose:{space}")
    return s


def play(s: NauticusState, *moves: str) -> list[Event]:
    """Play moves for whoever owes a decision; check the position after each."""
    events: list[Event] = []
    for text in moves:
        (seat,) = GAME.to_act(s)
        events += GAME.apply(s, seat, parse_move(text)).events
        GAME.check(s)
    return events


def legal(s: NauticusState) -> list[str]:
    (seat,) = GAME.to_act(s)
    return [str(move) for move in GAME.moves(s, seat)]


def refusal(s: NauticusState, text: str, seat: int | None = None) -> WhyNot:
    """Why the move is refused; fails if it is legal."""
    if seat is None:
        (seat,) = GAME.to_act(s)
    why = GAME.explain(s, seat, parse_move(text))
    assert why is not None, f"{text} is legal"
    return why


def why(s: NauticusState, text: str, seat: int | None = None) -> tuple[str, str]:
    found = refusal(s, text, seat)
    return found.rule, found.code


def stock(s: NauticusState, seat: int, *tiles: int) -> None:
    """Put tiles from the supply into a player's storage."""
    p = s.players[seat]
    for tile in tiles:
        s.supply[tile] -= 1
        p.storage[tile] += 1
        p.cells += SIZE_OF[tile]
        p.crowns += tile in CROWN_PARTS


def yard(s: NauticusState, seat: int, *tiles: int) -> int:
    """Put a new ship made of these tiles into a player's yard; answers its number.

    No rewards are paid: the position is simply there."""
    p = s.players[seat]
    frames = len(s.stack)
    number = len(p.ships) + 1
    for tile in tiles:
        s.supply[tile] -= 1
        put(s, p, tile, number, QUIET)
        p.crowns += tile in CROWN_PARTS
    del s.stack[frames:]
    return number


def finished(s: NauticusState, seat: int, size: int, crest: int = SHIP) -> int:
    """A complete ship of that size."""
    hulls = [SINGLE] if size == 1 else [BOW, *[MIDDLE] * (size - 2), STERN]
    return yard(s, seat, *hulls, *[mast(crest)] * size, *[sail(crest)] * size)


def stored(p: Player) -> list[int]:
    return [tile for tile, count in enumerate(p.storage) for _ in range(count)]


def fill(s: NauticusState, seat: int, cells: int) -> None:
    """Bring a storage to that many cells in use, with goods of all kinds."""
    p = s.players[seat]
    while p.cells < cells:
        stock(s, seat, GOOD + p.cells % 4)


def empty(s: NauticusState, tile: int, owner: int) -> None:
    """Exhaust a stack without losing tiles: into the yard or among the delivered of `owner`."""
    p = s.players[owner]
    while s.supply[tile]:
        if tile >= GOOD:
            s.supply[tile] -= 1
            p.delivered[tile - GOOD] += 1
        elif tile < MAST:
            yard(s, owner, tile)
        else:
            hull = max((SINGLE, BOW, STERN, MIDDLE), key=lambda t: s.supply[t])
            if tile < SAIL:
                yard(s, owner, hull, tile)
            else:
                crest = CREST_OF[tile]
                yard(s, owner, hull, mast(crest) if crest != CROWN else CROWN_MAST, tile)


def joined(*tiles: int) -> bool:
    """Can these hull tiles be added to one hull in this order?"""
    shape = {STERN: 1, MIDDLE: 4, BOW: 2, SINGLE: 12}[tiles[0]]
    for tile in tiles[1:]:
        shape = JOIN[shape][tile]
        if shape < 0:
            return False
    return True


def moves_of(s: NauticusState, verb: str) -> list[Move]:
    (seat,) = GAME.to_act(s)
    return [move for move in GAME.moves(s, seat) if move.verb == verb]


def rewarded(cells: int = 0, size: int = 1) -> NauticusState:
    """Seat 0 has just completed a ship in a transport."""
    s = chosen(TRANSPORT)
    hulls = [SINGLE] if size == 1 else [BOW, *[1] * (size - 2), 0]
    yard(s, 0, *hulls, *[mast(SHIP)] * size, *[sail(SHIP)] * (size - 1))
    stock(s, 0, sail(SHIP))
    fill(s, 0, cells + 1)
    play(s, f"move:{sail(SHIP)},1")
    return s
