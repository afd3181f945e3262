"""The site under load, on PostgreSQL that syncs, served by gunicorn threads.

commit     committing a move by the JSON form of the endpoint, against a bare view
page       processor time of the match page
lists      home and lobby with 100,000 stored matches, against 1,000
"""

from __future__ import annotations

import http.client
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import threading
import time
import urllib.parse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tools.services import Services, free_port

MATCHES = 48
TURNS = 24
HANDS = 16
SECONDS = 6.0
WARM = 2
FEW, MANY = 1_000, 100_000
Post = tuple[str, bytes, dict[str, str]]


def run() -> dict[str, Any]:
    services = Services()
    try:
        os.environ.update(
            DATABASE_URL=services.start_postgres(durable=True),
            REDIS_URL=services.start_valkey(),
            VAR_DIR=str(services.dir / "var"),
            SECRET_KEY="a-key-for-the-benchmark-only-0123456789-abcdefghijkl",
            DJANGO_SETTINGS_MODULE="nauticus_site.settings",
            LOG_LEVEL="WARNING",  # a line per request would drown the figures
        )
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        return {"commit": _commit(), "page": _page(), "lists": _lists()}
    finally:
        services.stop()


# What the web part promises: where the figure stands, how it is compared, the bound, in words.
BOUNDS: tuple[tuple[tuple[str, ...], bool, float, str], ...] = (
    (("commit", "ratio_to_naked"), True, 0.25, "commits against a naked view"),
    (("page", "cpu_ms"), False, 15, "processor time of the match page, ms"),
    (("page", "html_kb"), False, 150, "HTML of the match page, KB"),
    (("page", "brotli_kb"), False, 40, "match page in brotli, KB"),
    (("lists", "/", "ratio"), False, 1.5, "home with many matches against few"),
    (("lists", "/play/", "ratio"), False, 1.5, "lobby with many matches against few"),
)


def missed(result: dict[str, Any]) -> list[str]:
    """The bounds this run did not keep, each as a sentence."""
    found = []
    for path, at_least, bound, words in BOUNDS:
        figure: Any = result
        for key in path:
            figure = figure[key]
        if figure < bound if at_least else figure > bound:
            found.append(f"{words}: {figure}, {'at least' if at_least else 'at most'} {bound}")
    if result["commit"]["refused"]:
        found.append(f"{result['commit']['refused']} commits were refused")
    return found


# --- commits ------------------------------------------------------------------------------


def _commit() -> dict[str, Any]:
    from games.models import Entry

    queues = _scripts()
    codes = [queue[0][0] for queue in queues]
    bare = {}
    for kind in ("behind middleware", "naked"):
        with _gunicorn("tools.bench.bare:application", BARE=kind) as port:
            found = _storm(port, [[(url, b"", {})] * 100_000 for url in codes])
            bare[kind] = found["per_s"]
        Entry.objects.filter(kind="bench").delete()
    with _gunicorn("nauticus_site.wsgi:application") as port:
        ours = _storm(port, queues)
    return {
        "commits_per_s": round(ours["per_s"]),
        "bare_per_s": round(bare["behind middleware"]),
        "ratio": round(ours["per_s"] / bare["behind middleware"], 3),
        "naked_per_s": round(bare["naked"]),
        "ratio_to_naked": round(ours["per_s"] / bare["naked"], 3),
        "commits": ours["done"],
        "refused": ours["refused"],
        "p50_ms": ours["p50_ms"],
        "p95_ms": ours["p95_ms"],
    }


