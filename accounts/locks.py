"""One order of locks for whatever concerns a player and their matches at once.

First the rows of players, in the order of their numbers, then those of matches, in theirs. Whoever
seats somebody and whoever deletes an account both begin with the player's row: one waits for the
other, and finds out what became of it.
"""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import User


def rows() -> QuerySet[User]:
    """Locked as a change of such a row would: rows that only refer to it may still be written."""
    return User.objects.select_for_update(no_key=True)


def hold(*users: User) -> set[int]:
    """Lock these players until the transaction ends; the answer is who of them still is one."""
    found = rows().filter(pk__in=[user.pk for user in users]).order_by("pk")
    return {user.pk for user in found if user.is_active and not user.is_former}
