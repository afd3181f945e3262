"""Numbers of a title are kept for a while, whatever an older release left in the cache."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import User
from games.models import Match
from games.statistics import Statistics, statistics_of
from tests.games.helpers import finished

pytestmark = pytest.mark.django_db

OLD, NEW = "title-statistics:2:nauticus", "title-statistics:3:nauticus"
PAGE = "/games/nauticus/"
MODULE = Statistics.__module__.encode()


@pytest.fixture
def counted(alice: User, bob: User) -> Statistics:
    """What there is to tell: matches, and one of full length among them."""
    match = finished(alice, bob)
    Match.objects.filter(pk=match.pk).update(options={"rounds": 4})
    found = statistics_of("nauticus")
    assert found.sizes[0].seats
    cache.clear()
    return found


def leave(key: str, raw: bytes) -> None:
    """Past the serializer, as another release may have written it."""
    client: Any = cache._cache.redis  # type: ignore[attr-defined]
    client.get_client(write=True).set(cache.make_key(key), raw)


def assert_right(client: Client, counted: Statistics) -> None:
    page = client.get(PAGE)
    assert page.status_code == 200
    assert page.context["statistics"] == counted


def test_they_are_kept_as_plain_values(counted: Statistics) -> None:
    first, again = statistics_of("nauticus"), statistics_of("nauticus")

    assert first == again == counted
    kept = cache.get(NEW)
    line = kept["sizes"][0]
    assert {type(part) for part in (kept, line, line["seats"][0])} == {dict}
    numbers = [kept["finished"], line["score"], line["best"], *line["seats"][0].values()]
    assert {type(number) for number in numbers} <= {int, float}


def test_they_are_counted_once(counted: Statistics, django_assert_num_queries: Any) -> None:
    statistics_of("nauticus")

    with django_assert_num_queries(0):
        assert statistics_of("nauticus") == counted


@pytest.mark.parametrize("key", [OLD, NEW])
@pytest.mark.parametrize(
    ("there", "gone"),
    [
        (MODULE, MODULE[:-1] + b"_"),  # it has moved
        (b"SizeLine", b"SizeLane"),  # a class has another name
        (b"", b""),  # all there, but an instance
    ],
)
def test_classes_an_older_release_left_do_no_harm(
    key: str, there: bytes, gone: bytes, counted: Statistics, client: Client
) -> None:
    raw = pickle.dumps(counted).replace(there, gone)
    if there:
        with pytest.raises((ModuleNotFoundError, AttributeError)):
            pickle.loads(raw)
    leave(key, raw)

    assert_right(client, counted)
    assert isinstance(cache.get(NEW), dict)


@pytest.mark.parametrize("raw", [b"", b"no pickle", b"\x80\x05", b"7"])
def test_rubbish_is_counted_anew(raw: bytes, counted: Statistics, client: Client) -> None:
    leave(NEW, raw)

    assert_right(client, counted)


@pytest.mark.parametrize(
    "odd",
    [
        {}, [], "text", 7, {"sizes": 7}, {"sizes": []}, {"finished": 1, "running": 2},
        {"finished": 1, "running": 2, "sizes": [7]},
        {"finished": 1, "running": 2, "sizes": [{"size": 2}]},
        {"finished": 1, "running": 2, "sizes": [{"seats": []}]},
        {"finished": 1, "running": 2, "sizes": [], "wind": 3},
        {"finished": 1, "running": 2,
         "sizes": [{"size": 2, "matches": 1, "score": 1.0, "best": 3, "seats": [{"number": 1}]}]},
    ],
)  # fmt: skip
def test_other_shapes_are_counted_anew(odd: object, counted: Statistics, client: Client) -> None:
    cache.set(NEW, odd)

    assert_right(client, counted)
