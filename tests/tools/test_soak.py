"""The soak's own client and judge: what they must notice, they notice."""

from __future__ import annotations

import random
import threading
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from engine import registry
from engine.core import fairness, record, replay
from engine.core.types import Log
from tools.soak import judge
from tools.soak.client import Answer, Away, Broken, Browser, Door, Tally
from tools.soak.kills import Kills
from tools.soak.layout import Layout, unit_of
from tools.soak.pages import Page
from tools.soak.tables import Harbour, Table, Turn
from tools.soak.view import MatchView, points

MATCH_PAGE = """<body><div id="table" data-ply="7"><section class="card turn is-choosing" id="turn">
<header><h2 id="turn-h"><svg><use href="/static/sprite.svg#i-buy"/></svg>Your turn: buy goods</h2>
</header><form id="turn-form" method="post" action="/t/abc/move/">
<input type="hidden" name="csrfmiddlewaretoken" value="token"><input type="hidden" name="at"
 value="3.4-7">{buttons}</form></section>
<h2 id="mine-h"><svg><use href="/static/sprite.svg#f-2"/></svg>Your harbour</h2></div></body>"""
BUTTONS = """<button name="move" value="buy:1,0">Bow</button>
<button name="move" value="buy:2,0" disabled>Mast</button>
<button type="button" aria-disabled="true">Stern</button>
<button formaction="/t/abc/undo/" name="everything" value="1">Undo all</button>
<button formaction="/t/abc/confirm/" name="move" value="end">Confirm turn</button>"""


def page(html: str) -> Page:
    return Page(html, "https://nauticus.example.org/t/abc/")


# --- the page -------------------------------------------------------------------------------


def test_it_finds_the_buttons_that_can_be_pressed() -> None:
    view = MatchView(page(MATCH_PAGE.format(buttons=BUTTONS)))

    assert [button.value for button in view.moves] == ["buy:1,0"]
    assert view.confirm is not None
    assert view.confirm.action == "https://nauticus.example.org/t/abc/confirm/"
    assert [button.value for button in view.undo] == ["1"]
    assert (view.mine, view.torn, view.seat, view.ply) == (True, False, 1, "7")


def test_it_notices_a_page_of_ones_own_turn_without_a_button() -> None:
    undo = '<button formaction="/t/abc/undo/" name="everything" value="1">Undo all</button>'

    assert MatchView(page(MATCH_PAGE.format(buttons=""))).torn
    assert MatchView(page(MATCH_PAGE.format(buttons=undo))).torn
    assert not MatchView(page(MATCH_PAGE.replace("Your turn", "Bob is to move"))).torn


def test_it_sends_a_form_as_the_page_filled_it_in(tmp_path: Path) -> None:
    form = page(
        '<form method="post" action="/play/new/"><input type="hidden" name="title" value="a">'
        '<input type="radio" name="size" value="2" checked>'
        '<input type="radio" name="size" value="3">'
        '<select name="rounds"><option value="">Full</option><option value="1">1</option></select>'
        '<input type="checkbox" name="spectators" checked>'
        '<textarea name="note">a &amp; b</textarea>'
        "<button>Open</button></form>"
    ).forms[0]
    browser = Browser(Door("nauticus.example.org", 1, tls=True), "127.0.0.1", Tally(tmp_path))

    method, url, body = browser.order(form, None, {"size": "3"})

    assert (method, url) == ("POST", "https://nauticus.example.org/play/new/")
    assert body == b"title=a&rounds=&spectators=on&note=a+%26+b&size=3"
    with pytest.raises(KeyError, match="no secret"):
        browser.order(form, None, {"secret": "1"})


def test_it_reads_points_by_the_flag_of_the_seat() -> None:
    sheet = page(
        '<table class="score-sheet"><thead><tr><th>Source</th>'
        '<th class="num"><use href="/s.svg#f-2"/>Bob</th>'
        '<th class="num"><use href="/s.svg#f-1"/>Alice</th></tr></thead>'
        '<tfoot><tr><th>Points</th><td class="num">41</td><td class="num">-3</td></tr></tfoot>'
        "</table>"
    )

    assert points(sheet) == {1: 41, 0: -3}


