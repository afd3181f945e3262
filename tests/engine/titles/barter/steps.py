from __future__ import annotations

from engine.core import TABLE, Action, Field, Form, Frame, Log, Menu, Move, Seat, Step, WhyNot, push
from engine.core.knowledge import hand_over, hide
from engine.core.zones import draw
from tests.engine.titles.barter.offers import (
    CALL_FORM,
    COUNTER_FORM,
    SLIP_FORM,
    Accept,
    Make,
)
from tests.engine.titles.barter.state import (
    CALL,
    COUNTER,
    GOODS,
    SLIP,
    SLIPS,
    BarterState,
)

CALLED = 0  # data of a trade: has the call been made?


class Round(Step[BarterState]):
    """R2. pc counts turns, then places at the dock."""

    key = "round"

    def advance(self, s: BarterState, f: Frame, log: Log) -> None:
        pc = f.pc
        f.pc += 1
        if pc == 0:
            s.round += 1
            log.add("round", TABLE, number=s.round)
        if pc < s.seats:
            s.turn = pc
            for player in s.players:
                player.left = SLIPS
            push(s, "trade", [pc], [0])
        elif pc < 2 * s.seats:
            s.turn = pc - s.seats
            push(s, "dock", [s.turn])
        elif s.round < s.options["rounds"]:
            f.pc = 0
        else:
            s.stack.pop()
            s.reveals += s.seats  # R8: orders are turned up
            log.add("orders", TABLE, orders=[p.order for p in s.players])


class Call(Make):
    """R3."""

    verbs = ("call",)
    forms = (CALL_FORM,)
    kind = CALL

    def refused(self, s: BarterState, f: Frame, seat: Seat) -> WhyNot | None:
        if seat != s.turn:
            return WhyNot("R3", "not-your-turn")
        return WhyNot("R3", "one-call") if f.data[CALLED] else None

    def made(self, s: BarterState, f: Frame, seat: Seat, log: Log) -> None:
        f.data[CALLED] = 1
        log.barrier()  # it is sent
        to = s.offers[-1].to
        push(s, "reply", [other for other in range(s.seats) if to >> other & 1])


class Slip(Make):
    """R5: of seats that owe nothing."""

    verbs = ("slip",)
    forms = (SLIP_FORM,)
    kind = SLIP

    def refused(self, s: BarterState, f: Frame, seat: Seat) -> WhyNot | None:
        if seat == s.turn:
            return WhyNot("R5", "others-only")
        return None if s.players[seat].left else WhyNot("R5", "two-slips")

    def made(self, s: BarterState, f: Frame, seat: Seat, log: Log) -> None:
        s.players[seat].left -= 1
        log.barrier()


