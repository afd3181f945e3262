"""Who gets what at every address of matches: by method, by role, by the state of the table.

A cell names the status. `in` is "led to the log-in", `!` means that something was written; a cell
without it must leave every row as it was. A shorter row goes on as it ended. An address without a
row fails, so a new one cannot be forgotten.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest
import time_machine
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, get_resolver, reverse
from pytest_django import Settings

from accounts.models import User
from games.models import Draft, Match
from tests.games.helpers import open_table
from tests.games.world import FINISHED, OPEN, RUNNING, World, hot_seat, rows, undone, world

pytestmark = pytest.mark.django_db
STATES = (OPEN, RUNNING, FINISHED)
ROLES = ("nobody", "stranger", "guest", "invited", "seated", "opener", "left", "kicked")
ALIKE = ("nobody", "stranger", "seated", "opener")
SPECTATORS = {"match_feed"}  # shows the same to everybody, so to nobody where none may watch
NOISE = re.compile(rb'(name="csrfmiddlewaretoken" value=")[^"]+')

# Addresses of the site, the same in every state: nobody, stranger, guest.
SITE = {
    "play": {"get": "200"},
    "play_now": {"post": "302!"},
    "practise": {"post": "302!"},
    "pass_and_play": {"post": "302!"},
    "guided": {"post": "302!"},
    "new_table": {"get": "200", "post": "302!"},
    "next_match": {"get": "in 302"},
    "matches": {"get": "200"},
    "titles": {"get": "200"},
    "title": {"get": "200"},
    "title_aim": {"get": "200"},
    "old_titles": {"get": "301"},
    "old_title": {"get": "301"},
    "invitation": {"get": "404"},
    "title_rules": {"get": "200"},
    "fairness": {"get": "200"},
    "calendar_feed": {"get": "404"},  # the address is the key; `tests/notices` has the right one
    "go": {"get": "400", "post": "400"},  # whoever asks: the link is the proof (test_links.py)
    "player_mute": {"post": "in 302!"},
    "player_unmute": {"post": "in 302"},
}


class Row(NamedTuple):
    """What each of ROLES gets while the table is open, while it runs, when it is over."""

    open: str
    running: str
    finished: str


# nobody, stranger, guest, invited, seated (and to move), opener, left, kicked
TABLE = {
    "match_charter": {"get": Row("200", "200", "200")},
    "table_seats": {"get": Row("200", "200", "200")},
    "table_join": {"post": Row("403 302! 403 302! 302 302 302! 403", "302", "302")},
    "table_leave": {"post": Row("in 302 302 302 302! 302! 302 302", "in 302", "in 302")},
    "table_kick": {"post": Row("in 403 403 403 403 302! 403 403", "in 302", "in 302")},
    "table_bot": {"post": Row("in 403 403 403 403 302! 403 403", "in 302", "in 302")},
    "table_invite": {"post": Row("in 403 403 403 403 302! 403 403", "in 302", "in 302")},
    "table_accept": {"post": Row("in 403 403 302! 302 403 302! 403", "in 302", "in 302")},
    "table_decline": {"post": Row("in 302 302 302! 302 302 302 302", "in 302", "in 302")},
    "match_skip": {"post": Row("in 302", "in 302 302 302 302! 302 302 302", "in 302")},
    "match_take": {"post": Row("in 302", "in 302", "in 302")},
    "match": {"get": Row("200", "200", "200")},
    "match_move": {"post": Row("403 303", "403 403 403 403 303! 303 403 403", "403 303")},
    "match_undo": {"post": Row("403 303", "403 403 403 403 303! 303 403 403", "403 303")},
    "match_confirm": {"post": Row("403 303", "403 403 403 403 303! 303 403 403", "403 303")},
    "match_plan": {"post": Row("403 303", "403 403 403 403 303 303 403 403", "403 303")},
    "match_why": {"get": Row("404", "200", "200")},
    "match_log": {"get": Row("404", "200", "200")},
    "match_presence": {"get": Row("200", "200", "200")},
    "match_replay": {"get": Row("404", "302", "302")},
    "match_at": {"get": Row("404", "200", "200")},
    "match_result": {"get": Row("302", "302", "200")},
    "match_notation": {"get": Row("404", "200", "200")},
    "match_record": {"get": Row("404", "200", "200")},
    "match_picture": {"get": Row("404", "200", "200")},
    "match_feed": {"get": Row("404", "200", "200")},
    "match_rematch": {"post": Row("in 302", "in 302", "in 302 302 302 302! 302! 302! 302")},
    "match_talk": {
        "get": Row(
            "200 200 200 200 200! 200 200 200",
            "200 200 200 200 200! 200 200! 200",
            "200 200 200 200 200! 200! 200! 200",
        ),
        "post": Row(
            "in 403 403 403 302! 302! 403 403",
            "in 302! 403 302! 302! 302! 302! 302!",
            "in 302! 403 302! 302! 302! 302! 302!",
        ),
    },
    "match_talk_mark": {"get": Row("200", "200", "200")},
    "message_report": {
        "post": Row(
            "in 302 302 302 302! 302 302 302",
            "in 302 302 302 302! 302 302! 302",
            "in 302 302 302 302! 302 302! 302",
        )
    },
    "match_notes": {
        "get": Row("in 200", "in 200", "in 200"),
        "post": Row("in 302!", "in 302!", "in 302!"),
    },
    "match_leave": {
        "get": Row("in 302", "in 302 302 302 200 200 302 302", "in 302"),
        "post": Row("in 302", "in 302 302 302 302! 302! 302 302", "in 302"),
    },
    "match_take_back": {
        "get": Row("200", "200", "200"),
        "post": Row("in 302", "in 302 302 302 302! 302! 302 302", "in 302"),
    },
}


@pytest.fixture(autouse=True)
def _no_limits(settings: Settings) -> None:
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, "100000/m/ip")


def patterns() -> dict[str, URLPattern]:
    """Every address of matches by its name."""
    get_resolver().url_patterns  # noqa: B018 - other apps register converters when they are read
    from games.web.urls import urlpatterns  # here: its converters are registered by the site's urls

    return {str(pattern.name): pattern for pattern in urlpatterns}


def ask(found: World, role: str, name: str, method: str) -> HttpResponse:
    needs = {
        "code": found.match.code, "ply": 0, "pk": int(found.said["message"]),
        "slug": "nauticus", "token": "nothere2", "username": "bob", "secret": "n" * 43,
    }  # fmt: skip
    given = {key: needs[key] for key in patterns()[name].pattern.converters}
    bob = found.match.seats.filter(user=found.people["seated"]).first()
    data = {
        "at": found.said["at"], "move": found.said["move"], "text": "hello", "who": "charlie",
        "seat": str(bob.number if bob else 0), "title": "nauticus", "size": "2",
        "pace": "3", "visibility": "public", "first_player": "random",
        "take_backs": "consent",
    }  # fmt: skip
    answer: HttpResponse = getattr(found.client(role), method)(reverse(name, kwargs=given), data)
    return answer


def told(answer: HttpResponse, *, changed: bool) -> str:
    status = str(answer.status_code)
    if answer.get("Location", "").startswith("/account/login/"):
        status = "in"
    return status + ("!" if changed else "")


def cells(row: str, roles: tuple[str, ...]) -> dict[str, str]:
    said = row.split()
    return dict(zip(roles, said + said[-1:] * (len(roles) - len(said)), strict=True))


def read(
    found: World, names: dict[str, dict[str, str]], roles: tuple[str, ...], of: tuple[str, ...]
) -> list[str]:
    """Ask for everything as everybody; what differs from the table, in words."""
    before = rows()
    wrong = []
    for name, methods in names.items():
        for method, row in methods.items():
            expected = cells(row, of)
            # Where everybody with an account gets the same, four of them are enough.
            few = ALIKE if len(row.split()) < 3 else roles
            for role in (role for role in roles if role in few):
                with undone():
                    answer = ask(found, role, name, method)
                    got = told(answer, changed=rows() != before)
                if got not in expected[role].split("/"):
                    wrong.append(f"{method} {name} as {role}: {got}, not {expected[role]}")
                wrong += [f"{name} tells {role}: {leak}" for leak in leaks(found, role, answer)]
    return wrong


def leaks(found: World, role: str, answer: HttpResponse) -> list[str]:
    """Notes are for one person, table talk for those who sit there."""
    secrets = {"only for alice": ("opener",), "only for bob": ("seated",)}
    seated = {seat.user_id for seat in found.match.seats.all()}
    user = found.people[role]
    if user is None or user.pk not in seated:
        secrets["among us"] = ()
    return [text for text, who in secrets.items() if role not in who and text in said(answer)]


def said(answer: HttpResponse) -> str:
    return answer.content.decode(errors="replace")


# --- the table is whole -------------------------------------------------------------------


def test_every_address_has_a_row() -> None:
    assert set(patterns()) == set(SITE) | set(TABLE)


def test_other_methods_are_refused() -> None:
    """What is not in the table is 405, or the log-in for whoever has none."""
    found = world(RUNNING)
    before = rows()
    for name, methods in (SITE | TABLE).items():
        for method in {"get", "post"} - set(methods):
            for role in ("nobody", "opener"):
                answer = ask(found, role, name, method)
                assert told(answer, changed=False) in ("405", "in"), (name, method, role)
    assert rows() == before


# --- in public ----------------------------------------------------------------------------


def test_addresses_of_the_site() -> None:
    assert read(world(OPEN), SITE, ROLES[:3], ROLES[:3]) == []


@pytest.mark.parametrize("state", STATES)
def test_a_public_table(state: str) -> None:
    names = {
        name: {method: getattr(row, state) for method, row in methods.items()}
        for name, methods in TABLE.items()
    }
    assert read(world(state), names, ROLES, ROLES) == []


# --- in private ---------------------------------------------------------------------------


def hidden(state: str, *, shown: tuple[str, ...]) -> dict[str, dict[str, str]]:
    """The same table for a match that only `shown` can see: for everybody else there is none."""
    found: dict[str, dict[str, str]] = {}
    for name, methods in TABLE.items():
        for method, row in methods.items():
            expected = cells(getattr(row, state), ROLES)
            expected |= dict.fromkeys(set(ROLES) - set(() if name in SPECTATORS else shown), "404")
            expected["nobody"] = "404/in"  # neither says whether there is such a match
            found.setdefault(name, {})[method] = " ".join(expected[role] for role in ROLES)
    return found


@pytest.mark.parametrize(
    ("visibility", "state", "shown"),
    [
        ("invited", OPEN, ("invited", "seated", "opener", "left", "kicked")),
        ("invited", RUNNING, ("seated", "opener", "left")),
        ("link", RUNNING, ("seated", "opener", "left")),
        ("link", FINISHED, ("seated", "opener", "left")),
    ],
)
def test_a_private_table(visibility: str, state: str, shown: tuple[str, ...]) -> None:
    found = world(state, visibility, spectators=False)
    assert read(found, hidden(state, shown=shown), ROLES[:2] + ROLES[3:5] + ROLES[7:], ROLES) == []


@pytest.mark.parametrize("state", [RUNNING, FINISHED])
def test_a_match_by_link_is_watched_like_a_public_one(state: str) -> None:
    names = {
        name: {method: getattr(row, state) for method, row in methods.items()}
        for name, methods in TABLE.items()
        if name not in SPECTATORS  # its feed would be for anybody
    }
    found = world(state, "link")
    assert read(found, names, ("nobody", "stranger", "seated"), ROLES) == []


@pytest.mark.parametrize("state", [RUNNING, FINISHED])
def test_a_match_at_one_device_is_nobody_elses(state: str) -> None:
    found = hot_seat(state)
    assert read(found, hidden(state, shown=("opener",)), ("nobody", "stranger"), ROLES) == []
    assert ask(found, "opener", "match", "get").status_code == 200


# --- drafts -------------------------------------------------------------------------------


@time_machine.travel("2026-03-01T12:10:00Z", tick=False)  # so that no minute passes in between
def test_nobody_else_reads_a_draft() -> None:
    """Every page is the same for others whether Bob has composed something or not."""
    found = world(RUNNING)
    names = [name for name, methods in TABLE.items() if "get" in methods]

    def pages(role: str) -> dict[str, bytes]:
        with undone():  # whoever reads the talk has read it
            return {n: NOISE.sub(b"", ask(found, role, n, "get").content) for n in names}

    roles = ("nobody", "stranger", "opener", "left")
    assert Draft.objects.filter(match=found.match).exists()
    with_draft = {role: pages(role) for role in roles}
    with undone():
        Draft.objects.all().delete()
        found.match.seats.update(drafted=False)
        assert {role: pages(role) for role in roles} == with_draft


# --- what does not exist ------------------------------------------------------------------


@pytest.mark.parametrize("code", ["nothere2", "x", "a" * 40])
def test_what_does_not_exist_is_not_found(as_alice: Client, code: str) -> None:
    for path in ("", "talk/", "at/0/", "result/", "record.txt", "charter/"):
        assert as_alice.get(f"/t/{code}/{path}").status_code == 404


def test_a_refused_stranger_is_not_made_a_guest(alice: User, client: Client) -> None:
    match = open_table(alice, visibility="invited")
    people = User.objects.count()
    assert client.post(f"/t/{match.code}/join/").status_code == 404
    Match.objects.filter(pk=match.pk).update(visibility="public", status="cancelled")
    assert client.post(f"/t/{match.code}/join/").status_code == 302
    assert User.objects.count() == people
