from __future__ import annotations

from django.core.cache.backends.redis import RedisCache


class ResilientRedisCache(RedisCache):
    pass
