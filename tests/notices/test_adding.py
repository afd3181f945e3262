"""docs/adding-a-channel.md is right: its examples are taken out of it and run."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from notices import kinds, selectors
from notices.models import Delivery, Notice
from notices.services.tell import tell
from tests.conftest import make_player
from tests.notices.helpers import states, wants, work

pytestmark = pytest.mark.django_db
PAGE = (Path(site.BASE_DIR) / "docs" / "adding-a-channel.md").read_text(encoding="utf-8")
CHANNEL, ROW, KIND, CALL = re.findall(r"```python\n(.*?)```", PAGE, re.S)


def module(name: str, source: str) -> ModuleType:
    found = ModuleType(name)
    sys.modules[name] = found
    exec(compile(source, name, "exec"), found.__dict__)
    return found


@pytest.fixture
def ladder(settings: Settings) -> Iterator[ModuleType]:
    """A site with the channel and the kind of the page."""
    known = dict(kinds._kinds)
    names: dict[str, Any] = {}
    exec(ROW, names)
    settings.NOTICE_CHANNELS = names["NOTICE_CHANNELS"]
    module(settings.NOTICE_CHANNELS["journal"], CHANNEL)
    selectors.channel.cache_clear()
    found = module("ladder.news", KIND)
    found.register()
    yield found
    kinds._kinds.clear()
    kinds._kinds.update(known)
    selectors.channel.cache_clear()
    for name in (settings.NOTICE_CHANNELS["journal"], "ladder.news"):
        del sys.modules[name]


@pytest.fixture
def olga() -> User:
    return make_player("olga", is_staff=True)


def rated(ladder: ModuleType, user: User, code: str = "abcd") -> None:
    """The call as it stands on the page."""
    exec(CALL, {"tell": tell, "RATED": ladder.RATED, "user": user, "code": code})


def test_news_goes_through_the_new_channel(
    ladder: ModuleType, olga: User, caplog: pytest.LogCaptureFixture
) -> None:
    wants(olga, switches={"rated": {"journal": True}}, timing="now")

    rated(ladder, olga)
    work()

    assert states(olga, "rated", "journal") == [("sent", "written to the log")]
    assert states(olga, "rated", "mail") == []
    assert "Your rating has changed" in caplog.text
    (told,) = selectors.bell(olga).told
    assert told.line.text == "Your rating is now 1512."


def test_the_same_key_is_the_same_news(ladder: ModuleType, olga: User) -> None:
    rated(ladder, olga)
    rated(ladder, olga)
    rated(ladder, olga, "other")

    assert Notice.objects.filter(user=olga).count() == 2


def test_a_channel_that_no_kind_names_is_off(ladder: ModuleType, olga: User) -> None:
    rated(ladder, olga)
    work()

    assert states(olga, "rated", "journal") == []


def test_whom_it_does_not_reach_gets_no_delivery(ladder: ModuleType, alice: User) -> None:
    wants(alice, switches={"rated": {"journal": True}}, timing="now")

    rated(ladder, alice)
    work()

    assert not Delivery.objects.filter(user=alice).exists()
    assert selectors.channel_states(alice) == {"mail": True, "journal": False}


def test_both_are_in_the_settings_by_themselves(ladder: ModuleType, olga: User) -> None:
    client = Client()
    client.force_login(olga)

    page = client.get("/account/notifications/").content.decode()

    assert "Rating changes" in page
    assert 'name="rated.journal"' in page
