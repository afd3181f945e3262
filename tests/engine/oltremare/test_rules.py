"""Rules that no worked example covers, one behaviour each."""

from __future__ import annotations

import pytest

from engine.core import BadOptions, Move
from engine.oltremare.chart import WAYS
from engine.oltremare.scoring import sheets
from engine.oltremare.steps.trade import price
from tests.engine.oltremare.build import (
    CALM,
    COMPASS,
    DEAL,
    FIGHT,
    GAME,
    legal,
    of_kind,
    play,
    rest_of_turn,
    slip,
    table,
    why,
)

# -- 1, 2: material and set-up


def test_a_purse_falls_without_bound() -> None:
    """R1.4, R5.7."""
    s = table(hands={0: [46], 1: [38]}, ducats={0: -50}, cargo={0: [44]})
    slip(s, 1, "offer:1,-20,1,38,1,16")
    play(s, "accept:1,46 / buy:0")
    assert s.players[0].ducats == -50 - 20 - 4
    assert s.players[1].ducats == 31


def test_two_to_five_play_and_two_without_grain() -> None:
    """R2.1, R2.3, R2.7."""
    for seats in (2, 3, 4, 5):
        s, events = GAME.setup(seats, {}, "ab" * 16)
        assert [p.ducats for p in s.players] == [11] * seats
        assert (s.turn, s.round) == (0, 1)
        assert len(of_kind(events, "start")) == seats
        in_match = {*s.deck} | {card for p in s.players for card in p.hand + p.cargo}
        assert any(card >= 79 for card in in_match) == (seats > 2)
    for seats in (1, 6):
        with pytest.raises(BadOptions):
            GAME.setup(seats, {}, "ab" * 16)


def test_ships_start_in_the_port_of_their_card() -> None:
    """R2.4."""
    for seed in range(20):
        s, events = GAME.setup(5, {}, f"{seed:032x}")
        for event in of_kind(events, "start"):
            p = s.players[event.seat]
            assert (p.port, p.cargo) == (event.data["port"], [event.data["card"]])
            assert s.board[p.port] == -1


# -- 3, 4: the turn and the limit


def test_turns_go_around_with_limit_and_load_of_the_top_card() -> None:
    """R3.1, R3.2."""
    s = table(hands={0: [1, 2], 1: [3, 4], 2: [5, 6]})
    seen = []
    for _ in range(4):
        seen.append((s.turn, s.round))
        rest_of_turn(s)
    assert seen == [(0, 1), (1, 1), (2, 1), (0, 2)]
    s = table(hands={0: [50]}, cargo={0: [79, 80, 31]}, deck=[0, 51])
    play(s, "buy:0")
    assert (s.limit, s.load) == (4, 3)


def test_a_hand_may_outgrow_the_limit_after_its_phase() -> None:
    """R4.2."""
    s = table(hands={0: [1, 2, 3]}, cargo={0: [44]})
    play(s, "buy:0 / buy:0")
    assert len(s.players[0].hand) == 5
    assert GAME.prompt(s) == "trade"


# -- 5: trade


def test_giving_a_card_away_is_a_deal_either_way() -> None:
    """R5.2, R5.5."""
    s = table(hands={0: [46, 47], 1: [38], 2: [39]})
    slip(s, 1, "offer:1,0,1,38,0")
    slip(s, 2, "offer:1,0,0,1,16")
    play(s, "accept:1 / accept:2,46")
    assert s.players[0].hand == [38, 47]
    assert s.players[2].hand == [39, 46]
    assert [p.prestige for p in s.players] == [0, 1, 1]


def test_an_offer_shows_goods_and_claims_but_no_cards() -> None:
    """R5.3, R5.4: the claim is a lie, 46 has pirate and card."""
    s = table(hands={0: [46], 1: [38]})
    events = play(s, "offer:2,0,1,46,1,8,4 / call")
    (told,) = of_kind(events, "call")
    assert told.data == {
        "id": 1, "goods": [4], "wants": [8], "pay": 0, "claims": [4], "seats": [1],
    }  # fmt: skip
    (shown,) = GAME.view(s, 1)["offers"]  # type: ignore[misc, union-attr]
    assert "cards" not in shown  # type: ignore[operator]
    assert shown["claims"] == [4]  # type: ignore[index, call-overload]


