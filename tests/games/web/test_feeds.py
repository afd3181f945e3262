"""A public match as an Atom feed: what a spectator reads, turn by turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.feeds import match as feeds
from games.models import Entry, Match
from games.services.play import takeback
from tests.games.helpers import finished, open_table, running
from tests.notices.helpers import START, pass_turn

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def match(alice: User, bob: User) -> Iterator[Match]:
    """Four turns, an hour apart."""
    with time_machine.travel(START, tick=False) as clock:
        found = running(alice, bob, first_player="creator")
        for _ in range(4):
            clock.shift(timedelta(hours=1))
            pass_turn(found)
        found.refresh_from_db()
        yield found


def ask(match: Match, query: str = "", **headers: str) -> Any:
    return Client(headers=headers).get(f"/t/{match.code}/feed.atom{query}")


def read(match: Match, query: str = "") -> ElementTree.Element:
    answer = ask(match, query)
    assert answer.status_code == 200
    return ElementTree.fromstring(answer.content)


def items(match: Match) -> list[ElementTree.Element]:
    return read(match).findall(f"{ATOM}entry")


def text(found: ElementTree.Element, name: str) -> str:
    part = found.find(ATOM + name)
    assert part is not None, name
    return part.text or ""


def ids(match: Match) -> list[str]:
    return [text(item, "id") for item in items(match)]


def test_each_turn_is_one_item_newest_first(match: Match) -> None:
    found = items(match)

    times = [text(item, "updated") for item in found]
    assert times == sorted(times, reverse=True)
    assert times[:2] == ["2026-03-02T16:00:00+00:00", "2026-03-02T15:00:00+00:00"]
    assert len(set(ids(match))) == len(found) == 5  # with the deal
    assert all("alice" in text(item, "summary") for item in found[3:4])
    assert "<b>" not in text(found[0], "summary")
    link = found[0].find(f"{ATOM}link")
    assert link is not None
    last = match.log.order_by("-number")[0].ply
    assert link.get("href", "").endswith(f"/t/{match.code}/at/{last}/")


def test_it_has_all_that_a_feed_must_have(match: Match) -> None:
    answer = ask(match)
    feed = read(match)

    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert text(feed, "id").startswith("tag:")
    assert text(feed, "title") == "Nauticus"
    assert text(feed, "updated") == "2026-03-02T16:00:00+00:00"
    author = feed.find(f"{ATOM}author/{ATOM}name")
    assert author is not None
    assert author.text
    links = {link.get("rel"): link.get("href", "") for link in feed.findall(f"{ATOM}link")}
    assert links["self"].endswith(f"/t/{match.code}/feed.atom")
    assert links["alternate"].endswith(f"/t/{match.code}/")
    for item in feed.findall(f"{ATOM}entry"):
        assert all(text(item, name) for name in ("id", "title", "updated", "summary"))


def test_ids_stay_as_play_goes_on(match: Match) -> None:
    before = ids(match)
    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        pass_turn(match)

    assert ids(match)[1:] == before


def test_a_turn_taken_back_leaves_the_feed_and_its_place_is_another(alice: User, bob: User) -> None:
    with time_machine.travel(START):  # and the clock goes on: each commit has its moment
        match = running(alice, bob, first_player="creator")
        pass_turn(match)
        before = ids(match)
        takeback.ask(code=match.code, user=alice)
        takeback.answer(code=match.code, user=bob, agree=True)
        gone = set(before) - set(ids(match))
        assert gone
        pass_turn(match)

    assert not gone & set(ids(match))
    assert set(before) - gone <= set(ids(match))
    assert len(set(ids(match))) == len(ids(match))


def test_it_is_short(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    all_of_them = ids(match)
    monkeypatch.setattr(feeds, "TURNS", 2)
    assert ids(match) == all_of_them[:2]

    # Cut off in the middle of a turn: what is left of that one is no item.
    newest = match.log.filter(at=timezone.now()).count()
    monkeypatch.setattr(feeds, "LINES", newest + 1)
    assert ids(match) == all_of_them[:1]


def test_whoever_has_it_is_sent_nothing(match: Match) -> None:
    first = ask(match)
    etag, modified = first["ETag"], first["Last-Modified"]

    assert modified == "Mon, 02 Mar 2026 16:00:00 GMT"
    for headers in ({"if-none-match": etag}, {"if-modified-since": modified}):
        again = ask(match, **headers)
        assert again.status_code == 304
        assert again.content == b""
        assert again["ETag"] == etag
    assert ask(match, **{"if-none-match": '"other"'}).status_code == 200
    assert ask(match).content == first.content

    with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
        pass_turn(match)
    assert ask(match, **{"if-none-match": etag}).status_code == 200
    assert ask(match, **{"if-modified-since": modified}).status_code == 200


@pytest.mark.parametrize(
    "change",
    [{"spectators": False}, {"visibility": "link"}, {"visibility": "invited"}, {"hot_seat": True}],
)
def test_where_nobody_may_watch_there_is_none_even_for_players(
    match: Match, as_alice: Client, change: dict[str, object]
) -> None:
    path = f"/t/{match.code}/feed.atom"
    assert as_alice.get(path).status_code == 200
    assert path in as_alice.get(match.get_absolute_url()).content.decode()

    Match.objects.filter(pk=match.pk).update(**change)

    assert as_alice.get(path).status_code == 404
    assert Client().get(path).status_code == 404
    assert path not in as_alice.get(match.get_absolute_url()).content.decode()


def test_a_table_that_has_not_begun_has_none(alice: User) -> None:
    assert ask(open_table(alice)).status_code == 404


def test_a_finished_match_keeps_it(alice: User, bob: User) -> None:
    match = finished(alice, bob)
    assert len(items(match)) <= 50
    for page in ("", "log/", "result/"):
        shown = Client().get(f"/t/{match.code}/{page}").content.decode()
        assert f"/t/{match.code}/feed.atom?language=en" in shown, page


def test_players_read_no_more_than_spectators(match: Match, as_alice: Client) -> None:
    seat = match.seats.get(user__username="alice").number
    before = ask(match).content
    Entry.objects.create(
        match=match, number=10_000, ply=match.ply, seat=seat, kind="whisper", to=[seat],
        data={"card": "treasure"}, at=timezone.now() + timedelta(minutes=1),
    )  # fmt: skip

    assert as_alice.get(f"/t/{match.code}/feed.atom").content == before == ask(match).content


def test_the_address_keeps_its_language(match: Match) -> None:
    english, french = ask(match, "?language=en"), ask(match, "?language=fr")

    assert b'xml:lang="en"' in english.content
    assert b'xml:lang="fr"' in french.content
    assert french["Content-Language"] == "fr"
    assert english.content != french.content
    assert b"feed.atom?language=fr" in french.content
    assert ask(match, **{"accept-language": "fr"}).content.count(b'xml:lang="fr"') == 1
    assert ask(match, "?language=xx'<").status_code == 200


def test_names_are_text(match: Match) -> None:
    name = "<script>&]]>\x0b\x01\u2028"
    Match.objects.filter(pk=match.pk).update(name=name)

    assert text(read(match), "title") == "<script>&]]>"


def test_copying_machines_are_slowed_down(match: Match, settings: Settings) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "feed": "1/m/ip"}

    assert [ask(match).status_code for _ in range(2)] == [200, 429]


def test_the_page_names_it_in_the_readers_language(match: Match) -> None:
    page = Client(headers={"accept-language": "fr"}).get(match.get_absolute_url())

    found = re.search(
        r'rel="alternate"\s+type="application/atom\+xml"[^>]+>', page.content.decode()
    )
    assert found is not None
    assert "language=fr" in found[0]