def _scripts() -> list[list[Post]]:
    """Matches, and for each the posts of its first turns, worked out with the engine beforehand."""
    from django.conf import settings
    from django.test import Client

    from accounts.models import User
    from games.models import Match
    from games.selectors.positions import game_of, position
    from games.services.tables import lobby
    from games.terms.charter import Charter

    token = "b" * 64
    users, cookies = [], {}
    for k in range(3):
        user = User.objects.create_user(f"player{k}", f"p{k}@example.org", "x")
        client = Client()
        client.force_login(user)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        cookies[user.pk] = f"{settings.SESSION_COOKIE_NAME}={session}; csrftoken={token}"
        users.append(user)
    queues = []
    for k in range(MATCHES):
        match = lobby.create(user=users[0], charter=Charter(size=3))
        for user in users[1:]:
            lobby.join(code=match.code, user=user)
        # The opener may hold a few open tables only; these have started.
        match = Match.objects.get(pk=match.pk)
        game, state, dice = game_of(match), position(match), random.Random(k)
        players = [seat.user_id or 0 for seat in match.seats.order_by("number")]
        revisions = [0] * match.size
        posts: list[Post] = []
        for _ in range(TURNS):
            seat = game.to_act(state)[0]
            at = f"{state.stack[-1].id}.{revisions[seat]}"
            moves = []
            while True:
                move = dice.choice(game.moves(state, seat))
                moves.append(str(move))
                if game.apply(state, seat, move).outcome != "continues":
                    break
            revisions[seat] += 1
            body = urllib.parse.urlencode(
                [("at", at), ("confirm", "1"), *(("move", text) for text in moves)]
            )
            headers = {
                "Cookie": cookies[players[seat]],
                "X-CSRFToken": token,
                "Accept": "application/json",
                "Content-Type": "application/x-www-form-urlencoded",
            }
            posts.append((f"/t/{match.code}/move/", body.encode(), headers))
        queues.append(posts)
    return queues