def test_prestige_once_also_if_venice_takes_the_tiles() -> None:
    """R5.5."""
    s = table(hands={0: [46, 47], 1: [38, 39]}, deck=[0, 50])
    slip(s, 1, "offer:1,0,1,38,1,16")
    slip(s, 1, "offer:1,0,1,39,1,16")
    play(s, "accept:1,46 / buy:0 / accept:2,47")
    assert s.players[1].prestige == 0


def test_slips_go_when_their_maker_is_active_again() -> None:
    """R5.9: and are taken only by whom they address."""
    s = table(hands={0: [46, 47], 1: [1, 2, 3], 2: [38, 39]}, active=0)
    slip(s, 2, "offer:2,-1,1,38,0")
    assert why(s, 0, "accept:1") == "R5.10 not-asked"
    rest_of_turn(s)
    assert "accept:1" in legal(s, 1)
    rest_of_turn(s)
    assert s.turn == 2
    assert s.offers == []


def test_slips_are_left_in_the_desk_three_at_most() -> None:
    """R5.9."""
    s = table(hands={0: [46, 47, 48]})
    play(s, "close / lay:48 / sail:1")
    assert GAME.prompt(s) == "desk"
    events = play(s, "offer:6,-2,1,46,0 / offer:6,0,1,46,1,8 / offer:2,0,2,46,47,1,8")
    assert len(of_kind(events, "slip")) == 3
    assert why(s, 0, "offer:6,-2,1,47,0") == "R5.9 three-slips"
    assert GAME.compose(s, 0)[0].verb == "wish"
    play(s, "end")
    assert len(s.offers) == 3


def test_nobody_sees_a_call_laid_ready() -> None:
    """R5.10, R14.1."""
    s = table(hands={0: [46], 1: [38]})
    before = GAME.view(s, 1)
    events = play(s, "offer:2,0,1,46,1,8")
    assert events == []
    assert {**GAME.view(s, 1), "ply": 0} == {**before, "ply": 0}
    assert len(GAME.view(s, 0)["offers"]) == 1  # type: ignore[arg-type]
    assert GAME.readers(s, 0, Move("offer", (2, 0, 1, 46, 1, 8))) == ()
    assert GAME.outline(s, 0, Move("offer", (2, 0, 1, 46, 1, 8))) is None
    assert why(s, 1, "accept:1,38") == "R5.8 offer-gone"


def test_ready_calls_and_counters_go_with_the_trade() -> None:
    """R5.10."""
    s = table(hands={0: [46, 47], 1: [38], 2: [39]}, calls=2)
    play(s, "offer:2,0,1,46,1,8 / call / 1 offer:1,-1,1,38,0 / offer:2,0,1,46,1,8")
    slip(s, 2, "offer:1,-3,1,39,0")
    assert len(s.offers) == 3
    play(s, "close")
    assert [offer.by for offer in s.offers] == [2]


def test_a_call_is_gone_when_its_card_is() -> None:
    """R5.10: laid ready, and taken away by a slip."""
    s = table(hands={0: [46, 47], 1: [38]})
    slip(s, 1, "offer:1,0,1,38,1,16")
    play(s, "offer:2,0,1,46,1,8 / accept:1,46")
    assert s.offers == []
    assert why(s, 0, "call") == "R5.10 nothing-ready"


def test_an_acceptance_ends_the_answer_only_when_no_call_is_left() -> None:
    """R5.10."""
    s = table(hands={0: [46, 47], 1: [38, 39]})
    play(s, "offer:2,0,1,46,1,8 / offer:2,0,1,47,1,8 / call / 1 accept:1,38")
    assert GAME.to_act(s) == [1]
    play(s, "1 accept:2,39")
    assert GAME.to_act(s) == [0]
    assert s.players[1].prestige == 1


