"""Addresses, seats and deleted accounts under real concurrency, on PostgreSQL.

Each round lets two or three people act in the same moment and then looks whether what is stored
makes sense. The suite plays a few rounds of each kind, `make soak PART=people` a hundred.
"""

from __future__ import annotations

import json
import random
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from tools.soak.child import in_child

ROUNDS = 100
LONGEST = 900  # seconds; a hundred rounds of each kind take some minutes
Act = Callable[[], str]
Round = Callable[[random.Random, int], tuple[str, list[str]]]


def run(*, seconds: float, seed: int) -> dict[str, Any]:
    return in_child("tools.soak.people", seed, seconds)


def rounds(kind: Round, count: int, dice: random.Random, end: float = 0) -> dict[str, Any]:
    """Play rounds of one kind; `faults` names everything that was not as it should be."""
    outcomes: Counter[str] = Counter()
    faults: list[str] = []
    for number in range(count):
        outcome, wrong = kind(dice, number)
        outcomes[outcome] += 1
        faults += [f"round {number}, {outcome}: {fault}" for fault in wrong]
        if (number + 1) % 25 == 0:
            print(f"  {kind.__name__} {number + 1}/{count}: {len(faults)} faults", flush=True)
        if end and time.monotonic() > end:
            faults.append(f"only {number + 1} of {count} rounds in time")
            break
    return {"rounds": sum(outcomes.values()), "outcomes": dict(outcomes), "faults": faults}


