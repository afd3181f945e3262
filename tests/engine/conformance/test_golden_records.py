"""Stored matches replay for ever: to the result and digest they claim."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import registry
from engine.core.record import write
from engine.core.replay import verify
from engine.testing.at import golden, read

FOLDER = Path(__file__).parents[1] / "records"


def stored() -> list[Path]:
    return [path for slug in registry.TITLES for path in golden(slug, FOLDER)]


@pytest.mark.parametrize("path", stored(), ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_stored_record_replays(path: Path) -> None:
    record = read(path)
    assert record.digest

    verify(registry.get(record.title), record)

    assert write(record) == path.read_text(encoding="utf-8"), "not in canonical spelling"


@pytest.mark.parametrize("slug", registry.TITLES)
def test_every_number_of_seats_has_a_finished_record(slug: str) -> None:
    records = [read(path) for path in golden(slug, FOLDER)]

    assert {record.seats for record in records if record.result} == set(registry.get(slug).seats)