def test_calls_as_often_as_the_option_says() -> None:
    """R13.2."""
    for calls in (0, 1, 2, 3):
        s = table(hands={0: [46], 1: [38]}, calls=calls)
        for _ in range(calls):
            play(s, "offer:2,0,1,46,1,8 / call / 1 decline")
        assert why(s, 0, "offer:2,0,1,46,1,8") == "R5.10 no-more-calls"


def test_recall_is_there_while_answers_are_outstanding() -> None:
    """R5.11."""
    s = table(hands={0: [46], 1: [38]})
    play(s, "offer:2,0,1,46,1,8 / call")
    assert legal(s, 0) == ["recall"]
    assert why(s, 1, "recall") == "R5.1 not-active"


def test_others_may_withdraw_and_fall_quiet_in_every_step() -> None:
    """R5.12."""
    s = table(hands={0: [3, 6], 1: [38], 2: [39]}, cargo={0: [8]}, port=11)
    end = min(WAYS[11][2])
    s.board[end] = COMPASS
    slip(s, 1, "offer:1,-2,1,38,0")
    seen = []
    for step in ("close", "lay:3", "lay:6", f"sail:{end}", "stay", "stow:3"):
        seen.append(GAME.prompt(s))
        assert legal(s, 1) == ["withdraw:1", "quiet"]
        play(s, f"0 {step}")
    assert seen == ["trade", "lay", "lay", "sail", "compass", "stow"]
    assert GAME.prompt(s) == "desk"
    play(s, "1 withdraw:1 / 1 quiet")
    assert s.offers == []
    assert legal(s, 1) == []
    play(s, "0 quiet")
    assert why(s, 0, "quiet") == "R5.12 quiet"


def test_whoever_owes_answers_first() -> None:
    """R5.12: no withdrawing, no falling quiet."""
    s = table(hands={0: [46], 1: [38, 39]})
    slip(s, 1, "offer:1,-2,1,38,0")
    play(s, "offer:2,0,1,46,1,8 / call")
    assert why(s, 1, "quiet") == "R5.12 owing"
    assert why(s, 1, "withdraw:1") == "R5.12 owing"
    play(s, "0 recall / 1 withdraw:1")
    assert s.offers == []


def test_a_wish_stands_until_the_next() -> None:
    """R5.13."""
    s = table(hands={0: [46, 48]})
    play(s, "close / lay:48 / sail:1 / wish:9")
    assert why(s, 0, "wish:1") == "R5.13 wished"
    play(s, "end")
    assert s.players[0].wish == 9
    assert GAME.view(s, None)["players"][0]["wish"] == 9  # type: ignore[index, call-overload]


# -- 6, 7: buying and actions


def test_an_empty_deck_sells_while_it_can_be_filled() -> None:
    """R6.5, R11.2."""
    s = table(active=1, hands={1: [5]}, cargo={1: [44]}, rest=False, last=True)
    assert "buy:0" in legal(s, 1)
    play(s, "buy:0")
    assert s.players[0].settled
    assert why(s, 1, "buy:0") == "R6.5 deck-empty"


def test_the_marker_of_the_start_counts_for_all_actions() -> None:
    """R7.8, R8.3: `deal` is taken by sailing and pays from the next turn on."""
    s = table(hands={0: [6]}, cargo={0: [2]}, port=0)
    s.board[1] = DEAL
    play(s, "close / lay:6 / sail:1")
    assert s.players[0].ducats == 11
    assert (s.players[0].active, s.players[0].markers) == (DEAL, 1)
    assert s.board[1] == -1


def test_calm_and_fight_together_do_not_add_up() -> None:
    """R7.7, R8.5: only the marker taken last is in force, but both count."""
    s = table(hands={0: [6]}, cargo={0: [2]}, port=0, marker=CALM)
    s.board[1] = FIGHT
    s.board[29] = CALM
    play(s, "close / lay:6")
    assert len(s.players[0].pirates) == 1
    play(s, "sail:1")
    assert (s.players[0].active, s.players[0].markers) == (FIGHT, 2)
    assert s.board[29] == CALM  # R8.3: only the port of arrival


