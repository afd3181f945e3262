from __future__ import annotations

import pytest
from django.core.exceptions import BadRequest, PermissionDenied
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import include, path
from django.utils import translation

from pages import errors

pytestmark = pytest.mark.urls(__name__)


def fail(request: HttpRequest, kind: str) -> HttpResponse:
    raise {
        "400": BadRequest("no"),
        "403": PermissionDenied("no"),
        "404": Http404("no"),
        "500": RuntimeError("the mast broke"),
    }[kind]


urlpatterns = [
    path("fail/<str:kind>/", fail),
    path("", include("nauticus_site.urls")),
]
handler400 = "pages.errors.bad_request"
handler403 = "pages.errors.permission_denied"
handler404 = "pages.errors.page_not_found"
handler500 = "pages.errors.server_error"

WORDS = {
    400: "We couldn’t read that request",
    403: "You don’t have access",
    404: "Page not found",
    500: "Something went wrong",
}


@pytest.mark.parametrize("code", WORDS)
def test_it_says_kindly_what_went_wrong(code: int, client: Client, db: None) -> None:
    client.raise_request_exception = False

    response = client.get(f"/fail/{code}/")

    text = response.content.decode()
    assert response.status_code == code
    assert WORDS[code] in text
    assert f"Error {code}" in text
    assert response["X-Request-ID"] in text
    assert "mast broke" not in text


@pytest.mark.parametrize("code", WORDS)
def test_errors_look_the_same_to_a_player(code: int, as_alice: Client) -> None:
    as_alice.raise_request_exception = False

    assert WORDS[code] in as_alice.get(f"/fail/{code}/").content.decode()


def test_it_explains_a_stale_form(db: None) -> None:
    strict = Client(enforce_csrf_checks=True)

    response = strict.post("/theme/", {"theme": "dark"})

    assert response.status_code == 403
    assert "The form has expired" in response.content.decode()


def test_it_asks_to_wait(rf: RequestFactory, db: None) -> None:
    response = errors.too_many_requests(rf.get("/"), wait_seconds=90)

    assert response.status_code == 429
    assert response["Retry-After"] == "90"
    assert "wait 2 minutes" in response.content.decode()


def test_it_asks_to_wait_without_knowing_how_long(rf: RequestFactory, db: None) -> None:
    response = errors.too_many_requests(rf.get("/"))

    assert "Retry-After" not in response
    assert "a few minutes" in response.content.decode()


def test_the_last_page_needs_no_database(
    rf: RequestFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("a query")

    monkeypatch.setattr(connection, "cursor", refuse)

    response = errors.server_error(rf.get("/"))

    assert response.status_code == 500
    assert "Something went wrong" in response.content.decode()


def test_the_last_page_speaks_the_readers_language(rf: RequestFactory) -> None:
    with translation.override("fr"):
        assert '<html lang="fr"' in errors.server_error(rf.get("/")).content.decode()


def test_it_falls_back_to_bare_words(
    rf: RequestFactory, monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    def broken(*args: object, **kwargs: object) -> str:
        raise OSError("no templates")

    monkeypatch.setattr(errors.loader, "render_to_string", broken)
    monkeypatch.setattr(errors, "render", broken)

    response = errors.page_not_found(rf.get("/"))

    assert response.status_code == 404
    assert "Please try again" in response.content.decode()
