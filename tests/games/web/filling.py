"""Filling in the forms of a page as somebody would who knows no rules."""

from __future__ import annotations

import random
from html.parser import HTMLParser

Given = dict[str, list[str]]


class Forms(HTMLParser):
    """The forms of composed moves: what each sends anyway, and what can be chosen."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.fixed: dict[str, Given] = {}  # by id of the form
        self.ticks: dict[str, Given] = {}  # boxes and radios, by form and name
        self.radios: set[str] = set()
        self.numbers: dict[str, dict[str, range]] = {}
        self.options: dict[str, Given] = {}
        self._form = ""
        self._select = ("", "")
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {key: value or "" for key, value in attrs}
        owner, name = found.get("form", self._form), found.get("name", "")
        if tag == "form" and found.get("class") == "compose-form":
            self._form = found["id"]
            self.fixed.setdefault(self._form, {})
        elif tag == "option" and self._select[0]:
            self.options[self._select[0]].setdefault(self._select[1], []).append(found["value"])
        elif owner.startswith("compose-"):
            kind = found.get("type", "")
            if tag == "select":
                self._select = (owner, name)
                self.options.setdefault(owner, {})
            elif kind == "hidden":
                self.fixed.setdefault(owner, {})[name] = [found["value"]]
            elif kind == "number":
                span = range(int(found["min"]), int(found["max"]) + 1)
                self.numbers.setdefault(owner, {})[name] = span
            elif kind in ("checkbox", "radio"):
                self.ticks.setdefault(owner, {}).setdefault(name, []).append(found["value"])
                if kind == "radio":
                    self.radios.add(name)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = ""
        elif tag == "select":
            self._select = ("", "")

    def filled(self, owner: str, dice: random.Random) -> Given:
        """Anything its controls allow."""
        fields = dict(self.fixed[owner])
        for name, values in self.ticks.get(owner, {}).items():
            if name in self.radios:
                fields[name] = [dice.choice(values)]
            else:
                fields[name] = [value for value in values if dice.random() < 0.4]
        for name, span in self.numbers.get(owner, {}).items():
            fields[name] = [str(dice.choice(span))]
        for name, values in self.options.get(owner, {}).items():
            fields[name] = [dice.choice(values)]
        return fields
