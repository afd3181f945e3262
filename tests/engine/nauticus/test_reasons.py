"""Why not: the reason given is true, and the rule it cites says so."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from engine.bots.greedy import GreedyBot
from engine.core.errors import WhyNot
from engine.core.types import Frame, Log, Move, parse_move
from engine.nauticus.english import ENGLISH
from engine.nauticus.material import BOARD_SPACES, CREST_OF
from engine.nauticus.state import NauticusState, Player
from engine.nauticus.steps.action import build as put
from tests.engine.conftest import SOAK
from tests.engine.nauticus.build import (
    BOW,
    CROWNS,
    DELIVER,
    FISH,
    GAME,
    GOODS,
    HULLS,
    MASTS,
    MIDDLE,
    SINGLE,
    STERN,
    TRANSPORT,
    WHALE,
    WITHDRAW,
    chosen,
    empty,
    fill,
    finished,
    mast,
    play,
    refusal,
    rewarded,
    stock,
    table,
    why,
    yard,
)


def test_a_tile_one_does_not_have_is_not_in_storage_already() -> None:
    """R7.1."""
    s = chosen(TRANSPORT)

    assert why(s, "move:5,0") == ("R7.1", "not-in-storage")
    stock(s, 0, 5)
    assert why(s, "move:5,0") == ("R7.1", "already-in-storage")


def test_a_one_ship_is_no_part_of_another_hull() -> None:
    """R6.1, R6.3: rather than "has such a part already"."""
    s = chosen(HULLS, space=0)
    open_hull = yard(s, 0, MIDDLE)
    closed_hull = yard(s, 0, BOW, STERN)
    single = yard(s, 0, SINGLE)

    assert why(s, f"buy:3,{open_hull}") == ("R6.1", "one-ship-stands-alone")
    assert why(s, f"buy:3,{closed_hull}") == ("R6.3", "hull-closed")
    assert why(s, f"buy:3,{single}") == ("R6.3", "hull-closed")


def test_whoever_passed_does_not_use_the_action_any_more() -> None:
    """R8.3."""
    for action, move in (
        (WITHDRAW, "withdraw:1"),
        (CROWNS, "score:1"),
        (HULLS, "buy:0,0"),
        (TRANSPORT, "move:5,1"),
        (DELIVER, "deliver:1"),
    ):
        s = chosen(action)
        finished(s, 0, 1)
        play(s, "pass")

        assert why(s, move) == ("R8.3", "passed")
        assert why(s, "pass") == ("R8.3", "action-over")


def test_money_is_withdrawn_once_per_performance() -> None:
    """R7.2."""
    s = chosen(WITHDRAW)
    play(s, "withdraw:1")

    assert why(s, "withdraw:1") == ("R7.2", "one-withdrawal")
    assert why(s, "score:1") == ("R3.3", "other-action")


def test_crowns_are_scored_once_per_performance() -> None:
    """R7.6."""
    s = chosen(CROWNS)
    s.players[0].flipped = 2
    play(s, "score:1")

    assert why(s, "score:1") == ("R7.6", "one-scoring")


def test_the_extra_action_is_one_action_only() -> None:
    """R9.1."""
    s = chosen(HULLS)
    play(s, f"extra:{WITHDRAW}")

    assert why(s, "buy:0,0") == ("R9.1", "other-action")
    assert refusal(s, "buy:0,0").params == {"action": WITHDRAW}


def test_two_goods_are_named_in_one_order() -> None:
    """R13.4."""
    s = rewarded()

    assert why(s, "reward:5,16,14") == ("R13.4", "smaller-number-first")


def test_nothing_is_delivered_from_a_ship_that_is_not_there() -> None:
    """R13.2: and nobody wanted to build on it."""
    s = chosen(DELIVER)

    for ship in (0, 1, 4, 65, 99):
        assert why(s, f"deliver:{ship}") == ("R13.2", "no-such-load")
    assert "build" not in ENGLISH["why.no-such-load"]
    assert why(chosen(MASTS), f"buy:{mast(WHALE)},4") == ("R13.2", "no-such-ship")


# -- the reasons of 20,000 refusals, held to a second reading of the rules ----------------------

Truth = Callable[[NauticusState, Player, Frame, Move, dict[str, int]], bool]

VERB_OF = ("buy", "buy", "buy", "buy", "move", "withdraw", "deliver", "score")
FIRST = (0, 4, 9, 14)
CELL = [2 if 4 <= tile <= 8 else 1 for tile in range(18)]


def hulls(ship: list[int]) -> list[int]:
    return [tile for tile in ship[6:] if tile < 4]


def parts(ship: list[int], low: int, high: int) -> int:
    return sum(low <= tile < high for tile in ship[6:])


def is_closed(ship: list[int]) -> bool:
    return SINGLE in hulls(ship) or {BOW, STERN} <= set(hulls(ship))


def is_done(ship: list[int]) -> bool:
    return is_closed(ship) and parts(ship, 9, 14) == len(hulls(ship))


def crowns_of(p: Player) -> int:
    tiles = [tile for ship in p.ships for tile in ship[6:]]
    return p.flipped + p.storage[8] + p.storage[13] + tiles.count(8) + tiles.count(13)


def room(p: Player) -> int:
    return 12 - sum(CELL[tile] * count for tile, count in enumerate(p.storage))


def price(s: NauticusState, f: Frame, tile: int) -> int:
    i = tile - FIRST[f.data[0]]
    if f.data[3 + i]:
        return 4
    return 2 if f.step == "extra" else BOARD_SPACES[s.space].prices[i]


def crew(p: Player, f: Frame) -> int:
    return f.data[1] + p.workers


def needed(p: Player, move: Move) -> int:
    if move.verb == "deliver":
        return parts(p.ships[move.args[0] - 1], 14, 18)
    return move.args[0] if move.verb in ("withdraw", "score") else 1


def has_use(s: NauticusState, action: int) -> bool:
    trial = GAME.clone(s)
    trial.players[s.turn].extra = 1
    GAME.play_unchecked(trial, s.turn, Move("extra", (action,)), Log(on=False))
    return bool(GAME.moves(trial, s.turn))


def stands(s: NauticusState, step: str) -> bool:
    return any(f.step == step for f in s.stack)


def crest_of(ship: list[int]) -> int:
    worn = {CREST_OF[tile] for tile in ship[6:] if 4 <= tile < 14} - {4}
    return worn.pop() if worn else 4


# code: the rules that say so, and when it is true
TRUTHS: dict[str, tuple[str, Truth]] = {
    "not-your-decision": ("R13.1", lambda s, p, f, m, n: n["seat"] not in f.seats),
    "choose-a-tile-first": ("R3.2", lambda s, p, f, m, n: f.step == "choose" != m.verb),
    "take-the-bonus-first": ("R4.3", lambda s, p, f, m, n: f.step == "bonus" != m.verb),
    "take-the-free-tile-first": ("R5.10", lambda s, p, f, m, n: f.step == "free" != m.verb),
    "take-the-reward-first": ("R10.1", lambda s, p, f, m, n: f.step == "reward" != m.verb),
    "phase-running": ("R3.3", lambda s, p, f, m, n: m.verb == "choose" and s.space >= 0),
    "no-bonus-due": ("R4.3", lambda s, p, f, m, n: not stands(s, "bonus")),
    "no-free-tile-due": ("R5.10", lambda s, p, f, m, n: not stands(s, "free")),
    "no-reward-due": ("R10.1", lambda s, p, f, m, n: not stands(s, "reward")),
    "tile-used": ("R3.4", lambda s, p, f, m, n: s.used[m.args[0]] == 1),
    "other-action": (
        "R3.3 R9.1",
        lambda s, p, f, m, n: m.verb in VERB_OF and m.verb != VERB_OF[f.data[0]],
    ),
    "action-over": ("R8.3", lambda s, p, f, m, n: m.verb == "pass" and f.pc == 2),
    "passed": ("R8.3", lambda s, p, f, m, n: f.pc == 2 and f.data[2] == 0 < p.flipped),
    "one-withdrawal": (
        "R7.2", lambda s, p, f, m, n: f.pc == 2 and f.data[0] == 5 and f.data[2] > 0
    ),
    "one-scoring": ("R7.6", lambda s, p, f, m, n: f.pc == 2 and f.data[0] == 7 and f.data[2] > 0),
    "already-performed": ("R8.3", lambda s, p, f, m, n: f.pc == 1 and f.data[2] > 0),
    "pass-instead": ("R8.3", lambda s, p, f, m, n: f.pc == 0 and f.data[2] == 0),
    "extra-already-used": ("R9.1", lambda s, p, f, m, n: p.extra == 0),
    "extra-without-use": ("R9.6", lambda s, p, f, m, n: not has_use(s, m.args[0])),
    "extra-needs-a-use": ("R9.6", lambda s, p, f, m, n: f.step == "extra" and f.data[2] == 0),
    "no-pass-in-extra": ("R9.7", lambda s, p, f, m, n: f.step == "extra"),
    "stack-empty": ("R1.2 R10.4", lambda s, p, f, m, n: s.supply[n["tile"]] == 0),
    "not-sold-here": (
        "R5.1", lambda s, p, f, m, n: not 0 <= m.args[0] - FIRST[f.data[0]] < 4
    ),
    "no-worker": (
        "R5.12 R4.6 R7.2 R7.3 R7.5",
        lambda s, p, f, m, n: needed(p, m) == n["need"] > n["have"] == crew(p, f),
    ),
    "not-enough-coins": (
        "R5.12", lambda s, p, f, m, n: price(s, f, m.args[0]) == n["need"] > n["have"] == p.coins
    ),
    "free-tile-to-storage": (
        "R5.3", lambda s, p, f, m, n: price(s, f, m.args[0]) == 0 != m.args[1]
    ),
    "storage-full": (
        "R5.6 R10.5",
        lambda s, p, f, m, n: (
            len(m.args) - 1 > room(p)
            if m.verb == "reward"
            else CELL[m.args[0]] > room(p) and price(s, f, m.args[0]) > 0
        ),
    ),
    "only-hulls-begin-ships": (
        "R6.6 R6.8", lambda s, p, f, m, n: m.args[0] > 3 and m.args[1] == len(p.ships) + 1
    ),
    "hull-closed": ("R6.3", lambda s, p, f, m, n: is_closed(p.ships[m.args[1] - 1])),
    "hull-has-that-part": (
        "R6.4",
        lambda s, p, f, m, n: (
            hulls(p.ships[m.args[1] - 1]).count(m.args[0]) == (2 if m.args[0] == MIDDLE else 1)
        ),
    ),
    "one-ship-stands-alone": (
        "R6.1", lambda s, p, f, m, n: m.args[0] == SINGLE and m.args[1] <= len(p.ships)
    ),
    "ship-loaded": (
        "R6.8",
        lambda s, p, f, m, n: (
            parts(p.ships[m.args[1] - 1], 14, 18) == len(hulls(p.ships[m.args[1] - 1]))
        ),
    ),
    "no-hull-for-mast": (
        "R6.6",
        lambda s, p, f, m, n: (
            parts(p.ships[m.args[1] - 1], 4, 9) == len(hulls(p.ships[m.args[1] - 1]))
        ),
    ),
    "no-mast-for-sail": (
        "R6.6",
        lambda s, p, f, m, n: (
            parts(p.ships[m.args[1] - 1], 9, 14) == parts(p.ships[m.args[1] - 1], 4, 9)
        ),
    ),
    "crest-mismatch": (
        "R6.7",
        lambda s, p, f, m, n: 4 != crest_of(p.ships[m.args[1] - 1]) == n["crest"]
        and CREST_OF[m.args[0]] not in (4, n["crest"]),
    ),
    "already-in-storage": ("R7.1", lambda s, p, f, m, n: m.args[1] == 0 < p.storage[m.args[0]]),
    "not-in-storage": ("R7.1", lambda s, p, f, m, n: p.storage[m.args[0]] == 0),
    "ship-unfinished": ("R7.3", lambda s, p, f, m, n: not is_done(p.ships[m.args[0] - 1])),
    "not-fully-loaded": (
        "R7.3",
        lambda s, p, f, m, n: (
            parts(p.ships[m.args[0] - 1], 14, 18) == n["goods"]
            < n["of"] == len(hulls(p.ships[m.args[0] - 1]))
        ),
    ),
    "no-crowns": ("R7.6", lambda s, p, f, m, n: crowns_of(p) == 0),
    "crown-cap": (
        "R7.6",
        lambda s, p, f, m, n: (
            (n["workers"] - 1) * crowns_of(p) < 15 <= n["workers"] * crowns_of(p)
            and m.args[0] > n["workers"]
        ),
    ),
    "not-among-these": ("R4.3 R5.10", lambda s, p, f, m, n: not 0 <= m.args[0] - f.data[0] < 4),
    "reward-taken-twice": ("R10.2", lambda s, p, f, m, n: f.data[2 + m.args[0]] == 2),
    "goods-must-differ": ("R10.2", lambda s, p, f, m, n: m.args[1] == m.args[2]),
    "no-goods-left": ("R10.4", lambda s, p, f, m, n: not any(s.supply[14:18])),
    "name-the-goods": (
        "R10.2",
        lambda s, p, f, m, n: (
            len(m.args) - 1
            < n["goods"]
            == min(room(p), 2, sum(1 for left in s.supply[14:18] if left))
        ),
    ),
    "smaller-number-first": ("R13.4", lambda s, p, f, m, n: m.args[1] > m.args[2]),
    "no-such-ship": ("R13.2", lambda s, p, f, m, n: not 0 <= m.args[1] <= len(p.ships) + 1),
    "no-such-load": ("R13.2", lambda s, p, f, m, n: not 1 <= m.args[0] <= len(p.ships)),
    "no-such-good": ("R13.2", lambda s, p, f, m, n: any(not 14 <= t < 18 for t in m.args[1:])),
    "wrong-count": ("R13.2", lambda s, p, f, m, n: len(m.args) == n["got"] != n["want"]),
}  # fmt: skip


def asked(rng: random.Random, s: NauticusState) -> Move:
    """A well-formed move, most often one that could be meant here."""
    move = meant(rng, s)
    if rng.random() < 0.02:
        return Move(move.verb, (*move.args, rng.randrange(18)))
    return move


def meant(rng: random.Random, s: NauticusState) -> Move:
    verb = rng.choice((*VERB_OF, "choose", "bonus", "free", "extra", "pass", "end", "reward"))
    f = s.stack[-1]
    if rng.random() < 0.6:
        verb = VERB_OF[f.data[0]] if f.step in ("act", "extra") else f.step
    ships = len(s.players[s.turn].ships)
    if verb in ("buy", "move"):
        tile = rng.randrange(18)
        if verb == "buy" and f.step in ("act", "extra") and f.data[0] < 4:
            tile = rng.choice((tile, FIRST[f.data[0]] + rng.randrange(4)))
        return Move(verb, (tile, rng.randrange(ships + 3)))
    if verb == "reward":
        goods = [rng.randrange(14, 18) for _ in range(rng.randrange(3))]
        return Move(verb, (5, *goods) if rng.random() < 0.7 else (rng.randrange(6),))
    if verb in ("pass", "end"):
        return Move(verb)
    if verb in ("withdraw", "score"):
        return Move(verb, (rng.randrange(1, 18),))
    if verb == "deliver":
        return Move(verb, (rng.randrange(ships + 3),))
    return Move(verb, (rng.randrange(18 if verb in ("bonus", "free") else 8),))


def somewhere(rng: random.Random) -> NauticusState:
    """A position in the middle of things; half of them arranged, so that nothing stays rare."""
    kind = rng.random()
    if kind < 0.5:
        return wandered(rng)
    if kind < 0.6:
        size = rng.choice((1, 2, 3, 4))
        s = rewarded(cells=rng.choice((0, 6, 10, 11)), size=size)
        if size > 2:
            play(s, *[f"reward:{rng.choice((2, 3, 4))}"] * 2)
        for tile in rng.sample(range(FISH, FISH + 4), rng.choice((0, 3, 4))):
            empty(s, tile, 2)
    else:
        s = chosen(rng.choice((CROWNS, DELIVER, WITHDRAW, *range(8))))
        s.players[0].flipped = rng.randrange(4)
        s.players[0].workers += rng.choice((0, 9))
        for size in rng.sample((1, 2, 3), 2):
            ship = finished(s, 0, size)
            for _ in range(rng.randrange(size + 1)):
                s.supply[FISH] -= 1
                put(s, s.players[0], FISH, ship, Log(on=False))
        fill(s, 0, rng.choice((0, 3, 11, 12)))
    GAME.check(s)
    for _ in range(rng.randrange(3)):
        (seat,) = GAME.to_act(s)
        moves = [move for move in GAME.moves(s, seat) if move.verb not in ("extra", "end")]
        GAME.play_unchecked(s, seat, rng.choice(moves or GAME.moves(s, seat)), Log(on=False))
    return s


def wandered(rng: random.Random) -> NauticusState:
    """Somewhere in a match of players who build: random ones hardly complete a ship."""
    s = table(rng.choice((2, 3, 4)), seed=f"{rng.getrandbits(128):032x}")
    bot, log = GreedyBot(), Log(on=False)
    clever = rng.random() < 0.3
    for p in s.players:
        p.coins += rng.choice((0, 0, 30))
        p.workers += rng.choice((0, 0, 20))
    for _ in range(rng.randrange(60 if clever else 400)):
        if not s.stack:
            break
        (seat,) = GAME.to_act(s)
        moves = GAME.moves(s, seat)
        uses = [move for move in moves if move.verb not in ("pass", "end", "extra")]
        move = rng.choice(uses if uses and rng.random() < 0.7 else moves)
        if clever and rng.random() < 0.2:
            move = bot.choose(GAME, s, seat, rng, 30)
        GAME.play_unchecked(s, seat, move, log)
    return s


def held_against(s: NauticusState, seat: int, move: Move, told: WhyNot) -> str:
    """What is wrong with a reason, "" if nothing is."""
    if told.code not in TRUTHS:
        return f"nobody has said when {told.code} is true"
    rules, truth = TRUTHS[told.code]
    if told.rule not in rules.split():
        return f"{told.rule} does not say {told.code}"
    if told.code == "other-action" and (told.rule == "R9.1") != (s.stack[-1].step == "extra"):
        return f"{told.rule} for the step {s.stack[-1].step}"
    if not truth(s, s.players[seat], s.stack[-1], move, told.params):
        return f"{told} is not so"
    return ""


def test_every_reason_is_true() -> None:
    """R13.1, R13.2: 20,000 refusals, each held to the position and to the rule it cites."""
    rng = random.Random(8)
    seen: Counter[str] = Counter()
    while sum(seen.values()) < 20_000 * SOAK:
        s = somewhere(rng)
        if not s.stack:
            continue
        (seat,) = GAME.to_act(s)
        for _ in range(80):
            who = seat if rng.random() < 0.98 else (seat + 1) % s.seats
            move = parse_move(str(asked(rng, s)))
            told = GAME.explain(s, who, move)
            if told is None:
                assert move in GAME.moves(s, who)
                continue
            wrong = held_against(s, who, move, told)
            assert not wrong, (str(move), wrong, GAME.dump(s))
            seen[told.code] += 1

    assert set(TRUTHS) == set(seen)


@pytest.mark.parametrize("code", TRUTHS)
def test_every_reason_has_a_sentence(code: str) -> None:
    assert f"why.{code}" in ENGLISH


def test_a_false_reason_would_be_found() -> None:
    s = chosen(GOODS)
    yard(s, 0, SINGLE)

    wrong = held_against(s, 0, Move("buy", (FISH, 1)), WhyNot("R6.8", "ship-loaded", {"ship": 1}))

    assert wrong.endswith("is not so")
