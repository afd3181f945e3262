"""How limits are written, and by whom they count."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.test import RequestFactory

from accounts import limits
from accounts.models import User
from accounts.rates import Rate, parse

NOW = 1_800_000_000  # what tests/conftest.py has the clock of limits say


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10/m/ip,40/h/ip", [Rate(10, 60, "ip"), Rate(40, 3600, "ip")]),
        ("1/3m/key", [Rate(1, 180, "key")]),
        ("5/d/user", [Rate(5, 86400, "user")]),
        ("2000/h/all", [Rate(2000, 3600, "all")]),
        ("7/10s", [Rate(7, 10, "ip")]),  # per address, if nothing else is said
        (" 20/m/user , 300/h/user ", [Rate(20, 60, "user"), Rate(300, 3600, "user")]),
        ("0/m/ip", [Rate(0, 60, "ip")]),
        ("", []),
        ("  ", []),
    ],
)
def test_rates_as_they_are_written(text: str, expected: list[Rate]) -> None:
    assert parse(text) == expected


@pytest.mark.parametrize(
    "text",
    ["10", "10/m/ip/x", "x/m/ip", "/m/ip", "10//ip", "10/y/ip", "10/xm/ip", "10/3/ip", "10/0m/ip",
     "-1/m/ip", "10/m/", "10/m/ip,", ",10/m/ip"],
)  # fmt: skip
def test_what_is_no_rate_is_not_guessed_at(text: str) -> None:
    with pytest.raises(ValueError, match="rate"):
        parse(text)


def test_every_rate_of_the_settings_can_be_read(settings: Any) -> None:
    for text in settings.RATE_LIMITS.values():
        assert {rate.per for rate in parse(text)} <= {"ip", "user", "all"}


def ask(user: Any = None, address: str = "192.0.2.1", **meta: str) -> bool:
    request = RequestFactory().post("/", REMOTE_ADDR=address, **meta)
    request.user = user or AnonymousUser()
    return limits.allow(request, "x")


def hashed(address: str) -> str:
    return hashlib.sha256(address.encode()).hexdigest()[:24]


def counted(rest: str) -> Any:
    return cache.get(f"limit:x:{rest}")


def test_addresses_are_counted_for_themselves(settings: Any) -> None:
    settings.RATE_LIMITS = {"x": "2/m/ip"}

    assert [ask(), ask(), ask()] == [True, True, False]
    assert ask(address="192.0.2.2")

    assert counted(f"2:60:{hashed('192.0.2.1')}:{NOW // 60}") == 3
    assert counted(f"2:60:{hashed('192.0.2.2')}:{NOW // 60}") == 1


def test_a_household_has_one_network_to_count(settings: Any) -> None:
    settings.RATE_LIMITS = {"x": "2/m/ip"}

    assert ask(address="2001:db8:1:2::1")
    assert ask(address="2001:db8:1:2:ffff:ffff:ffff:ffff")
    assert not ask(address="2001:db8:1:2:3::")
    assert ask(address="2001:db8:1:3::1")  # the neighbours

    assert counted(f"2:60:{hashed('2001:db8:1:2::')}:{NOW // 60}") == 3


def test_an_old_address_in_a_new_one_is_still_one_address(settings: Any) -> None:
    settings.RATE_LIMITS = {"x": "1/m/ip"}

    assert ask(address="::ffff:192.0.2.1")
    assert ask(address="::ffff:192.0.2.2")
    assert not ask(address="192.0.2.1")


def test_only_our_own_proxies_say_where_someone_comes_from(settings: Any) -> None:
    settings.RATE_LIMITS = {"x": "1/m/ip"}
    settings.TRUSTED_PROXIES = 2

    def through(forwarded: str) -> bool:
        return ask(address="127.0.0.1", HTTP_X_FORWARDED_FOR=forwarded)

    assert through("192.0.2.1, 10.0.0.1")
    assert not through("6.6.6.6, 192.0.2.1, 10.0.0.1")
    assert through("192.0.2.2, 10.0.0.1")
    assert counted(f"1:60:{hashed('192.0.2.1')}:{NOW // 60}") == 2


def test_players_are_counted_wherever_they_are(alice: User, bob: User, settings: Any) -> None:
    settings.RATE_LIMITS = {"x": "1/h/user"}

    assert ask(alice)
    assert not ask(alice, "192.0.2.2")
    assert ask(bob)
    assert counted(f"1:3600:user-{alice.pk}:{NOW // 3600}") == 2

    assert ask()  # nobody is known by address
    assert not ask()
    assert counted(f"1:3600:{hashed('192.0.2.1')}:{NOW // 3600}") == 2


def test_some_things_are_counted_for_everybody_together(alice: User, settings: Any) -> None:
    settings.RATE_LIMITS = {"x": "2/d/all"}

    assert [ask(), ask(alice, "192.0.2.2"), ask(address="2001:db8::1")] == [True, True, False]
    assert counted(f"2:86400:all:{NOW // 86400}") == 3


def test_who_hands_over_no_key_is_known_by_address(settings: Any) -> None:
    settings.RATE_LIMITS = {"x": "1/3m/key"}

    assert [ask(), ask(), ask(address="192.0.2.2")] == [True, False, True]
    assert counted(f"1:180:{hashed('192.0.2.1')}:{NOW // 180}") == 2


def test_all_rates_hold_and_all_are_counted(settings: Any) -> None:
    settings.RATE_LIMITS = {"x": "1/m/ip,3/h/ip"}

    assert [ask(), ask()] == [True, False]

    who = hashed("192.0.2.1")
    assert counted(f"1:60:{who}:{NOW // 60}") == 2
    assert counted(f"3:3600:{who}:{NOW // 3600}") == 2  # refusals count, too


def test_a_new_window_begins_anew(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RATE_LIMITS = {"x": "1/3m/ip"}

    def at(seconds: float) -> bool:
        monkeypatch.setattr(limits, "_now", lambda: seconds)
        return ask()

    begin = NOW // 180 * 180
    assert at(begin)
    assert not at(begin + 179.9)
    assert at(begin + 180)


def test_without_any_rate_nothing_is_limited(settings: Any) -> None:
    settings.RATE_LIMITS = {"x": ""}

    assert all(ask() for _ in range(5))
