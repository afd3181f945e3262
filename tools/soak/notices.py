"""Two weeks of correspondence in one process, on a clock of its own.

Two hundred players with every choice of timing take their turns when they feel like it. The broker
refuses, tasks die at random points, and a mail server counts what arrives, doubles included. At the
end every delivery must have ended, nothing may be lost, and nobody may have been told wrongly.
"""

from __future__ import annotations

import json
import os
import random
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from tools.soak.child import in_child
from tools.soak.mail_server import MailServer

if TYPE_CHECKING:
    from accounts.models import User

MINUTES = "60"
PLAYERS, DAYS, STEP = 200, 14, 300
START = datetime.fromisoformat("2026-03-20T00:00:00+00:00")  # summer time begins on the 29th
ZONES = ("UTC", "Europe/Paris", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe")
CODE = re.compile(r"/t/([2-9a-z]{8})/")
UNNOTED = "sent, not noted"
KIND = re.compile(r"unsubscribe/([^/\s>]+)/")


class Killed(BaseException):
    """The process that worked on it is gone, as by kill -9."""


class Sink(MailServer):
    """Takes everything, twice if it comes twice, and keeps it for the simulation to look at."""

    def __init__(self) -> None:
        self.fresh: list[bytes] = []
        super().__init__(seconds=0)

    def _take(self, body: bytes) -> None:
        self.fresh.append(body)
        super()._take(body)


@dataclass
class Tally:
    kills: Counter[str] = field(default_factory=Counter)
    mails: Counter[str] = field(default_factory=Counter)
    acts: int = 0
    refused: int = 0
    faults: list[str] = field(default_factory=list)


class World:
    """The site, its players, and what is known to have happened."""

    def __init__(self, seed: int, players: int, days: int, kill_share: float = 0.02) -> None:
        self.dice = random.Random(seed)
        self.players, self.days, self.kill_share = players, days, kill_share
        self.tally = Tally()
        self.sink = Sink()
        self.acted: dict[int, datetime] = {}
        self.turn_mails: defaultdict[int, list[datetime]] = defaultdict(list)
        self.seen_ids: set[str] = set()
        self.doubled: Counter[str] = Counter()
        self.mean_hours: dict[int, float] = {}
        self.unnoted: set[int] = set()  # effects whose worker died between sending and noting

    # --- people ---------------------------------------------------------------------------

    def move_in(self) -> None:
        from allauth.account.models import EmailAddress

        from accounts.models import User
        from notices.models import Reader

        timings = ["now", "batch", "batch", "daily", "late"]
        for n in range(self.players):
            name = f"sim{n:03d}"
            user = User.objects.create(
                username=name, name_key=name, email=f"{name}@example.org",
                time_zone=ZONES[n % len(ZONES)], language=("en", "fr")[n % 7 == 0],
                is_guest=n % 25 == 24,
            )  # fmt: skip
            if not user.is_guest:
                EmailAddress.objects.create(
                    user=user, email=user.email, verified=True, primary=True
                )
            quiet = n % 3 == 0
            Reader.objects.create(
                user=user,
                timing=timings[n % len(timings)],
                daily_hour=self.dice.randrange(24),
                late_hours=self.dice.choice((3, 6, 12)),
                quiet_from=f"{self.dice.choice((21, 22, 23, 0)):02d}:00" if quiet else None,
                quiet_until=f"{self.dice.choice((5, 6, 7)):02d}:30" if quiet else None,
            )
            # One in twenty hardly ever comes back: their time runs out.
            self.mean_hours[user.pk] = 400 if n % 20 == 19 else self.dice.uniform(2, 20)

    def sit_down(self) -> None:
        """A table for two to four, as soon as players have few enough matches."""
        from accounts.models import User
        from games import paces
        from games.models import Match
        from games.services.tables import lobby
        from games.terms.charter import Charter

        running = Match.objects.filter(status="running").count()
        while running < self.players * 0.6:
            size = self.dice.choice((2, 2, 3, 4))
            people = self.dice.sample(list(self.mean_hours), size)
            users = User.objects.in_bulk(people)
            pace = self.dice.choice(paces.PACES[:3])
            rounds = {"rounds": self.dice.choice((1, 1, 3))}
            charter = Charter(size=size, pace=pace, options=rounds, visibility="link")  # for guests
            match = lobby.create(user=users[people[0]], charter=charter)
            for other in people[1:]:
                lobby.join(code=match.code, user=users[other])
            running += 1

    def act(self, now: datetime) -> None:
        """Whoever feels like it takes a turn, and some only look."""
        from games.models import Seat
        from notices import presence

        hours = STEP / 3600
        waiting = Seat.objects.filter(owes=True, autopilot=False, user_id__in=self.mean_hours)
        for seat in waiting.select_related("match", "user").order_by("pk"):
            assert seat.user is not None
            chance = hours / self.mean_hours[seat.user.pk]
            about = f"match:{seat.match.code}"
            if self.dice.random() < chance:
                self._turn(seat.match.code, seat.user, now)
                presence.leave(seat.user.pk, about)
            elif self.dice.random() < chance / 2:
                presence.arrive(seat.user.pk, about)
            elif self.dice.random() < 0.2:
                presence.leave(seat.user.pk, about)

    def _turn(self, code: str, user: User, now: datetime) -> None:
        from django.db import transaction

        from games.demo.people import turn
        from games.selectors.positions import game_of, position
        from games.services.play import commit

        with transaction.atomic():
            match = commit.lock(code)
            seats = commit.seats_of(match)
            seat = next((s for s in seats if s.user_id == user.pk and s.owes), None)
            if seat is None or not match.is_running:
                return
            moves = turn(game_of(match), position(match), seat.number, self.dice, 40)
            commit.append(match, seats, seat.number, moves, clear_draft=True)
        self.acted[user.pk] = now
        self.tally.acts += 1

    # --- processes ------------------------------------------------------------------------

    def may_die(self, where: str) -> None:
        if self.dice.random() < self.kill_share:
            self.tally.kills[where] += 1
            raise Killed

    @contextmanager
    def mortal(self) -> Iterator[None]:
        """Workers that may die before and after everything they do; a broker that may refuse."""
        from mail import services as mails
        from notices.services import deliver, sweep
        from outbox import services as outbox

        def dying(where: str, module: Any, name: str, *, after: bool) -> Callable[[], None]:
            real = getattr(module, name)

            def mortal(*args: Any, **kwargs: Any) -> Any:
                if not after:
                    try:
                        self.may_die(where)
                    except Killed:
                        if where == UNNOTED:
                            self.unnoted.add(args[0].pk)
                        raise
                found = real(*args, **kwargs)
                if after:
                    self.may_die(where)
                return found

            setattr(module, name, mortal)
            return lambda: setattr(module, name, real)

        def wake(*args: object) -> bool:
            self.tally.refused += 1
            return False

        real_wake = outbox._wake
        outbox._wake = wake  # type: ignore[assignment]
        undo = [
            dying("before checking", deliver, "_still_to_tell", after=False),
            dying("after checking", deliver, "_still_to_tell", after=True),
            dying(UNNOTED, mails, "happened", after=False),
            dying("noted, not marked", deliver, "_end", after=False),
            dying("while planning", sweep, "_gather", after=False),
            dying("while handing over", sweep, "promise", after=True),
        ]
        try:
            yield
        finally:
            outbox._wake = real_wake
            for step in undo:
                step()

    def work(self, now: datetime) -> None:
        """A sweep, then the workers, each of which may be killed."""
        from django.db import connection

        from notices.services.sweep import sweep
        from outbox import services as outbox
        from outbox.models import Effect

        for _attempt in range(2):
            try:
                sweep(now)
                break
            except Killed:
                connection.close()
        # Every kind: the computer takes the turns of whoever ran out of time.
        waiting = Effect.objects.filter(done_at=None, given_up_at=None)
        due = waiting.filter(due_at__lte=now).order_by("pk").values_list("pk", flat=True)
        for pk in list(due):
            try:
                outbox.run(pk)
            except Killed:
                connection.close()
            self.look(now)

    # --- what arrived ---------------------------------------------------------------------

    def look(self, now: datetime) -> None:
        """At every mail the moment it arrives, while nothing else can have happened."""
        while self.sink.fresh:
            self._judge(self.sink.fresh.pop(0), now)

    def _judge(self, raw: bytes, now: datetime) -> None:
        import email
        import email.policy

        from accounts import tokens
        from accounts.models import User
        from notices.selectors import wish_of
        from notices.timing import after_quiet

        mail = email.message_from_bytes(raw, policy=email.policy.default)
        message_id = str(mail["Message-ID"])
        user = User.objects.select_related("reader").get(email=str(mail["To"]))
        stop = KIND.search(str(mail["List-Unsubscribe"]))
        kind = tokens.read_unsubscribe(stop[1])[1] if stop else "?"
        if message_id in self.seen_ids:
            self.doubled[message_id] += 1
            return
        self.seen_ids.add(message_id)
        self.tally.mails[kind] += 1
        if after_quiet(wish_of(user.reader), now) != now:
            self.tally.faults.append(f"{kind} mail to {user} in quiet hours, {now}")
        body = mail.get_body(preferencelist=("plain",))
        assert body is not None
        codes = set(CODE.findall(body.get_content()))
        if kind in ("turn", "half", "short"):
            self._judge_turns(user, kind, codes, now)

    def _judge_turns(self, user: User, kind: str, codes: set[str], now: datetime) -> None:
        from games.models import Seat

        owed = set(
            Seat.objects.filter(user=user, owes=True, match__status="running").values_list(
                "match__code", flat=True
            )
        )
        if not codes or not codes <= owed:
            self.tally.faults.append(f"{kind} mail to {user} names {codes - owed}, {now}")
        if kind != "turn":
            return
        last = self.turn_mails[user.pk][-1:]
        if last and self.acted.get(user.pk, START) <= last[0]:
            self.tally.faults.append(f"second turn mail to {user} without an act between, {now}")
        self.turn_mails[user.pk].append(now)

    # --- the end --------------------------------------------------------------------------

    def verdict(self) -> dict[str, Any]:
        from django.db.models import Count

        from games.models import Match
        from notices.models import Delivery, Notice

        rows = Delivery.objects.values("state").annotate(n=Count("pk"))
        states = {row["state"]: row["n"] for row in rows}
        why = Counter(Delivery.objects.filter(state="cancelled").values_list("reason", flat=True))
        open_rows = Delivery.objects.filter(state__in=("waiting", "handed")).count()
        unplanned = Notice.objects.filter(planned_at=None).count()
        sent = set(Delivery.objects.filter(state="sent").values_list("effect", flat=True))
        faults = self.tally.faults
        if open_rows or unplanned:
            faults.append(f"{open_rows} deliveries never ended, {unplanned} never planned")
        arrived = {int(name[1:].partition(".")[0]) for name in self.seen_ids}  # <effect.sign@host>
        if lost := sent - arrived:
            faults.append(f"{len(lost)} messages count as sent and never arrived")
        # A retry after such a death may find the turn taken, and cancel what has already arrived.
        if stray := arrived - sent - self.unnoted:
            faults.append(f"{len(stray)} messages arrived and don't count as sent")
        window = self.tally.kills[UNNOTED]
        if sum(self.doubled.values()) > window:
            faults.append(f"{sum(self.doubled.values())} doubles, {window} kills in the window")
        return {
            "ok": not faults,
            "players": self.players,
            "days": self.days,
            "matches": Match.objects.count(),
            "turns_taken": self.tally.acts,
            "notices": Notice.objects.count(),
            "deliveries": states,
            "cancelled": dict(why.most_common()),
            "mails": dict(self.tally.mails),
            "doubles": sum(self.doubled.values()),
            "arrived_but_cancelled": len(arrived - sent),
            "kills": dict(self.tally.kills),
            "broker_refused": self.tally.refused,
            "faults": faults[:20],
        }


def simulate(
    seed: int, *, players: int = PLAYERS, days: int = DAYS, end: float = 0
) -> dict[str, Any]:
    """The whole story. The caller has set Django up on a fresh database."""
    import time_machine
    from django.conf import settings

    from games.models import Match
    from games.services import sweep as matches

    world = World(seed, players, days)
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", world.sink.port
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.MAIL_PER_PROVIDER = 0  # everybody is at one provider here
    last_day = START + timedelta(days=days)
    with time_machine.travel(START, tick=False) as clock, world.mortal():
        world.move_in()
        now, shown = START, -1
        while now < last_day or Match.objects.filter(status="running").exists():
            if now < last_day:
                world.sit_down()
                world.act(now)
            matches.sweep(now)
            world.work(now)
            day = (now - START).days
            if day != shown:
                shown = day
                mails = sum(world.tally.mails.values())
                print(
                    f"  day {day}: {world.tally.acts} turns, {mails} mails, "
                    f"{sum(world.tally.kills.values())} kills, {len(world.tally.faults)} faults",
                    flush=True,
                )
            if end and time.perf_counter() > end:
                world.tally.faults.append("out of time")
                break
            now += timedelta(seconds=STEP)
            clock.move_to(now)
        # Nothing runs any more: what still waits finds that out.
        for _ in range(4 * 24 * 3600 // STEP):
            now += timedelta(seconds=STEP)
            clock.move_to(now)
            world.work(now)
        return world.verdict()


def run(*, seconds: float, seed: int) -> dict[str, Any]:
    return in_child("tools.soak.notices", seed, seconds, DATABASE_POOL="0")


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nauticus_site.settings")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    found = simulate(int(sys.argv[1]), end=time.perf_counter() + float(sys.argv[2]))
    print(json.dumps(found))
