"""Pages behind the links of mails: looking changes nothing, the button plays, the dead say why."""

from __future__ import annotations

import io
import logging
import sys
from datetime import timedelta

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.services import sessions
from games.links.alive import decision_of
from games.links.proposals import proposals
from games.links.scenes import scene_of, tried
from games.links.tokens import decision_link, read, turn_link
from games.models import Match, Ply, Seat
from games.services.play import by_link, clocks
from games.services.tables import seating
from games.titles.registry import presenter_of
from tests.games.play_helpers import owing, start, start_dealt
from tests.games.quay_table import deal
from tests.games.world import rows

pytestmark = pytest.mark.django_db
PREFETCH = (
    {"Sec-Purpose": "prefetch"},
    {"Sec-Purpose": "prefetch;prerender"},
    {"Purpose": "prefetch"},
)


@pytest.fixture
def match(alice: User, bob: User, charlie: User) -> Match:
    return start_dealt(alice, bob, charlie, options={"rounds": 1})


@pytest.fixture
def mail() -> Client:
    """Whoever reads a mail: no cookies, and the site looks at tokens of forms."""
    return Client(enforce_csrf_checks=True)


def link(match: Match, moves: tuple[str, ...] | None = None, also: tuple[int, ...] = ()) -> str:
    match.refresh_from_db()
    seat = owing(match)
    assert seat.user is not None
    if moves is None:
        moves = proposals(match, seat.number)[0].moves
    return turn_link(seat.user, seat, match, moves, also)


def decision(match: Match, also: tuple[int, ...] = ()) -> str:
    return link(match, (), also)


def text(answer: HttpResponse) -> str:
    return " ".join(answer.content.decode().split())


def everything() -> tuple[object, ...]:
    """All that a request could leave behind."""
    people = list(User.objects.order_by("pk").values_list("pk", "last_seen", "last_login"))
    kept = list(Session.objects.order_by("pk").values_list("session_key", "session_data"))
    return rows(), people, kept


# --- looking ------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_changes_nothing_at_all(mail: Client, match: Match, method: str) -> None:
    for path in (link(match), decision(match)):
        before = everything()
        for headers in ({}, *PREFETCH):
            answer = getattr(mail, method)(path, headers=headers)
            assert answer.status_code == 200
            assert not answer.cookies
        assert everything() == before


def test_nor_for_somebody_who_is_logged_in(match: Match) -> None:
    """Not even that they were here: a program may have opened it."""
    user = owing(match).user
    assert user is not None
    client = Client()
    client.force_login(user)
    User.objects.filter(pk=user.pk).update(last_seen=timezone.now() - timedelta(days=2))

    before = everything()
    for path in (link(match), decision(match)):
        answer = client.get(path)
        assert answer.status_code == 200
        assert not answer.cookies
    assert everything() == before


def test_a_prefetching_post_plays_nothing(mail: Client, match: Match) -> None:
    before = everything()
    for headers in PREFETCH:
        assert mail.post(link(match), headers=headers).status_code == 200
    assert everything() == before


def test_it_shows_the_turn_and_the_board_after_it(mail: Client, match: Match) -> None:
    seat = owing(match)
    one = next(p for p in proposals(match, seat.number) if p.gain)

    answer = mail.get(link(match, one.moves))

    shown = text(answer)
    assert one.words in shown
    assert one.gain in shown
    assert f"playing as <b>{seat.user}</b>" in shown
    assert "Confirm this turn" in shown
    assert "The board after this turn" in shown
    assert 'id="mine"' in shown
    assert f"/account/login/?next=%2Ft%2F{match.code}%2F" in shown


def test_it_can_be_read_as_text(mail: Client, match: Match) -> None:
    shown = text(mail.get(link(match) + "?board=text"))

    assert "<pre" in shown
    assert 'id="mine"' not in shown


def test_a_decision_offers_whole_turns(mail: Client, match: Match) -> None:
    found = proposals(match, owing(match).number)

    shown = text(mail.get(decision(match)))

    for one in found:
        assert one.words in shown
        assert f'name="turn" value="{" ".join(one.moves)}"' in shown
    assert shown.count('action="/go/') == len(found)


