"""Asking somebody to a table, by name or by mail.

What the host is told, and how long it takes, is the same for every address: all that depends on
whose it is happens later, when a worker carries out the effect `invitation`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts import emails
from accounts.locks import hold
from accounts.models import User
from accounts.selectors import are_apart, player
from games.errors import NotAllowed, TableClosed
from games.models import Invitation, Match
from games.selectors.invitations import addressed_to
from games.services import effects
from games.services.play import commit
from games.services.tables import lobby
from games.terms.charter import Charter
from games.titles.registry import title_of
from notices.kinds import wanted
from notices.selectors import MAIL, reader_of
from notices.services import tell as notices
from outbox.models import Effect
from outbox.services import promise

INVITATIONS_PER_TABLE = 20
PER_ADDRESS = 3  # tables a day to which one player asks the same address
DAY = timedelta(days=1)


class NotInvited(NotAllowed):
    """One of the guests of a new table cannot be asked."""

    def __init__(self, who: str, why: str) -> None:
        super().__init__(why)
        self.who = who


@transaction.atomic
def open_with(*, user: User, charter: Charter, guests: Sequence[str] = ()) -> Match:
    """Open a table and ask people to it, all or none: by name, or by mail where it has an @."""
    by_their_names = (player(who) for who in guests if "@" not in who)
    hold(user, *(other for other in by_their_names if other is not None))
    match = lobby.create(user=user, charter=charter)
    for who in guests:
        try:
            if "@" in who:
                by_mail(code=match.code, user=user, email=who)
            else:
                by_name(code=match.code, user=user, name=who)
        except NotAllowed as error:
            raise NotInvited(who, error.why) from error
    return match


@transaction.atomic
def by_name(*, code: str, user: User, name: str) -> Invitation:
    """The player finds the invitation on their page, and by mail if they want such mails."""
    other = player(name)
    here = hold(other) if other is not None else set()
    match = _open(code, user)
    if other is None or not here or other == user or are_apart(user, other):
        # Who has blocked whom is nobody's business, so all of these look the same.
        raise NotAllowed("no-such-player")
    if match.seats.filter(user=other).exists():
        raise NotAllowed("seated-already")
    return _ask(match, user, other)


@transaction.atomic
def by_mail(*, code: str, user: User, email: str) -> None:
    """Whoever reads the mail may sit down. Nothing tells whether the address has an account."""
    match = _open(code, user)
    if user.is_guest:
        raise NotAllowed("guest-mail")
    email = email.strip().lower()
    if emails.owner_of(email) == user:
        raise NotAllowed("seated-already")
    asked = match.invitations.filter(email=email).first()
    if asked is None:
        _require_patience(user, email)
        asked = Invitation.objects.create(match=match, sender=user, email=email)
    elif asked.user_id is None:
        # Nobody has come, perhaps they declined: they find it on their page again.
        Invitation.objects.filter(pk=asked.pk).update(answered_at=None)
        return
    elif asked.user is not None and asked.user_id in match.removed:
        lobby.readmit(match, asked.user)
        Invitation.objects.filter(pk=asked.pk).update(answered_at=None)
    else:
        return
    language = emails.language_for(user)
    promise(kind="invitation", payload={"invitation": asked.pk, "language": language})


@transaction.atomic
def deliver(effect: Effect) -> None:
    """Write to the address, unless its owner does not want to hear of it. The host is not told."""
    asked = (
        Invitation.objects.select_related("match", "sender")
        .filter(pk=effect.payload["invitation"], answered_at=None)
        .filter(match__status=Match.Status.OPEN)
        .first()
    )
    if asked is None:
        return
    owner = emails.owner_of(asked.email)
    if owner is not None:
        if are_apart(asked.sender, owner) or asked.match.seats.filter(user=owner).exists():
            return
        effects.nudge_home(asked.match, owner.pk)
        if not wanted(reader_of(owner), effects.INVITATION, MAIL):
            return
    emails.send_to_address(
        asked.email,
        "games/invitation",
        letter_context(asked, to_player=owner is not None),
        kind=effects.INVITATION,
        language=effect.payload["language"],
        key=f"invitation-mail:{effect.pk}",
    )


@transaction.atomic
def accept(*, code: str, user: User) -> Match:
    """Take a seat because one was asked to."""
    if not Invitation.objects.filter(addressed_to(user), match__code=code).exists():
        raise NotAllowed("not-invited-any-more")
    return lobby.join(code=code, user=user)


@transaction.atomic
def decline(*, code: str, user: User) -> None:
    """Quietly: the invitation goes from the list, the opener sees that nobody comes."""
    asked = Invitation.objects.filter(
        addressed_to(user), match__code=code, match__status=Match.Status.OPEN, answered_at=None
    )
    if not asked.update(answered_at=timezone.now()):
        raise NotAllowed("not-invited-any-more")


def _open(code: str, user: User) -> Match:
    match = commit.lock(code)
    if not match.is_open:
        raise TableClosed
    if match.creator_id != user.pk:
        raise NotAllowed("creator-only")
    if match.invitations.count() >= INVITATIONS_PER_TABLE:
        raise NotAllowed("too-many-invitations")
    return match


def _require_patience(user: User, email: str) -> None:
    """Counts one's own invitations only, so the answer tells nothing about the address."""
    lately = timezone.now() - DAY
    if user.sent_invitations.filter(email=email, created_at__gt=lately).count() >= PER_ADDRESS:
        raise NotAllowed("asked-often")


def _ask(match: Match, sender: User, other: User) -> Invitation:
    asked, new = Invitation.objects.get_or_create(
        match=match, user=other, email="", defaults={"sender": sender}
    )
    key = f"invitation:{asked.pk}"
    if other.pk in match.removed:
        lobby.readmit(match, other)
        # They cannot guess that they may return, so this is written again. Whoever declined is
        # left in peace: they find it on their page.
        key += f":{timezone.now():%Y%m%d%H%M%S}"
    if not new and asked.answered_at is None:
        return asked
    if not new:
        asked.answered_at = None
        asked.save(update_fields=["answered_at"])
    notices.tell(
        users=[other.pk],
        kind=effects.INVITATION,
        about=effects.about(match),
        data={**effects.facts(match), "who": str(sender), "invitation": asked.pk},
        key=key,
    )
    effects.nudge_home(match, other.pk)
    return asked


def letter_context(asked: Invitation, *, to_player: bool) -> dict[str, object]:
    path = reverse("invitation", args=[asked.token])
    return {
        "sender": str(asked.sender),
        "match": asked.match,
        "title": title_of(asked.match.title).name,
        "url": emails.absolute(path),
        "until": asked.match.expires_at,
        "to_player": to_player,
    }
