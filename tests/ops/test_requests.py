from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from io import StringIO
from logging.config import dictConfig
from typing import Any

import pytest
import structlog
from django.conf import settings as django_settings
from django.core.exceptions import SuspiciousOperation
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest, HttpResponse
from django.test import AsyncClient, Client
from django.urls import include, path
from pytest_django import Settings

from accounts.models import User
from notices.services import calendar
from ops.logs import bind_request_id, current_request_id, logging_config
from tests.conftest import make_player
from tests.strangers import ours


def broken(request: HttpRequest, token: str = "") -> HttpResponse:
    raise RuntimeError("the mast broke")


def echo(request: HttpRequest) -> HttpResponse:
    structlog.get_logger("tests").info("in view", password="tall-ships")
    return HttpResponse(current_request_id())


def suspicious(request: HttpRequest) -> HttpResponse:
    raise SuspiciousOperation("%s is not a rope" + "x" * 1000)


def own_cache(request: HttpRequest) -> HttpResponse:
    assert request.user.is_authenticated
    return HttpResponse("x", headers={"Cache-Control": "public, max-age=60"})


urlpatterns = [
    path("broken/<str:token>/", broken, name="broken"),
    path("echo/", echo, name="echo"),
    path("own-cache/", own_cache),
    path("suspicious/", suspicious),
    path("", include("nauticus_site.urls")),
]


@pytest.fixture
def lines() -> Iterator[Any]:
    """The log as production would write it; a call answers the lines so far."""
    config = logging_config(json=True)
    stream = StringIO()
    config["handlers"]["out"]["stream"] = stream
    dictConfig(config)

    def read() -> list[dict[str, Any]]:
        return [json.loads(line) for line in stream.getvalue().splitlines()]

    yield read
    dictConfig(django_settings.LOGGING)
    logging_config(json=False)


def only(lines: list[dict[str, Any]], event: str) -> dict[str, Any]:
    found = [line for line in lines if line["event"] == event]
    assert len(found) == 1, lines
    return found[0]


@pytest.mark.urls(__name__)
def test_it_logs_one_line_per_request_without_secrets(
    lines: Any, as_alice: Client, alice: Any
) -> None:
    response = as_alice.get("/?next=/a&token=do-not-log-me")

    line = only(lines(), "request")
    assert line["method"] == "GET"
    assert line["route"] == "home"
    assert line["status"] == 200
    assert line["request_id"] == response["X-Request-ID"]
    assert line["user"] == alice.pk
    assert isinstance(line["ms"], float)
    assert "do-not-log-me" not in json.dumps(lines())


@pytest.mark.urls(__name__)
def test_lines_of_the_view_carry_the_request_id_and_no_password(
    lines: Any, client: Client, db: None
) -> None:
    response = client.get("/echo/")

    line = only(lines(), "in view")
    assert line["request_id"] == response["X-Request-ID"] == response.content.decode()
    assert line["password"] == "[hidden]"
    assert current_request_id() == ""


@pytest.mark.urls(__name__)
async def test_it_works_the_same_under_asgi(lines: Any) -> None:
    response = await AsyncClient().get("/echo/")

    assert only(lines(), "in view")["request_id"] == response["X-Request-ID"]
    assert only(lines(), "request")["route"] == "echo"
    assert response["Permissions-Policy"].startswith("accelerometer=()")


@pytest.mark.urls(__name__)
def test_an_error_is_logged_with_traceback_and_without_the_path(lines: Any, db: None) -> None:
    client = Client(raise_request_exception=False)

    response = client.get("/broken/a-secret-reset-key/?q=hidden-query")

    assert response.status_code == 500
    error = next(line for line in lines() if "exception" in line)
    assert error["level"] == "error"
    assert "RuntimeError: the mast broke" in error["exception"]
    assert error["request_id"] == response["X-Request-ID"]
    assert "broken" in error["event"]
    assert "a-secret-reset-key" not in json.dumps(lines())
    assert "hidden-query" not in json.dumps(lines())


def test_a_calendar_s_address_is_nowhere(lines: Any, client: Client, db: None) -> None:
    secret = "s3cret-" * 6
    client.get(f"/calendar/{secret}.ics")
    logging.getLogger("a.library").warning("fetched /calendar/%s.ics, 200", secret)
    logging.getLogger("a.library").warning("odd", extra={"url": f"/calendar/{secret}.ics"})
    structlog.get_logger("tests").info("asked", path=f"/calendar/{secret}.ics")

    assert only(lines(), "request")["route"] == "calendar_feed"
    assert only(lines(), "asked")["path"] == "/calendar/[hidden]"
    assert only(lines(), "fetched /calendar/[hidden], 200")
    assert "s3cret" not in json.dumps(lines())


