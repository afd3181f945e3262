"""A drawing as a PNG.

What stands in a page leans on the sprite and on CSS variables, which a renderer of pictures does
not know: here the signs are written into the drawing and every token is replaced by its colour of
the day chart. Words are set in the fonts we bring, whatever a page would prefer; none of the system
is looked at.
"""

from __future__ import annotations

import hashlib
import re
import xml.etree.ElementTree as ET
from functools import cache

import resvg_py
from django.contrib.staticfiles import finders
from django.template import TemplateDoesNotExist
from django.template.loader import render_to_string

from games.picture import fonts
from games.picture.card import HEIGHT, WIDTH

SVG = "http://www.w3.org/2000/svg"
VAR = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*([^()]*(?:\([^()]*\))?[^()]*))?\)")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
CREST = re.compile(r"\.cr-(\w+)\s*\{([^}]*)\}")


def png(drawing: str, title: str, width: int = WIDTH, height: int = HEIGHT) -> bytes:
    """A drawing for a title as a picture: a card, if no other size is said."""
    # Worked on without a namespace: how those are written is a setting of the whole process, and
    # other libraries change it.
    root = ET.fromstring(drawing)
    root.set("xmlns", SVG)
    used: set[tuple[str, str]] = set()
    _settle(root, "", used)
    defs = ET.SubElement(root, "defs")
    _define(defs, used)
    text = ET.tostring(root, encoding="unicode")
    if "class=" in text and (pieces := _patterns(title)):
        text = f"{text.removesuffix('</svg>')}<defs>{pieces}</defs></svg>"
    picture: bytes = bytes(
        resvg_py.svg_to_bytes(
            svg_string=text,
            # Reading the sheet takes longer than drawing a word, which has no use for it.
            style_sheet=_sheet(title) if "class=" in text else "",
            width=width,
            height=height,
            skip_system_fonts=True,
            font_files=fonts.files(),
            font_family=fonts.TEXT,
            serif_family=fonts.TEXT,
            sans_serif_family=fonts.TEXT,
            monospace_family=fonts.TYPED,
        )
    )
    return picture


def worded(text: str) -> str:
    """Colours as a page names them, by their numbers."""
    return _worded(text, "")


@cache
def art_version(title: str) -> str:
    """Changes with what drawings are made of: signs, colours, the title's sheet."""
    made_of = [_file("sprite.svg"), _file("css/tokens.css"), _sheet(title), _patterns(title)]
    return hashlib.sha256("\0".join(made_of).encode()).hexdigest()[:16]


@cache
def _patterns(title: str) -> str:
    """Fillings the title's drawings refer to, "" if it has none."""
    try:
        pieces = render_to_string(f"titles/{title}/patterns.html", {"patterns": True})
    except TemplateDoesNotExist:
        return ""
    found = re.search(r"<defs>(.*)</defs>", pieces, re.S)
    return _worded(found[1], "") if found else ""


def _settle(node: ET.Element, crest: str, used: set[tuple[str, str]]) -> None:
    """Point every `use` at a sign in the drawing itself, in the crest's colours around it."""
    for name in node.get("class", "").split():
        if name.startswith("cr-"):
            crest = name[3:]
    href = node.get("href", "")
    if "#" in href and not href.startswith("#"):
        sign = href.partition("#")[2]
        used.add((sign, crest))
        node.set("href", f"#{_name(sign, crest)}")
    for key, value in list(node.attrib.items()):
        if "var(" in value:
            node.set(key, _worded(value, crest))
    if crest and "crest" in node.get("class", ""):
        node.set("color", _worded("var(--crest-fg)", crest))
    for child in node:
        _settle(child, crest, used)


def _name(sign: str, crest: str) -> str:
    return f"{sign}--{crest}" if crest else sign


def _define(defs: ET.Element, used: set[tuple[str, str]]) -> None:
    """Copies of the signs needed; signs that use signs bring those along."""
    todo, done = list(used), set(used)
    signs = _signs()
    while todo:
        sign, crest = todo.pop()
        if sign not in signs:
            continue
        copy = ET.fromstring(_worded(signs[sign], crest))
        copy.set("id", _name(sign, crest))
        for node in copy.iter():
            inner = node.get("href", "")
            if inner.startswith("#") and inner[1:] in signs:
                node.set("href", f"#{_name(inner[1:], crest)}")
                if (inner[1:], crest) not in done:
                    done.add((inner[1:], crest))
                    todo.append((inner[1:], crest))
        defs.append(copy)


@cache
def _signs() -> dict[str, str]:
    root = ET.fromstring(_file("sprite.svg").replace(f' xmlns="{SVG}"', "", 1))
    return {
        node.attrib["id"]: ET.tostring(node, encoding="unicode")
        for node in root.iter()
        if "id" in node.attrib
    }


@cache
def _sheet(title: str) -> str:
    """The board's rules a picture can follow: no hovering, no media queries, no variables."""
    if finders.find(f"titles/{title}/board.css") is None:
        return ""
    css = re.sub(r"/\*.*?\*/", "", _file(f"titles/{title}/board.css"), flags=re.S)
    css = re.sub(r"@[^{]+\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", css)
    rules = [
        f"{selector.strip()} {{{_worded(body, '')}}}"
        for selector, body in RULE.findall(css)
        if ":" not in selector
    ]
    return "\n".join(rules)


@cache
def _tokens() -> dict[str, str]:
    css = re.sub(r"/\*.*?\*/", "", _file("css/tokens.css"), flags=re.S)
    found: dict[str, str] = {}
    for name, value in re.findall(r"(--[\w-]+):\s*([^;}]+)", CREST.sub("", css)):
        found.setdefault(name, value.strip())
    return found


@cache
def _crests() -> dict[str, dict[str, str]]:
    return {
        name: dict(re.findall(r"(--[\w-]+):\s*([^;]+)", body))
        for name, body in CREST.findall(_file("css/tokens.css"))
    }


def _worded(text: str, crest: str) -> str:
    """Every variable replaced by what it stands for on the day chart."""
    known = {**_tokens(), **_crests().get(crest, {})}
    for _ in range(6):
        if "var(" not in text:
            break
        text = VAR.sub(lambda m: known.get(m[1], m[2] or "none"), text)
    return text


def _file(name: str) -> str:
    path = finders.find(name)
    if path is None:
        raise FileNotFoundError(name)
    with open(path, encoding="utf-8") as file:
        return file.read()
