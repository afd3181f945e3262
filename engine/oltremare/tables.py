"""What the rules look up: the material as flat tuples by number, and moves that are built once."""

from __future__ import annotations

from typing import Final

from engine.core.types import Move
from engine.oltremare.material import CARDS, GOODS, PORTS, SIGNS, read
from engine.oltremare.printed import PRINTED

MATERIAL: Final = read(PRINTED)

START_DUCATS: Final = MATERIAL.rules["start_ducats"]
START_HAND: Final = MATERIAL.rules["start_hand"]
MAX_BUYS: Final = MATERIAL.rules["max_buys"]
PRICE: Final = MATERIAL.rules["price"]
PRICE_IN_DEBT: Final = MATERIAL.rules["price_in_debt"]
MAX_GIVE: Final = MATERIAL.rules["max_give"]
MAX_ASK: Final = MATERIAL.rules["max_ask"]
MAX_PAY: Final = MATERIAL.rules["max_pay"]
MAX_SLIPS: Final = MATERIAL.rules["max_slips"]
MAX_CALLS: Final = MATERIAL.rules["max_calls"]
FAVOUR_PRICES: Final = MATERIAL.lists["favour_prices"]
STEPS: Final = (*MATERIAL.lists["steps"], MATERIAL.lists["steps"][-1])  # five signs: R7.4
MAJORITY: Final = MATERIAL.lists["majority"]
PORT_NAMES: Final = MATERIAL.ports

# By number of the card; 0 is Venice and has none of this.
GOOD_OF: Final = (-1, *(card.good for card in MATERIAL.cards))
GOOD_BIT: Final = (0, *(1 << card.good for card in MATERIAL.cards))
LIMIT_OF: Final = (0, *(card.limit for card in MATERIAL.cards))
LOAD_OF: Final = (0, *(card.load for card in MATERIAL.cards))
PORT_OF: Final = (-1, *(card.port for card in MATERIAL.cards))
# How many ducat, pirate, card and ship signs a card has.
SIGNS_OF: Final = (
    (0, 0, 0, 0),
    *(tuple(int(k in card.signs) for k in range(len(SIGNS))) for card in MATERIAL.cards),
)
PAIR_OF: Final = ("", *(SIGNS[card.signs[0]] + SIGNS[card.signs[1]] for card in MATERIAL.cards))
# Worth of a run by good and length; longer ones pay the last number (R12.3).
VALUE: Final = tuple(
    (0, *values, *(values[-1],) * (CARDS - len(values))) for values in MATERIAL.values
)
EVERY_GOOD: Final = (1 << len(GOODS)) - 1

DISCARD: Final = tuple(Move("discard", (card,)) for card in range(CARDS + 1))
LAY: Final = tuple(Move("lay", (card,)) for card in range(CARDS + 1))
STOW: Final = tuple(Move("stow", (card,)) for card in range(CARDS + 1))
SAIL: Final = tuple(Move("sail", (port,)) for port in range(PORTS))
JUMP: Final = tuple(Move("jump", (port,)) for port in range(PORTS))
BUY: Final = (Move("buy", (0,)), Move("buy", (1,)))
WISH: Final = tuple(Move("wish", (goods,)) for goods in range(EVERY_GOOD + 1))
CALL: Final = Move("call")
CLOSE: Final = Move("close")
DECLINE: Final = Move("decline")
RECALL: Final = Move("recall")
STAY: Final = Move("stay")
QUIET: Final = Move("quiet")
END: Final = Move("end")
