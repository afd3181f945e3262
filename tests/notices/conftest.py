"""A clock, a key for push services, and a server that plays the far side."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from tests.far_side import FarSide, far_side, reach
from tests.notices.helpers import START

NAME = "hooks.nauticus-friends.net"


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def point_of(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )


@pytest.fixture
def side(monkeypatch: pytest.MonkeyPatch) -> Iterator[FarSide]:
    """Every name leads to it."""
    with far_side(NAME, "other.nauticus-friends.net") as found:
        reach(monkeypatch, found)
        yield found


@pytest.fixture
def vapid_key(settings: Any) -> ec.EllipticCurvePrivateKey:
    """The site has a key for push services."""
    key = ec.generate_private_key(ec.SECP256R1())
    settings.VAPID_PRIVATE_KEY = text_of(key.private_numbers().private_value.to_bytes(32, "big"))
    settings.VAPID_PUBLIC_KEY = text_of(point_of(key))
    settings.VAPID_SUBJECT = "mailto:harbour@nauticus.example"
    settings.NOTICE_CHANNELS = {**settings.NOTICE_CHANNELS, "push": "notices.channels.push"}
    return key


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Time stands still until a test lets it run."""
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller
