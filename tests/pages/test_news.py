"""The site's news, as a page and as a feed."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from django.test import Client
from django.utils import timezone, translation

from pages.news import NEWS

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def test_the_page_has_every_item_with_an_address_of_its_own(client: Client) -> None:
    page = client.get("/news/").content.decode()

    for one in NEWS:
        assert f'id="{one.key}"' in page
        assert str(one.title) in page
    assert 'type="application/atom+xml"' in page
    assert "/news.atom?language=en" in page


def test_the_newest_comes_first_and_none_lies_ahead() -> None:
    days = [one.on for one in NEWS]

    assert days == sorted(days, reverse=True)
    assert len({one.key for one in NEWS}) == len(NEWS)
    assert NEWS[0].at <= timezone.now()


def test_the_feed_has_the_same_items(client: Client) -> None:
    answer = client.get("/news.atom")
    feed = ElementTree.fromstring(answer.content)

    assert answer["Content-Type"] == "application/atom+xml; charset=utf-8"
    entries = feed.findall(f"{ATOM}entry")
    titles = [entry.findtext(f"{ATOM}title") for entry in entries]
    assert titles == [str(one.title) for one in NEWS]
    ids = [entry.findtext(f"{ATOM}id") or "" for entry in entries]
    assert [one.rpartition("/")[2] for one in ids] == [one.key for one in NEWS]
    assert all(one.startswith("tag:") for one in ids)
    for entry, one in zip(entries, NEWS, strict=True):
        link = entry.find(f"{ATOM}link")
        assert link is not None
        assert (link.get("href") or "").endswith(f"/news/#{one.key}")
        assert entry.findtext(f"{ATOM}updated") == one.at.isoformat()
        assert str(one.text) in (entry.findtext(f"{ATOM}summary") or "")


def test_whoever_has_it_is_sent_nothing(client: Client) -> None:
    first = client.get("/news.atom")

    assert client.get("/news.atom", headers={"if-none-match": first["ETag"]}).status_code == 304
    since = {"if-modified-since": first["Last-Modified"]}
    assert client.get("/news.atom", headers=since).status_code == 304
    assert client.get("/news.atom").content == first.content


def test_it_speaks_the_language_it_was_asked_for(client: Client) -> None:
    french = client.get("/news.atom?language=fr")

    assert b'xml:lang="fr"' in french.content
    assert french["Content-Language"] == "fr"
    with translation.override("fr"):
        assert str(NEWS[0].title) in french.content.decode()


def test_it_is_for_reading_and_for_everybody(client: Client, as_alice: Client) -> None:
    assert as_alice.get("/news.atom").content == client.get("/news.atom").content
    assert client.head("/news.atom").status_code == 200
    assert client.post("/news.atom").status_code == 405
    assert "/news/" in client.get("/").content.decode()
