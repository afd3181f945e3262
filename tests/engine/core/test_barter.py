"""Barter's rules: what the extensions of the contract do in a title that uses them all."""

from __future__ import annotations

import pytest

from engine.core import IllegalMove, Move, NotYourDecision, parse_move
from engine.core.ahead import ahead
from engine.core.record import Ply, parse, write
from engine.core.replay import close, start, verify
from engine.testing.build import build, play, texts
from tests.engine.titles.barter.game import Barter
from tests.engine.titles.barter.state import BarterState

barter = Barter()
GRAIN, SALT, FISH = 0, 8, 16  # the first card of three goods


def table(*hands: list[int]) -> BarterState:
    """A match in which the seats hold these cards."""
    s = build(barter, len(hands), {"rounds": 1})
    taken = {card for hand in hands for card in hand}
    s.deck = [card for card in range(40) if card not in taken]
    s.seen = [0] * 40
    for seat, hand in enumerate(hands):
        s.players[seat].hand = list(hand)
        for card in hand:
            s.seen[card] = 1 << seat
    barter.check(s)
    return s


def why(s: BarterState, seat: int, text: str) -> str:
    found = barter.explain(s, seat, parse_move(text))
    return "" if found is None else f"{found.rule} {found.code}".strip()


def test_a_call_is_answered_and_settles() -> None:
    """R3, R4: grain for salt, to both; the second takes it."""
    s = table([GRAIN, 1], [SALT], [9, FISH])

    play(barter, s, "0 call:6,0,1,0,1,2")
    assert (barter.prompt(s), barter.to_act(s)) == ("reply", [1, 2])
    assert texts(barter, s, 2) >= {"accept:1,9", "decline"}
    play(barter, s, "2 accept:1,9")

    assert (barter.prompt(s), barter.to_act(s)) == ("trade", [0])
    assert sorted(s.players[0].hand) == [1, 9]
    assert sorted(s.players[2].hand) == [GRAIN, FISH]
    assert barter.view(s, 0)["known"] == [[], [], [GRAIN]]
    assert barter.view(s, 1)["known"] == [[], [], []]


def test_a_counter_stands_for_the_turn() -> None:
    """R4."""
    s = table([GRAIN, 1], [SALT], [FISH])

    play(barter, s, "0 call:2,0,1,0,1,2 / 1 counter:-1,1,8,0")

    assert (barter.prompt(s), barter.to_act(s)) == ("trade", [0])
    play(barter, s, "0 accept:2")
    assert SALT in s.players[0].hand
    assert [p.coins for p in s.players] == [5, 7, 6]


def test_the_caller_may_recall_while_others_owe() -> None:
    """R4: nobody waits for the caller, and yet."""
    s = table([GRAIN], [SALT], [FISH])
    play(barter, s, "0 call:6,0,1,0,0")
    assert 0 not in barter.to_act(s)

    (applied,) = play(barter, s, "0 recall")

    assert applied.outcome == "barrier"
    assert (barter.prompt(s), s.offers) == ("trade", [])
    assert why(s, 0, "call:6,0,1,0,0") == "R3 one-call"


def test_who_has_declined_may_still_accept_while_others_think() -> None:
    """R4."""
    s = table([GRAIN], [SALT], [FISH])
    play(barter, s, "0 call:6,0,1,0,0 / 1 decline")
    assert barter.to_act(s) == [2]

    play(barter, s, "1 accept:1")

    assert GRAIN in s.players[1].hand
    assert barter.to_act(s) == [0]


def test_a_slip_is_laid_and_withdrawn_by_a_seat_that_owes_nothing() -> None:
    """R5."""
    s = table([GRAIN], [SALT, 9], [FISH])

    (applied,) = play(barter, s, "1 slip:-2,1,8,0")

    assert applied.outcome == "barrier"
    assert barter.to_act(s) == [0]
    assert "accept:1" in texts(barter, s, 0)
    play(barter, s, "1 withdraw:1 / 1 slip:-2,1,8,0")
    assert why(s, 1, "slip:-2,1,9,0") == "R5 two-slips"
    assert why(s, 0, "accept:1") == "R5 offer-gone"


def test_offers_go_with_their_cards() -> None:
    """R5: the first of two slips about one card is taken."""
    s = table([GRAIN], [SALT, 9], [FISH])
    play(barter, s, "1 slip:-1,1,8,0 / 1 slip:-2,2,8,9,0")

    play(barter, s, "0 accept:1")

    assert s.offers == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("call:6,0,0,0", "R3 no-card"),
        ("call:6,0,1,8,0", "R3 not-in-hand"),
        ("call:6,7,1,0,0", "R3 too-dear"),
        ("call:7,0,1,0,0", "R3 no-such-seat"),
        ("call:8,0,1,0,0", "R3 no-such-seat"),
        ("call:6,0,2,1,0,0", "not-rising"),
        ("call:6,0,3,0,1,2,0", "wrong-length"),
        ("call:6,0,1,0,1,32", "no-such-want"),
        ("call:6,0,1,0", "wrong-count"),
        ("call:6,0,1,0,0,5", "wrong-count"),
        ("slip:0,1,0,0", "R5 others-only"),
        ("accept:9", "R5 offer-gone"),
        ("moor:1", "not-now"),
        ("dance", "unknown-verb"),
    ],
)
def test_every_fault_of_an_offer_has_its_reason(text: str, code: str) -> None:
    s = table([GRAIN, 1], [SALT], [FISH])
    before = barter.dump(s)

    assert why(s, 0, text) == code
    with pytest.raises(IllegalMove):
        barter.apply(s, 0, parse_move(text))
    assert barter.dump(s) == before