@contextmanager
def _gunicorn(application: str, **env: str) -> Iterator[int]:
    port = free_port()
    command = [
        sys.executable, "-m", "gunicorn", "-w", "2", "-k", "gthread", "--threads", "8",
        "-b", f"127.0.0.1:{port}", "--log-level", "error", application,
    ]  # fmt: skip
    child = subprocess.Popen(
        command, env={**os.environ, **env}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        end = time.monotonic() + 30
        while time.monotonic() < end:
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield port
    finally:
        child.terminate()
        child.wait(10)


def _storm(port: int, queues: list[list[Post]]) -> dict[str, Any]:
    """Work the queues off with some hands, each queue in its order, for some seconds."""
    todo = [iter(queue) for queue in queues]
    times: list[float] = []
    refused = 0
    lock = threading.Lock()
    for queue in todo:  # wake the workers up: their first answers build caches
        for _ in range(WARM):
            _one(port, *next(queue))
    end = time.monotonic() + SECONDS

    def hand(number: int) -> None:
        nonlocal refused
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        mine = todo[number::HANDS]
        took: list[float] = []
        bad = 0
        while mine and time.monotonic() < end:
            for queue in list(mine):
                post = next(queue, None)
                if post is None:
                    mine.remove(queue)
                    continue
                began = time.perf_counter()
                connection.request("POST", post[0], post[1], post[2])
                answer = connection.getresponse()
                answer.read()
                took.append(time.perf_counter() - began)
                bad += answer.status != 200
                if time.monotonic() >= end:
                    break
        connection.close()
        with lock:
            times.extend(took)
            refused += bad

    began = time.monotonic()
    threads = [threading.Thread(target=hand, args=(k,)) for k in range(HANDS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.monotonic() - began
    times.sort()
    return {
        "done": len(times),
        "refused": refused,
        "per_s": len(times) / seconds,
        "p50_ms": round(times[len(times) // 2] * 1000, 1),
        "p95_ms": round(times[int(len(times) * 0.95)] * 1000, 1),
    }


def _one(port: int, path: str, body: bytes, headers: dict[str, str]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("POST", path, body, headers)
    connection.getresponse().read()
    connection.close()


# --- pages --------------------------------------------------------------------------------


def _page() -> dict[str, Any]:
    """The match page as its player to move gets it, in the middle and near the end of a match."""
    import brotli  # type: ignore[import-untyped]
    from django.test import Client, RequestFactory
    from django_htmx.middleware import HtmxDetails

    from accounts.models import User
    from games.demo.people import play
    from games.models import Match, Seat
    from games.services.tables import lobby
    from games.terms.charter import Charter
    from games.web.views.match import page

    users = [User.objects.create_user(f"reader{k}", f"r{k}@example.org", "x") for k in range(4)]
    opened = lobby.create(user=users[0], charter=Charter(size=4))
    for user in users[1:]:
        lobby.join(code=opened.code, user=user)
    match = Match.objects.get(pk=opened.pk)
    found = []
    for plies in (90, 90, 90):
        match = play(match, plies)
        seat = Seat.objects.select_related("user").filter(match=match, owes=True)[0]
        client = Client()
        assert seat.user is not None
        client.force_login(seat.user)
        body = client.get(match.get_absolute_url()).content
        request = RequestFactory().get(match.get_absolute_url())
        request.user = seat.user
        request.session = client.session
        request.htmx = HtmxDetails(request)  # type: ignore[attr-defined]
        code = match.code
        view = _processor_ms(lambda request=request, code=code: page(request, code))  # type: ignore[misc]
        url = match.get_absolute_url()
        whole = _processor_ms(lambda client=client, url=url: client.get(url))  # type: ignore[misc]
        found.append(
            {
                "ply": match.ply,
                "cpu_ms": round(view, 1),
                "cpu_ms_with_middleware": round(whole, 1),
                "html_kb": round(len(body) / 1000, 1),
                "brotli_kb": round(len(brotli.compress(body, quality=5)) / 1000, 1),
            }
        )
    worst = {name: max(row[name] for row in found) for name in found[0] if name != "ply"}
    return {**worst, "at_plies": [row["ply"] for row in found]}


def _processor_ms(call: Callable[[], object], times: int = 60) -> float:
    taken = []
    for _ in range(times):
        began = time.process_time()
        call()
        taken.append(time.process_time() - began)
    return statistics.median(taken) * 1000


def _lists() -> dict[str, Any]:
    """Home and lobby must not feel how many matches there are."""
    from django.test import Client

    from accounts.models import User

    player = User.objects.get(username="player0")
    client = Client()
    client.force_login(player)
    found: dict[str, Any] = {}
    made = 0
    p95: dict[str, dict[int, float]] = {"/": {}, "/play/": {}}
    for total in (FEW, MANY):
        _store(total - made)
        made = total
        for path in p95:
            p95[path][total] = _p95(lambda path=path: client.get(path))  # type: ignore[misc]
    for path, figures in p95.items():
        found[path] = {
            "few_p95_ms": round(figures[FEW], 1),
            "many_p95_ms": round(figures[MANY], 1),
            "ratio": round(figures[MANY] / figures[FEW], 2),
        }
    return {"few": FEW, "many": MANY, **found}


def _p95(call: Callable[[], object], times: int = 80) -> float:
    call()
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        call()
        taken.append(time.perf_counter() - began)
    return sorted(taken)[int(times * 0.95)] * 1000


def _store(count: int) -> None:
    """Matches of other people, most of them finished, as an old site has them."""
    from django.db import connection
    from django.utils import timezone

    from accounts.models import User
    from games.models import Match, Seat

    others = [
        User.objects.get_or_create(username=f"other{k}", defaults={"name_key": f"other{k}"})[0]
        for k in range(200)
    ]
    dice, now, batch = random.Random(count), timezone.now(), 2_000
    for start in range(0, count, batch):
        matches = Match.objects.bulk_create(
            Match(
                title="nauticus", size=3, creator=others[k % 200], commitment="0" * 64,
                status="open" if k % 50 == 49 else
                ("finished", "finished", "finished", "running", "cancelled")[k % 5],
                options={"rounds": 5}, created_at=now, started_at=now, finished_at=now,
                moved_at=now, ply=200,
            )
            for k in range(start, min(start + batch, count))
        )  # fmt: skip
        Seat.objects.bulk_create(
            Seat(
                match=match,
                number=n,
                user=dice.choice(others),
                place=n + 1,
                score=90,
                owes=n == 0 and match.status == "running",
            )
            for match in matches
            for n in range(1 if match.status == "open" else 3)
        )
    with connection.cursor() as cursor:
        # Now, and not in the background while something else is measured.
        cursor.execute("vacuum analyze")


if __name__ == "__main__":
    print(json.dumps(run(), indent=2))
