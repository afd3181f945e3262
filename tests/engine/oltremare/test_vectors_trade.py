"""Vectors of slips, calls, counters and their guard."""

from __future__ import annotations

from engine.oltremare.state import COUNTER
from tests.engine.oltremare.build import GAME, legal, play, rest_of_turn, slip, table, why


def test_v26_prestige_once() -> None:
    """R5.5."""
    s = table(hands={0: [46, 47], 1: [31], 2: [32]}, calls=3)
    slip(s, 1, "offer:1,0,1,31,1,16")
    play(s, "accept:1,46")
    for to, who in ((2, 1), (4, 2)):
        play(
            s,
            f"offer:{to},1,0,1,127 / call / {who} accept:{s.offered + 1},{46 if who == 1 else 32}",
        )
    assert [p.prestige for p in s.players] == [0, 1, 1]


def test_v27_guard() -> None:
    """R5.6."""
    s = table(hands={0: [46, 47, 48]}, cargo={0: [1]})
    s.bought = 3
    assert s.load == 3
    assert why(s, 0, "offer:2,0,2,46,47,1,127") == ""
    assert why(s, 0, "offer:2,0,3,46,47,48,1,127") == "R5.6 load-out-of-reach"


def test_v28_call() -> None:
    """R5.10."""
    s = table(4, hands={0: [31, 46], 1: [34, 62], 2: [38], 3: [50]})
    play(s, "offer:6,0,1,46,1,8 / offer:2,0,1,31,1,32 / call")
    assert GAME.to_act(s) == [1, 2]

    play(s, "2 accept:1,38")

    assert s.players[0].hand == [31, 38]
    assert s.players[2].hand == [46]
    assert s.players[2].prestige == 1
    assert GAME.to_act(s) == [1]
    assert why(s, 1, "accept:1,34") == "R5.8 offer-gone"

    s = table(4, hands={0: [31, 46], 1: [34, 62], 2: [38], 3: [50]})
    play(s, "offer:6,0,1,46,1,8 / call / 2 accept:1,38")
    assert GAME.prompt(s) == "trade"


def test_v29_slip() -> None:
    """R5.9, R5.8."""
    s = table(4, hands={0: [19, 46], 1: [31]})
    s.offered = 1
    slip(s, 1, "offer:13,0,1,31,1,5")
    play(s, "accept:2,19")
    assert s.players[1].hand == [19]
    assert s.players[1].prestige == 1
    assert s.players[0].hand == [31, 46]

    s = table(4, hands={0: [46], 1: [31]})
    s.offered = 1
    slip(s, 1, "offer:13,0,1,31,1,5")
    assert why(s, 0, "accept:2,19") == "R5.8 nothing-to-give"


def test_v30_slip_falls() -> None:
    """R5.9."""
    s = table(hands={0: [19], 1: [31, 34]})
    slip(s, 1, "offer:5,0,1,31,1,4")
    slip(s, 1, "offer:5,-2,2,31,34,0")
    play(s, "accept:1,19")
    assert s.offers == []


def test_v37_counter() -> None:
    """R5.10."""
    s = table(hands={0: [46], 1: [38]})
    play(s, "offer:2,0,1,46,1,8 / call / 1 offer:1,2,1,38,1,16")
    assert GAME.prompt(s) == "trade"
    (offer,) = s.offers
    assert (offer.id, offer.kind, offer.by) == (2, COUNTER, 1)

    play(s, "accept:2,46")

    assert (s.players[0].hand, s.players[0].ducats) == ([38], 13)
    assert (s.players[1].hand, s.players[1].ducats, s.players[1].prestige) == ([46], 9, 1)


def test_v38_recall() -> None:
    """R5.11."""
    s = table(hands={0: [46, 47], 1: [38], 2: [39]})
    play(s, "offer:2,0,1,46,1,8 / offer:4,0,1,47,1,8 / call / 1 decline / 0 recall")
    assert GAME.to_act(s) == [0]
    assert GAME.prompt(s) == "trade"
    assert s.offers == []
    assert why(s, 0, "offer:2,0,1,46,1,8") == "R5.10 no-more-calls"
    assert why(s, 0, "call") == "R5.10 no-more-calls"


