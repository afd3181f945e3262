"""A breeze of the storm in `make soak`: hostile requests at real addresses of a real server."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.daphne import Daphne
from tools.soak.hostile import addresses, requests
from tools.soak.hostile.world import World
from tools.soak.storm import blow

SETTINGS = "tools.soak.hostile.site_settings"


@pytest.fixture
def site(transactional_db: None, tmp_path: Path) -> Iterator[Daphne]:
    server = Daphne(tmp_path / "daphne.log")
    server.env["DJANGO_SETTINGS_MODULE"] = SETTINGS
    server.start()
    yield server
    server.stop()


def test_nothing_gives_way_to_hostile_requests(site: Daphne) -> None:
    found = blow(site, random.Random(7), requests=200, frames=40, seconds=120)

    assert found["requests"] == 200
    assert found["faults"] == {"5xx": 0, "headers": 0, "silence": 0}, site.log.read_text()[-5000:]
    assert found["tracebacks"] == 0, site.log.read_text()[-5000:]
    assert found["changed"] == []
    assert found["ok"]


def test_the_storm_comes_to_every_address_as_everybody() -> None:
    """Built from the URLconf: an address added tomorrow is stormed tomorrow."""
    tables = {("open", "public"): "aaaaaaaa"}
    world = World(sessions={"seated": "s"}, tables=tables, message=1)
    places = addresses.every()
    storm = requests.storm(random.Random(1), world, places, "127.0.0.1")

    one_round = [next(storm) for _ in range(len(requests.ROLES) * (len(places) + 15))]

    reached = {(sent.name, sent.role) for sent in one_round}
    assert {(place.name, role) for place in places for role in requests.ROLES} <= reached
    assert len(places) > 150