def test_pages_are_kept_nowhere_and_lead_nobody_here(mail: Client, match: Match) -> None:
    good = link(match)
    answers = [mail.get(good), mail.get(decision(match)), mail.get("/go/nonsense/")]
    answers += [mail.post(good), mail.post(good), mail.get(good), mail.put(good)]

    assert [answer.status_code for answer in answers] == [200, 200, 400, 200, 410, 410, 405]
    for answer in answers:
        assert answer["Cache-Control"] == "no-store"
        assert answer["Referrer-Policy"] == "no-referrer"
        assert answer["X-Robots-Tag"] == "noindex, nofollow"
        assert b"https://" not in answer.content.replace(b"https://testserver", b"")


def test_pages_speak_the_language_of_the_mail(mail: Client, match: Match) -> None:
    User.objects.update(language="fr")

    assert '<html lang="fr"' in text(mail.get(link(match)))


def test_too_many_from_one_place_are_turned_away(
    mail: Client, match: Match, settings: Settings
) -> None:
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"go": "2/m/ip"}
    path = link(match)

    assert [mail.get(path).status_code for _ in range(3)] == [200, 200, 429]
    assert mail.post(path).status_code == 429
    match.refresh_from_db()
    assert match.ply == 0


# --- playing ------------------------------------------------------------------------------


def test_the_button_plays_without_cookies(mail: Client, match: Match) -> None:
    seat = owing(match)

    answer = mail.post(link(match))

    assert answer.status_code == 200
    assert not answer.cookies
    shown = text(answer)
    assert "your turn is played" in shown
    assert f"<b>{seat.user}</b> chose “" in shown, "the log's own words"
    match.refresh_from_db()
    assert match.ply > 0
    assert not Session.objects.exists()


def test_a_second_click_says_so(mail: Client, match: Match) -> None:
    path = link(match)
    mail.post(path)
    before = rows()

    for answer in (mail.post(path), mail.get(path), mail.head(path)):
        assert answer.status_code == 410
    assert "You’ve already taken this turn" in text(mail.post(path))
    assert rows() == before


def test_a_decision_plays_what_was_chosen(mail: Client, match: Match) -> None:
    one = proposals(match, owing(match).number)[-1]

    answer = mail.post(decision(match), {"turn": " ".join(one.moves)})

    assert answer.status_code == 200
    assert tuple(Ply.objects.filter(match=match).values_list("move", flat=True)) == one.moves


@pytest.mark.parametrize("turn", ["", "choose:0", "dance:3", "buy:0,1 end", "é"])
def test_what_is_no_turn_is_asked_again(mail: Client, match: Match, turn: str) -> None:
    before = rows()

    answer = mail.post(decision(match), {"turn": turn})

    assert answer.status_code == 422
    assert "Nothing was played" in text(answer)
    assert rows() == before


def test_the_last_move_of_a_round_is_shown_before_what_it_reveals(
    mail: Client, alice: User, bob: User
) -> None:
    match = start_dealt(alice, bob, options={"rounds": 2})
    shown = ""
    for _ in range(40):
        path = link(match)
        shown = text(mail.get(path))
        if "The board before your last move" in shown:
            break
        assert mail.post(path).status_code == 200
    assert "reveals something new" in shown
    assert scene_round(path) == 1, "the next round is not dealt yet"


def scene_round(path: str) -> int:
    """The round on the board of a turn's page."""
    found = decision_of(read(path.split("/")[2]))
    turn = tried(found, found.ticket.moves)
    return int(scene_of(found, presenter_of(found.match.title), turn).view["round"])


@pytest.mark.usefixtures("quay")
def test_a_title_without_a_board_is_shown_as_text(mail: Client) -> None:
    match = deal()

    for path in (link(match), decision(match)):
        answer = mail.get(path)
        assert answer.status_code == 200
        assert "<pre" in text(answer)
    assert mail.post(link(match)).status_code == 200