def at_once(dice: random.Random, *acts: Act) -> list[str]:
    """Everybody acts in the same moment, give or take a few milliseconds."""
    from django.db import connections

    together = threading.Barrier(len(acts))
    said = [""] * len(acts)
    pauses = [dice.choice((0.0, dice.uniform(0, 0.02))) for _ in acts]

    def one(number: int) -> None:
        try:
            together.wait()
            time.sleep(pauses[number])
            said[number] = acts[number]()
        except Exception as error:
            said[number] = f"{type(error).__name__}: {error}"[:300]
        finally:
            connections.close_all()

    threads = [threading.Thread(target=one, args=(number,)) for number in range(len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return said


# --- people -------------------------------------------------------------------------------


def named(name: str) -> Any:
    from allauth.account.models import EmailAddress

    from accounts.models import User

    user = User.objects.create_user(name, f"{name}@example.org")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def browser(user: Any) -> Any:
    from django.test import Client

    client = Client(raise_request_exception=False, SERVER_NAME="127.0.0.1")
    client.force_login(user)
    return client


def posting(user: Any, path: str, data: dict[str, str] | None = None) -> Act:
    client = browser(user)
    return lambda: str(client.post(path, data or {}).status_code)


def broken(said: Sequence[str]) -> list[str]:
    """Answers that are no answers: errors of ours, or none at all."""
    return [f"answered {word}" for word in said if not word.isdigit() or int(word) >= 500]


# --- the rounds ---------------------------------------------------------------------------


def claim_and_invitation(dice: random.Random, number: int) -> tuple[str, list[str]]:
    """A guest claims an address while its owner is invited by it, and perhaps confirms it."""
    from allauth.account.models import EmailAddress, EmailConfirmationHMAC
    from django.urls import reverse

    from accounts import emails
    from accounts.services import guests
    from games.services.tables import lobby
    from games.terms.charter import Charter
    from outbox.models import Effect
    from outbox.services import run as carry_out

    host, guest = named(f"host{number}c"), guests.create()
    address = f"owner{number}@example.net"
    match = lobby.create(user=host, charter=Charter(size=3, visibility="invited"))
    case = dice.choice(("nobody", "owner", "confirming"))
    owner = None if case == "nobody" else named(f"owner{number}")
    acts: list[Act] = [posting(host, f"/t/{match.code}/invite/", {"who": address})]
    if owner is not None:
        row = EmailAddress.objects.get(user=owner)
        row.email, row.verified = address, case == "owner"
        row.save()
        if case == "confirming":
            key = EmailConfirmationHMAC(row).key
            acts.append(posting(owner, reverse("account_confirm_email", args=[key])))

    def claim() -> str:
        guests.choose_identity(
            user=guest, username=f"claimer{number}", email=address, password="tall-ships-9"
        )
        return "200"

    said = at_once(dice, claim, *acts)
    for pk in list(Effect.objects.filter(kind="invitation", done_at=None).values_list("pk")):
        carry_out(pk[0])
    faults = broken(said)
    asked = match.invitations.filter(email=address).first()
    if asked is None or asked.user_id is not None:
        faults.append(f"the invitation is {asked}")
    mails = Effect.objects.filter(
        kind="mail", payload__to=address, payload__template="games/invitation"
    )
    if mails.count() != 1:
        faults.append(f"{mails.count()} mails")
    if emails.owner_of(address) != owner:
        faults.append("the address has changed hands")
    if address not in browser(host).get(f"/t/{match.code}/").content.decode():
        faults.append("the host does not see what was typed")
    guest.refresh_from_db()
    if browser(guest).post(f"/t/{match.code}/accept/").status_code != 404:
        faults.append("the claimer was let in")
    if owner is not None:
        browser(owner).post(f"/t/{match.code}/accept/")
    people = set(match.seats.values_list("user_id", flat=True))
    if people != {host.pk} | ({owner.pk} if owner is not None else set()):
        faults.append(f"seated: {people}")
    return case, faults


def delete_and_sit(dice: random.Random, number: int) -> tuple[str, list[str]]:
    """A guest deletes the account and takes a seat, in one way or another, at the same time."""
    from accounts.services import guests
    from games.services.tables import invite, lobby
    from games.terms.charter import Charter

    host, guest = named(f"host{number}d"), guests.create()
    size = dice.choice((2, 3))
    charter = Charter(size=size, options={"rounds": 1}, visibility="link")  # it admits guests
    match = lobby.create(user=host, charter=charter)
    ways = {
        "join": f"/t/{match.code}/join/", "accept": f"/t/{match.code}/accept/",
        "now": "/play/now/", "practise": "/play/practise/", "guided": "/play/guided/",
        "together": "/play/together/", "open": "/play/new/", "rematch": "",
    }  # fmt: skip
    way = dice.choice(list(ways))
    data = {"title": "nauticus", "size": "2"}
    if way == "accept":
        invite.by_name(code=match.code, user=host, name=guest.username)
    if way == "open":
        data |= {"pace": "3", "visibility": "public", "first_player": "random",
                 "take_backs": "consent", "guests": ""}  # fmt: skip
    if way == "rematch":
        ways[way] = f"/t/{_finished(host, guest).code}/rematch/"
    said = at_once(dice, posting(guest, ways[way], data), posting(guest, "/account/delete/"))
    faults = broken(said) + _consistent()
    guest.refresh_from_db()
    if not guest.is_former:
        faults.append(f"not deleted: {said}")
    return f"{way} {said[0]}", faults


def delete_and_last_seat(dice: random.Random, number: int) -> tuple[str, list[str]]:
    """Somebody takes the last seat while a player at the table deletes the account."""
    from accounts.services import guests
    from games.services.tables import lobby
    from games.terms.charter import Charter

    host, guest, other = named(f"host{number}l"), guests.create(), guests.create()
    size, opens = dice.choice((2, 3)), dice.random() < 0.3
    charter = Charter(size=size, options={"rounds": 1}, visibility="link")
    opener = guest if opens or size == 2 else host
    match = lobby.create(user=opener, charter=charter)
    for user in (host, guest)[: size - 1]:
        if user != opener and match.seats.count() < size - 1:
            lobby.join(code=match.code, user=user)
    computer = dice.random() < 0.2
    last = posting(
        opener if computer else other, f"/t/{match.code}/{'bot' if computer else 'join'}/"
    )
    said = at_once(dice, last, posting(guest, "/account/delete/"))
    match.refresh_from_db()
    faults = broken(said) + _consistent()
    guest.refresh_from_db()
    if not guest.is_former:
        faults.append(f"not deleted: {said}")
    return f"{match.status} {match.ended}".strip(), faults


def _finished(host: Any, guest: Any) -> Any:
    from games.services.play import clocks
    from games.services.tables import lobby
    from games.terms.charter import Charter

    charter = Charter(size=2, options={"rounds": 1}, visibility="link")
    match = lobby.create(user=host, charter=charter)
    lobby.join(code=match.code, user=guest)
    clocks.leave_running(code=match.code, user=host)
    return match


def _consistent() -> list[str]:
    """No account that is gone holds a live seat; every table has the seats its state asks for."""
    from django.db.models import Count, F

    from games.models import Invitation, Match, Seat
    from games.selectors.audit import audit

    live = (Match.Status.OPEN, Match.Status.RUNNING)
    ghosts = Seat.objects.filter(
        user__anonymised_at__isnull=False, match__status__in=live, autopilot=False
    )
    faults = [f"a former player sits at {seat.match_id}" for seat in ghosts]
    counted = Match.objects.annotate(taken=Count("seats"))
    odd = [
        *counted.filter(status=Match.Status.RUNNING).exclude(taken=F("size")),
        *counted.filter(status=Match.Status.OPEN, taken__gte=F("size"), start_at=None),
        *counted.filter(status=Match.Status.OPEN, taken=0),
    ]
    faults += [f"{match.code} is {match.status} with {match.seats.count()} seats" for match in odd]
    begun = Match.objects.exclude(started_at=None).order_by("-pk")[:3]
    faults += [f"audit: {found}" for match in begun if (found := audit(match))]
    gone = Invitation.objects.filter(user__anonymised_at__isnull=False)
    faults += [f"a former player is invited to {asked.match_id}" for asked in gone]
    return faults


KINDS: tuple[Round, ...] = (claim_and_invitation, delete_and_sit, delete_and_last_seat)


def main(seed: int, seconds: float) -> dict[str, Any]:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    dice = random.Random(seed)
    began = time.monotonic()
    found = {
        kind.__name__: rounds(kind, ROUNDS, dice, began + max(seconds, LONGEST)) for kind in KINDS
    }
    return {
        "ok": not any(result["faults"] for result in found.values()),
        "seconds": round(time.monotonic() - began, 1),
        **found,
    }


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), float(sys.argv[2]))), flush=True)
