"""A thousand turns become due at once: every mail is composed, drawn and handed to a mail server.

mails      how many a second and core, and how much of that is the picture
commits    the slowest of twenty commits while the mails go out, against an idle site
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import subprocess
import sys
import threading
import time
from multiprocessing.connection import Connection
from typing import Any

from tools.bench import web
from tools.services import Services
from tools.soak.mail_server import MailServer

READERS = 1_000
BASES = 20  # matches that were really played; the rest are copies under other codes
PAUSE = 0.025  # between two commits of one hand: a busy evening, not a flood
HANDS = 4
BOUND = 1.5
NICE = 10  # as in deploy/systemd/nauticus-worker-slow.service


class Sink:
    """A mail server in a process of its own: whoever measures has other things to do."""

    def __init__(self) -> None:
        ours, theirs = multiprocessing.Pipe()
        context = multiprocessing.get_context("spawn")
        self._process = context.Process(target=_receive, args=(theirs,), daemon=True)
        self._process.start()
        self._pipe = ours
        self.port: int = ours.recv()

    @property
    def arrived(self) -> int:
        self._pipe.send("how many?")
        return int(self._pipe.recv())

    def close(self) -> None:
        self._process.terminate()
        self._process.join()


def _receive(pipe: Connection) -> None:
    os.nice(NICE)
    server = MailServer(seconds=0)
    pipe.send(server.port)
    while pipe.recv():
        pipe.send(sum(server.arrived.values()))


def run() -> dict[str, Any]:
    services = Services()
    sink = Sink()
    try:
        os.environ.update(
            DATABASE_URL=services.start_postgres(durable=True),
            REDIS_URL=services.start_valkey(),
            VAR_DIR=str(services.dir / "var"),
            SECRET_KEY="a-key-for-the-benchmark-only-0123456789-abcdefghijkl",
            DJANGO_SETTINGS_MODULE="nauticus_site.settings",
            EMAIL_URL=f"smtp://127.0.0.1:{sink.port}",
            MAIL_PER_PROVIDER="0",
            LOG_LEVEL="WARNING",
        )
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        queues = web._scripts()
        fill(random.Random(1))
        return measure(queues, sink)
    finally:
        sink.close()
        services.stop()


def missed(result: dict[str, Any]) -> list[str]:
    found = []
    if result["mails"]["arrived"] != READERS:
        found.append(f"{result['mails']['arrived']} of {READERS} mails arrived")
    if result["commits"]["ratio"] > BOUND:
        found.append(f"commits while mailing: {result['commits']['ratio']}, at most {BOUND}")
    return found


def fill(dice: random.Random) -> None:
    """A reader each for a thousand waiting seats, told at once."""
    from allauth.account.models import EmailAddress

    from accounts.models import User
    from games.demo.people import play
    from games.models import Entry, Match, Ply, Seat
    from games.models.match import new_code
    from games.services import effects
    from games.services.tables import lobby
    from games.terms.charter import Charter
    from notices.models import Notice, Reader

    people = [User(username=f"mail{k:04d}", name_key=f"mail{k:04d}") for k in range(READERS)]
    people = User.objects.bulk_create(people)
    EmailAddress.objects.bulk_create(
        EmailAddress(user=u, email=f"{u.username}@example.org", verified=True, primary=True)
        for u in people
    )
    Reader.objects.bulk_create(Reader(user=u, timing="now") for u in people)
    company = [User.objects.create_user(f"company{k}", f"c{k}@example.org", "x") for k in range(4)]
    bases = []
    for k in range(BASES):
        size = 2 + k % 3
        opened = lobby.create(user=company[0], charter=Charter(size=size))
        for user in company[1:size]:
            lobby.join(code=opened.code, user=user)
        bases.append(play(Match.objects.get(pk=opened.pk), dice.randrange(20, 160)))
    Notice.objects.all().delete()
    told = []
    for k, user in enumerate(people):
        base = bases[k % BASES]
        seats, log = list(base.seats.all()), list(base.log.order_by("-number")[:60])
        plies = list(base.plies.order_by("-number")[:30])
        match = Match.objects.get(pk=base.pk)
        match.pk, match.code = None, new_code()
        match.save(force_insert=True)
        owing = next(seat for seat in seats if seat.owes)
        for seat in seats:
            seat.pk, seat.match = None, match
            if seat.number == owing.number:
                seat.user = user
        for entry in log:
            entry.pk, entry.match = None, match
        for ply in plies:
            ply.pk, ply.match = None, match
        Seat.objects.bulk_create(seats)
        Entry.objects.bulk_create(log)
        Ply.objects.bulk_create(plies)
        data = {**effects.facts(match), "seat": owing.number, "ply": match.ply, "deadline": ""}
        told.append(Notice(user=user, kind="turn", about=effects.about(match), data=data))
    Notice.objects.bulk_create(told)


def measure(queues: list[list[web.Post]], sink: Sink) -> dict[str, Any]:
    half = len(queues) // 2
    with web._gunicorn("nauticus_site.wsgi:application") as port:
        idle = _paced(port, queues[:half])
        worker = subprocess.Popen(
            [sys.executable, "-m", "tools.bench.mail"], stdout=subprocess.PIPE, text=True
        )
        assert worker.stdout is not None
        assert worker.stdout.readline()  # it has begun
        busy = _paced(port, queues[half:])
        still = worker.poll() is None
        said = worker.stdout.read()
        worker.wait()
    mails = json.loads(said.splitlines()[-1])
    mails["arrived"] = sink.arrived
    return {
        "mails": mails,
        "commits": {
            "idle_p95_ms": idle["p95_ms"],
            "busy_p95_ms": busy["p95_ms"],
            "ratio": round(busy["p95_ms"] / idle["p95_ms"], 2),
            "idle_commits": idle["done"],
            "busy_commits": busy["done"],
            "refused": idle["refused"] + busy["refused"],
            "mails_were_going_out_all_the_time": still,
        },
    }


def _paced(port: int, queues: list[list[web.Post]]) -> dict[str, Any]:
    """Commits as they come on a busy evening, each queue in its order."""
    times: list[float] = []
    refused = 0
    lock = threading.Lock()

    def hand(number: int) -> None:
        nonlocal refused
        import http.client

        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        for queue in queues[number::HANDS]:
            for index, (path, body, headers) in enumerate(queue):
                began = time.perf_counter()
                connection.request("POST", path, body, headers)
                answer = connection.getresponse()
                answer.read()
                took = time.perf_counter() - began
                with lock:
                    refused += answer.status != 200
                    if index >= web.WARM:
                        times.append(took)
                time.sleep(PAUSE)
        connection.close()

    threads = [threading.Thread(target=hand, args=(k,)) for k in range(HANDS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    times.sort()
    return {
        "done": len(times),
        "refused": refused,
        "p95_ms": round(times[int(len(times) * 0.95)] * 1000, 1),
    }


def work() -> dict[str, Any]:
    """What a worker of the slow lane does, in a process of its own."""
    from games.news import turns
    from notices.services.sweep import sweep
    from outbox.models import Effect
    from outbox.services import run as carry_out

    drawing = 0.0
    real = turns._picture

    def drawn(*args: Any, **kwargs: Any) -> bytes:
        nonlocal drawing
        began = time.process_time()
        try:
            return real(*args, **kwargs)
        finally:
            drawing += time.process_time() - began

    turns._picture = drawn
    began, cpu = time.perf_counter(), time.process_time()
    count = 0
    while count < READERS:
        sweep()
        waiting = Effect.objects.filter(kind="notice", done_at=None, given_up_at=None)
        found = list(waiting.order_by("pk").values_list("pk", flat=True))
        if not found:
            break
        for pk in found:
            count += carry_out(pk)
    used = time.process_time() - cpu
    return {
        "mails": count,
        "seconds": round(time.perf_counter() - began, 1),
        "cpu_ms_per_mail": round(used / max(count, 1) * 1000, 1),
        "per_s_and_core": round(count / used, 1),
        "picture_cpu_ms": round(drawing / max(count, 1) * 1000, 1),
        "picture_share": round(drawing / used, 2),
    }


if __name__ == "__main__":
    os.nice(NICE)
    import django

    django.setup()
    print("ready", flush=True)
    print(json.dumps(work()))