def test_a_calendar_that_fails_is_logged_without_its_address(
    lines: Any, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(user: User) -> bytes:
        raise RuntimeError("no calendar today")

    alice = make_player("alice")
    secret = calendar.make(user=alice)
    monkeypatch.setattr("games.feeds.calendar.of_player", fail)

    answer = Client(raise_request_exception=False).get(f"/calendar/{secret}.ics")

    assert answer.status_code == 500
    assert any("no calendar today" in line.get("exception", "") for line in lines())
    assert secret not in json.dumps(lines())


@pytest.mark.urls(__name__)
def test_a_refusal_is_one_line_without_a_traceback(lines: Any, client: Client, db: None) -> None:
    assert client.get("/suspicious/").status_code == 400

    line = next(line for line in lines() if line["logger"].startswith("django.security"))
    assert line["level"] == "warning"
    assert line["event"].startswith("refused: %s is not a rope")
    assert len(line["event"]) < 300
    assert "exception" not in line


def test_a_refused_referrer_is_named_without_its_path(lines: Any, db: None) -> None:
    client = Client(enforce_csrf_checks=True)
    link = "https://elsewhere.example/invitation/s3cretKey/"

    answer = client.post("/guest/", secure=True, HTTP_REFERER=link)

    assert answer.status_code == 403
    line = next(line for line in lines() if line["logger"] == "django.security.csrf")
    assert "https://elsewhere.example/…" in line["event"]
    assert "s3cretKey" not in json.dumps(lines())


@pytest.mark.parametrize(
    ("trusted", "offered", "accepted"),
    [
        (1, "0123456789abcdef", True),
        (0, "0123456789abcdef", False),
        (1, "short", False),
        (1, "x" * 65, False),
        (1, "with spaces in it", False),
        (1, "line\nbreak-and-more", False),
        (1, '{"a":"json-injection"}', False),
    ],
)
def test_it_accepts_a_request_id_only_from_our_proxy_and_well_formed(
    settings: Settings, client: Client, trusted: int, offered: str, accepted: bool
) -> None:
    settings.TRUSTED_PROXIES = trusted

    response = client.get("/healthz", HTTP_X_REQUEST_ID=offered)

    assert (response["X-Request-ID"] == offered) is accepted
    assert len(response["X-Request-ID"]) >= 16


def test_health_questions_do_not_fill_the_log(lines: Any, client: Client) -> None:
    client.get("/healthz")

    assert lines() == []


def test_binding_a_request_id_restores_the_one_before() -> None:
    with bind_request_id("outer-request"):
        with bind_request_id("inner-request"):
            assert current_request_id() == "inner-request"
        with bind_request_id(""):
            assert current_request_id() == "outer-request"
        assert current_request_id() == "outer-request"
    assert current_request_id() == ""


def test_lines_of_other_libraries_have_the_same_form(lines: Any) -> None:
    with bind_request_id("abcdefgh"):
        logging.getLogger("somebody.else").warning("careful with %s", "redis://:pw@host/0")

    line = only(lines(), "careful with redis://:[hidden]@host/0")
    assert line["logger"] == "somebody.else"
    assert line["level"] == "warning"
    assert line["request_id"] == "abcdefgh"
    assert line["timestamp"].endswith("Z")


HEADERS = {
    "Content-Security-Policy": "default-src 'none'",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Permitted-Cross-Domain-Policies": "none",
    "Permissions-Policy": "camera=()",
}


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("address", "status"), [("/", 200), ("/no-such-page", 404), ("/broken/x/", 500)]
)
def test_every_answer_carries_the_security_headers(db: None, address: str, status: int) -> None:
    response = Client(raise_request_exception=False).get(address)

    assert response.status_code == status
    for name, part in HEADERS.items():
        assert part in response[name], name
    assert response["Cache-Control"] == "private, no-cache"


@pytest.mark.urls(__name__)
def test_pages_of_somebody_logged_in_are_not_stored(as_alice: Client) -> None:
    assert as_alice.get("/")["Cache-Control"] == "private, no-store"
    assert "Cookie" in as_alice.get("/")["Vary"]


@pytest.mark.urls(__name__)
def test_a_view_may_decide_about_caching_itself(as_alice: Client) -> None:
    assert as_alice.get("/own-cache/")["Cache-Control"] == "public, max-age=60"


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/account/signup/", "/account/login/", "/play/new/", "/"])
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data"])
def test_a_form_of_ten_megabytes_is_refused_before_it_is_read(
    client: Client, address: str, kind: str
) -> None:
    if kind.startswith("multipart"):
        answer = client.post(address, {"username": SimpleUploadedFile("x", b"x" * 10_000_000)})
    else:
        answer = client.generic("POST", address, b"x=" + b"x" * 10_000_000, content_type=kind)

    assert answer.status_code == 400
    assert b"<h1" in answer.content  # a page, not a bare refusal
    assert not ours(User).exists()


@pytest.mark.django_db
def test_a_length_that_is_no_number_is_refused(client: Client) -> None:
    assert client.get("/", CONTENT_LENGTH="lots").status_code == 400
