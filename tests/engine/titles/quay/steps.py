from __future__ import annotations

from engine.core import TABLE, Frame, Log, Move, Seat, Step, WhyNot, push
from engine.core.zones import draw
from tests.engine.titles.quay.state import OFFERS, PRICE, Offer, QuayState, kind

NO_BID = -1


class Round(Step[QuayState]):
    """One round: bid, market, then a haul for each seat. pc counts what is done."""

    key = "round"

    def advance(self, s: QuayState, f: Frame, log: Log) -> None:
        pc = f.pc
        f.pc += 1
        if pc == 0:
            s.round += 1
            log.add("round", TABLE, number=s.round)
            bidders = [seat for seat in range(s.seats) if s.players[seat].hand]
            push(s, "bid", bidders, [NO_BID] * s.seats)
        elif pc == 1:
            push(s, "market", [s.turn], [0])
        elif pc <= 1 + s.seats:
            s.turn = (s.turn + 1) % s.seats
            push(s, "haul", [s.turn])
        elif s.round < s.options["rounds"]:
            f.pc = 0
        else:
            s.stack.pop()


class Bid(Step[QuayState]):
    """R2. Secret and simultaneous. data[seat] is the card put down, or NO_BID."""

    key = "bid"
    verbs = ("bid",)
    secret = commutes = True

    def moves(self, s: QuayState, f: Frame, seat: Seat) -> list[Move]:
        if seat not in f.seats:
            return []
        return [Move("bid", (card,)) for card in sorted(s.players[seat].hand)]

    def play(self, s: QuayState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        card = move.args[0]
        s.players[seat].hand.remove(card)
        f.data[seat] = card
        f.seats.remove(seat)
        log.add("bids", seat)
        log.add("bid-card", seat, to=(seat,), card=card)

    def advance(self, s: QuayState, f: Frame, log: Log) -> None:
        s.stack.pop()
        order = [(s.turn + k) % s.seats for k in range(s.seats)]
        bids = [seat for seat in order if f.data[seat] != NO_BID]
        s.reveals += len(bids)
        s.discard += [f.data[seat] for seat in bids]
        if bids:
            winner = max(bids, key=lambda seat: kind(f.data[seat]))
            prize = min(2, s.bank)
            s.bank -= prize
            s.players[winner].coins += prize
            s.turn = winner
            log.add("bids-open", winner, cards=f.data[:], prize=prize)

    def why_not(self, s: QuayState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        return WhyNot("R2", "not-in-hand") if move.verb == "bid" else None


class Market(Step[QuayState]):
    """R3. Open: the leader and everybody who still owes a reply. data[0]: offers made here."""

    key = "market"
    verbs = ("offer", "withdraw", "close", "accept", "decline")
    interruptible = True

    def moves(self, s: QuayState, f: Frame, seat: Seat) -> list[Move]:
        if seat == s.turn:
            found = [Move("withdraw", (offer.id,)) for offer in s.offers]
            if f.data[0] < OFFERS:
                found += [Move("offer", (card,)) for card in sorted(s.players[seat].hand)]
            return [*found, Move("close")]
        if seat not in f.seats:
            return []
        found = []
        if s.players[seat].coins >= PRICE:
            found = [Move("accept", (offer.id,)) for offer in s.offers]
        return [*found, Move("decline")]

    def play(self, s: QuayState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        if move.verb == "close":
            for offer in s.offers:
                s.players[seat].hand.append(offer.card)
            s.offers = []
            s.stack.pop()
            log.add("close", seat)
        elif move.verb == "offer":
            self.offer(s, f, seat, move.args[0], log)
        elif move.verb == "decline":
            f.seats.remove(seat)
            log.add("decline", seat)
        else:
            self.settle(s, f, seat, move, log)

    def offer(self, s: QuayState, f: Frame, seat: Seat, card: int, log: Log) -> None:
        s.players[seat].hand.remove(card)
        s.offered += 1
        offer = Offer(s.offered, card)
        s.offers.append(offer)
        f.data[0] += 1
        f.seats = list(range(s.seats))
        log.add("offer", seat, id=offer.id, card=card)
        log.barrier()

    def settle(self, s: QuayState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        offer = next(offer for offer in s.offers if offer.id == move.args[0])
        s.offers.remove(offer)
        if move.verb == "withdraw":
            s.players[seat].hand.append(offer.card)
        else:
            s.players[seat].coins -= PRICE
            s.players[s.turn].coins += PRICE
            s.players[seat].ship.append(offer.card)
            f.seats.remove(seat)
        log.add(move.verb, seat, id=offer.id, card=offer.card)
        if not s.offers:
            f.seats = [s.turn]

    def why_not(self, s: QuayState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        if move.verb in ("accept", "withdraw"):
            if move.args and move.args[0] not in [offer.id for offer in s.offers]:
                return WhyNot("R3", "offer-gone", {"id": move.args[0]})
            if move.verb == "accept" and seat != s.turn:
                return WhyNot("R3", "too-dear", {"price": PRICE})
        if move.verb == "offer" and seat == s.turn:
            spent = f.data[0] >= OFFERS
            return WhyNot("R3", "enough-offers" if spent else "not-in-hand")
        return WhyNot("R3", "leader-only") if move.verb in self.verbs else None


class Haul(Step[QuayState]):
    """R4."""

    key = "haul"
    verbs = ("haul", "rest", "pass")
    interruptible = True

    def moves(self, s: QuayState, f: Frame, seat: Seat) -> list[Move]:
        if seat not in f.seats:
            return []
        hand = sorted(s.players[seat].hand)
        found = [*(Move("haul", (card,)) for card in hand), Move("rest")]
        # Whether somebody may pass tells what they hold; nothing others are served may show it.
        return found if any(kind(card) == 0 for card in hand) else [*found, Move("pass")]

    def play(self, s: QuayState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        s.stack.pop()
        me = s.players[seat]
        if move.verb == "pass":
            log.add("pass", seat)
            return
        if move.verb == "rest":
            cards = draw(s, s.deck)
            me.hand += cards
            log.add("rest", seat, drawn=len(cards))
            log.add("draws", seat, to=(seat,), cards=cards)
            return
        card = move.args[0]
        me.hand.remove(card)
        me.ship.append(card)
        log.add("haul", seat, card=card)
        if kind(card) >= 5:
            push(s, "storm", [(seat + 1) % s.seats], [seat])

    def why_not(self, s: QuayState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        if move.verb == "pass":
            return WhyNot("R4", "holds-a-flare")
        return WhyNot("R4", "not-in-hand") if move.verb == "haul" else None


class Storm(Step[QuayState]):
    """R5. data[0]: the hauler."""

    key = "storm"
    verbs = ("brace", "yield")
    interruptible = True

    def moves(self, s: QuayState, f: Frame, seat: Seat) -> list[Move]:
        if seat not in f.seats:
            return []
        return [*(Move("brace", (card,)) for card in sorted(s.players[seat].hand)), Move("yield")]

    def play(self, s: QuayState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        s.stack.pop()
        me = s.players[seat]
        if move.verb == "yield":
            paid = min(1, me.coins)
            me.coins -= paid
            s.bank += paid
            log.add("yield", seat, coins=paid)
            worth = sum(kind(card) for card in s.players[f.data[0]].hand)
            log.add("counts", f.data[0], to=(f.data[0],), worth=worth)
            return
        card = move.args[0]
        me.hand.remove(card)
        s.discard.append(card)
        log.add("brace", seat, card=card)
        if kind(card) >= 4:
            push(s, "echo", [f.data[0]])

    def why_not(self, s: QuayState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        return WhyNot("R5", "not-in-hand") if move.verb == "brace" else None


class Echo(Step[QuayState]):
    """R5, the answer to the answer."""

    key = "echo"
    verbs = ("claim", "refuse")

    def moves(self, s: QuayState, f: Frame, seat: Seat) -> list[Move]:
        return [Move("claim"), Move("refuse")] if seat in f.seats else []

    def play(self, s: QuayState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        s.stack.pop()
        if move.verb == "claim" and s.bank:
            s.bank -= 1
            s.players[seat].coins += 1
        log.add(move.verb, seat)


class Flare(Step[QuayState]):
    """R6, an overlay: the turn's seat, while an interruptible step waits."""

    key = "flare"
    verbs = ("flare",)

    def moves(self, s: QuayState, f: Frame, seat: Seat) -> list[Move]:
        if seat != s.turn:
            return []
        return [Move("flare", (card,)) for card in sorted(s.players[seat].hand) if kind(card) == 0]

    def play(self, s: QuayState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        s.players[seat].hand.remove(move.args[0])
        s.discard.append(move.args[0])
        cards = draw(s, s.deck, 2)
        log.add("flare", seat, card=move.args[0], seen=len(cards))
        if cards:
            log.add("sees", seat, to=(seat,), cards=cards)
            push(s, "search", [seat], cards)

    def why_not(self, s: QuayState, f: Frame, seat: Seat, move: Move) -> WhyNot | None:
        return WhyNot("R6", "no-flare" if seat == s.turn else "not-your-turn")


class Search(Step[QuayState]):
    """R6, the choice. data: the cards looked at."""

    key = "search"
    verbs = ("keep",)
    secret = True

    def moves(self, s: QuayState, f: Frame, seat: Seat) -> list[Move]:
        return [Move("keep", (k,)) for k in range(len(f.data))] if seat in f.seats else []

    def play(self, s: QuayState, f: Frame, seat: Seat, move: Move, log: Log) -> None:
        s.stack.pop()
        s.players[seat].hand.append(f.data.pop(move.args[0]))
        s.deck[:0] = f.data
        log.add("keep", seat)
