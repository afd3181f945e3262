"""Samples of the mails about matches (see `mail.previews`)."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from accounts.models import User
from engine.registry import get
from games.models import Match, Seat
from games.news import turns
from games.titles.registry import playable, title_of
from mail.letters import Letter
from mail.previews import register

LEFT = timedelta(days=1, hours=11, minutes=30)
STOP = f"{settings.SITE_URL}/unsubscribe/sample/"


def invitation(language: str) -> dict[str, Any]:
    match = Match(title=playable()[0].slug, size=3)
    return {
        "sender": "Bob",
        "match": match,
        "title": title_of(match.title).name,
        "url": f"{settings.SITE_URL}/invitation/sample/",
        "until": datetime(2026, 11, 25, 9, 30, tzinfo=UTC),
        "to_player": False,
        "unsubscribe_url": f"{settings.SITE_URL}/unsubscribe/sample/",
    }


register("games/invitation", invitation)


def _sample_match() -> Match:
    """A match that nobody plays, a few turns after the deal; nothing of it is stored."""
    game = get(playable()[0].slug)
    state, _events = game.setup(3, {}, "5a" * 16)
    dice = random.Random(4)
    while state.ply < 60:
        seat = game.to_act(state)[0]
        game.apply(state, seat, dice.choice(game.moves(state, seat)))
    match = Match(
        pk=0, code="sample22", name="North Sea", title=playable()[0].slug, size=3, status="running",
        state=game.dump(state), ply=state.ply, rules_version=game.version,
        options=dict(state.options), chain="0" * 64,
    )  # fmt: skip
    owing = game.to_act(state)[0]
    seats = [
        Seat(
            pk=number, match=match, number=number, user=User(pk=0, username=name),
            owes=number == owing, deadline=timezone.now() + LEFT if number == owing else None,
            place=number + 1, score=61 - 7 * number,
        )
        for number, name in enumerate(("Alice", "Bob", "Chloe"))
    ]  # fmt: skip
    match._prefetched_objects_cache = {"seats": seats}  # type: ignore[attr-defined]
    return match


def turn(language: str) -> Letter:
    match = _sample_match()
    first = next(seat for seat in match.seats.all() if seat.owes)
    url = f"{settings.SITE_URL}/t/sample22/"
    with translation.override(language):
        found = [turns.Waiting(match, first, url), turns.Waiting(match, first, url)]
        reader = User(pk=0, username="Alice", language=language)
        return turns.letter(reader, found, turns.headline(found))


def alarm(language: str) -> dict[str, Any]:
    match = _sample_match()
    first = next(seat for seat in match.seats.all() if seat.owes)
    with translation.override(language):
        waiting = turns.Waiting(match, first, f"{settings.SITE_URL}/t/sample22/")
        text = _("You have %(left)s left to take your turn.") % {"left": waiting.left}
        headline = _("Half your time for %(match)s is used.") % {"match": match.name}
    return {
        "headline": headline.rstrip("."),
        "text": text,
        "waiting": waiting,
        "unsubscribe_url": STOP,
    }


def news(language: str) -> dict[str, Any]:
    match = _sample_match()
    with translation.override(language):
        headline = _("%(match)s is over: see the result.") % {"match": match.name}
    return {
        "headline": headline.rstrip("."),
        "text": "",
        "kind": "ended",
        "places": list(match.seats.all()),
        "mine": next(iter(match.seats.all())),
        "url": f"{settings.SITE_URL}/t/sample22/result/",
        "unsubscribe_url": STOP,
    }


register("games/turn", turn)
register("games/alarm", alarm)
register("games/news", news)