# --- what dies, and what it says ----------------------------------------------------------


@pytest.mark.parametrize(
    ("end", "says"),
    [
        ("details", "you’ve changed your password or address"),
        ("closed", "This account is closed"),
        ("left", "You no longer play in this match"),
        ("time", "Your time was up"),
        ("moved", "The match has moved on"),
    ],
)
def test_a_dead_link_says_what_happened(mail: Client, match: Match, end: str, says: str) -> None:
    seat = owing(match)
    user = seat.user
    assert user is not None
    assert seat.deadline is not None
    path, when = link(match), timezone.now()
    if end == "details":
        sessions.end_others(user=user, keep="")
    elif end == "closed":
        User.objects.filter(pk=user.pk).update(is_active=False)
    elif end == "left":
        clocks.leave_running(code=match.code, user=user)
    elif end == "time":
        when = seat.deadline
    else:
        path = turn_link(user, seat, match, ["pass"])
        other = match.seats.exclude(pk=seat.pk)[0]
        Ply.objects.create(match=match, number=1, turn=1, seat=other.number, move="pass", link="")
        Match.objects.filter(pk=match.pk).update(ply=1)

    with time_machine.travel(when, tick=False):
        before = rows()
        answer = mail.get(path)
        assert rows() == before, "the deadline is settled by whoever may write"
        assert answer.status_code == 410
        assert says in text(answer)
        assert mail.post(path).status_code == 410
    silent = end in ("details", "closed")
    assert (f"/t/{match.code}/" in text(answer) or match.code in text(answer)) != silent
    if end == "moved":
        assert "moved last." in text(answer)


def test_a_link_of_a_finished_match_leads_to_its_result(
    mail: Client, alice: User, bob: User
) -> None:
    match = start_dealt(alice, bob, options={"rounds": 1})
    first = link(match)
    while match.is_running:
        by_link.play(token=link(match).split("/")[2])
        match.refresh_from_db()

    answer = mail.get(first)

    assert answer.status_code == 410
    assert "The match is over" in text(answer)
    assert f"/t/{match.code}/result/" in text(answer)


@pytest.mark.parametrize("broken", ["cut", "forged", "foreign", "noise"])
def test_what_is_no_link_of_ours_is_refused(mail: Client, match: Match, broken: str) -> None:
    good = link(match)
    token = good.split("/")[2]
    path = {
        "cut": f"/go/{token[:-3]}/",
        "forged": f"/go/{token[:-1]}{'A' if token[-1] != 'A' else 'B'}/",
        "foreign": f"/go/{token[4:]}/",
        "noise": "/go/%F0%9F%9A%A2:::/",
    }[broken]
    before = everything()

    for answer in (mail.get(path), mail.head(path), mail.post(path)):
        assert answer.status_code == 400
        assert not answer.cookies
    assert "Nothing was played" in text(mail.get(path))
    assert everything() == before


def test_a_link_for_one_seat_moves_no_other(mail: Client, match: Match) -> None:
    """Made for a seat of somebody who does not sit there: signed by us, and still nothing."""
    seat = owing(match)
    stranger = match.seats.exclude(pk=seat.pk).select_related("user")[0].user
    assert stranger is not None
    path = turn_link(stranger, seat, match, proposals(match, seat.number)[0].moves)
    before = rows()

    assert mail.post(path).status_code == 410
    assert rows() == before


# --- who is logged in here ----------------------------------------------------------------


