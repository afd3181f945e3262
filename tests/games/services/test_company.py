from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.utils import timezone

from accounts.models import Block, User
from accounts.services import deletion, guests
from games import hooks
from games.demo.people import play
from games.errors import NotAllowed
from games.models import Match, Message, Mute, Note, Report, TakeBack
from games.selectors.talk import room_to_write, talk_for, unread
from games.services import company
from games.tasks import sweep
from tests.games.helpers import finished, open_table, queries, running
from tests.strangers import ours

pytestmark = pytest.mark.django_db


def said(match: Match, user: User | None) -> list[str]:
    return [message.text for message in talk_for(match, user).messages]


def test_players_and_spectators_have_rooms_of_their_own(
    alice: User, bob: User, charlie: User
) -> None:
    match = running(alice, bob)
    company.say(match=match, user=alice, text="Good luck")
    company.say(match=match, user=charlie, text="Take the sail!")

    assert said(match, bob) == ["Good luck"]
    assert said(match, charlie) == said(match, None) == ["Take the sail!"]


def test_after_the_end_players_read_the_gallery_too(alice: User, bob: User, charlie: User) -> None:
    match = running(alice, bob)
    company.say(match=match, user=alice, text="Good luck")
    company.say(match=match, user=charlie, text="Take the sail!")
    play(match, 2000)
    assert said(match, alice) == ["Good luck", "Take the sail!"]
    company.say(match=match, user=alice, text="Thank you")
    assert said(match, charlie) == ["Take the sail!", "Thank you"]


def test_the_page_of_a_spectator_holds_no_table_talk(
    alice: User, bob: User, as_charlie: Client, client: Client
) -> None:
    match = running(alice, bob)
    company.say(match=match, user=alice, text="between us")
    for reader in (as_charlie, client):
        for url in (f"/t/{match.code}/", f"/t/{match.code}/talk/"):
            assert "between us" not in reader.get(url).content.decode()


def test_guests_talk_only_where_they_play(alice: User, bob: User) -> None:
    match = running(alice, bob)
    guest = guests.create()
    with pytest.raises(NotAllowed, match=r"^guest-talk$"):
        company.say(match=match, user=guest, text="hello")
    own = running(guest, alice)
    company.say(match=own, user=guest, text="hello")


