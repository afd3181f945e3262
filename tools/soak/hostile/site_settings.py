"""The site as it is, but for the limits: a storm from one address would only meet those."""

from __future__ import annotations

from nauticus_site.settings import *  # noqa: F403
from nauticus_site.settings import ACCOUNT_RATE_LIMITS, RATE_LIMITS

RATE_LIMITS = dict.fromkeys(RATE_LIMITS, "1000000/m/ip")
ACCOUNT_RATE_LIMITS = dict.fromkeys(ACCOUNT_RATE_LIMITS, "1000000/m/ip")
# Thousands of wrong passwords: what is tried here is not how slowly they are compared.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
