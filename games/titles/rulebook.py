"""A title's rules as the site shows them: read from docs/rules, one anchor per numbered rule."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from django.conf import settings
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.titles.registry import title_of

RULE = re.compile(r"- \*\*(R\d+\.\d+)\*\*\s*(.*)", re.S)
FLAG = re.compile(r"\*?\[(code|ruling|reconstructed)\]\*?\s*")
MEANING = re.compile(r"\* \*\[(code|ruling|reconstructed)\]\*\s*:\s*(.*)", re.S)
NUMBER = re.compile(r"\bR\d+\.\d+\b")


@dataclass
class Rule:
    number: str
    html: SafeString
    ruling: bool = False
    reconstructed: bool = False


@dataclass
class Table:
    head: list[SafeString]
    rows: list[list[SafeString]]


@dataclass
class Section:
    title: str
    anchor: str
    icon: str = ""
    figure: str = ""
    parts: list[Rule | Table | SafeString] = field(default_factory=list)


@dataclass
class Meaning:
    """What a mark on a rule says."""

    flag: str
    html: SafeString


@dataclass
class Rulebook:
    title: str
    intro: list[SafeString]
    meanings: list[Meaning]
    sections: list[Section]


def path_of(slug: str, language: str) -> Path:
    folder = Path(settings.BASE_DIR) / "docs" / "rules"
    translated = folder / f"{slug}.{language}.md"
    return translated if translated.exists() else folder / f"{slug}.md"


def in_this_language(slug: str) -> Rulebook | None:
    """For whoever reads now; None for a title whose rules aren't written down."""
    language = (get_language() or "en")[:2]
    return rulebook(slug, language) if path_of(slug, language).exists() else None


@cache
def rulebook(slug: str, language: str) -> Rulebook:
    """Our own Markdown, so only what it uses: headings, numbered rules, tables, paragraphs."""
    blocks = re.split(r"\n\s*\n|\n(?=- \*\*R|#|\* )", path_of(slug, language).read_text())
    book = Rulebook("", [], [], [])
    icons = title_of(slug).rule_icons
    for block in (b.strip() for b in blocks):
        if not block:
            continue
        if block.startswith("## "):
            name = block[3:].splitlines()[0]
            index = len(book.sections)
            icon = icons[index] if index < len(icons) else ""
            anchor = f"s{index + 1}"
            book.sections.append(Section(name, anchor, icon, _figure(slug, anchor)))
        elif block.startswith("# "):
            book.title = block[2:]
        elif found := MEANING.match(block):
            if found[1] != "code":  # every rule has that one, so the page does not show it
                book.meanings.append(Meaning(found[1], inline(found[2])))
        elif not book.sections:
            book.intro.append(inline(block.removeprefix("* ")))
        else:
            book.sections[-1].parts.append(_part(block))
    return book


def _figure(slug: str, anchor: str) -> str:
    """The template of a section's picture, if it has one."""
    name = f"titles/{slug}/figures/{anchor}.html"
    return name if (Path(settings.BASE_DIR) / "templates" / name).exists() else ""


def _part(block: str) -> Rule | Table | SafeString:
    if found := RULE.match(block):
        number, text = found.groups()
        flags = set(FLAG.findall(text))
        return Rule(number, inline(text), "ruling" in flags, "reconstructed" in flags)
    if block.startswith("|"):
        rows = [
            [inline(cell.strip()) for cell in line.strip().strip("|").split("|")]
            for line in block.splitlines()
            if not re.fullmatch(r"[|\s:-]+", line)
        ]
        return Table(rows[0], rows[1:])
    return inline(block)


def inline(text: str) -> SafeString:
    """Bold, italic, code, and links to numbered rules; everything else is escaped."""
    plain = FLAG.sub("", text)
    # Only what the file's lines brought in: a no-break space is the typographer's.
    html = str(escape(re.sub(r"[ \t\n]+", " ", plain).strip(" \n")))
    html = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", html)
    html = re.sub(r"(?<![*\w])\*([^*]+)\*(?![*\w])", r"<em>\1</em>", html)
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", html)
    return mark_safe(NUMBER.sub(lambda m: f'<a href="#{m.group()}">{m.group()}</a>', html))