def test_writing_and_reading_on_the_page(
    alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    match = running(alice, bob)
    url = f"/t/{match.code}/talk/"
    assert as_alice.post(url, {"text": "  Ahoy   there <b>"}).status_code == 302
    seat = match.seats.get(user=bob)
    assert unread(match, seat) == 1
    page = as_bob.get(url).content.decode()
    assert "Ahoy there &lt;b&gt;" in page
    seat.refresh_from_db()
    assert unread(match, seat) == 0
    assert as_alice.post(url, {"text": "   "}).status_code == 403
    part = as_alice.post(url, {"text": ""}, headers={"HX-Request": "true"})
    assert part.status_code == 422
    assert ours(Message).count() == 1


def test_the_mark_counts_new_messages(alice: User, bob: User, as_bob: Client) -> None:
    match = running(alice, bob)
    company.say(match=match, user=alice, text="one")
    company.say(match=match, user=alice, text="two")
    assert 'data-unread="2"' in as_bob.get(f"/t/{match.code}/talk/new/").content.decode()


def test_only_what_somebody_sees_counts_as_read(alice: User, bob: User, as_bob: Client) -> None:
    match = running(alice, bob)
    company.say(match=match, user=alice, text="one")
    url, part = f"/t/{match.code}/talk/", {"HX-Request": "true"}
    left = lambda: unread(match, match.seats.get(user=bob))  # noqa: E731

    assert "one" in as_bob.get(url, headers=part).content.decode()  # a page in the background
    assert as_bob.get(f"/t/{match.code}/talk/new/").status_code == 200
    assert left() == 1
    as_bob.get(f"{url}?read=1", headers=part)  # a fold that is open
    assert left() == 0

    company.say(match=match, user=alice, text="two")
    as_bob.get(url)  # the page of the talk itself
    assert left() == 0


def test_the_list_is_fetched_without_the_line_being_written(
    alice: User, bob: User, as_bob: Client
) -> None:
    match = running(alice, bob)
    url, part = f"/t/{match.code}/talk/", {"HX-Request": "true"}
    assert 'name="text"' not in as_bob.get(url, headers=part).content.decode()
    assert 'name="text"' not in as_bob.post(url, {"text": "x"}, headers=part).content.decode()
    assert 'name="text"' in as_bob.get(f"{url}?part=whole", headers=part).content.decode()


def test_who_was_here_when(alice: User, bob: User, charlie: User, as_alice: Client) -> None:
    match = running(alice, bob, charlie)
    url = f"/t/{match.code}/presence/"
    User.objects.filter(pk=bob.pk).update(last_seen=timezone.now() - timedelta(hours=3, minutes=5))
    User.objects.filter(pk=charlie.pk).update(last_seen=timezone.now() - timedelta(minutes=2))

    page = as_alice.get(url).content.decode().replace("\xa0", " ")

    assert "<b>bob</b> <span>seen 3 hours ago</span>" in page
    assert "<b>charlie</b> <span>elsewhere on the site</span>" in page
    assert "alice" not in page
    two = running(alice, bob)
    assert queries(as_alice, f"/t/{two.code}/presence/") == queries(as_alice, url)


def test_who_writes_too_much_must_wait(
    alice: User, bob: User, as_alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.RATE_LIMITS, "talk", "2/m/user")
    match = running(alice, bob)
    answers = [
        as_alice.post(f"/t/{match.code}/talk/", {"text": f"line {n}"}).status_code for n in range(3)
    ]
    assert answers == [302, 302, 429]
    assert ours(Message).count() == 2


def test_muted_and_blocked_people_are_not_read(
    alice: User, bob: User, charlie: User, as_alice: Client
) -> None:
    match = running(alice, bob, charlie)
    company.say(match=match, user=bob, text="from bob")
    company.say(match=match, user=charlie, text="from charlie")
    as_alice.post("/players/bob/mute/")
    Block.objects.create(blocker=alice, blocked=charlie)
    assert said(match, alice) == []
    assert unread(match, match.seats.get(user=alice)) == 0
    assert "Unmute bob" in as_alice.get(f"/t/{match.code}/talk/").content.decode()
    assert said(match, bob) == ["from bob", "from charlie"]
    as_alice.post("/players/bob/unmute/")
    assert said(match, alice) == ["from bob"]


def test_reported_once_and_only_what_one_may_read(
    alice: User, bob: User, as_alice: Client, as_bob: Client, as_charlie: Client
) -> None:
    match = running(alice, bob)
    message = company.say(match=match, user=alice, text="rude")
    url = f"/t/{match.code}/talk/{message.pk}/report/"
    for reader in (as_bob, as_bob, as_charlie, as_alice):
        reader.post(url)
    assert [report.reporter for report in Report.objects.all()] == [bob]


def test_the_talk_costs_the_same_with_many_messages(
    alice: User, bob: User, as_alice: Client
) -> None:
    match = running(alice, bob)
    company.say(match=match, user=bob, text="one")
    few = queries(as_alice, f"/t/{match.code}/talk/")
    for n in range(10):
        company.say(match=match, user=bob, text=str(n))
    assert queries(as_alice, f"/t/{match.code}/talk/") == few


# --- notes --------------------------------------------------------------------------------


def test_notes_are_the_authors_own(
    alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    match = running(alice, bob)
    as_alice.post(f"/t/{match.code}/notes/", {"text": "bob hoards salt"})
    assert "bob hoards salt" in as_alice.get(f"/t/{match.code}/notes/").content.decode()
    for url in (f"/t/{match.code}/notes/", f"/t/{match.code}/", f"/t/{match.code}/talk/"):
        assert "hoards" not in as_bob.get(url).content.decode()
    saved = as_alice.post(
        f"/t/{match.code}/notes/", {"text": "and coal"}, headers={"HX-Request": "true"}
    ).content.decode()
    assert "Saved" in saved
    assert "textarea" not in saved  # whoever goes on typing is not interrupted
    as_alice.post(f"/t/{match.code}/notes/", {"text": "  "})
    assert not ours(Note).exists()


# --- leaving and taking back --------------------------------------------------------------


def test_leaving_is_asked_once_more(alice: User, bob: User, as_alice: Client) -> None:
    match = running(alice, bob)
    assert "whatever the score" in as_alice.get(f"/t/{match.code}/leave/").content.decode()
    match.refresh_from_db()
    assert match.is_running
    as_alice.post(f"/t/{match.code}/leave/")
    match.refresh_from_db()
    assert match.status == "finished"
    assert match.seats.get(user=alice).place == 2


def test_with_people_left_the_computer_plays_on(
    alice: User, bob: User, charlie: User, as_alice: Client
) -> None:
    match = running(alice, bob, charlie)
    as_alice.post(f"/t/{match.code}/leave/")
    match.refresh_from_db()
    assert match.is_running
    assert match.seats.get(user=alice).autopilot


def test_a_turn_goes_back_when_all_agree(
    alice: User, bob: User, as_alice: Client, as_bob: Client
) -> None:
    match = play(running(alice, bob), 2)
    mover = User.objects.get(pk=match.seats.get(number=match.plies.last().seat).user_id)  # type: ignore[union-attr]
    asker, other = (as_alice, as_bob) if mover == alice else (as_bob, as_alice)
    url = f"/t/{match.code}/take-back/"
    asker.post(url)
    asked = TakeBack.objects.get(match=match)
    assert "Agree" in other.get(url).content.decode()
    other.post(url, {"answer": "yes"})
    match.refresh_from_db()
    assert match.ply == asked.to_ply


def test_strangers_have_no_say_in_take_backs(
    alice: User, bob: User, as_charlie: Client, client: Client
) -> None:
    match = play(running(alice, bob), 2)
    as_charlie.post(f"/t/{match.code}/take-back/")
    assert client.post(f"/t/{match.code}/take-back/").url.startswith("/account/login")  # type: ignore[attr-defined]
    assert not TakeBack.objects.exists()


# --- what accounts ask for ----------------------------------------------------------------


def test_the_export_holds_ones_own_and_nobody_elses(alice: User, bob: User) -> None:
    match = play(running(alice, bob), 8)
    company.say(match=match, user=alice, text="mine")
    company.say(match=match, user=bob, text="yours")
    company.write_note(match=match, user=alice, text="note")
    (row,) = hooks.matches(alice)
    own = match.plies.filter(seat=match.seats.get(user=alice).number)
    assert row["moves"] == [ply.move for ply in own.order_by("pk")]
    assert [m["text"] for m in hooks.messages(alice)["messages"]] == ["mine"]
    assert [n["text"] for n in hooks.notes(alice)] == ["note"]
    assert hooks.notes(bob) == []


def test_deleting_an_account_leaves_matches_whole(
    alice: User, bob: User, charlie: User, as_bob: Client
) -> None:
    three = running(alice, bob, charlie)
    table = open_table(alice)
    done = finished(alice, bob)
    company.say(match=three, user=alice, text="good bye")
    company.write_note(match=three, user=alice, text="gone")
    deletion.anonymise(user=alice)
    three.refresh_from_db()
    table.refresh_from_db()
    assert three.seats.get(user=alice).autopilot
    assert table.status == "cancelled"
    assert not ours(Note).exists()
    assert not Mute.objects.exists()
    page = as_bob.get(f"/t/{three.code}/talk/").content.decode()
    assert "good bye" in page
    assert "alice" not in page
    assert as_bob.get(f"/t/{done.code}/result/").status_code == 200


def test_a_guest_in_a_running_match_is_kept(alice: User) -> None:
    playing, idle = guests.create(), guests.create()
    running(playing, alice)
    User.objects.filter(pk__in=[playing.pk, idle.pk]).update(
        last_seen=timezone.now() - timedelta(days=60)
    )
    guests.expire()
    assert User.objects.filter(pk=playing.pk, anonymised_at=None).exists()
    assert not User.objects.filter(pk=idle.pk).exists()


def test_the_sweep_settles_what_is_due(alice: User, bob: User) -> None:
    match = running(alice, bob)
    match.seats.filter(owes=True).update(deadline=timezone.now() - timedelta(minutes=1))
    sweep()
    match.refresh_from_db()
    assert match.status == "finished"


# --- who writes where ---------------------------------------------------------------------


def rooms(match: Match) -> list[tuple[str, str]]:
    return list(match.messages.order_by("pk").values_list("room", "text"))


def test_at_an_open_table_only_those_who_sit_there_talk(
    alice: User, bob: User, charlie: User
) -> None:
    match = open_table(alice, bob, size=3)
    company.say(match=match, user=bob, text="Ahoy")

    with pytest.raises(NotAllowed, match=r"^wrong-room$"):
        company.say(match=match, user=charlie, text="May I?")
    assert rooms(match) == [("table", "Ahoy")]
    assert room_to_write(match, None) == ""
    assert room_to_write(match, AnonymousUser()) == ""  # type: ignore[arg-type]


def test_after_the_end_the_players_stay_at_their_table_if_nobody_watched(
    alice: User, bob: User
) -> None:
    match = running(alice, bob)
    play(match, 2000)

    company.say(match=match, user=alice, text="Well played")
    assert rooms(match) == [("table", "Well played")]


def test_who_may_not_write_in_the_gallery_does_not_write(alice: User, bob: User) -> None:
    match = running(alice, bob)
    guest = guests.create()

    assert room_to_write(match, guest) == ""
    play(match, 2000)
    with pytest.raises(NotAllowed, match=r"^guest-talk$"):
        company.say(match=match, user=guest, text="hello")


def test_a_message_is_one_line_of_a_thousand_letters(alice: User, bob: User) -> None:
    match = running(alice, bob)

    with pytest.raises(NotAllowed, match=r"^empty-text$"):
        company.say(match=match, user=alice, text=" \n ")
    company.say(match=match, user=alice, text=f"  a\n\n b {'x' * 2000}")

    ((_room, text),) = rooms(match)
    assert text == f"a b {'x' * 996}"


def test_what_one_wrote_oneself_is_read(alice: User, bob: User) -> None:
    match = running(alice, bob)
    message = company.say(match=match, user=alice, text="one")

    assert match.seats.get(user=alice).seen_message == message.pk
    assert match.seats.get(user=bob).seen_message == 0


def test_reading_goes_forward_only_and_for_oneself_alone(
    alice: User, bob: User, charlie: User
) -> None:
    match = running(alice, bob)
    company.say(match=match, user=charlie, text="from the gallery")
    company.read_all(match=match, user=bob)
    assert match.seats.get(user=bob).seen_message == 0  # that was not for players
    message = company.say(match=match, user=alice, text="one")

    company.read_all(match=match, user=bob)
    assert match.seats.get(user=bob).seen_message == message.pk
    match.seats.filter(user=bob).update(seen_message=message.pk + 5)
    company.read_all(match=match, user=bob)
    assert match.seats.get(user=bob).seen_message == message.pk + 5


def test_a_report_says_why_and_only_about_others(alice: User, bob: User, charlie: User) -> None:
    match = running(alice, bob)
    message = company.say(match=match, user=alice, text="rude")

    for user in (alice, charlie):
        with pytest.raises(NotAllowed, match=r"^no-such-message$"):
            company.report(match=match, user=user, message_id=message.pk)
    with pytest.raises(NotAllowed, match=r"^no-such-message$"):
        company.report(match=running(alice, bob), user=bob, message_id=message.pk)
    report = company.report(
        match=match, user=bob, message_id=message.pk, reason=f"  rude {'x' * 500}"
    )
    assert report.reason == f"rude {'x' * 395}"
    assert company.report(match=match, user=bob, message_id=message.pk, reason="again") == report
    assert Report.objects.get().reason == report.reason


def test_nobody_mutes_themselves(alice: User, bob: User) -> None:
    company.mute(user=alice, other=alice)
    company.mute(user=alice, other=bob)
    company.mute(user=alice, other=bob)

    assert list(Mute.objects.values_list("user", "muted")) == [(alice.pk, bob.pk)]
    company.unmute(user=bob, other=alice)
    assert Mute.objects.count() == 1


def test_a_note_is_kept_per_match_and_author(alice: User, bob: User) -> None:
    match, other = running(alice, bob), running(alice, bob)
    for where, who, text in (
        (match, alice, "first"), (match, bob, "his"), (other, alice, "there"),
        (match, alice, f"  second {'x' * 6000}"),
    ):  # fmt: skip
        company.write_note(match=where, user=who, text=text)

    assert Note.objects.get(match=match, author=alice).text == f"second {'x' * 4993}"
    company.write_note(match=match, user=alice, text=" ")
    assert sorted(ours(Note).values_list("text", flat=True)) == ["his", "there"]
