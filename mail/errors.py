from __future__ import annotations

from outbox.errors import GiveUp


class AddressIsOff(GiveUp):
    """Notification mail to this address was stopped: it bounced, or its reader complained."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"Notification mail to this address is off: {reason}.")
        self.reason = reason
