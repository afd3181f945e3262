"""Is a stored match what its plies say? Replays what the code speaks, checks the rest by digest."""

from __future__ import annotations

from typing import Any

from engine.core import codec, fairness
from engine.core.errors import RulesError
from engine.core.types import parse_move
from games.models import Film, Match, Ply, Snapshot
from games.selectors.positions import game_of, position, speaks
from games.selectors.snapshots import unpack


def audit(match: Match) -> str:
    """What is wrong with a match, "" if nothing is."""
    plies = list(Ply.objects.filter(match=match, taken_back=False).order_by("number"))
    if [ply.number for ply in plies] != list(range(1, match.ply + 1)):
        return "the plies are not numbered without a gap"
    fault = _sealed(match, plies)
    if not fault and (plies[-1].link if plies else match.segments[-1]["link"]) != match.chain:
        fault = "the last ply is not the stored one"
    if not fault:
        fault = _replayed(match, plies) if speaks(match) else _readable(match)
    return fault


def _replayed(match: Match, plies: list[Ply]) -> str:
    """Replay from the origin, checking every move, link and the stored position."""
    game = game_of(match)
    assert match.origin is not None
    state = game.load(match.origin)
    link = match.segments[-1]["link"]
    for ply in plies[match.origin_ply :]:
        move = parse_move(ply.move)
        try:
            game.apply(state, ply.seat, move)
        except RulesError as error:
            return f"ply {ply.number} ({ply.move}): {error}"
        link = fairness.link(link, match.seed, ply.number, ply.seat, move, game.digest(state))
        if link != ply.link:
            return f"the chain breaks at ply {ply.number}"
    if game.digest(state) != game.digest(position(match)):
        return "the stored position differs from the replay"
    return ""


def _sealed(match: Match, plies: list[Ply]) -> str:
    """Every stored position must be the one the link of its ply was made with."""
    begins = {segment["ply"]: segment.get("digest") for segment in match.segments}
    for number, raw in _frames(match):
        digest = codec.digest(raw)
        if number in begins:
            # Rewritten when the rules changed; the deal itself has no digest of its own.
            if begins[number] not in (None, digest):
                return f"the position at ply {number} is not the one the rebase names"
        elif number > len(plies) or plies[number - 1].link != _link(match, plies, number, digest):
            return f"the position at ply {number} is not the one its ply led to"
    if match.ply not in begins:
        digest = codec.digest(match.state or {})
        if plies[-1].link != _link(match, plies, match.ply, digest):
            return "the stored position differs from the last ply"
    return ""


def _link(match: Match, plies: list[Ply], number: int, digest: str) -> str:
    ply = plies[number - 1]
    before = plies[number - 2].link if number > 1 else match.segments[0]["link"]
    return fairness.link(before, match.seed, number, ply.seat, parse_move(ply.move), digest)


def _frames(match: Match) -> list[tuple[int, Any]]:
    film = Film.objects.filter(match=match).first()
    if film is not None:
        return [*unpack(film)]
    return list(Snapshot.objects.filter(match=match).values_list("ply", "state"))


def _readable(match: Match) -> str:
    """A match of older rules must still be shown, and go on if it runs."""
    try:
        position(match)
    except RulesError as error:
        return f"cannot be read any more: {error}"
    return ""
