"""Nobody chooses the deal, nobody rewrites the past, and a record proves both."""

from __future__ import annotations

import random
from hashlib import sha256

import pytest

from engine import registry
from engine.core import fairness
from engine.core.errors import BadRecord
from engine.core.proof import prove
from engine.core.record import Note, Ply, Record, parse, write
from engine.core.replay import close, start
from engine.core.types import Move

SECRET, CODE, NONCES = "5e" * 32, "abcd2345", ["bread", "salt"]


def proven_record(upto: int = 999, dice: int = 5, back: tuple[int, int] | None = None) -> Record:
    """A short match of random moves, recorded as the site does.

    `back` is a take-back: from which ply to which. Play goes on with other moves.
    """
    game = registry.get("nauticus")
    seed = fairness.seed(SECRET, CODE, NONCES)
    s, _ = game.setup(2, {"rounds": 1}, seed)
    record = start(game, s)
    record.commitment = fairness.commitment(SECRET, CODE)
    record.lines.append(Note(["match", CODE]))
    head = fairness.first_link("nauticus", game.version, 2, record.options, record.commitment)
    past = [(game.clone(s), head)]
    rng = random.Random(dice)
    while (owed := game.to_act(s)) and s.ply < upto:
        move = rng.choice(game.moves(s, owed[0]))
        game.apply(s, owed[0], move)
        record.lines.append(Ply(owed[0], move))
        head = fairness.link(head, seed, s.ply, owed[0], move, game.digest(s))
        past.append((game.clone(s), head))
        if back is not None and s.ply == back[0]:
            record.lines.append(Note(["takeback", str(back[1])]))
            s, head = past[back[1]]
            back = None
    record.lines += [Note(["secret", SECRET]), *(Note(["nonce", n]) for n in NONCES)]
    record.lines.append(Note(["chain", head]))
    return close(game, record, s)


@pytest.fixture(scope="module")
def text() -> str:
    return write(proven_record())


def test_the_commitment_is_a_plain_sha256_anyone_can_compute() -> None:
    assert fairness.commitment("secret", "code") == sha256(b"code:secret").hexdigest()


def test_the_seed_needs_the_secret_and_every_nonce_in_any_order() -> None:
    seed = fairness.seed(SECRET, CODE, NONCES)

    assert len(seed) == 32
    assert fairness.seed(SECRET, CODE, reversed(NONCES)) == seed
    assert fairness.seed(SECRET, CODE, NONCES[:1]) != seed
    assert fairness.seed(SECRET, "other234", NONCES) != seed
    assert fairness.seed("00" * 32, CODE, NONCES) != seed


def test_the_seats_are_drawn_from_the_seed() -> None:
    orders = {tuple(fairness.seat_order(f"{k:032x}", 4)) for k in range(60)}

    assert all(sorted(order) == [0, 1, 2, 3] for order in orders)
    assert len(orders) > 15


@pytest.mark.parametrize(
    "changed",
    [
        ("x", "ab" * 16, 1, 0, Move("pass"), "d"),
        ("p", "cd" * 16, 1, 0, Move("pass"), "d"),
        ("p", "ab" * 16, 2, 0, Move("pass"), "d"),
        ("p", "ab" * 16, 1, 1, Move("pass"), "d"),
        ("p", "ab" * 16, 1, 0, Move("end"), "d"),
        ("p", "ab" * 16, 1, 0, Move("pass"), "e"),
    ],
)
def test_a_link_covers_everything(changed: tuple[str, str, int, int, Move, str]) -> None:
    assert fairness.link(*changed) != fairness.link("p", "ab" * 16, 1, 0, Move("pass"), "d")


def test_a_true_record_is_proven(text: str) -> None:
    record = parse(text)

    proof = prove(registry.get("nauticus"), record)

    assert proof.whole
    assert proof.plies == sum(isinstance(line, Ply) for line in record.lines)
    assert proof.claims == ["result", "digest"]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (f"! secret {SECRET}\n", "", "one '! secret' line"),
        (f"! match {CODE}\n", f"! match {CODE}\n! match {CODE}\n", "one '! match' line"),
        (f"! secret {SECRET}", f"! secret {'00' * 32}", "not the one that was committed"),
        ("! nonce salt\n", "", "the seed does not follow"),
        ("! chain ", "! chain 0", "a ply was changed"),
        ("0 choose:", "0 ?  # ", "is masked"),
        ("! secret", f"! rebase 9 {'ab' * 16}\n! secret", "was rebased"),
        ("! secret", f"! rebase 1 {'ab' * 16}\n! secret", "only a later version"),
        (f"! match {CODE}", f"! match {CODE} twice", "says one thing"),
        ("title nauticus ", "title quay ", "a record of 'quay'"),
    ],
)
def test_a_false_one_says_what_does_not_hold(text: str, old: str, new: str, problem: str) -> None:
    forged = parse(text.replace(old, new, 1))

    with pytest.raises(BadRecord, match=problem):
        prove(registry.get("nauticus"), forged)
