"""What a reader chose: kept, carried over, exported, forgotten; and old news pruned."""

from __future__ import annotations

import importlib
import json
from datetime import time, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.utils import timezone

from accounts.models import User
from accounts.sections import mails
from accounts.services import data, deletion
from notices import hooks, kinds, people
from notices.models import Delivery, Muted, Notice, PushSubscription, Reader, Webhook
from notices.selectors import reader_of
from notices.services import choices
from notices.tasks import prune, sweep
from outbox.models import Effect
from outbox.services import run
from tests.conftest import make_player
from tests.notices.helpers import work
from tests.strangers import ours

pytestmark = pytest.mark.django_db


# --- saving -------------------------------------------------------------------------------


def test_what_is_not_said_stays(alice: User, bob: User) -> None:
    choices.save(user=alice, switches={"turn": {"mail": False, "push": True}}, timing="now")
    choices.save(user=alice, switches={"turn": {"mail": True}, "left": {"mail": True}})

    reader = reader_of(alice)
    assert reader.switches == {"turn": {"mail": True, "push": True}, "left": {"mail": True}}
    assert reader.timing == "now"
    assert reader_of(bob).switches == {}
    assert reader_of(bob).timing == "batch"


def test_saving_does_not_touch_what_was_mailed(alice: User) -> None:
    now = timezone.now()
    Reader.objects.create(user=alice, turn_mail_at=now, turn_mail_effect=7, seen_at=now)

    choices.save(user=alice, switches={}, daily_hour=5, quiet_from=time(1), quiet_until=time(2))

    reader = reader_of(alice)
    assert (reader.turn_mail_at, reader.turn_mail_effect, reader.seen_at) == (now, 7, now)
    assert (reader.daily_hour, reader.quiet_from, reader.quiet_until) == (5, time(1), time(2))


def test_defaults_hold_for_who_never_said(alice: User) -> None:
    reader = reader_of(alice)

    assert kinds.wanted(reader, "turn", "mail")
    assert not kinds.wanted(reader, "left", "mail")
    assert kinds.wanted(reader, "left", "push")
    assert not kinds.wanted(reader, "turn", "pigeon")
    assert not Reader.objects.exists()


def test_what_cannot_be_switched_is_not(alice: User) -> None:
    choices.save(user=alice, switches={"channel": {"mail": False, "webhook": True}})

    assert kinds.wanted(reader_of(alice), "channel", "mail")
    assert not kinds.wanted(reader_of(alice), "channel", "webhook")


# --- carried over from when there were mails only -----------------------------------------


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ({"turn": False}, {kind: {"mail": False} for kind in ("turn", "half", "short")}),
        ({"match": False}, {"started": {"mail": False}, "ended": {"mail": False}}),
        ({"match": True}, {"started": {"mail": True}, "ended": {"mail": True}}),
        (
            {"friends": False, "invitation": True},
            {"friends": {"mail": False}, "invitation": {"mail": True}},
        ),
        ({"news": False}, None),
        ({"pigeons": False}, None),
        ({}, None),
    ],
)
def test_old_switches_are_carried_over(
    alice: User, bob: User, before: dict[str, bool], after: dict[str, Any] | None
) -> None:
    User.objects.filter(pk=alice.pk).update(mail_choices=before)
    migration = importlib.import_module("notices.migrations.0002_mail_choices")

    for _ in range(2):
        migration.carry_over(apps, None)

    found = Reader.objects.filter(user=alice).first()
    assert (found.switches if found else None) == after
    assert not Reader.objects.exclude(user=alice).exists()


