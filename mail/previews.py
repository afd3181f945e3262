"""Every mail with made-up contents, for those who build the site (`/debug/mails/`).

An app registers its samples in a module `previews.py` of its own, or of its room `news/`:

    register("games/invitation", lambda language: {"sender": "Bob", …})

A sample is the template's context, or a whole letter where images belong to it.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils.module_loading import autodiscover_modules

from mail.letters import Letter
from mail.rendering import compose

Sample = dict[str, Any] | Letter
Factory = Callable[[str], Sample]

_samples: dict[str, Factory] = {}

NIGHT = re.compile(r"@media\s*\(\s*prefers-color-scheme\s*:\s*dark\s*\)")


def register(name: str, factory: Factory) -> None:
    """`factory` is called with the language, which is active then."""
    _samples[name] = factory


def templates() -> list[str]:
    """Every mail there is, by the name of its templates."""
    end = ".subject.txt"
    engines: list[dict[str, Any]] = settings.TEMPLATES
    folders = [Path(folder) / "emails" for engine in engines for folder in engine["DIRS"]]
    return sorted(
        str(path.relative_to(folder).as_posix()).removesuffix(end)
        for folder in folders
        for path in folder.rglob(f"*{end}")
    )


def registered() -> list[str]:
    autodiscover_modules("previews", "news.previews")
    return sorted(_samples)


def show(name: str, language: str) -> Letter | None:
    """The mail as a reader of that language gets it; None if nobody made a sample."""
    if name not in registered():
        return None
    sample = _samples[name](language)
    if isinstance(sample, Letter):
        return sample
    context = {"user": "Alice", **sample}
    link = context.pop("unsubscribe_url", "")
    return compose(name, context, language, unsubscribe_url=link)


def on_screen(letter: Letter, *, dark: bool) -> str:
    """Its HTML by day or by night whatever the screen prefers, images within it."""
    html = NIGHT.sub("@media all" if dark else "@media not all", letter.html)
    scheme = "dark" if dark else "light"
    html = html.replace('content="light dark"', f'content="{scheme}"')
    for image in letter.images:
        data = base64.b64encode(image.content).decode()
        html = html.replace(f'"cid:{image.cid}"', f'"data:image/{image.subtype};base64,{data}"')
    return html


register("soak", lambda language: {})
