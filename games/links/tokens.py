"""Signed links that act for one seat at one decision, without a log-in.

A token is a few numbers, packed, with a signature of its own key (`settings.LINK_KEYS`). Nothing
about it is stored: what it is bound to (`stamp` and position) is compared when it is used, see
`games.links.alive`.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.conf import settings
from django.urls import reverse

from accounts.emails import primary_address
from accounts.models import User
from games.models import Match, Seat

LONGEST: Final = 640  # characters of a token; with the address it stays below 700
MOST_ALSO: Final = 20
VERSION: Final = 1
MAC: Final = 16  # bytes
STAMP: Final = 10
PLACE: Final = 6
PLAIN, PACKED = 0, 1
# What moves look like, so that short ones are packed well. Never change it: links live on.
WORDS: Final = b"deliver: reward: withdraw: extra: score: bonus: free: move: choose: buy: pass end"


class BadLink(Exception):
    """Forged, truncated, or no link of ours at all."""


@dataclass(frozen=True)
class Ticket:
    """What a token says. `moves` are empty for one that only opens the decision."""

    user: int
    seat: int
    ply: int
    place: bytes  # which position that was: after a take-back plies are counted anew
    stamp: bytes
    moves: tuple[str, ...] = ()
    also: tuple[int, ...] = ()  # seats of the other matches named in the same mail


def turn_link(
    user: User,
    seat: Seat,
    match: Match,
    moves: Sequence[str],
    also: Sequence[int] = (),
    *,
    stamp: bytes | None = None,
) -> str:
    """The path that proposes one whole turn, to be confirmed there.

    A turn too long for an address becomes a link to the decision. `stamp` spares asking for the
    account again, for whoever makes several links: see `stamp_of`.
    """
    others = tuple(pk for pk in also if pk != seat.pk)[:MOST_ALSO]
    stamp = stamp or stamp_of(user)
    ticket = Ticket(user.pk, seat.pk, match.ply, place_of(match), stamp, tuple(moves), others)
    token = write(ticket)
    while len(token) > LONGEST and ticket.also:
        ticket = replace(ticket, also=ticket.also[: len(ticket.also) // 2])
        token = write(ticket)
    if len(token) > LONGEST:
        token = write(replace(ticket, moves=(), also=others))
    return reverse("go", args=[token])


def decision_link(
    user: User,
    seat: Seat,
    match: Match,
    also: Sequence[int] = (),
    *,
    stamp: bytes | None = None,
) -> str:
    """The path that shows the board as this seat sees it, with turns to choose from."""
    return turn_link(user, seat, match, (), also, stamp=stamp)


def place_of(match: Match) -> bytes:
    """Which position a match is in. The chain is public: its latest link is on the match page."""
    return hashlib.sha256(match.chain.encode()).digest()[:PLACE]


def write(ticket: Ticket) -> str:
    """The token, signed with the first key."""
    text = " ".join(ticket.moves).encode()
    packed = _pack(text)
    how, moves = (PACKED, packed) if len(packed) < len(text) else (PLAIN, text)
    numbers = [ticket.user, ticket.seat, ticket.ply, len(ticket.also), *ticket.also]
    body = (
        bytes([VERSION, how])
        + ticket.place
        + ticket.stamp
        + b"".join(map(_varint, numbers))
        + moves
    )
    return base64.urlsafe_b64encode(_mac(_keys()[0], body) + body).rstrip(b"=").decode()


def read(token: str) -> Ticket:
    """What a token says, if it's one of ours, whole and unchanged. Raises BadLink."""
    if len(token) > LONGEST or not token.isascii():
        raise BadLink
    try:
        raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise BadLink from error
    mac, body = raw[:MAC], raw[MAC:]
    # Two spellings of the same bytes are one token too many: only ours is good.
    if base64.urlsafe_b64encode(raw).rstrip(b"=").decode() != token:
        raise BadLink
    if not any(hmac.compare_digest(_mac(key, body), mac) for key in _keys()):
        raise BadLink
    if body[0] != VERSION:
        raise BadLink  # written by a newer site
    place, rest = body[2 : 2 + PLACE], body[2 + PLACE :]
    stamp, rest = rest[:STAMP], rest[STAMP:]
    numbers: list[int] = []
    while len(numbers) < 4 or len(numbers) < 4 + numbers[3]:
        number, rest = _read_varint(rest)
        numbers.append(number)
    moves = (_unpack(rest) if body[1] == PACKED else rest).decode().split()
    user, seat, ply, _count, *also = numbers
    return Ticket(user, seat, ply, place, stamp, tuple(moves), tuple(also))


def stamp_of(user: User) -> bytes:
    """Changes with password, confirmed address, and whatever else raises `link_epoch`."""
    return _stamps(user)[0]


def stamped(user: User, stamp: bytes) -> bool:
    """Is the account as it was when the link was made, with whichever of the keys that was?"""
    return any(hmac.compare_digest(one, stamp) for one in _stamps(user))


def _stamps(user: User) -> list[bytes]:
    known = "\0".join([user.password, primary_address(user), str(user.link_epoch)]).encode()
    return [_signed(_derived(key, b"stamp"), known)[:STAMP] for key in _keys()]


def _keys() -> list[bytes]:
    return [hashlib.sha256(b"games.links:" + key.encode()).digest() for key in settings.LINK_KEYS]


def _signed(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, hashlib.sha256).digest()


def _derived(key: bytes, label: bytes) -> bytes:
    return _signed(key, label)


def _mac(key: bytes, body: bytes) -> bytes:
    return _signed(_derived(key, b"token"), body)[:MAC]


def _pack(text: bytes) -> bytes:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=WORDS)
    return squeeze.compress(text) + squeeze.flush()


def _unpack(data: bytes) -> bytes:
    """Only ever of what we signed, and short."""
    return zlib.decompressobj(-15, zdict=WORDS).decompress(data, 10_000)


def _varint(number: int) -> bytes:
    found = bytearray()
    while number > 0x7F:
        found.append(number & 0x7F | 0x80)
        number >>= 7
    found.append(number)
    return bytes(found)


def _read_varint(data: bytes) -> tuple[int, bytes]:
    number = shift = 0
    for index, byte in enumerate(data):
        number |= (byte & 0x7F) << shift
        shift += 7
        if not byte & 0x80:
            return number, data[index + 1 :]
    raise BadLink
