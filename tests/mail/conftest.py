from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


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
