"""The two numbers every page shows somebody who is logged in, by one statement.

Waiting turns as `games.selectors.turns.waiting_turns` counts them, unread news as
`notices.selectors.unread` does: what asks something of a player is news until they've done it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from django.db import connection
from django.utils import timezone

from accounts.models import User

ENOUGH = 10  # the bell says "9+"
EVER = datetime(2000, 1, 1, tzinfo=UTC)

SEATS = """
    SELECT count(*) FROM games_seat JOIN games_match ON games_match.id = match_id
    WHERE user_id = %(user)s AND owes AND NOT autopilot AND status = 'running'"""
NEWS = """
    FROM notices_notice WHERE user_id = %(user)s AND at <= %(now)s AND answered_at IS NULL
    AND at > coalesce((SELECT seen_at FROM notices_reader WHERE user_id = %(user)s), %(ever)s)"""
# Questions that are still open; what was answered is no news any more.
ASKED = """
    kind = 'invitation' AND about IN (SELECT 'match:' || code
      FROM games_invitation AS asked JOIN games_match ON games_match.id = asked.match_id
      WHERE asked.user_id = %(user)s AND asked.answered_at IS NULL AND status = 'open')
    OR kind = 'takeback' AND about IN (SELECT 'match:' || code
      FROM games_takeback AS asked JOIN games_match ON games_match.id = asked.match_id
      JOIN games_seat ON games_seat.match_id = asked.match_id
      WHERE games_seat.user_id = %(user)s AND asked.closed_at IS NULL)
    OR kind = 'friends' AND about IN (SELECT 'player:' || asker_id FROM accounts_friendship
      WHERE asked_id = %(user)s AND accepted_at IS NULL AND declined_at IS NULL)"""
STATEMENT = f"""
    SELECT ({SEATS}),
      (SELECT count(*) FROM (SELECT 1 {NEWS}
        AND (kind NOT IN ('turn', 'half', 'short', 'invitation', 'takeback', 'friends')
          OR {ASKED})
        LIMIT {ENOUGH}) AS told),
      ({SEATS} AND 'match:' || code IN (SELECT about {NEWS} AND kind = 'turn'))"""


@dataclass(frozen=True)
class Counts:
    waiting: int = 0  # turns
    unread: int = 0  # notices; more than nine is all the same


def counts(user: User) -> Counts:
    moment = connection.ops.adapt_datetimefield_value
    given = {"user": user.pk, "now": moment(timezone.now()), "ever": moment(EVER)}
    with connection.cursor() as cursor:
        cursor.execute(STATEMENT, given)
        waiting, told, turns = cursor.fetchone()
    return Counts(int(waiting), int(told) + int(turns))
