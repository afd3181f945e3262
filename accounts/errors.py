"""What a service answers when it will not do something.

AccountError
├── Refused        the other side does not want it, or it makes no sense
├── BadToken       a link that is forged, expired or used up
└── TooEarly       not yet, or not again so soon
"""

from __future__ import annotations


class AccountError(ValueError):
    """Carries one sentence for the player."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(message or code)
        self.code = code
        self.message = message


class Refused(AccountError):
    pass


class BadToken(AccountError):
    pass


class TooEarly(AccountError):
    pass
