from __future__ import annotations

from django.test import Client


def test_it_serves_the_home_page(db: None, client: Client) -> None:
    assert client.get("/").status_code == 200
