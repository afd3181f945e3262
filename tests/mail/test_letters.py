"""A letter is composed when it is sent, and nobody's name can make two of it."""

from __future__ import annotations

import base64
import re
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db.models import Q

from mail import selectors, services
from mail.letters import Image, Letter, one_line, unsubscribe_headers
from mail.rendering import compose
from outbox import leases
from outbox.models import Effect
from outbox.services import run
from tests.mail.sink import Sink

pytestmark = pytest.mark.django_db

PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
)
News = Callable[..., Effect]


def with_picture(**fields: Any) -> Letter:
    given: dict[str, Any] = {
        "subject": "Your turn",
        "text": "The board is\nthree ships.\n",
        "html": '<p>Ahoy</p><img src="cid:board@nauticus" alt="three ships">',
        "images": (Image("board@nauticus", PNG, "three ships"),),
    }
    return Letter(**{**given, **fields})


def claimed(effect: Effect) -> Effect:
    found = leases.claim(effect.pk, lambda now: Q())
    assert found is not None
    return found


def test_its_picture_travels_inside_the_html(sink: Sink, news: News) -> None:
    assert run(news(with_picture()).pk) is True

    (arrived,) = sink.received
    assert arrived.recipients == ["alice@example.org"]
    assert arrived.mail.get_content_type() == "multipart/alternative"
    text, related = arrived.mail.iter_parts()
    assert text.get_content_type() == "text/plain"
    assert text.get_content().splitlines() == ["The board is", "three ships."]
    assert related.get_content_type() == "multipart/related"
    assert related.get_param("type") == "text/html"
    html, image = related.iter_parts()
    assert 'src="cid:board@nauticus"' in html.get_content()
    assert image.get_content_type() == "image/png"
    assert image["Content-ID"] == "<board@nauticus>"
    assert image.get_content_disposition() == "inline"
    assert image.get_filename() == "board.png"
    assert image.get_content() == PNG


def test_the_outbox_never_holds_the_picture_or_the_text(sink: Sink, news: News) -> None:
    effect = news(with_picture())
    run(effect.pk)

    effect.refresh_from_db()
    assert effect.done_at is not None
    assert effect.payload == {"about": "a match", "to": "alice@example.org"}


def test_it_says_what_a_machine_needs_to_know(sink: Sink, news: News) -> None:
    headers = unsubscribe_headers("https://nauticus.example/unsubscribe/x/")
    effect = news(with_picture(language="fr", headers=headers))
    run(effect.pk)

    mail = sink.received[0].mail
    effect.refresh_from_db()
    assert mail["Message-ID"] == services.message_id(effect)
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["Content-Language"] == "fr"
    assert mail["List-Unsubscribe"] == "<https://nauticus.example/unsubscribe/x/>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["Date"]
    assert mail["In-Reply-To"] is None
    assert mail["References"] is None


def test_sending_answers_the_message_id_and_is_noted_at_once(sink: Sink, news: News) -> None:
    effect = claimed(news())

    name = services.send(effect, to="alice@example.org", letter=with_picture())

    assert name == services.message_id(effect)
    assert Effect.objects.get(pk=effect.pk).done_at is not None
    known = selectors.delivery(effect.pk)
    assert known is not None
    assert (known.state, known.message_id) == ("accepted", name)


def test_a_worker_that_lost_its_lease_sends_nothing(sink: Sink, news: News) -> None:
    effect = claimed(news())
    Effect.objects.update(claim=uuid.uuid4())  # the machine slept; another worker has it

    assert services.send(effect, to="alice@example.org", letter=with_picture()) == ""

    assert sink.received == []
    known = selectors.delivery(effect.pk)
    assert known is not None
    assert known.state == "waiting"


def test_letters_about_one_match_are_one_thread_of_each_reader(sink: Sink, news: News) -> None:
    about = with_picture(thread="match:abc")
    for effect in (news(about), news(about), news(with_picture(thread="match:xyz"))):
        run(effect.pk)
    run(news(about, to="bob@example.org").pk)

    first, second, other, bobs = (one.mail["References"] for one in sink.received)
    assert re.fullmatch(r"<thread\.[0-9a-f]{24}@nauticus\.example>", first)
    assert first == second
    assert len({first, other, bobs}) == 3
    assert [one.mail["In-Reply-To"] for one in sink.received] == [first, second, other, bobs]
    assert len({one.mail["Message-ID"] for one in sink.received}) == 4


