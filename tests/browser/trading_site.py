"""The site with the title of the tests that trades, for a server in a process of its own."""

from __future__ import annotations

from engine import registry
from nauticus_site.asgi import application

registry.register("barter", "tests.engine.titles.barter.game:Barter")

from games.titles import registry as titles  # noqa: E402  (after Django is set up)

titles.register("barter", "tests.games.titles.barter")

__all__ = ["application"]