def test_somebody_else_stays_who_they_are(match: Match, dora: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(dora)
    seat = owing(match)
    path = link(match)

    shown = text(client.get(path))
    assert f"This link acts for <b>{seat.user}</b>" in shown
    assert "logged in as <b>dora</b> here" in shown
    done = client.post(path)

    assert done.status_code == 200
    assert "logged in as <b>dora</b> here" in text(done)
    assert Ply.objects.get(match=match, number=1).seat == seat.number
    assert client.session["_auth_user_id"] == str(dora.pk)
    assert "_auth_user_id" not in mail_session(path)


def mail_session(path: str) -> dict[str, object]:
    client = Client()
    client.get(path)
    return dict(client.session)


def test_the_next_match_is_one_of_the_same_mail(mail: Client, alice: User, bob: User) -> None:
    matches = [start(alice, bob, options={"rounds": 1}, name=f"Table {k}") for k in range(4)]
    user = owing(matches[0]).user
    assert user is not None
    mine = []
    for match in matches:
        match.seats.update(owes=False)
        match.seats.filter(user=user).update(owes=True)
        mine.append(match.seats.get(user=user))
    first, gone, second, unnamed = mine
    Seat.objects.filter(pk=gone.pk).update(owes=False)
    also = (gone.pk, second.pk)
    path = turn_link(user, first, matches[0], _turn(matches[0]), also)

    shown = text(mail.post(path))

    assert "Next match: Table 2" in shown
    assert "Table 1" not in shown
    assert "Table 3" not in shown
    assert "/play/next/" not in shown
    Seat.objects.filter(pk=second.pk).update(owes=False)
    assert "Next match" not in text(mail.get(path))
    assert unnamed.owes

    as_user = Client()
    as_user.force_login(user)
    assert "/play/next/" in text(as_user.get(path)), "logged in, every match is theirs to see"
    as_other = Client()
    as_other.force_login(bob if user == alice else alice)
    assert 'href="/play/next/">Next match' not in text(as_other.get(path))


def _turn(match: Match) -> tuple[str, ...]:
    return proposals(match, owing(match).number)[0].moves


def test_the_next_link_works_in_its_turn(mail: Client, alice: User, bob: User) -> None:
    one, two = (start(alice, bob, options={"rounds": 1}) for _ in range(2))
    user = owing(one).user
    if owing(two).user != user:
        Match.objects.filter(pk=two.pk).delete()
        while True:
            two = start(alice, bob, options={"rounds": 1})
            if owing(two).user == user:
                break
    done = mail.post(link(one, also=(owing(two).pk,)))
    path = done.content.decode().partition('btn-go" href="')[2].partition('"')[0]

    assert path.startswith("/go/")
    assert mail.get(path).status_code == 200
    chosen = " ".join(_turn(two))
    assert mail.post(path, {"turn": chosen}).status_code == 200
    two.refresh_from_db()
    assert two.ply > 0


# --- what is written down -----------------------------------------------------------------


def test_no_log_line_holds_a_link(mail: Client, match: Match) -> None:
    path = link(match)
    token = path.split("/")[2]
    heard = io.StringIO()
    out = next(h for h in logging.getLogger().handlers if isinstance(h, logging.StreamHandler)
               and h.name == "out")  # fmt: skip
    was = out.setStream(heard)
    logging.getLogger("django.request").setLevel(logging.INFO)
    try:
        for method in ("get", "head", "post", "put", "get"):
            getattr(mail, method)(path)
        mail.get(f"/go/{token[:-4]}/")
        logging.getLogger("somewhere").warning("lost at %s", path)
    finally:
        out.setStream(was or sys.stderr)
        logging.getLogger("django.request").setLevel(logging.ERROR)

    lines = heard.getvalue()
    assert "route=go" in lines
    assert "lost at /go/[hidden]" in lines
    assert token[:20] not in lines


def test_a_page_asks_little_of_the_database(mail: Client, match: Match) -> None:
    path = link(match)
    mail.get(path)

    with CaptureQueriesContext(connection) as captured:
        mail.get(path)

    assert len(captured) <= 12


def test_pass_and_play_has_links_of_the_seat_to_move(mail: Client, alice: User) -> None:
    match = seating.pass_and_play(user=alice, title="nauticus", size=2, options={"rounds": 1})
    seat = owing(match)

    answer = mail.post(decision_link(alice, seat, match), {"turn": " ".join(_turn(match))})

    assert answer.status_code == 200
    match.refresh_from_db()
    assert set(match.plies.values_list("seat", flat=True)) == {seat.number}