def test_three_card_signs_draw_six() -> None:
    """R7.6, R7.3."""
    s = table(hands={0: [3, 9, 33]}, cargo={0: [1]})
    events = play(s, "close / lay:3 / lay:9 / lay:33")
    assert of_kind(events, "draw")[0].data == {"n": 6}
    assert of_kind(events, "drawn")[0].to == (0,)
    assert len(s.players[0].hand) == 6


def test_the_price_is_looked_at_before_each_card() -> None:
    """R6.2: whether a deal or a purchase emptied the purse."""
    s = table(hands={0: [46], 1: [38]}, ducats={0: 2}, cargo={0: [44]})
    slip(s, 1, "offer:1,-2,1,38,0")
    assert price(s, 0) == 3
    play(s, "accept:1")
    assert price(s, 0) == 4


# -- 9 to 12: cargo, end, score


def test_piles_are_open_and_hands_are_not() -> None:
    """R9.3, R14.2."""
    s = table(hands={0: [46], 1: [38]}, cargo={1: [61, 62, 1]}, pirates={1: [5]})
    seen = GAME.view(s, 0)["players"][1]  # type: ignore[index, call-overload]
    assert seen["cargo"] == [61, 62, 1]  # type: ignore[index, call-overload]
    assert seen["cards"] == 1  # type: ignore[index, call-overload]
    assert seen["pirates"] == 1  # type: ignore[index, call-overload]


def test_pirates_cost_and_hands_are_worth_nothing() -> None:
    """R12.4, R12.6."""
    s = table(hands={0: [46, 47]}, pirates={0: [5, 6, 7]}, cargo={0: [98]})
    lines = sheets(s)[0].lines
    assert lines == {"purse": 11, "prestige": 6, "cargo": 1, "pirates": -3, "markers": 6}


def test_the_end_is_told_line_by_line() -> None:
    """R11.1, R12.1."""
    s = table(
        active=2, hands={2: [6]}, cargo={2: [2]}, rest=False, deck=[9], discard=[10], last=True
    )
    events = play(s, "close / lay:6 / sail:1 / end")
    assert not s.stack
    assert [sum(event.data.values()) for event in of_kind(events, "final")] == [  # type: ignore[arg-type]
        sheet.total for sheet in sheets(s)
    ]


# -- 14: secrets


def test_partners_know_what_went_over_and_others_its_goods() -> None:
    """R14.3: until it might have left the hand again."""
    s = table(hands={0: [46, 47], 1: [38, 39], 2: [50]})
    slip(s, 1, "offer:1,0,1,38,1,16")
    events = play(s, "accept:1,46")
    (told,) = of_kind(events, "deal")
    assert told.data == {
        "id": 1, "by": 1, "with": 0, "gave": [3], "got": [4], "ducats": 0, "prestige": 1,
    }  # fmt: skip
    assert of_kind(events, "deal-cards")[0].to == (1, 0)
    assert GAME.view(s, 0)["known"] == [[1, 46]]
    assert GAME.view(s, 1)["known"] == [[0, 38]]
    assert GAME.view(s, 2)["known"] == []
    slip(s, 2, "offer:1,0,1,50,1,8")
    play(s, "accept:2,38")
    assert GAME.view(s, 1)["known"] == []
    assert GAME.view(s, 2)["known"] == [[0, 50]]


def test_of_equal_goods_nobody_else_knows_which_went_over() -> None:
    """R14.3: seat 2 knew one of two salt cards; a salt card leaves."""
    for given in (38, 39):
        s = table(hands={0: [46], 1: [38, 39, 61], 2: [50]})
        for card in (38, 61):
            s.seen[card] |= 1 << 2
        slip(s, 1, f"offer:1,0,1,{given},0")
        play(s, "accept:1")
        assert GAME.view(s, 2)["known"] == [[1, 61]]


def test_who_discards_face_down_is_known_no_longer() -> None:
    """R14.1: the owner sees his discards, the others a back."""
    s = table(hands={0: [1, 2, 3, 4, 5]}, cargo={0: [44]})  # limit 3
    for card in (1, 2):
        s.seen[card] |= 2
    play(s, "discard:5")
    assert GAME.view(s, 1)["known"] == []
    assert GAME.view(s, 0)["pirate_pile"] == [5]
    assert "pirate_pile" not in GAME.view(s, None)