def test_what_was_chosen_since_is_kept(alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(mail_choices={"turn": False})
    choices.save(user=alice, switches={"turn": {"mail": True}})

    importlib.import_module("notices.migrations.0002_mail_choices").carry_over(apps, None)

    assert kinds.wanted(reader_of(alice), "turn", "mail")


def test_every_former_kind_is_one_of_todays(db: None) -> None:
    migration = importlib.import_module("notices.migrations.0002_mail_choices")
    known = {kind.key for kind in kinds.every()}

    for meant in (*migration.NOW.values(), *kinds.FORMER.values()):
        assert set(meant) <= known


# --- taking along and forgetting ----------------------------------------------------------


def filled(user: User) -> None:
    choices.save(
        user=user, switches={"turn": {"mail": False}}, quiet_from=time(22), quiet_until=time(7)
    )
    choices.mute(user=user, about=f"match:{user.username}", on=True)
    people.channel_off(user=user.pk, channel="push", reason="gone")
    PushSubscription.objects.create(
        user=user, endpoint=f"https://push.example/{user}", digest=f"{user}", p256dh="k",
        auth="secret-auth", agent=f"Fox of {user}",
    )  # fmt: skip
    Webhook.objects.create(user=user, url=f"https://hooks.example/{user}", preset="discord")


def test_the_export_has_ones_own(alice: User, bob: User) -> None:
    filled(alice)
    filled(bob)

    found = json.loads(json.dumps(hooks.notifications(alice), cls=DjangoJSONEncoder))

    assert found["timing"] == "batch"
    assert (found["quiet_from"], found["quiet_until"]) == ("22:00:00", "07:00:00")
    assert found["switches"]["turn"] == {"mail": False, "webhook": True}
    assert found["switches"]["started"] == {"mail": True, "webhook": True}
    assert found["muted"] == ["match:alice"]
    assert [row["agent"] for row in found["browsers"]] == ["Fox of alice"]
    assert found["webhook"] == {"url": "https://hooks.example/alice", "preset": "discord"}
    assert [row["kind"] for row in found["notices"]] == ["channel"]
    assert "bob" not in json.dumps(found)
    assert "secret-auth" not in json.dumps(found)


def test_the_export_of_who_never_said_anything(alice: User) -> None:
    found = hooks.notifications(alice)

    assert found["webhook"] is None
    assert found["muted"] == found["browsers"] == found["notices"] == []


def test_the_file_holds_them(alice: User, settings: Any, tmp_path: Any) -> None:
    from accounts import exports

    settings.VAR_DIR = tmp_path
    filled(alice)
    export = data.request_export(user=alice)
    run(Effect.objects.get(kind="data-export").pk)

    content = json.loads(exports.path_of(export.code).read_text())
    assert content["notifications"]["quiet_from"] == "22:00:00"


def test_nothing_is_left_of_who_is_gone(alice: User, bob: User) -> None:
    filled(alice)
    filled(bob)
    sweep()

    deletion.anonymise(user=alice)

    for model in (Reader, Notice, Muted, PushSubscription, Webhook, Delivery):
        rows = ours(model) if model is Notice else model._default_manager.all()
        assert set(rows.values_list("user", flat=True)) == {bob.pk}, model


def test_mails_with_news_are_in_the_export_and_forgotten(alice: User, bob: User) -> None:
    """Their rows of the outbox remember an address, like those of other mails."""
    for user in (alice, bob):
        people.channel_off(user=user.pk, channel="push", reason="gone")
    work()
    (sent,) = mails(alice)
    assert (sent["to"], sent["about"]) == ("alice@example.org", "notices/channel")

    deletion.anonymise(user=alice)

    assert not Effect.objects.filter(payload__to="alice@example.org", kind="notice").exists()
    assert Effect.objects.filter(payload__to="bob@example.org", kind="notice").exists()


# --- old news -----------------------------------------------------------------------------


def test_old_news_goes_unless_it_still_waits(alice: User) -> None:
    now = timezone.now()
    old, young = (
        now - choices.KEEP - timedelta(minutes=1),
        now - choices.KEEP + timedelta(minutes=1),
    )

    def notice(at: Any, *states: str, planned: bool = True) -> int:
        row = Notice.objects.create(
            user=alice, kind="channel", at=at, planned_at=at if planned else None
        )
        for n, state in enumerate(states):
            Delivery.objects.create(notice=row, user=alice, channel=f"c{n}", due_at=at, state=state)
        return row.pk

    kept = [
        notice(young), notice(young, "sent"), notice(old, "waiting"), notice(old, "handed"),
        notice(old, "sent", "waiting"), notice(old, planned=False),
    ]  # fmt: skip
    for states in ((), ("sent",), ("cancelled",), ("superseded", "failed")):
        notice(old, *states)

    prune()

    assert list(ours(Notice).order_by("pk").values_list("pk", flat=True)) == kept


def test_reading_all_is_noted_for_who_read(alice: User, bob: User) -> None:
    before = timezone.now()
    choices.read_all(user=alice)
    choices.read_all(user=alice)

    seen = reader_of(alice).seen_at
    assert seen is not None
    assert seen >= before
    assert reader_of(bob).seen_at is None
    assert reader_of(make_player("dora")).seen_at is None
