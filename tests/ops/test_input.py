"""What cannot be read is refused in one place: a page of ours, one log line, nothing done."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import AsyncClient, Client

from accounts.models import User
from games.models import Match, Message, Note, Report
from games.services import company
from nauticus_site import asgi, wsgi
from tests.games.helpers import open_table, running
from tests.ops.test_requests import HEADERS, lines
from tests.strangers import ours

__all__ = ["lines"]  # a fixture

pytestmark = pytest.mark.django_db
FORM = "application/x-www-form-urlencoded"
NUL = "a\x00b"


@pytest.fixture(autouse=True)
def _requests_as_served(monkeypatch: pytest.MonkeyPatch) -> None:
    """The test client builds its requests itself; here they are those of the servers."""
    monkeypatch.setattr("django.test.client.WSGIRequest", wsgi.application.request_class)
    monkeypatch.setattr("django.test.client.ASGIRequest", asgi.http.request_class)


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    return running(alice, bob)


def refused(answer: Any, log: list[dict[str, Any]] | None = None) -> None:
    """A whole page of ours, headers and all."""
    assert answer.status_code == 400
    assert "We couldn’t read that request".encode() in answer.content
    assert answer["X-Request-ID"].encode() in answer.content
    for name, part in HEADERS.items():
        assert part in answer[name], name
    for line in log or []:
        assert "exception" not in line, line
        assert line["level"] in ("info", "warning"), line


# --- NUL ----------------------------------------------------------------------------------


def test_it_refuses_a_nul_in_the_talk(match: Match, as_alice: Client, lines: Any) -> None:
    refused(as_alice.post(f"/t/{match.code}/talk/", {"text": NUL}), lines())

    assert not ours(Message).exists()


def test_it_refuses_a_nul_in_notes(match: Match, as_alice: Client) -> None:
    refused(as_alice.post(f"/t/{match.code}/notes/", {"text": NUL}))

    assert not ours(Note).exists()


def test_it_refuses_a_nul_in_a_report(match: Match, bob: User, as_alice: Client) -> None:
    said = company.say(match=match, user=bob, text="arr")

    refused(as_alice.post(f"/t/{match.code}/talk/{said.pk}/report/", {"reason": NUL}))

    assert not Report.objects.exists()


@pytest.mark.parametrize("address", ["/play/next/?after=%00", "/play/new/?like=%00", "/?%00=x"])
def test_it_refuses_a_nul_in_a_query(address: str, as_alice: Client) -> None:
    refused(as_alice.get(address))


@pytest.mark.parametrize("address", ["/t/%00/", "/players/a%00b/", "/static/%00.css", "/%00"])
def test_it_refuses_a_nul_in_a_path(address: str, client: Client) -> None:
    refused(client.get(address))


def test_it_refuses_a_nul_in_the_name_of_a_field(as_alice: Client, match: Match) -> None:
    refused(as_alice.post(f"/t/{match.code}/talk/", {NUL: "x", "text": "ahoy"}))

    assert not ours(Message).exists()


def test_it_refuses_a_nul_in_json(client: Client) -> None:
    for body in (b'{"a": "\\u0000"}', b'{"a": "\x00"}'):
        refused(client.generic("POST", "/language/", body, content_type="application/json"))


def test_it_refuses_a_nul_in_the_name_of_a_file(client: Client) -> None:
    boundary = (
        b'--x\r\nContent-Disposition: form-data; name="a\x00"; filename="b"\r\n\r\nx\r\n--x--'
    )

    refused(client.generic("POST", "/", boundary, content_type="multipart/form-data; boundary=x"))


def test_a_file_may_hold_what_it_likes(client: Client) -> None:
    answer = client.post("/account/login/", {"file": SimpleUploadedFile("x.bin", b"\x00\xff")})

    assert answer.status_code == 200


@pytest.mark.parametrize("name", ["sessionid", "csrftoken", "django_language", "theme"])
def test_it_refuses_a_nul_in_a_cookie(client: Client, name: str) -> None:
    """Quoted cookies may write it in octal; the session of that name would ask the database."""
    value = r"\000" * 32

    refused(client.get("/", HTTP_COOKIE=f'{name}="{value}"'))


# --- what cannot be read ------------------------------------------------------------------


@pytest.mark.parametrize("charset", ["utf-16", "rot13", "base64", "idna", "unicode_escape", "x"])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_it_refuses_a_charset_that_is_not_ours(
    client: Client, charset: str, method: str, lines: Any
) -> None:
    for kind in (FORM, "multipart/form-data; boundary=x", "text/plain"):
        kind = f"{kind}; charset={charset}"
        refused(client.generic(method, "/play/?a=%C3%A9", b"a=%E9", content_type=kind), lines())


def test_it_refuses_too_many_fields_of_a_query(as_alice: Client, lines: Any) -> None:
    many = "&".join(f"f{n}=%FF" for n in range(401))

    refused(as_alice.get(f"/play/new/?{many}"), lines())
    refused(as_alice.get(f"/play/new/?{many}", content_type=f"{FORM}; charset=utf-16"), lines())


def test_it_refuses_too_many_fields_of_a_form(client: Client, lines: Any) -> None:
    refused(client.post("/account/login/", {f"f{n}": "x" for n in range(500)}), lines())


@pytest.mark.parametrize("length", ["lots", "-1", "²", "9" * 30, "3000000"])
def test_it_refuses_a_length_that_cannot_be(client: Client, length: str, lines: Any) -> None:
    refused(client.get("/", CONTENT_LENGTH=length), lines())


def test_it_refuses_a_long_body(client: Client, lines: Any) -> None:
    refused(client.generic("POST", "/", b"x=" + b"x" * 1_500_000, content_type=FORM), lines())


@pytest.mark.parametrize(
    "kind",
    ["multipart/form-data", "multipart/form-data; boundary=", "multipart/form-data; boundary=é",
     "multipart/form-data; boundary=" + "x" * 300],
)  # fmt: skip
def test_it_refuses_a_form_in_no_parts(client: Client, kind: str, lines: Any) -> None:
    refused(client.generic("POST", "/account/login/", b"nothing", content_type=kind), lines())


@pytest.mark.parametrize("host", ["evil.example", "a b", "[::1", "", "x" * 400, "é.example"])
def test_it_refuses_a_host_that_is_not_ours(client: Client, host: str, lines: Any) -> None:
    refused(client.get("/play/", HTTP_HOST=host), lines())


async def test_it_refuses_the_same_under_asgi(lines: Any) -> None:
    client = AsyncClient()

    refused(await client.get("/play/new/?like=%00"), lines())
    refused(await client.post("/guest/", {"next": NUL}), lines())


# --- in every form ------------------------------------------------------------------------


def test_a_refusal_comes_as_it_was_asked_for(as_alice: Client, match: Match) -> None:
    address = f"/t/{match.code}/talk/"

    refused(as_alice.post(address, {"text": NUL}, HTTP_HX_REQUEST="true"))
    answer = as_alice.post(address, {"text": NUL}, HTTP_ACCEPT="application/json")
    assert answer.status_code == 400
    assert answer.json()["error"] == "bad-request"
    assert answer.json()["sentence"] == "We couldn’t read that request"
    assert answer.json()["reference"] == answer["X-Request-ID"]


def test_a_refusal_speaks_the_readers_language(client: Client) -> None:
    def said(**head: Any) -> HttpResponse:
        return client.get("/play/?after=%00", **head)

    assert b'<html lang="fr"' in said(HTTP_ACCEPT_LANGUAGE="fr").content
    assert b'<html lang="en"' in said().content


def test_what_is_sound_passes(alice: User, as_alice: Client, match: Match) -> None:
    kind = f"{FORM}; charset=UTF-8"
    text = quote("Ahoj, žraloci! ⛵")
    address = f"/t/{match.code}/talk/"

    assert as_alice.generic("POST", address, f"text={text}", content_type=kind).status_code == 302
    assert ours(Message).get().text == "Ahoj, žraloci! ⛵"
    assert open_table(alice).is_open
