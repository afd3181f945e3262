from __future__ import annotations

import pytest

from ops.redact import redact, redact_text


@pytest.mark.parametrize(
    "name",
    ["password", "new_password1", "SECRET_KEY", "access_token", "Authorization", "Cookie",
     "sessionid", "csrfmiddlewaretoken", "api_key", "totp_secret", "recovery_codes", "body",
     "text", "html", "payload", "query_string", "DSN", "otp", "endpoint",
     "webhook_url", "p256dh", "auth"],
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
        ("GET /calendar/s3cret.ics HTTP/1.1", "GET /calendar/[hidden] HTTP/1.1"),
        ("see 'https://x.example/calendar/s3-_t.ics'", "see 'https://x.example/calendar/[hidden]'"),
        ("/unsubscribe/eyJ:s3cret/", "/unsubscribe/[hidden]"),
        ("/account/password/reset/key/1-s3cret/ gone", "/account/password/reset/key/[hidden] gone"),
        (
            "/account/notifications/calendar/ and /calendar/",
            "/account/notifications/calendar/ and /calendar/",
        ),
        ("{'password': 'abc'}", "{'password': '[hidden]'}"),
        ("Authorization: Bearer abcdefghijk", "Authorization: [hidden]"),
        ("sent Bearer abcdefghijk", "sent Bearer [hidden]"),
        ("a token of esteem", "a token of esteem"),
        (
            "to https://discord.com/api/webhooks/1234567890/AbC-dEf_GhIjKlMnOpQrSt?wait=1 said 404",
            "to https://discord.com/[hidden] said 404",
        ),
        (
            "https://fcm.googleapis.com/fcm/send/dQw4w9WgXcQ:APA91bHPRgkFLJu6",
            "https://fcm.googleapis.com/[hidden]",
        ),
        ("see https://docs.example.org/en/latest/", "see https://docs.example.org/en/latest/"),
        (
            "GET https://example.org/go/AbC-d_9x/ failed",
            "GET https://example.org/go/[hidden] failed",
        ),
        ("at '/go/AbCd'", "at '/go/[hidden]'"),
        ("10:30 at https://example.org/", "10:30 at https://example.org/"),
    ],
)
def test_it_hides_secrets_in_free_text(text: str, clean: str) -> None:
    assert redact_text(text) == clean
