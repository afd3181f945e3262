from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
import redis
from django.test import Client
from django.urls import reverse
from pytest_django import Settings
from structlog.testing import capture_logs

from accounts.models import User
from ops import cache as ops_cache
from ops.cache import ResilientClient, ResilientRedisCache
from tests.conftest import PASSWORD
from tools.services import Services


class Shop:
    """A Valkey of the test's own that can be closed and opened again."""

    def __init__(self) -> None:
        self.services = Services()
        self.url = self.services.start_valkey()

    def close(self) -> None:
        child, sign = self.services.children.pop()
        child.send_signal(sign)
        child.wait(5)

    def open(self) -> None:
        assert self.services.start_valkey() == self.url


@pytest.fixture
def shop(monkeypatch: pytest.MonkeyPatch) -> Iterator[Shop]:
    monkeypatch.setattr(ops_cache, "ASK_AGAIN_SECONDS", 0.05)
    shop = Shop()
    yield shop
    shop.services.stop()


def make(shop: Shop, prefix: str = "nauticus") -> ResilientRedisCache:
    return ResilientRedisCache(shop.url, {"KEY_PREFIX": prefix})


def test_it_behaves_like_djangos_cache(shop: Shop) -> None:
    cache = make(shop)

    assert cache.add("a", 1)
    assert not cache.add("a", 2)
    assert cache.incr("a", 3) == 4
    cache.set_many({"b": [1], "c": "x"}, 60)
    assert cache.get_many(["a", "b", "c", "d"]) == {"a": 4, "b": [1], "c": "x"}
    assert cache.touch("b", 5)
    assert cache.has_key("b")
    cache.delete_many(["b", "c"])
    assert cache.delete("a")
    assert cache.get("a", "none") == "none"


def test_it_keeps_working_in_memory_while_redis_is_away(shop: Shop) -> None:
    cache = make(shop)
    cache.set("before", "there")
    shop.close()

    started = time.monotonic()
    assert cache.get("before") is None
    assert cache.add("hits", 1, 60)
    for _ in range(200):
        cache.incr("hits")
    cache.set_many({"b": 1, "c": 2})
    assert cache.get_many(["hits", "b", "nothing"]) == {"hits": 201, "b": 1}
    assert cache.touch("b", 60)
    assert cache.has_key("c")
    cache.delete_many(["b"])
    assert not cache.delete("b")
    with pytest.raises(ValueError, match="not found"):
        cache.incr("b")
    assert time.monotonic() - started < 1


def test_it_logs_once_per_outage_and_recovers_by_itself(shop: Shop) -> None:
    cache = make(shop)
    with capture_logs() as logs:
        for _ in range(2):
            shop.close()
            for n in range(20):
                cache.set("n", n)
                time.sleep(0.01)
            shop.open()
            time.sleep(0.06)
            assert cache.get("n") == 19

    assert [line["event"] for line in logs] == ["cache_unreachable", "cache_back"] * 2
    assert redis.from_url(shop.url).keys() == [b"nauticus:1:n"]


def test_it_carries_changes_over_so_that_nothing_stale_returns(shop: Shop) -> None:
    away, other = make(shop), make(shop)
    away._clients = {}  # type: ignore[misc]  # as in another process
    away.set("kept", "old")
    away.set("dropped", "old")
    client = away._cache.redis

    # Redis stays up, but this process cannot reach it for a while.
    client._servers, reach = ["unix:///nowhere.sock"], client._servers
    client._pools.clear()
    away.set("kept", "new", 100)
    away.delete("dropped")
    client._servers = reach
    client._pools.clear()
    time.sleep(0.06)
    away.get("anything")

    assert other.get("kept") == "new"
    assert 90 < redis.from_url(shop.url).ttl("nauticus:1:kept") <= 100
    assert other.get("dropped") is None


def test_it_does_not_hang_on_a_server_that_never_answers() -> None:
    import socket

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(5)
        url = f"redis://127.0.0.1:{listener.getsockname()[1]}/0"
        cache = ResilientRedisCache(url, {})

        started = time.monotonic()
        cache.set("a", 1)
        for _ in range(50):
            assert cache.get("a") == 1

    assert time.monotonic() - started < 2


def test_it_shares_one_client_between_threads(shop: Shop) -> None:
    clients: list[ResilientClient] = []
    threads = [threading.Thread(target=lambda: clients.append(make(shop)._cache)) for _ in "abc"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len({id(client) for client in clients}) == 1


def test_clearing_leaves_other_keys_of_redis_alone(shop: Shop) -> None:
    cache = make(shop, "ours[1]")
    redis.from_url(shop.url).set("celery-queue", "work")
    cache.set_many({str(n): n for n in range(50)})

    cache.clear()

    assert redis.from_url(shop.url).keys() == [b"celery-queue"]


def test_clearing_while_redis_is_away_is_no_error(shop: Shop) -> None:
    cache = make(shop)
    shop.close()
    cache.set("a", 1)

    cache.clear()

    assert cache.get("a") is None


def test_people_can_log_in_while_redis_is_away_and_limits_still_count(
    alice: User, client: Client, settings: Settings
) -> None:
    settings.CACHES = {
        "default": {
            "BACKEND": "ops.cache.ResilientRedisCache",
            "LOCATION": "unix:///nowhere/login.sock",
        }
    }
    good = {"login": "alice", "password": PASSWORD}
    assert client.post(reverse("account_login"), good).status_code == 302
    assert client.session["_auth_user_id"] == str(alice.pk)

    stranger = Client()
    for _ in range(12):
        stranger.post(reverse("account_login"), {"login": "alice", "password": "wrong"})
    stranger.post(reverse("account_login"), good)

    assert "_auth_user_id" not in stranger.session


@pytest.mark.parametrize(
    "raw",
    [
        b"cgames.gone\nThing\n.",  # a module that is no more
        b"cops.cache\nThing\n.",  # a class that is no more
        b"cops.cache\nShop\n)R",  # cut off
        b"not a pickle",
        b"",
    ],
)
def test_what_cannot_be_read_is_not_there(shop: Shop, raw: bytes) -> None:
    cache = make(shop)
    redis.from_url(shop.url).set("nauticus:1:old", raw)
    cache.set("new", [1])

    with capture_logs() as logs:
        assert cache.get("old") is None
        assert cache.get("old", "none") == "none"
        assert cache.get_many(["old", "new"]) == {"new": [1]}
        assert cache.get_or_set("old", "fresh", 60) == "fresh"

    assert {line["event"] for line in logs} == {"cache_unreadable"}
    cache.set("old", "fresh")
    assert cache.get("old") == "fresh"
