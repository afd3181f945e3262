from __future__ import annotations

import pytest

from ops.redact import redact, redact_text


@pytest.mark.parametrize(
    "name",
    ["password", "new_password1", "SECRET_KEY", "access_token", "Authorization", "Cookie",
     "sessionid", "csrfmiddlewaretoken", "api_key", "totp_secret", "recovery_codes", "body",
     "text", "html", "payload", "query_string", "DSN", "otp"],
)  # fmt: skip
def test_it_hides_sensitive_names(name: str) -> None:
    assert redact({name: "x" * 10}) == {name: "[hidden]"}


@pytest.mark.parametrize(
    "name", ["route", "status_code", "kind", "user", "method", "ms", "event", "subject", "to"]
)
def test_it_keeps_harmless_names(name: str) -> None:
    assert redact({name: "plain"}) == {name: "plain"}


def test_it_looks_into_containers_but_not_forever() -> None:
    deep: dict[str, object] = {"password": "p"}
    for _ in range(50):
        deep = {"inner": deep, "list": [{"token": "t"}]}

    assert "'p'" not in str(redact(deep))
    assert redact([{"a": ({"token": "t"},)}]) == [{"a": [{"token": "[hidden]"}]}]


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("postgres://nauticus:s3cret@db/n", "postgres://nauticus:[hidden]@db/n"),
        ("redis://:s3cret@10.0.0.2:6379/0 refused", "redis://:[hidden]@10.0.0.2:6379/0 refused"),
        ("GET /x?token=abc&next=/", "GET /x?token=[hidden]&next=/"),
        ("{'password': 'abc'}", "{'password': '[hidden]'}"),
        ("Authorization: Bearer abcdefghijk", "Authorization: [hidden]"),
        ("sent Bearer abcdefghijk", "sent Bearer [hidden]"),
        ("a token of esteem", "a token of esteem"),
        (
            "GET https://example.org/go/AbC-d_9x/ failed",
            "GET https://example.org/go/[hidden]/ failed",
        ),
        ("at '/go/AbCd'", "at '/go/[hidden]'"),
        ("10:30 at https://example.org/", "10:30 at https://example.org/"),
    ],
)
def test_it_hides_secrets_in_free_text(text: str, clean: str) -> None:
    assert redact_text(text) == clean
