"""From a notice to the outbox and back: nothing twice, nothing lost, nobody stopped by another."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from notices import kinds, metrics, people
from notices.models import Delivery, Notice, Reader
from notices.services import sweep as services
from notices.services.tell import tell
from outbox.models import Effect
from outbox.services import run
from tests.conftest import make_player
from tests.games.helpers import running
from tests.notices.helpers import START, letters, pass_turn, states, until, wants, work
from tests.strangers import ours

pytestmark = pytest.mark.django_db


def off(user: User, reason: str = "gone") -> None:
    people.channel_off(user=user.pk, channel="push", reason=reason)


def test_a_sweep_says_how_much_it_did(alice: User, bob: User) -> None:
    assert services.sweep() == 0
    off(alice)
    off(bob)

    assert services.sweep() == 4  # planned and handed over
    assert services.sweep() == 0


def test_each_is_told_once(alice: User) -> None:
    off(alice)
    for _ in range(3):
        work()

    assert len(letters("alice")) == 1
    assert states(alice, "channel") == [("sent", "accepted by the mail server")]
    assert Effect.objects.filter(kind="notice").count() == 1
    assert Delivery.objects.get(user=alice).settled_at is not None


def test_the_outbox_remembers_no_words(alice: User) -> None:
    off(alice, "a private reason")
    work()

    effect = Effect.objects.get(kind="notice")
    assert effect.payload == {
        "to": "alice@example.org", "template": "notices/channel", "user": alice.pk,
        "channel": "mail", "kind": "channel",
    }  # fmt: skip
    assert effect.lane == "slow"
    assert effect.done_at is not None


def test_news_that_is_not_about_turns_is_told_one_by_one(alice: User) -> None:
    for reason in ("one", "two"):
        off(alice, reason)
    work()

    assert len(letters("alice")) == 2
    assert Effect.objects.filter(kind="notice").count() == 2


def test_somebody_without_an_address_has_no_delivery(alice: User, bob: User) -> None:
    alice.emailaddress_set.update(verified=False)  # type: ignore[attr-defined]
    off(alice)
    off(bob)
    work()

    assert not Delivery.objects.filter(user=alice).exists()
    assert len(letters("bob")) == 1


def test_an_address_lost_on_the_way_ends_it_without_an_alarm(alice: User) -> None:
    off(alice)
    services.sweep()
    alice.emailaddress_set.update(verified=False)  # type: ignore[attr-defined]
    failed = metrics.FAILED.labels(channel="mail", kind="channel")._value.get()
    work()

    assert not Effect.objects.filter(kind="notice", done_at=None).exists()

    assert letters("alice") == []
    ((state, why),) = states(alice, "channel")
    assert (state, why) == ("cancelled", "no confirmed address")
    assert metrics.FAILED.labels(channel="mail", kind="channel")._value.get() == failed


def test_a_kind_that_is_no_longer_there_ends(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    Notice.objects.create(user=alice, kind="pigeons")
    services.sweep()
    assert not Delivery.objects.exists()

    off(alice)
    services.plan(timezone.now())
    off(alice)
    with monkeypatch.context() as gone:
        gone.delitem(kinds._kinds, "channel")
        services.sweep()
    assert states(alice, "channel") == [("cancelled", "unknown kind")]


def test_a_kind_that_goes_while_it_is_on_its_way_ends(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    off(alice)
    services.sweep()
    with monkeypatch.context() as gone:
        gone.delitem(kinds._kinds, "channel")
        for pk in Effect.objects.filter(kind="notice").values_list("pk", flat=True):
            assert run(pk)

    assert letters("alice") == []
    assert states(alice, "channel")[0][0] == "cancelled"


def test_an_effect_the_outbox_has_forgotten_is_a_failure(alice: User) -> None:
    off(alice)
    services.sweep()
    Effect.objects.filter(kind="notice").delete()
    services.sweep()

    assert states(alice, "channel") == [("failed", "forgotten by the outbox")]


def test_an_effect_in_the_works_is_left_alone(alice: User) -> None:
    off(alice)
    for _ in range(2):
        services.sweep()

    assert states(alice, "channel") == [("handed", "")]


def test_what_failed_for_good_says_why_and_frees_the_next_mail(alice: User, bob: User) -> None:
    now = timezone.now()
    for user in (alice, bob):
        Reader.objects.create(user=user, turn_mail_at=now, turn_mail_effect=10**9)
    off(alice)
    services.sweep()
    pk = Effect.objects.get(kind="notice").pk
    Reader.objects.filter(user=alice).update(turn_mail_effect=pk)
    Effect.objects.filter(pk=pk).update(given_up_at=now, last_error="x" * 300)
    services.sweep()

    assert states(alice, "channel") == [("failed", "x" * 120)]
    assert Reader.objects.get(user=alice).turn_mail_at is None
    assert Reader.objects.get(user=bob).turn_mail_at == now


def test_one_broken_notice_stops_nobody(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    tell(users=[alice.pk], kind="turn", data={})  # a turn without its facts
    off(bob)
    work()

    assert len(letters("bob")) == 1


def test_planning_costs_the_same_for_many(alice: User) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as found:
            services.plan(timezone.now())
        return len(found)

    off(alice)
    services.plan(timezone.now())
    off(alice)
    one = cost()
    for n in range(12):
        off(make_player(f"sailor{n}"))

    assert cost() <= one + 1


def test_no_more_than_a_batch_at_a_time(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "BATCH", 2)
    for n in range(5):
        off(alice, f"reason {n}.")

    assert services.plan(timezone.now()) == 2
    assert services.hand_over(timezone.now() + timedelta(seconds=1)) == 2
    for _ in range(4):
        services.sweep()
    assert Delivery.objects.filter(user=alice, state="handed").count() == 5


def test_quiet_hours_hold_for_all_news(alice: User, clock: time_machine.Traveller) -> None:
    end = START + timedelta(hours=3)
    wants(alice, quiet_from=START.time(), quiet_until=end.time())
    off(alice)
    work()
    assert Delivery.objects.get(user=alice).due_at == end

    until(clock, end - timedelta(minutes=10), step=600)
    assert letters("alice") == []
    until(clock, end + timedelta(minutes=1))

    assert len(letters("alice")) == 1


def test_quiet_hours_chosen_meanwhile_hold_too(alice: User, clock: time_machine.Traveller) -> None:
    off(alice)
    services.sweep()
    end = START + timedelta(hours=3)
    wants(alice, quiet_from=START.time(), quiet_until=end.time())
    work()

    assert letters("alice") == []
    assert states(alice, "channel") == [("waiting", "")]
    until(clock, end + timedelta(minutes=1), step=600)
    assert len(letters("alice")) == 1


def test_a_turn_that_comes_in_quiet_hours_is_due_at_their_end(
    alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    end = START + timedelta(hours=3)
    wants(alice, timing="now", quiet_from=START.time(), quiet_until=end.time())
    running(alice, bob, first_player="creator")
    services.sweep()

    assert Delivery.objects.get(user=alice, notice__kind="turn").due_at == end


def test_a_turn_mail_that_failed_once_is_tried_again(
    alice: User, bob: User, clock: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first attempt noted a turn mail; the second is the same one, not another."""
    wants(alice, timing="now", switches={"started": {"mail": False}})
    running(alice, bob, first_player="creator")

    def refuse(*args: object, **kwargs: object) -> str:
        raise OSError("no mail server")

    with monkeypatch.context() as broken:
        broken.setattr("mail.services.send", refuse)
        work()
    assert states(alice, "turn") == [("handed", "")]
    until(clock, START + timedelta(minutes=10), step=120)

    assert [mail.subject for mail in letters("alice")] == ["Your turn in Nauticus"]
    assert Effect.objects.get(kind="notice", payload__to="alice@example.org").attempts > 1