def test_v39_quiet() -> None:
    """R5.12."""
    s = table(hands={0: [46, 47], 1: [38], 2: [39]})
    slip(s, 2, "offer:1,0,1,39,1,16")
    play(s, "2 quiet")
    assert why(s, 0, "offer:4,0,1,47,1,8") == "R5.12 quiet"
    assert why(s, 0, "offer:6,0,1,47,1,8") == "R5.12 quiet"
    play(s, "accept:1,46")
    assert s.players[2].quiet
    rest_of_turn(s)
    rest_of_turn(s)
    assert s.turn == 2
    assert not s.players[2].quiet


def test_v40_lapse() -> None:
    """R5.10: what the platform plays for whoever does not answer in time."""
    s = table(hands={0: [46], 1: [38]})
    play(s, "offer:2,0,1,46,1,8 / call")
    lapse = GAME.lapse(s, 1)
    assert str(lapse) == "decline"
    assert lapse is not None
    GAME.apply(s, 1, lapse)
    assert GAME.prompt(s) == "trade"
    assert GAME.lapse(s, 0) is None


def test_v41_one_card_in_two_calls() -> None:
    """R5.10."""
    s = table(hands={0: [46], 1: [38], 2: [61]})
    play(s, "offer:2,0,1,46,1,8 / offer:4,0,1,46,1,32 / call")
    assert GAME.to_act(s) == [1, 2]
    play(s, "1 accept:1,38")
    assert s.offers == []
    assert GAME.to_act(s) == [0]


def test_v44_guard_in_a_reply() -> None:
    """R5.6."""
    s = table(hands={0: [46, 47, 48], 1: [38], 2: [39]}, cargo={0: [8]})
    s.bought = 4
    play(s, "offer:2,-2,1,46,0 / offer:4,-2,1,47,0 / call / 1 accept:1")
    assert (s.players[0].ducats, s.players[0].hand) == (13, [47, 48])
    assert why(s, 2, "accept:2") == "R5.6 load-out-of-reach"
    play(s, "2 decline")
    assert GAME.prompt(s) == "trade"


def test_v45_load_out_of_reach() -> None:
    """R5.6, R5.14, R7.2."""
    s = table(
        hands={0: [46, 47], 1: [38]}, pirates={0: [5]}, cargo={0: [44]}, rest=False, last=True
    )
    assert s.load == 4
    assert why(s, 0, "close") == "R5.14 too-few-cards"
    assert why(s, 0, "offer:2,0,1,46,1,8") == ""
    assert why(s, 0, "offer:2,0,0,1,8") == ""
    assert why(s, 0, "offer:2,0,1,46,0") == "R5.6 load-out-of-reach"
    play(s, "buy:1 / close")
    assert s.load == 3
    play(s, "lay:5 / lay:46 / lay:47")
    assert len(s.laid) == 3


def test_v46_one_order() -> None:
    """R5.8."""
    s = table(hands={0: [31, 46], 1: [61]})
    slip(s, 1, "offer:1,0,1,61,2,24,24")
    slip(s, 1, "offer:1,0,1,61,2,16,8")
    assert [move for move in legal(s, 0) if move.startswith("accept")] == [
        "accept:1,31,46",
        "accept:2,46,31",
    ]
    assert why(s, 0, "accept:1,46,31") == "R5.8 other-order"
    assert why(s, 0, "accept:2,31,46") == "R5.8 nothing-to-give"


def test_v47_quiet_before_the_call() -> None:
    """R5.12."""
    s = table(hands={0: [46, 47], 1: [38], 2: [39]})
    play(s, "offer:6,0,1,46,1,8 / offer:2,0,1,47,1,8 / buy:0 / 1 quiet")
    assert [(offer.id, offer.seats) for offer in s.offers] == [(1, 4)]


def test_v48_no_card_left() -> None:
    """R5.10."""
    s = table(hands={0: [46], 2: [38]})
    play(s, "offer:4,3,0,1,127 / offer:4,3,0,1,127 / call / 2 accept:1,38")
    assert s.offers == []
    assert GAME.prompt(s) == "trade"

    s = table(hands={0: [46]})
    play(s, "offer:4,3,0,1,127 / call")
    assert GAME.prompt(s) == "trade"
    assert (s.offers, s.called) == ([], 1)
