"""Reading the environment: one place that knows where a setting comes from and what is safe.

In the embedded profile (the default) everything has a working value. In the production
profile a missing or insecure value stops the start with a sentence naming the variable.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from environs import Env

env = Env()

BASE_DIR = Path(__file__).resolve().parent.parent
PROFILES = ("embedded", "production")


def profile() -> str:
    name = env.str("PROFILE", "embedded")
    if name not in PROFILES:
        raise ImproperlyConfigured(f"PROFILE is {name!r}; it must be one of {', '.join(PROFILES)}.")
    return name


PRODUCTION = profile() == "production"
VAR = Path(env.str("VAR_DIR", str(BASE_DIR / "var"))).resolve()


def required(name: str, embedded: str) -> str:
    """The variable's value; production has no default for it."""
    value = env.str(name, "")
    if value:
        return value
    if PRODUCTION:
        raise ImproperlyConfigured(f"{name} is not set; the production profile needs it.")
    return embedded


def secret_key() -> str:
    """Production brings its own key; the embedded site makes one once and keeps it."""
    key = env.str("SECRET_KEY", "")
    if PRODUCTION:
        if len(key) < 50 or len(set(key)) < 12 or "insecure" in key:
            raise ImproperlyConfigured(
                "SECRET_KEY must be at least 50 random characters in the production profile."
            )
        return key
    if key:
        return key
    path = VAR / "secret-key"
    if not path.exists():
        VAR.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"secret-key.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)  # atomic: of two first starts, one key wins
        except FileExistsError:
            pass
        finally:
            draft.unlink()
    return path.read_text().strip()


def site_url() -> str:
    url = required("SITE_URL", f"http://127.0.0.1:{env.int('PORT', 8000)}").rstrip("/")
    parts = urlsplit(url)
    if not parts.scheme or not parts.hostname:
        raise ImproperlyConfigured(f"SITE_URL is {url!r}; it must look like https://example.org.")
    if PRODUCTION and parts.scheme != "https":
        raise ImproperlyConfigured("SITE_URL must begin with https:// in the production profile.")
    return url


def allowed_hosts() -> list[str]:
    hosts: list[str] = env.list("ALLOWED_HOSTS", [])
    if PRODUCTION and (not hosts or "*" in hosts):
        raise ImproperlyConfigured(
            "ALLOWED_HOSTS must list the site's host names in the production profile, without '*'."
        )
    return hosts or ["127.0.0.1", "localhost", "[::1]", "testserver"]


def debug() -> bool:
    value = bool(env.bool("DEBUG", False))
    if value and PRODUCTION:
        raise ImproperlyConfigured("DEBUG must be off in the production profile.")
    return value


def redis_url() -> str:
    return required("REDIS_URL", f"unix://{redis_socket()}")


def redis_socket() -> Path:
    """Unix sockets have a path limit of about 100 bytes; a deep checkout falls back to /tmp."""
    path = VAR / "redis.sock"
    if len(os.fsencode(path)) < 100:
        return path
    import hashlib
    import tempfile

    digest = hashlib.sha256(os.fsencode(VAR)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"nauticus-{os.getuid()}-{digest}.sock"


def celery_broker(url: str) -> str:
    """Celery spells a unix socket differently from redis-py."""
    return "redis+socket://" + url.removeprefix("unix://") if url.startswith("unix://") else url
