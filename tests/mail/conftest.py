from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mail import services
from mail.letters import Letter
from outbox.models import Effect
from outbox.services import promise
from tests.mail.sink import Sink


@pytest.fixture
def templates(settings: Any, tmp_path: Path) -> Path:
    """A mail template of three files, in a folder of its own."""
    folder = tmp_path / "emails"
    folder.mkdir()
    (folder / "hello.subject.txt").write_text("Hello\n{{ name }}")
    (folder / "hello.txt").write_text(
        '{% extends "emails/layout.txt" %}{% block content %}Ahoy {{ name }}{% endblock %}'
    )
    (folder / "hello.html").write_text(
        '{% extends "emails/layout.html" %}'
        "{% block content %}<h1>Ahoy {{ name }}</h1>{% endblock %}"
    )
    engine = dict(settings.TEMPLATES[0])
    engine["DIRS"] = [*engine["DIRS"], tmp_path]
    settings.TEMPLATES = [engine]
    return folder


@pytest.fixture
def sink(settings: Any) -> Iterator[Sink]:
    """A real mail server on this machine, which the site uses."""
    server = Sink()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    settings.EMAIL_HOST_USER = settings.EMAIL_HOST_PASSWORD = ""
    settings.EMAIL_TIMEOUT = 10
    settings.SITE_URL = "https://nauticus.example"
    yield server
    server.close()


@pytest.fixture
def news(settings: Any) -> Callable[..., Effect]:
    """Promise a letter of the kind `news`, composed when it is sent."""
    settings.OUTBOX_HANDLERS = {
        **settings.OUTBOX_HANDLERS,
        "news": "tests.mail.conftest.deliver_news",
    }
    letters.clear()

    def make(letter: Letter | None = None, to: str = "alice@example.org") -> Effect:
        effect = promise(kind="news", payload={"about": "a match", "reader": to})
        letters[effect.pk] = letter or Letter("Your turn", "Ahoy", "<p>Ahoy</p>")
        return effect

    return make


letters: dict[int, Letter] = {}


def deliver_news(effect: Effect) -> None:
    services.send(
        effect,
        to=effect.payload["reader"],
        letter=letters[effect.pk],
        remembered={"about": effect.payload["about"]},
    )
