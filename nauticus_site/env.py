"""Reading the environment: one place that knows where a setting comes from and what is safe.

In the embedded profile (the default) everything has a working value. In the production
profile a missing or insecure value stops the start with a sentence naming the variable.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import os
import re
import secrets
from email.utils import parseaddr
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


def link_keys(secret: str) -> list[str]:
    """Keys of the links in mails, newest first; without any, one that follows from `secret`."""
    given: list[str] = env.list("LINK_KEYS", [])
    keys = [key.strip() for key in given if key.strip()]
    if PRODUCTION and any(len(key) < 50 or len(set(key)) < 12 for key in keys):
        raise ImproperlyConfigured(
            "Each of LINK_KEYS must be at least 50 random characters in the production profile."
        )
    return keys or [hmac.new(secret.encode(), b"LINK_KEYS", hashlib.sha256).hexdigest()]


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
    if PRODUCTION and (not hosts or any(host.strip() in ("", "*", ".") for host in hosts)):
        raise ImproperlyConfigured(
            "ALLOWED_HOSTS must list the site's host names in the production profile, without '*'."
        )
    if PRODUCTION:
        name = urlsplit(site_url()).hostname or ""
        if not any(name == h or (h.startswith(".") and name.endswith(h)) for h in hosts):
            raise ImproperlyConfigured(f"ALLOWED_HOSTS must contain the host of SITE_URL, {name}.")
    return hosts or ["127.0.0.1", "localhost", "[::1]", "testserver"]


def debug() -> bool:
    value = bool(env.bool("DEBUG", False))
    if value and PRODUCTION:
        raise ImproperlyConfigured("DEBUG must be off in the production profile.")
    return value


def database_url() -> str:
    url = required("DATABASE_URL", f"sqlite:///{VAR / 'db.sqlite3'}")
    if PRODUCTION and urlsplit(url).scheme not in ("postgres", "postgresql"):
        raise ImproperlyConfigured(
            "DATABASE_URL must name a PostgreSQL database in the production profile, "
            "like postgres://user:password@host/name."
        )
    return url


def on_this_machine(host: str | None) -> bool:
    return not host or host in ("localhost", "::1") or host.startswith("127.")


def redis_url() -> str:
    url = required("REDIS_URL", f"unix://{redis_socket()}")
    parts = urlsplit(url)
    if parts.scheme not in ("redis", "rediss", "unix"):
        raise ImproperlyConfigured("REDIS_URL must begin with redis://, rediss:// or unix://.")
    if PRODUCTION and not on_this_machine(parts.hostname) and not parts.password:
        raise ImproperlyConfigured(
            "REDIS_URL must carry a password when Redis is on another machine: "
            "whoever can write to it can give the workers orders."
        )
    return url


def email_url() -> str:
    url = required("EMAIL_URL", "local://")
    parts = urlsplit(url)
    if PRODUCTION and (not parts.scheme.startswith(("smtp", "submission")) or not parts.hostname):
        raise ImproperlyConfigured(
            "EMAIL_URL must name a mail server in the production profile, "
            "like smtp+tls://user:password@host:587."
        )
    if PRODUCTION and parts.scheme == "smtp" and parts.password:
        query = parts.query.lower()
        if not on_this_machine(parts.hostname) and not re.search(r"(tls|ssl)=(1|true)", query):
            raise ImproperlyConfigured(
                "EMAIL_URL would send the mail server's password unencrypted; use smtp+tls://."
            )
    return url


def mail_address(name: str, embedded: str) -> str:
    text = required(name, embedded)
    user, at, domain = parseaddr(text)[1].rpartition("@")
    if not (user and at and domain) or re.search(r"[\r\n]", text):
        raise ImproperlyConfigured(f"{name} is {text!r}; it must be a mail address.")
    if PRODUCTION and ("." not in domain or domain.endswith((".invalid", ".localhost"))):
        raise ImproperlyConfigured(f"{name} is {text!r}; it must be a real mail address.")
    return text


def mail_bounce_domain() -> str:
    """Empty: undeliverable mail returns to MAIL_FROM."""
    domain = env.str("MAIL_BOUNCE_DOMAIN", "").strip().lower()
    if domain and not re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)*", domain):
        raise ImproperlyConfigured(
            f"MAIL_BOUNCE_DOMAIN is {domain!r}; it must be a domain, like bounces.example.org."
        )
    return domain


def mail_events_key() -> str:
    """Empty closes the page where a mail provider reports."""
    key = env.str("MAIL_EVENTS_KEY", "")
    if PRODUCTION and key and (len(key) < 32 or len(set(key)) < 12):
        raise ImproperlyConfigured(
            "MAIL_EVENTS_KEY must be at least 32 random characters, or empty."
        )
    return key


def vapid_keys() -> tuple[str, str]:
    """The private and the public key for push services, or neither."""
    private, public = env.str("VAPID_PRIVATE_KEY", ""), env.str("VAPID_PUBLIC_KEY", "")
    if (private or public) and not _one_pair(_url_bytes(private), _url_bytes(public)):
        raise ImproperlyConfigured(
            "VAPID_PRIVATE_KEY and VAPID_PUBLIC_KEY belong together; make them with "
            "`manage.py vapid_keys`, or set neither."
        )
    return private, public


def vapid_subject(contact: str) -> str:
    """Whom a push service may write to when something is wrong with our messages."""
    subject = env.str("VAPID_SUBJECT", "") or f"mailto:{parseaddr(contact)[1]}"
    if not re.fullmatch(r"(mailto:[^@\s]+@|https://)[^@\s]+", subject):
        raise ImproperlyConfigured(
            f"VAPID_SUBJECT is {subject!r}; it must look like mailto:you@example.org."
        )
    return subject


def _one_pair(private: bytes, public: bytes) -> bool:
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        key = ec.derive_private_key(int.from_bytes(private, "big"), ec.SECP256R1())
    except ValueError:
        return False
    point = key.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return len(private) == 32 and point == public


def _url_bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return b""


def metrics_token() -> str:
    """Empty closes the metrics page in production."""
    token = env.str("METRICS_TOKEN", "")
    if PRODUCTION and token and (len(token) < 32 or len(set(token)) < 12):
        raise ImproperlyConfigured("METRICS_TOKEN must be at least 32 random characters, or empty.")
    return token


def trusted_proxies() -> int:
    count: int = env.int("TRUSTED_PROXIES", 1 if PRODUCTION else 0)
    if not 0 <= count <= 5:
        raise ImproperlyConfigured(f"TRUSTED_PROXIES is {count}; it must be from 0 to 5.")
    return count


def admin_path() -> str:
    """Where the admin lives: `admin/` unless something less easily guessed is wanted."""
    path = env.str("ADMIN_PATH", "admin").strip("/")
    if not re.fullmatch(r"[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*", path):
        raise ImproperlyConfigured(
            f"ADMIN_PATH is {path!r}; use letters, digits, '-' and '_', like harbour-office."
        )
    return f"{path}/"


def log_level() -> str:
    level = env.str("LOG_LEVEL", "INFO").upper()
    if level not in ("DEBUG", "INFO", "WARNING", "ERROR"):
        raise ImproperlyConfigured(f"LOG_LEVEL is {level!r}; use DEBUG, INFO, WARNING or ERROR.")
    return level


def redis_socket() -> Path:
    """Unix sockets have a path limit of about 100 bytes; a deep checkout falls back to /tmp."""
    path = VAR / "redis.sock"
    if len(os.fsencode(path)) < 100:
        return path
    import tempfile

    digest = hashlib.sha256(os.fsencode(VAR)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"nauticus-{os.getuid()}-{digest}.sock"


def celery_broker(url: str) -> str:
    """Celery spells a unix socket differently from redis-py."""
    return "redis+socket://" + url.removeprefix("unix://") if url.startswith("unix://") else url