def test_it_tells_the_sites_failures_from_the_proxys(tmp_path: Path) -> None:
    tally = Tally(tmp_path)
    browser = Browser(Door("nauticus.example.org", 1, tls=True), "127.0.0.1", tally)

    with pytest.raises(Away):
        browser._judge(Answer(503, {}, b"restarted", "/"), "GET", "/")
    with pytest.raises(Broken):
        browser._judge(Answer(500, {"x-request-id": "abc"}, b"oh", "/"), "GET", "/")

    assert tally.counts["proxy_503"] == 1
    assert [(t["kind"], t["request"]) for t in tally.troubles] == [("site_5xx", "abc")]


# --- the judge ------------------------------------------------------------------------------


def a_match(seed: int) -> tuple[Table, str]:
    """A short match with its record, and what its two players know of it."""
    game, dice = registry.get("nauticus"), random.Random(seed)
    code, secret, nonces = "abcdefgh", f"{seed:064x}", ["w1"]
    dealt = fairness.seed(secret, code, nonces)
    options = game.complete(2, {"rounds": 1}, dealt)
    state, _ = game.setup(2, options, dealt)
    commitment = fairness.commitment(secret, code)
    link = fairness.first_link(game.slug, game.version, 2, options, commitment)
    found = record.Record(game.slug, game.version, 2, options, dealt, commitment)
    found.lines.append(record.Note(["match", code]))
    table = Table(1, 2, 0, "1", [0, 1], "public", url=f"/t/{code}/", seats={0: 0, 1: 1})
    while state.stack:
        seat = min(game.to_act(state))
        move = dice.choice(list(game.moves(state, seat)))
        game.play_unchecked(state, seat, move, Log(on=False))
        link = fairness.link(link, dealt, state.ply, seat, move, game.digest(state))
        found.lines.append(record.Ply(seat, move))
        table.turns.setdefault(seat, []).append(Turn([str(move)], sure=True))
    found.lines += [record.Note(["secret", secret]), record.Note(["nonce", "w1"])]
    found.lines.append(record.Note(["chain", link]))
    found.result, found.digest = replay.totals(game, state), game.digest(state)
    table.points = dict(enumerate(found.result))
    return table, record.write(found)


def judged(folder: Path, table: Table, text: str) -> list[str]:
    (folder / f"{table.code}-0.txt").write_bytes(text.encode())
    return judge.judge_records(folder, [table]).wrong


def test_it_accepts_a_record_that_holds(tmp_path: Path) -> None:
    table, text = a_match(1)

    assert judged(tmp_path, table, text) == []
    assert judge.judge_records(tmp_path, [table]).verified == 1


def test_it_notices_a_corrupt_record(tmp_path: Path) -> None:
    table, text = a_match(1)

    assert "nonce" in judged(tmp_path, table, text.replace("! nonce w1", "! nonce w2"))[0]
    more = text.replace("\nresult ", "\nresult 7 ")
    assert "result takes 2 words" in judged(tmp_path, table, more)[0]
    (tmp_path / f"{table.code}-anonymous.txt").write_text(text)
    assert "not everybody gets the same record" in judged(tmp_path, table, more)[0]


def test_it_notices_a_missing_record(tmp_path: Path) -> None:
    table, _ = a_match(1)

    assert judge.judge_records(tmp_path, [table]).wrong == ["Soak 1 abcdefgh: no record"]


def test_it_notices_a_page_with_another_score(tmp_path: Path) -> None:
    table, text = a_match(1)
    table.points[0] += 1

    assert "the result page shows" in judged(tmp_path, table, text)[0]


def test_it_notices_a_lost_turn_and_one_too_many(tmp_path: Path) -> None:
    table, text = a_match(1)
    first = table.turns[0][0]

    table.turns[0].insert(0, Turn(first.moves, sure=True))
    assert "was acknowledged and is not in the record" in judged(tmp_path, table, text)[0]
    table.turns[0][0].sure = False  # no answer came: it may be there or not
    assert judged(tmp_path, table, text) == []
    del table.turns[0][:2]
    assert "is not in the record" in judged(tmp_path, table, text)[0]
    table.turns[0] = [Turn(first.moves, sure=True)]
    assert "nobody confirmed" in judged(tmp_path, table, text)[0]


