"""The board in a mail: a picture of the committed position as one seat sees it, and its words.

Where a title hides nothing, all seats and spectators get the same picture, drawn from what a
spectator sees. A picture is kept for a while under all that went into it, so that four mails about
one position draw it once and nobody can ever be handed the picture of another view.

The match comes with its seats and their players at hand, or they are fetched.
"""

from __future__ import annotations

import hashlib
import json
from typing import Final

import structlog
from django.core.cache import cache
from django.utils import translation

from games.models import Match, Seat
from games.picture.pixels import SIGNATURE
from games.picture.render import art_version
from games.selectors.log import newest
from games.selectors.positions import game_of, position
from games.selectors.scenes import Scene
from games.titles.base import Presenter, player_of
from games.titles.registry import presenter_of

KEPT_SECONDS: Final = 15 * 60
LAYOUT: Final = 1  # to be raised when a picture is put together in another way
log = structlog.get_logger("games.postcards")


def board_picture(match: Match, seat_number: int | None, language: str) -> bytes:
    """A PNG of at most 60 KB; None is a spectator. The match must have begun."""
    presenter = presenter_of(match.title)
    with translation.override(language):
        shown = _scene(match, _group(match, seat_number), presenter)
        key = _key(shown, language, presenter)
        found = _kept(key)
        if found is None:
            found = presenter.postcard(shown)
            _keep(key, found)
    return found


def board_alt(match: Match, seat_number: int | None, language: str) -> str:
    """The same position in lines of text, for who can't see the picture."""
    presenter = presenter_of(match.title)
    with translation.override(language):
        return presenter.text_board(_scene(match, seat_number, presenter))


def _group(match: Match, seat_number: int | None) -> int | None:
    """Whose view a picture is drawn from. One for all only where the whole title hides nothing: a
    step that may be looked through says nothing of the rest of the board."""
    return None if game_of(match).open_information else seat_number


def _scene(match: Match, number: int | None, presenter: Presenter) -> Scene:
    """What a seat sees of the committed position: no draft, nothing to play."""
    seats = _seats(match)
    own = None if number is None else next(seat for seat in seats if seat.number == number)
    view = game_of(match).view(position(match), number)
    shown = Scene(match, seats, own, view, view)
    if presenter.recall:
        shown.recalled = newest(match, number, presenter.recall_depth, presenter.recall)
    return shown


def _seats(match: Match) -> list[Seat]:
    if "seats" in getattr(match, "_prefetched_objects_cache", {}):
        return sorted(match.seats.all(), key=lambda seat: seat.number)
    return list(match.seats.select_related("user").order_by("number"))


# --- kept for a while ---------------------------------------------------------------------


def _key(scene: Scene, language: str, presenter: Presenter) -> str:
    """Everything a picture is made of: another view, name or word is another picture."""
    match = scene.match
    made_of = [
        LAYOUT, type(presenter).__qualname__, art_version(match.title), match.code, match.ply,
        match.chain, match.name, match.options, scene.number, language, scene.view,
        [vars(player_of(seat, scene.view)) for seat in scene.seats],
        [[line.seat, line.kind, line.data] for line in scene.recalled],
    ]  # fmt: skip
    text = json.dumps(made_of, sort_keys=True, default=str)
    return f"postcard:{match.title}:{hashlib.sha256(text.encode()).hexdigest()}"


def _kept(key: str) -> bytes | None:
    try:
        found = cache.get(key)
    except Exception as error:  # whatever ails the cache, the mail needs its picture
        log.warning("postcard_cache", error=type(error).__name__)
        return None
    return found if isinstance(found, bytes) and found.startswith(SIGNATURE) else None


def _keep(key: str, picture: bytes) -> None:
    try:
        cache.set(key, picture, KEPT_SECONDS)
    except Exception as error:
        log.warning("postcard_cache", error=type(error).__name__)
