"""Translations without system tools: `python -m tools.messages update | check | compile`.

update   collect every marked string of code and templates into locale/*/…/django.po
check    fail if a catalogue lacks a string of the source or has an empty or doubtful one
compile  write the .mo files the site reads
"""

from __future__ import annotations

import ast
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ("accounts", "games", "ladder", "mail", "nauticus_site", "notices", "ops", "outbox",
           "pages", "tournaments", "templates")  # fmt: skip
KEYWORDS = {
    "_": None,
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
# A call whose arguments are string literals, in either kind of quotes.
CALL = re.compile(
    r"""\b(?:n?p?gettext|_)\((?:[^()"']|u?'(?:\\.|[^'\\])*'|u?"(?:\\.|[^"\\])*")*\)""", re.S
)
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")


def python_of(path: Path) -> str:
    """Python source as it is; a template turned into calls by Django's own parser."""
    text = path.read_text()
    if path.suffix == ".py":
        return text
    from django.utils.translation.template import templatize

    return templatize(text, origin=str(path.relative_to(ROOT)))


def source_strings() -> Iterator[tuple[str, int, object, str | None]]:
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix not in {".py", ".html", ".txt", ".svg"} or "migrations" in path.parts:
                continue
            name = str(path.relative_to(ROOT))
            # What templatize leaves is not quite Python: keep its calls, one per line.
            text = python_of(path)
            calls = marked(text) if path.suffix == ".py" else _calls(text)
            stream = io.BytesIO("\n".join(calls).encode())
            for line, message, _comments, context in extract("python", stream, keywords=KEYWORDS):
                yield name, line, message, context


def marked(text: str) -> Iterator[str]:
    """Calls of the parsed module: inside f-strings too, and by whatever name gettext came in."""
    tree = ast.parse(text)
    names = {
        alias.asname or alias.name: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for alias in node.names
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if (name := names.get(name, name)) in KEYWORDS:
                yield f"{name}({', '.join(map(ast.unparse, node.args))})"


def _calls(text: str) -> Iterator[str]:
    for match in CALL.finditer(text):
        yield match.group(0).replace("\n", " ")


def template_catalogue() -> Catalog:
    catalogue = Catalog(project="nauticus", charset="utf-8")
    for name, _line, message, context in source_strings():
        # No line numbers: they would change with every edit.
        catalogue.add(message, None, [(name, None)], context=context)  # type: ignore[arg-type, list-item]
    return catalogue


def catalogues(root: Path = ROOT) -> Iterator[Path]:
    yield from sorted((root / "locale").glob("*/LC_MESSAGES/django.po"))


def load(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3], charset="utf-8")


def update() -> None:
    template = template_catalogue()
    for path in catalogues():
        catalogue = load(path)
        catalogue.update(template, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        with path.open("wb") as file:
            write_po(file, catalogue, width=100, sort_output=True, omit_header=False)
        empty = sum(1 for m in catalogue if m.id and not _complete(m))
        print(f"{path.relative_to(ROOT)}: {len(catalogue)} strings, {empty} without translation")


def _complete(message: Message) -> bool:
    strings = message.string if isinstance(message.string, tuple | list) else [message.string]
    return all(strings) and not message.fuzzy


def faults() -> Iterator[str]:
    template = template_catalogue()
    for path in catalogues():
        catalogue = load(path)
        name = path.relative_to(ROOT)
        for wanted in template:
            if not wanted.id:
                continue
            key = wanted.id[0] if isinstance(wanted.id, tuple | list) else wanted.id
            have = catalogue.get(key, wanted.context)
            where = wanted.locations[0][0] if wanted.locations else "?"
            if have is None:
                yield f"{name}: missing: {key!r} ({where})"
            elif not _complete(have):
                yield f"{name}: not translated: {key!r} ({where})"
            elif (fault := _placeholder_fault(have)) is not None:
                yield f"{name}: {fault}: {key!r} ({where})"
        for have in catalogue:
            key = have.id[0] if isinstance(have.id, tuple | list) else have.id
            if key and template.get(key, have.context) is None:
                yield f"{name}: no longer used: {key!r}"


def _placeholder_fault(message: Message) -> str | None:
    """A translation must use the same placeholders; a plural form may leave the number out."""
    ids = list(message.id) if isinstance(message.id, tuple | list) else [message.id]
    strings = message.string if isinstance(message.string, tuple | list) else [message.string]
    wanted = set().union(*(PLACEHOLDER.findall(i) for i in ids))
    for string in strings:
        have = set(PLACEHOLDER.findall(str(string)))
        if have - wanted or (len(strings) == 1 and have != wanted):
            return "placeholders differ"
    return None


def check() -> None:
    found = list(faults())
    for line in found:
        print(line)
    if found:
        sys.exit(f"{len(found)} faults; `make messages` collects new strings.")
    print("Translations are complete.")


def compile_all() -> None:
    for path in catalogues():
        target = path.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime > path.stat().st_mtime:
            continue
        draft = target.with_suffix(".tmp")
        with draft.open("wb") as file:
            write_mo(file, load(path))
        draft.replace(target)


if __name__ == "__main__":
    {"update": update, "check": check, "compile": compile_all}[sys.argv[1]]()
