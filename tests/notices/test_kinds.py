"""Each kind of news: who hears of it, who doesn't, and what it says in either language."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import Block, User
from accounts.services import friends, guests
from games.demo.people import play
from games.models import Match, Mute
from games.services import company, effects
from games.services.play import clocks, takeback
from games.services.tables import invite, lobby
from mail.letters import Letter
from notices import kinds, people
from notices.models import Notice
from notices.news import News
from notices.services.tell import tell
from tests.conftest import make_player
from tests.games.helpers import finished, open_table, running
from tests.notices.helpers import letters, pass_turn, until, wants, work
from tests.strangers import ours

pytestmark = pytest.mark.django_db


def told(kind: str) -> list[str]:
    """Whom a kind of news was told, once for each time."""
    rows = ours(Notice).filter(kind=kind).values_list("user__username", flat=True)
    return sorted(rows)


# --- one of each --------------------------------------------------------------------------


def a_turn(alice: User, bob: User) -> None:
    running(alice, bob, first_player="creator", name="Regatta")


def it_started(alice: User, bob: User) -> None:
    running(alice, bob, name="Regatta")


def it_ended(alice: User, bob: User) -> None:
    finished(alice, bob, name="Regatta")


def an_invitation(alice: User, bob: User) -> None:
    invite.by_name(code=open_table(bob, name="Regatta").code, user=bob, name="alice")


def somebody_left(alice: User, bob: User) -> None:
    match = running(alice, bob, make_player("dora"), name="Regatta")
    clocks.leave_running(code=match.code, user=bob)


def a_take_back(alice: User, bob: User) -> None:
    match = running(bob, alice, name="Regatta", first_player="creator")
    pass_turn(match)
    takeback.ask(code=match.code, user=bob)


def a_mention(alice: User, bob: User) -> None:
    company.say(match=running(alice, bob, name="Regatta"), user=bob, text="Well played, @alice!")


def a_full_table(alice: User, bob: User) -> None:
    open_table(alice, bob, name="Regatta", start_at=timezone.now() + timedelta(days=1))


def a_closed_table(alice: User, bob: User) -> None:
    match = open_table(bob, alice, size=3, name="Regatta")
    lobby.leave(code=match.code, user=bob)


def half(alice: User, bob: User) -> None:
    match = running(alice, bob, first_player="creator", name="Regatta")
    sweep_alarms(match, effects.HALF)


def short(alice: User, bob: User) -> None:
    match = running(alice, bob, first_player="creator", name="Regatta")
    sweep_alarms(match, effects.SHORT)


def sweep_alarms(match: Match, kind: str) -> None:
    work()
    Notice.objects.filter(about=f"match:{match.code}").exclude(kind=kind).delete()


def a_request(alice: User, bob: User) -> None:
    friends.ask(asker=bob, asked=alice)


def a_dead_channel(alice: User, bob: User) -> None:
    people.channel_off(user=alice.pk, channel="mail", reason="the address bounces")


Event = Callable[[User, User], None]
EVENTS: dict[str, tuple[Event, str, str]] = {
    # kind: what happens, the line on the site, a word of the mail
    "started": (it_started, "Regatta has started.", "with bob"),
    "ended": (it_ended, "Regatta is over: see the result.", "1. "),
    "invitation": (an_invitation, "bob invites you to Regatta.", "bob invites you to a match"),
    "left": (somebody_left, "Someone left Regatta.", "bob left. The computer takes over"),
    "takeback": (a_take_back, "A take-back in Regatta needs your approval.", "bob asks to take"),
    "mention": (a_mention, "bob mentioned you in Regatta.", "bob mentioned you in Regatta"),
    "table": (a_full_table, "All seats at Regatta are taken.", "All seats at Regatta"),
    "half": (half, "Half your time for Regatta is used.", "left to take your turn"),
    "short": (short, "Your time for Regatta is running out.", "left to take your turn"),
    "friends": (a_request, "bob wants to be your friend.", "Accept or decline"),
    "channel": (a_dead_channel, "E-mail was turned off: the address bounces", "the address"),
    "turn": (a_turn, "It’s your turn in Regatta.", "Open the board"),
}


def happens(kind: str, alice: User, bob: User) -> Notice:
    EVENTS[kind][0](alice, bob)
    return ours(Notice).filter(user=alice, kind=kind).order_by("-pk")[0]


def composed(notice: Notice, user: User) -> tuple[News, Letter]:
    from notices.channels.mail import plain

    kind = kinds.find(notice.kind)
    assert kind is not None
    news = kind.compose(user, [notice])
    assert news is not None
    return news, news.letter() if news.letter else plain(user, news)


def test_every_kind_is_tried_here() -> None:
    assert {kind.key for kind in kinds.every()} == set(EVENTS)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", EVENTS)
def test_it_can_be_listed_and_mailed(kind: str, language: str, alice: User, bob: User) -> None:
    User.objects.filter(pk=alice.pk).update(language=language)
    alice.refresh_from_db()
    notice = happens(kind, alice, bob)
    registered = kinds.find(kind)
    assert registered is not None

    with translation.override(language):
        line = registered.line(notice)
        news, letter = composed(notice, alice)

    assert line.path.startswith("/")
    assert news.kind == kind
    assert news.about == notice.about
    assert news.url.startswith("http")
    assert news.title
    assert news.text
    assert news.title[-1] != "."
    assert letter.language == language
    assert letter.subject
    assert letter.text.strip()
    assert "<html" in letter.html
    if notice.about.startswith("match:"):
        name = "Nauticus" if kind == "invitation" else "Regatta"
        assert "Regatta" in line.text
        assert name in letter.subject
        assert notice.data["match"] in news.url or "/invitation/" in news.url
        assert letter.thread == f"{notice.about}:{alice.pk}"
    if registered.switchable:
        assert "/unsubscribe/" in letter.headers["List-Unsubscribe"]
        assert letter.headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    else:
        assert letter.headers == {}
    if language == "en":
        _event, words, word = EVENTS[kind]
        assert line.text == words
        assert word in letter.text
        assert word in letter.html or word == "1. "
        assert "None" not in letter.text


@pytest.mark.parametrize("kind", EVENTS)
def test_the_line_leads_to_a_page_that_is_there(
    kind: str, alice: User, bob: User, as_alice: Client
) -> None:
    registered = kinds.find(kind)
    assert registered is not None

    line = registered.line(happens(kind, alice, bob))

    assert as_alice.get(line.path).status_code == 200


def test_the_words_for_other_cases(alice: User, bob: User, clock: time_machine.Traveller) -> None:
    a_closed_table(alice, bob)
    notice = ours(Notice).get(user=alice, kind="table")
    kind = kinds.find("table")
    assert kind is not None
    assert kind.line(notice).text == "The table Regatta was closed. No match will be played."
    assert (
        composed(notice, alice)[0].title == "The table Regatta was closed. No match will be played"
    )

    match = running(alice, bob, make_player("dora"), first_player="creator")
    pass_turn(match)  # alice stays, whoever owes now runs out of time
    deadline = match.seats.get(owes=True).deadline
    assert deadline is not None
    late = match.seats.get(owes=True).user
    clock.move_to(deadline + timedelta(hours=1))
    clocks.settle(code=match.code)
    notice = ours(Notice).get(user=alice, kind="left")
    kind = kinds.find("left")
    assert kind is not None
    assert kind.line(notice).text == "Someone ran out of time in Nauticus."
    assert composed(notice, alice)[0].text == (f"{late} ran out of time. The computer takes over.")


def test_the_result_names_all_with_place_and_points(alice: User, bob: User) -> None:
    match = finished(alice, bob)
    notice = ours(Notice).get(user=alice, kind="ended")

    news, letter = composed(notice, alice)

    best, last = match.seats.order_by("place", "number")
    assert news.text == (
        f"Final places: {best.place}. {best.user} ({best.score}), "
        f"{last.place}. {last.user} ({last.score})."
    )
    for seat in (best, last):
        assert f"{seat.place}. {seat.user}: {seat.score} point" in letter.text
    assert news.url.endswith(reverse("match_result", args=[match.code]))


# --- who is told --------------------------------------------------------------------------


def test_whoever_fills_the_table_knows_that_it_starts(alice: User, bob: User) -> None:
    running(alice, bob)

    assert told("started") == ["alice"]


def test_at_the_set_time_all_are_told(
    alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    match = open_table(alice, bob, start_at=timezone.now() + timedelta(days=1))
    assert told("table") == ["alice"]  # bob took the last seat
    assert told("started") == []
    clock.shift(timedelta(days=1, minutes=1))
    lobby.begin(code=match.code)

    assert told("started") == ["alice", "bob"]


def test_a_closed_table_is_told_to_those_who_sat_there(
    alice: User, bob: User, charlie: User
) -> None:
    match = open_table(alice, bob, size=3)
    invite.by_name(code=match.code, user=alice, name="charlie")
    lobby.leave(code=match.code, user=alice)
    assert told("table") == ["bob"]

    lobby.expire(code=open_table(charlie, size=3).code)
    assert told("table") == ["bob", "charlie"]


def test_all_who_played_on_hear_of_the_end(alice: User, bob: User) -> None:
    dora = make_player("dora")
    match = running(alice, bob, dora)
    clocks.leave_running(code=match.code, user=dora)
    assert told("left") == ["alice", "bob"]
    play(match, 2000)

    assert told("ended") == ["alice", "bob"]


def test_with_one_left_the_match_ends_for_that_one(alice: User, bob: User) -> None:
    match = running(alice, bob)
    clocks.leave_running(code=match.code, user=alice)

    assert told("left") == told("ended") == ["bob"]
    for kind in ("left", "ended"):
        news = composed(ours(Notice).get(user=bob, kind=kind), bob)[0]
        assert news.text.startswith("alice left, so the match ended early.")


def test_bots_and_one_device_are_told_nothing(alice: User) -> None:
    from games.terms.charter import Charter

    match = lobby.create(user=alice, charter=Charter(size=2, options={"rounds": 1}), hot_seat=True)
    match.refresh_from_db()
    assert match.is_running
    play(match, 2000)
    assert not ours(Notice).exists()

    match = lobby.create(user=alice, charter=Charter(size=2, options={"rounds": 1}), bots=1)
    clocks.leave_running(code=match.code, user=alice)
    assert set(told("turn") + told("started") + told("left") + told("ended")) <= {"alice"}


def test_a_turn_is_told_to_who_owes_it(alice: User, bob: User) -> None:
    match = running(alice, bob, first_player="creator")
    assert told("turn") == ["alice"]

    pass_turn(match)

    assert told("turn") == ["alice", "bob"]


def test_consent_is_asked_of_the_others(alice: User, bob: User) -> None:
    dora = make_player("dora")
    match = running(alice, bob, dora, first_player="creator")
    pass_turn(match)
    gone = bob
    clocks.leave_running(code=match.code, user=gone)
    takeback.ask(code=match.code, user=alice)

    assert told("takeback") == ["dora"]


def test_a_take_back_nobody_has_to_allow_is_no_news(alice: User) -> None:
    from games.services.play import bots
    from games.terms.charter import Charter

    charter = Charter(size=2, options={"rounds": 1}, first_player="creator")
    match = lobby.create(user=alice, charter=charter, bots=1)
    pass_turn(match)
    match.refresh_from_db()
    bots.take_turn(code=match.code, ply=match.ply)

    assert takeback.ask(code=match.code, user=alice).granted
    assert told("takeback") == []


def test_an_invitation_is_told_to_who_is_asked_and_once(alice: User, bob: User) -> None:
    match = open_table(alice, size=3)
    for _ in range(2):
        invite.by_name(code=match.code, user=alice, name="bob")

    assert told("invitation") == ["bob"]


def test_a_friend_request_is_told_to_who_is_asked(alice: User, bob: User) -> None:
    friends.ask(asker=alice, asked=bob)
    assert told("friends") == ["bob"]

    friends.accept(user=bob, other=alice)
    assert told("friends") == ["bob"]


def test_news_of_no_kind_is_refused(alice: User) -> None:
    with pytest.raises(ValueError, match="pigeons"):
        tell(users=[alice.pk], kind="pigeons")


def test_the_same_key_is_the_same_news_for_each(alice: User, bob: User) -> None:
    for _ in range(2):
        tell(users=[alice.pk, bob.pk, bob.pk], kind="channel", key="once", data={})

    assert told("channel") == ["alice", "bob"]


# --- mentions -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["@bob", "Hello @bob.", "(@Bob)", "@BOB, look!", "@bob-", "@bob’s ship", "x @bob@charlie",
     "@bob?", "“@bob”", "@alice and @bob"],
)  # fmt: skip
def test_who_is_named_hears_of_it(alice: User, bob: User, text: str) -> None:
    company.say(match=running(alice, bob), user=alice, text=text)

    assert told("mention") == ["bob"]


@pytest.mark.parametrize(
    "text",
    ["bob", "@bobby", "@bob_", "@bob-by", "me@bob", "@ bob", "@bo", "@", "@alice", "@charlie",
     "@b.b", "@.*", "@yann"],
)  # fmt: skip
def test_nobody_else_does(alice: User, bob: User, charlie: User, text: str) -> None:
    company.say(match=running(alice, bob), user=alice, text=text)

    assert told("mention") == []


@pytest.mark.parametrize("name", ["A.B", "b+b", "a(b", "[x]", "w$w"])
def test_a_name_is_taken_as_it_is_written(alice: User, name: str) -> None:
    """No new name has such characters; an old or imported one may."""
    odd = make_player("oddly")
    User.objects.filter(pk=odd.pk).update(username=name)
    odd.refresh_from_db()
    match = running(alice, odd)
    company.say(match=match, user=alice, text=f"Hello @{name}x, @{name.replace('.', 'x')}…"[:90])
    before = told("mention")
    company.say(match=match, user=alice, text=f"Hello @{name}!")

    assert len(told("mention")) == len(before) + 1
    assert before == ([] if "." in name else [name])


def test_a_guest_is_named_like_anybody(alice: User) -> None:
    guest = guests.create()
    company.say(
        match=running(alice, guest, visibility="link"), user=alice, text=f"hi @{guest.username}"
    )

    assert told("mention") == [guest.username]


def test_only_who_may_read_it_hears_of_it(alice: User, bob: User, charlie: User) -> None:
    """Players don't read the gallery while they play."""
    match = running(alice, bob)
    company.say(match=match, user=charlie, text="@alice should take the sail")
    assert told("mention") == []

    play(match, 2000)
    company.say(match=match, user=charlie, text="@alice should have")
    assert told("mention") == ["alice"]


