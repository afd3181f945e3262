"""Proof that nobody chose the deal and nobody rewrote the past.

Before the seats close, the site publishes the commitment of a secret it has drawn. Each player may
add a nonce on sitting down. The seed of the match comes from the secret, the match's code and all
nonces, so neither side can choose it; the secret is published at the end and anyone can check it.

Each ply has a link that covers the link before it, the seat, the move and the position reached. The
move and position are keyed with the seed, so that a secret move cannot be found by trying all.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping

from engine.core.types import Move, Seat, State


def commitment(secret: str, code: str) -> str:
    """What is published before the start."""
    return hashlib.sha256(f"{code}:{secret}".encode()).hexdigest()


def seed(secret: str, code: str, nonces: Iterable[str]) -> str:
    """The seed of the match, once the seats are closed."""
    message = "\n".join([code, *sorted(nonces)])
    return hmac.new(secret.encode(), message.encode(), hashlib.sha256).hexdigest()[:32]


def seat_order(seed: str, players: int) -> list[int]:
    """Who sits where: position k of the answer is the joiner (0-based) who gets seat k."""
    from engine.core.rng import shuffle

    order = list(range(players))
    shuffle(State(seats=players, options={}, seed=seed), order, "seats")
    return order


def first_link(
    title: str, version: int, seats: int, options: Mapping[str, int], commit: str
) -> str:
    """The link before the first ply: what the match was started as."""
    settings = " ".join(f"{key}={options[key]}" for key in sorted(options))
    return _hash(f"{title} {version} {seats} {settings} {commit}")


def link(previous: str, seed: str, ply: int, seat: Seat, move: Move, digest: str) -> str:
    """The link of one ply, from the one before it."""
    key = hmac.new(bytes.fromhex(seed), b"chain", hashlib.sha256).digest()
    sealed = hmac.new(key, f"{move} {digest}".encode(), hashlib.sha256).hexdigest()
    return _hash(f"{previous} {ply} {seat} {sealed}")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