NAMES = [
    "Eve\r\nBcc: victim@example.org",
    "Eve\nBcc: victim@example.org",
    "Eve\rBcc: victim@example.org",
    "Eve\u2028Bcc: victim@example.org",
    "Eve\u2029Bcc: victim@example.org",
    "Eve\x85Bcc: victim@example.org",
    "Eve\x0bBcc: victim@example.org",
    "Eve\x0c\x1c\x1d\x1eBcc: victim@example.org",
    "Eve\x00Bcc: victim@example.org",
    "=?utf-8?q?Eve=0D=0ABcc:_victim@example.org?=",
    "=?utf-8?b?RXZlDQpCY2M6IHZpY3RpbUBleGFtcGxlLm9yZw==?=",
    "é" * 3000,
    "a" * 3000,
    "Ξένος " * 300,
    "Eve\ud800",
    "Eve\u202eecila",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_adds_no_header_and_no_reader(sink: Sink, news: News, name: str) -> None:
    assert run(news(with_picture(subject=f"{name} waits for you")).pk) is True

    (arrived,) = sink.received
    assert arrived.recipients == ["alice@example.org"]
    assert arrived.mail["Bcc"] is None
    assert set(arrived.mail.keys()) == {
        "Subject", "From", "To", "Date", "Message-ID", "MIME-Version", "Content-Type",
        "Auto-Submitted", "Content-Language",
    }  # fmt: skip
    head = arrived.raw.partition(b"\r\n\r\n")[0]
    assert max(map(len, head.split(b"\r\n"))) <= 998
    shown = str(arrived.mail["Subject"]).strip()
    assert len(shown.splitlines()) == 1
    assert len(shown) <= 200
    assert "\u202e" not in shown


def test_a_name_that_looks_encoded_is_shown_as_it_was_typed(sink: Sink, news: News) -> None:
    name = "=?utf-8?q?Alice?="
    run(news(with_picture(subject=f"{name} waits")).pk)

    assert sink.received[0].mail["Subject"] == f"{name} waits"


def test_a_long_subject_ends_in_dots() -> None:
    assert one_line("a" * 300) == "a" * 199 + "…"
    assert one_line("a" * 200) == "a" * 200
    assert one_line(" two\n\twords ") == "two words"


@pytest.mark.parametrize(
    "headers",
    [
        {"List-Unsubscribe": "<x>\r\nBcc: victim@example.org"},
        {"List-Unsubscribe": "<x>\nBcc: victim@example.org"},
        {"List-Unsubscribe": "<x>\u2028y"},
        {"List-Unsubscribe": "<x>\x00"},
        {"List-Unsubscribe": "x" * 2000},
        {"Bcc": "victim@example.org"},
        {"to": "victim@example.org"},
        {"From": "victim@example.org"},
        {"Return-Path": "victim@example.org"},
        {"X-A: b\r\nBcc": "victim@example.org"},
        {"": "x"},
    ],
)
def test_a_letter_with_such_a_header_is_never_made(headers: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="header"):
        Letter("Hello", "Ahoy", "<p>Ahoy</p>", headers)


@pytest.mark.parametrize("cid", ["", "a b", "board>\r\nX: y", 'a"b', "a/b", "@x", "a" * 200])
def test_an_image_has_a_plain_name(cid: str) -> None:
    with pytest.raises(ValueError, match="can't name"):
        Image(cid, PNG)


def test_an_image_is_an_image_and_stands_once() -> None:
    with pytest.raises(ValueError, match="neither PNG"):
        Image("board", b"<svg/>")
    with pytest.raises(ValueError, match="same name"):
        with_picture(images=(Image("board", PNG), Image("board", PNG)))


def test_a_letter_is_composed_from_its_templates(templates: Any) -> None:
    letter = compose(
        "hello",
        {"name": "Alice & Co"},
        "fr",
        unsubscribe_url="https://nauticus.example/u/",
        images=(Image("board", PNG),),
        thread="match:abc",
    )

    assert letter.subject.startswith("Hello Alice")
    assert "Ahoy Alice & Co" in letter.text
    assert "https://nauticus.example/u/" in letter.text
    assert "Ahoy Alice &amp; Co" in letter.html
    assert letter.headers == unsubscribe_headers("https://nauticus.example/u/")
    assert (letter.language, letter.thread, letter.images[0].cid) == ("fr", "match:abc", "board")
    assert compose("hello", {"name": "Alice"}, "en").headers == {}
