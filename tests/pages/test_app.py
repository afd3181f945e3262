"""The site as an installed app: manifest, icons, worker and offline page."""

from __future__ import annotations

import json
import re
import struct
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from accounts.models import User
from pages.app import FILES
from tools import icons


def known(client: Client, path: str = "/sw.js") -> dict[str, Any]:
    """What the site told its worker."""
    found = re.search(r"const KNOWN = (\{.*?\n\});", client.get(path).content.decode(), re.S)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def png_size(name: str) -> tuple[int, int]:
    place = finders.find(name)
    assert isinstance(place, str), name
    with open(place, "rb") as file:
        head = file.read(24)
    assert head.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", head[16:24])
    return width, height


def test_the_manifest_has_icons_for_every_device(client: Client, db: None) -> None:
    manifest = client.get("/manifest.webmanifest").json()

    for icon in manifest["icons"][1:]:
        width, height = (int(n) for n in icon["sizes"].split("x"))
        assert png_size(icon["src"].removeprefix("/static/")) == (width, height)
    assert {(i["sizes"], i.get("purpose")) for i in manifest["icons"][1:]} == {
        ("192x192", "any"), ("512x512", "any"), ("512x512", "maskable"),
    }  # fmt: skip
    assert manifest["display"] == "standalone"
    assert manifest["scope"] == manifest["start_url"] == "/"


def test_the_icons_are_drawn_from_the_sites_mark() -> None:
    for name, svg in icons.drawings().items():
        place = finders.find(f"img/{name}.png")
        assert isinstance(place, str)
        with open(place, "rb") as file:
            assert file.read() == icons.draw(svg, icons.SIZES[name]), name


def test_the_worker_is_asked_for_anew_and_covers_the_site(client: Client, db: None) -> None:
    response = client.get("/sw.js")

    assert response.status_code == 200
    assert response["Content-Type"] == "text/javascript; charset=utf-8"
    assert response["Cache-Control"] == "no-cache"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert "Set-Cookie" not in response
    assert client.post("/sw.js").status_code == 405


def test_the_policy_allows_only_our_own_worker(client: Client, db: None) -> None:
    assert "worker-src 'self'" in client.get("/").headers["Content-Security-Policy"]


def test_the_worker_keeps_static_files_and_the_offline_page_only(client: Client, db: None) -> None:
    found = known(client)

    assert found["files"] == [f"/static/{name}" for name in FILES]
    assert all(finders.find(name) for name in FILES)
    assert found["offline"] == "/offline/?lang=en"
    script = client.get("/sw.js").content.decode()
    assert script.count("cache.add") == 1  # at installation, that list
    assert "cache.put" not in script


def test_everything_on_the_offline_page_is_kept(client: Client, db: None) -> None:
    text = client.get("/offline/").content.decode()

    wanted = set(re.findall(r'(?:href|src)="(/static/[^"#]+)', text))
    assert wanted
    assert wanted <= set(known(client)["files"])


def test_the_worker_is_the_same_for_everybody(
    client: Client, as_alice: Client, alice: User
) -> None:
    assert as_alice.get("/sw.js").content == client.get("/sw.js").content


@pytest.mark.parametrize("path", ["/offline/", "/offline/?lang=fr", "/offline/?lang=<b>"])
def test_the_offline_page_names_nobody(
    path: str, client: Client, as_alice: Client, alice: User
) -> None:
    alice.theme = "dark"
    alice.save()

    text = as_alice.get(path).content.decode()

    assert text == client.get(path).content.decode()
    assert "alice" not in text
    assert "csrf" not in text
    assert "<b>" not in text


def test_the_offline_page_speaks_the_language_of_the_pages_around_it(
    client: Client, db: None
) -> None:
    assert known(client, "/sw.js?lang=fr")["offline"] == "/offline/?lang=fr"
    assert known(client, "/sw.js?lang=<x>")["offline"] == "/offline/?lang=en"
    assert known(client, "/sw.js?lang=fr")["name"] != known(client)["name"]

    page = client.get("/offline/?lang=fr").content.decode()

    assert '<html lang="fr"' in page


def test_pages_register_the_worker(client: Client, db: None) -> None:
    assert "js/install.js" in client.get("/").content.decode()
