"""Whose invitation is it? An invitation by mail belongs to an address, not to an account.

Its row says nobody until somebody sits down with it, so that nothing shows the host whether an
account stands behind the address. Its owner is found the other way round, when they look.
"""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db.models import Exists, OuterRef, Q

from accounts.models import Block, User


def written_to(user: User) -> Q:
    """Unused invitations by mail to an address this player has confirmed.

    Not those of people they are kept apart from: these never get through, and nobody is told.
    """
    mine = EmailAddress.objects.filter(user=user, verified=True).values("email")
    apart = Block.objects.filter(
        Q(blocker=user, blocked=OuterRef("sender")) | Q(blocked=user, blocker=OuterRef("sender"))
    )
    return Q(user=None, email__in=mine) & ~Q(Exists(apart))


def addressed_to(user: User) -> Q:
    """Asked by name, by a mail they have used, or by mail to an address of theirs."""
    return Q(user=user) | written_to(user)
