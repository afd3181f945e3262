"""Make the key for push services: `manage.py vapid_keys`, three lines for the environment."""

from __future__ import annotations

import base64
from typing import Any

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Prints a new key pair for push notifications, as lines for the environment."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        key = ec.generate_private_key(ec.SECP256R1())
        private = key.private_numbers().private_value.to_bytes(32, "big")
        public = key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        self.stdout.write(f"VAPID_PRIVATE_KEY={_text(private)}")
        self.stdout.write(f"VAPID_PUBLIC_KEY={_text(public)}")
        self.stdout.write(f"VAPID_SUBJECT={settings.VAPID_SUBJECT}")


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")