def test_cards_are_given_in_one_order() -> None:
    """R3: one spelling for one set of cards."""
    s = table([GRAIN], [SALT, FISH, 9], [17])
    play(barter, s, "0 call:2,0,1,0,2,6,6")

    assert texts(barter, s, 1) & {"accept:1,8,16", "accept:1,16,8"} == {"accept:1,8,16"}
    assert why(s, 1, "accept:1,16,8") == "R3 other-order"
    assert why(s, 1, "accept:1,8") == "R3 nothing-to-give"
    assert why(s, 2, "accept:1,17") == "not-your-decision"


def test_a_gift_is_between_two() -> None:
    """R6."""
    s = table([GRAIN, 1], [SALT], [FISH])
    play(barter, s, "0 close")
    give = Move("give", (GRAIN,))

    assert barter.readers(s, 0, give) == (1,)
    assert barter.readers(s, 0, Move("keep")) is None
    barter.apply(s, 0, give)

    assert barter.view(s, 0)["known"] == [[], [GRAIN], []]
    assert barter.view(s, 2)["known"] == [[], [], []]


def test_offers_are_read_by_their_goods() -> None:
    s = table([9, 1], [SALT], [FISH])

    slip, call = parse_move("slip:1,1,8,1,4"), parse_move("call:6,0,2,1,9,0")

    assert barter.readers(s, 1, slip) == ()
    assert barter.outline(s, 1, slip) == parse_move("slip:1,1,1,1,4")
    assert barter.outline(s, 0, call) == parse_move("call:6,0,2,0,1,0")


def test_who_does_not_answer_declines() -> None:
    """R4."""
    s = table([GRAIN], [SALT], [FISH])
    assert barter.asks
    assert barter.lapse(s, 0) is None
    play(barter, s, "0 call:2,0,1,0,0")

    assert barter.lapse(s, 1) == Move("decline")
    assert barter.lapse(s, 2) is None


def docked() -> BarterState:
    s = table([GRAIN], [SALT], [FISH])
    play(barter, s, "0 close / 0 keep / 1 close / 1 keep / 2 close / 2 keep")
    return s


def test_the_dock_can_be_planned_and_the_trade_cannot() -> None:
    """R7."""
    trading, mooring = table([GRAIN], [SALT], [FISH]), docked()

    assert ahead(barter, trading, 2) is None
    later = ahead(barter, mooring, 2)
    assert later is not None
    assert barter.to_act(later) == [2]
    assert "moor:0" in texts(barter, later, 2)


def test_a_mooring_is_foreseen() -> None:
    """R7."""
    s = docked()

    seen = barter.foresee(s, 0, Move("moor", (3,)))

    assert seen is not None
    assert [event.kind for event in seen.events] == ["moor"]
    assert seen.view["berths"] == [0, 0, 0, 1, 0]
    assert s.berths == [0] * 5
    assert barter.foresee(s, 0, Move("pass")) is None
    with pytest.raises(NotYourDecision):
        barter.foresee(s, 1, Move("moor", (3,)))


def test_an_order_counts_for_its_owner_until_the_end() -> None:
    """R8."""
    s = docked()
    for seat, p in enumerate(s.players):
        p.order = p.hand[0] // 8
        assert seat == p.order

    assert [sheet.lines["order"] for sheet in barter.score(s)] == [0, 0, 0]
    mine = [sheet.lines["order"] for sheet in barter.outlook(s, 1)]
    assert mine[1] > 0
    assert [mine[0], mine[2]] == [0, 0]
    play(barter, s, "0 pass / 1 pass / 2 pass")
    assert all(sheet.lines["order"] > 0 for sheet in barter.score(s))
    assert barter.outlook(s, None) == barter.score(s)


@pytest.mark.parametrize(("seats", "rounds"), [(2, 3), (3, 2), (5, 1)])
def test_the_rounds_depend_on_the_seats(seats: int, rounds: int) -> None:
    s, _ = barter.setup(seats, {}, "00" * 16)

    assert s.options == {"rounds": rounds}


def test_a_masked_offer_shows_its_goods_in_a_record() -> None:
    s = table([GRAIN], [SALT], [FISH])
    record = start(barter, s)
    record.lines.append(Ply(1, None, outline=parse_move("slip:1,1,1,0")))

    text = write(record)

    assert "1 ?slip:1,1,1,0" in text
    assert parse(text).lines[-1] == record.lines[-1]


def test_a_match_with_composed_moves_replays() -> None:
    s, _ = barter.setup(2, {"rounds": 1}, "00" * 16)
    record = start(barter, s)
    first = min(s.players[0].hand)
    script = [(0, f"call:2,0,1,{first},0"), (1, "accept:1"), (0, "close"), (0, "keep")]
    for seat, text in script:
        barter.apply(s, seat, parse_move(text))
        record.lines.append(Ply(seat, parse_move(text)))
    while s.stack:
        seat = barter.to_act(s)[0]
        move = barter.moves(s, seat)[-1]
        if barter.prompt(s) == "trade":
            move = Move("close")
        barter.apply(s, seat, move)
        record.lines.append(Ply(seat, move))

    again = verify(barter, parse(write(close(barter, record, s))))

    assert barter.dump(again) == barter.dump(s)