class Withdraw(Action[BarterState]):
    """R5: of seats that owe nothing."""

    verbs = ("withdraw",)
    forms = (Form("withdraw", (Field("offer", 1, 999),)),)

    def moves(self, s: BarterState, f: Frame, seat: Seat) -> list[Move]:
        own = [offer for offer in s.offers if offer.by == seat and offer.kind != CALL]
        return [Move("withdraw", (offer.id,)) for offer in own]

    def play(self, s: BarterState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        s.offers = [offer for offer in s.offers if offer.id != move.args[0]]
        log.add("withdraw", seat, id=move.args[0])
        log.barrier()

    def why_not(self, s: BarterState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        return WhyNot("R5", "offer-gone", {"id": move.args[0]})


class Close(Action[BarterState]):
    verbs = ("close",)
    forms = (Form("close"),)

    def moves(self, s: BarterState, f: Frame, seat: Seat) -> list[Move]:
        return [Move("close")] if seat == s.turn else []

    def play(self, s: BarterState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        s.stack.pop()
        s.offers = []
        log.add("close", seat)
        cards = draw(s, s.deck)
        s.players[seat].hand += cards
        hide(s.seen, cards, seat)
        log.add("draws", seat, count=len(cards))
        log.add("drawn", seat, to=(seat,), cards=cards)
        push(s, "gift", [seat])

    def why_not(self, s: BarterState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        return WhyNot("R3", "not-your-turn")


class Trade(Menu[BarterState]):
    """R3, R5. data: [has the call been made]."""

    key = "trade"

    def __init__(self) -> None:
        super().__init__(Call(), Accept(), Close(), Slip(), Withdraw())


class Decline(Action[BarterState]):
    verbs = ("decline",)
    forms = (Form("decline"),)

    def moves(self, s: BarterState, f: Frame, seat: Seat) -> list[Move]:
        return [Move("decline")] if seat in f.seats else []

    def play(self, s: BarterState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        f.seats.remove(seat)
        log.add("decline", seat)

    def why_not(self, s: BarterState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        return WhyNot("R4", "answered" if seat != s.turn else "not-asked", {"id": 0})


class Counter(Make):
    """R4: an answer that is an offer."""

    verbs = ("counter",)
    forms = (COUNTER_FORM,)
    kind = COUNTER

    def refused(self, s: BarterState, f: Frame, seat: Seat) -> WhyNot | None:
        return None if seat in f.seats else WhyNot("R4", "not-asked", {"id": 0})

    def made(self, s: BarterState, f: Frame, seat: Seat, log: Log) -> None:
        f.seats.remove(seat)


class Recall(Action[BarterState]):
    """R4: the caller, who owes nothing while the others answer."""

    verbs = ("recall",)
    forms = (Form("recall"),)

    def moves(self, s: BarterState, f: Frame, seat: Seat) -> list[Move]:
        return [Move("recall")] if seat == s.turn else []

    def play(self, s: BarterState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        f.seats = []
        log.add("recall", seat)
        log.barrier()

    def why_not(self, s: BarterState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        return WhyNot("R4", "caller-only")


class Reply(Menu[BarterState]):
    """R4. Open: answers take effect as they arrive."""

    key = "reply"

    def __init__(self) -> None:
        super().__init__(Accept(), Decline(), Counter(), Recall())

    def advance(self, s: BarterState, f: Frame, log: Log) -> None:
        s.stack.pop()
        s.offers = [offer for offer in s.offers if offer.kind != CALL]

    def lapse(self, s: BarterState, f: Frame, seat: Seat) -> Move | None:
        return Move("decline")


class Gift(Step[BarterState]):
    """R6. `give:card` is between two seats, `keep` is for everybody to see."""

    key = "gift"
    verbs = ("give", "keep")
    forms = (Form("give", (Field("card", 0, 39),)), Form("keep"))

    def moves(self, s: BarterState, f: Frame, seat: Seat) -> list[Move]:
        if seat not in f.seats:
            return []
        return [*(Move("give", (card,)) for card in sorted(s.players[seat].hand)), Move("keep")]

    def play(self, s: BarterState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        s.stack.pop()
        if move.verb == "keep":
            log.add("keep", seat)
            return
        card, other = move.args[0], (seat + 1) % s.seats
        hand_over(s.seen, s.players[seat].hand, s.players[other].hand, card, seat, other)
        log.barrier()  # the other has seen it; nobody learns more than the move says
        log.add("gives", seat, other=other)
        log.add("given", seat, to=(seat, other), card=card)

    def readers(self, s: BarterState, f: Frame, seat: Seat, move: Move) -> tuple[Seat, ...] | None:
        return ((seat + 1) % s.seats,) if move.verb == "give" else None

    def why_not(self, s: BarterState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        return WhyNot("R6", "not-in-hand", {"card": move.args[0]}) if move.verb == "give" else None


class Dock(Step[BarterState]):
    """R7. Nothing hidden decides who may do what here, so it can be planned ahead."""

    key = "dock"
    verbs = ("moor", "pass")
    forms = (Form("moor", (Field("berth", 0, GOODS - 1),)), Form("pass"))
    open_information = True
    foreseen = ("moor",)

    def moves(self, s: BarterState, f: Frame, seat: Seat) -> list[Move]:
        if seat not in f.seats:
            return []
        coins = s.players[seat].coins
        found = [Move("moor", (berth,)) for berth, full in enumerate(s.berths) if full <= coins]
        return [*found, Move("pass")]

    def play(self, s: BarterState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        s.stack.pop()
        if move.verb == "pass":
            log.add("pass", seat)
            return
        (berth,) = move.args
        s.players[seat].coins -= s.berths[berth]
        s.players[seat].moored += 1
        log.add("moor", seat, berth=berth, price=s.berths[berth])
        s.berths[berth] += 1

    def why_not(self, s: BarterState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        if move.verb != "moor" or seat not in f.seats:
            return None
        return WhyNot("R7", "too-dear", {"coins": s.players[seat].coins})
