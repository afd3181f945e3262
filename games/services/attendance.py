"""Who has a table's page before them: noted for the mails, and told to everybody beside them."""

from __future__ import annotations

from games.services import nudges
from notices import presence


def arrive(code: str, user_id: int, window: str) -> None:
    if presence.arrive(user_id, _about(code), window):
        nudges.send(code, 0, nudges.HERE)


def leave(code: str, user_id: int, window: str) -> None:
    if presence.leave(user_id, _about(code), window):
        nudges.send(code, 0, nudges.HERE)


def _about(code: str) -> str:
    return f"match:{code}"
