"""The bell of open pages rings when there is news, and matches have names in the settings."""

from __future__ import annotations

from collections.abc import Sequence

from accounts.models import User
from games.models import Match
from games.selectors.access import may_see
from games.selectors.listings import light, seats
from games.services import nudges
from games.titles.naming import match_name
from notices.abouts import Thing


def told(users: Sequence[int]) -> None:
    """Named in `NOTICE_TOLD`: these players have something new under their bell."""
    nudges.send("", 0, nudges.NEWS, users)


def matches(codes: Sequence[str], user: User) -> dict[str, Thing]:
    """The matches among these that this player may know of."""
    found = light(Match.objects.filter(code__in=codes)).prefetch_related(seats())
    return {
        match.code: Thing(match_name(match), match.get_absolute_url())
        for match in found
        if may_see(match, user)
    }