def test_it_notices_a_traceback_in_a_log(tmp_path: Path) -> None:
    (tmp_path / "web.log").write_text(
        '{"event": "request", "status": 200}\n'
        '{"event": "broken", "request_id": "r1", "exception": "Traceback (most recent call last):'
        '\\n  File \\"a.py\\", line 1\\nKeyError: 3"}\n'
        '{"event": "away", "request_id": "r2", "exception": "Traceback (most recent call last):'
        '\\n  File \\"a.py\\", line 1\\ndjango.db.utils.OperationalError: consuming input failed:'
        ' server closed the connection unexpectedly\\n\\tThis probably means"}\n'
    )
    (tmp_path / "worker.log").write_text(
        "Traceback (most recent call last):\n  File a.py\nValueError: no\nready\n"
        "Traceback (most recent call last):\n  File a.py\nConnectionResetError: [Errno 104]\n"
    )

    bad, lost = judge.tracebacks(tmp_path)

    assert [(b["log"], b["end"]) for b in bad] == [
        ("web.log", "KeyError: 3"),
        ("worker.log", "ValueError: no"),
    ]
    assert lost == 2
    assert judge.lost_requests(tmp_path) == {"r2"}


def test_a_deadlock_is_no_lost_connection(tmp_path: Path) -> None:
    (tmp_path / "web.log").write_text(
        "Traceback (most recent call last):\n  File a.py\n"
        "django.db.utils.OperationalError: deadlock detected\n"
    )

    assert judge.tracebacks(tmp_path)[1] == 0


def test_it_plays_every_number_of_seats_and_some_with_computers() -> None:
    tables = Harbour(matches=30, people=10, at_once=10, seed=1).tables

    assert {table.size for table in tables} == {2, 3, 4}
    assert any(table.robots for table in tables)
    assert any(not table.rounds for table in tables)
    assert all(len(t.people) == t.size - t.robots >= 1 for t in tables)
    assert tables == Harbour(matches=30, people=10, at_once=10, seed=1).tables


# --- the kills ------------------------------------------------------------------------------


def kills_of(tmp_path: Path, restarts: dict[str, int]) -> Kills:
    crew = SimpleNamespace(restarts=Counter(restarts), units=dict.fromkeys(("web", "valkey")))
    layout = cast(Layout, SimpleNamespace(crew=crew))
    return Kills(layout, 1, threading.Event(), Tally(tmp_path))


def test_it_notices_a_process_that_ended_by_itself(tmp_path: Path) -> None:
    kills = kills_of(tmp_path, {"web": 2, "worker-fast": 2, "postgres": 9})
    kills.counts.update({"gunicorn": 2, "gunicorn worker": 5, "worker-fast": 1, "postmaster": 1})

    assert kills.unasked() == {"worker-fast": 1}


def test_only_a_killed_database_excuses_a_lost_connection(tmp_path: Path) -> None:
    kills = kills_of(tmp_path, {})
    kills.down = [("gunicorn", 100.0, 105.0), ("postmaster", 200.0, 205.0)]

    assert not kills.explain(101.0)
    assert not kills.explain(199.9)
    assert kills.explain(201.0)
    assert kills.explain(210.0)
    assert not kills.explain(260.0)


def test_it_kills_only_what_runs(tmp_path: Path) -> None:
    kinds = kills_of(tmp_path, {}).kinds

    assert sorted(kinds) == ["gunicorn", "gunicorn worker", "valkey"]


# --- the layout -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["web", "sockets", "worker-fast", "worker-slow", "beat"])
def test_it_runs_what_the_units_of_deploy_say(name: str, tmp_path: Path) -> None:
    unit = unit_of(name, tmp_path)

    assert Path(unit.command[1]).exists()
    assert not [w for w in unit.command if w.startswith(("/opt/", "/var/lib")) or "%%" in w]
    assert unit.restart_seconds > 0
