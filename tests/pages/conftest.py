from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

PUBLIC = (
    "/", "/play/", "/games/", "/matches/", "/ladder/", "/tournaments/", "/rules/",
    "/news/", "/about/", "/privacy/", "/terms/", "/contact/",
)  # fmt: skip


@pytest.fixture
def body(client: Client, db: None) -> Callable[[str], str]:
    """The text of a page as an anonymous reader gets it."""

    def read(path: str) -> str:
        response = client.get(path)
        assert response.status_code == 200, path
        return response.content.decode()

    return read