def test_quiet_hours_are_those_of_the_readers_clock(
    alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    """Noon in London is nine in the evening in Tokyo."""
    for user in (alice, bob):
        wants(user, quiet_from=START.replace(hour=20).time(), quiet_until=START.time())
        off(user)
    User.objects.filter(pk=alice.pk).update(time_zone="Asia/Tokyo")
    work()

    assert letters("alice") == []
    assert len(letters("bob")) == 1


def test_a_second_turn_of_one_match_takes_the_place_of_the_first(
    alice: User, bob: User, clock: time_machine.Traveller
) -> None:
    match = running(alice, bob, first_player="creator")
    work()
    pass_turn(match)
    pass_turn(match)
    other = running(alice, bob, first_player="creator")
    work()

    found = Delivery.objects.filter(user=alice, notice__kind="turn").order_by("pk")
    assert [(d.state, d.reason) for d in found] == [
        ("superseded", "a later turn"), ("waiting", ""), ("waiting", ""),
    ]  # fmt: skip
    assert {d.notice.about for d in found[1:]} == {f"match:{match.code}", f"match:{other.code}"}
    assert found[0].settled_at is not None


def test_two_workers_do_not_both_say_it_was_sent(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    off(alice)
    services.sweep()
    told = metrics.TOLD.labels("channel", "mail")._value.get()
    monkeypatch.setattr("notices.services.deliver.happened", lambda *args: False)
    monkeypatch.setattr("notices.channels.mail.send", lambda *args: "elsewhere")
    pk = Effect.objects.get(kind="notice").pk
    run(pk)

    assert states(alice, "channel") == [("handed", "")]
    assert metrics.TOLD.labels("channel", "mail")._value.get() == told


def test_how_late_it_was_is_counted(alice: User, clock: time_machine.Traveller) -> None:
    before = metrics.WAITED.labels("mail")._sum.get()
    told = metrics.TOLD.labels("channel", "mail")._value.get()
    off(alice)
    clock.shift(timedelta(minutes=5))
    work()

    assert metrics.WAITED.labels("mail")._sum.get() == before + 300
    assert metrics.TOLD.labels("channel", "mail")._value.get() == told + 1
    assert not ours(Notice).filter(planned_at=None).exists()