@pytest.mark.parametrize("how", ["mute", "block"])
def test_not_of_somebody_who_is_not_read(alice: User, bob: User, how: str) -> None:
    match = running(alice, bob)
    if how == "mute":
        Mute.objects.create(user=bob, muted=alice)
    else:
        Block.objects.create(blocker=bob, blocked=alice)
    company.say(match=match, user=alice, text="@bob hello")
    company.say(match=match, user=bob, text="@alice go away")

    assert told("mention") == ["alice"]


def test_not_who_has_left(alice: User, bob: User) -> None:
    match = running(alice, bob, make_player("dora"))
    clocks.leave_running(code=match.code, user=bob)
    company.say(match=match, user=alice, text="@bob come back")

    assert told("mention") == []


def test_the_words_stay_at_the_table(alice: User, bob: User) -> None:
    company.say(match=running(alice, bob), user=alice, text="@bob the secret plan")
    work()

    notice = ours(Notice).get(kind="mention")
    assert "secret" not in str(notice.data)
    (mail,) = [m for m in letters("bob") if "mentioned" in m.subject]
    assert "secret" not in str(mail.body)


# --- header injection ---------------------------------------------------------------------


@pytest.mark.parametrize("kind", [key for key in EVENTS if key not in ("friends", "channel")])
def test_a_table_name_cannot_add_headers(
    kind: str, alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    wants(alice, timing="now", switches={"left": {"mail": True}})
    EVENTS[kind][0](alice, bob)
    evil = "Reg\r\nBcc: eve@example.net\r\n\r\n<b>x</b>"
    Match.objects.filter(name="Regatta").update(name=evil)
    for notice in ours(Notice).filter(user=alice):
        notice.data["name"] = evil
        notice.save()
    if kind in ("half", "short"):
        until(clock, timezone.now() + timedelta(days=3), step=3600 * 6)
    else:
        work()

    found = [m for m in letters("alice") if "Reg" in m.subject or kind == "invitation"]
    assert found
    for mail in found:
        message = mail.message()
        assert message["Bcc"] is None
        assert "\n" not in mail.subject
        assert mail.to == ["alice@example.org"]
        assert "<b>x</b>" not in str(mail.alternatives[0][0])
