"""A page as a browser without scripts knows it: links, forms, buttons, words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

VOID = frozenset((
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
    "source", "track", "wbr", "use", "path",
))  # fmt: skip
SILENT = frozenset(("script", "style", "template"))


@dataclass
class Node:
    tag: str
    attrs: dict[str, str]
    children: list[Node | str] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        for child in self.children:
            if isinstance(child, Node):
                yield child
                yield from child.walk()

    def all(self, tag: str = "", **attrs: str) -> list[Node]:
        """Every element inside with this tag and these attributes; `class_` is one of its words."""
        return [node for node in self.walk() if node.fits(tag, attrs)]

    def first(self, tag: str = "", **attrs: str) -> Node | None:
        return next((node for node in self.walk() if node.fits(tag, attrs)), None)

    def fits(self, tag: str, attrs: dict[str, str]) -> bool:
        if tag and self.tag != tag:
            return False
        for key, value in attrs.items():
            if key == "class_":
                if value not in self.attrs.get("class", "").split():
                    return False
            elif self.attrs.get(key) != value:
                return False
        return True

    @property
    def text(self) -> str:
        return " ".join(" ".join(self._words()).split())

    def _words(self) -> Iterator[str]:
        for child in self.children:
            if isinstance(child, str):
                yield child
            elif child.tag not in SILENT:
                yield from child._words()


@dataclass(frozen=True)
class Button:
    """What pressing it sends, and where."""

    action: str
    name: str = ""
    value: str = ""
    text: str = ""


@dataclass
class Form:
    action: str
    method: str
    ident: str = ""
    fields: list[tuple[str, str]] = field(default_factory=list)  # as the page filled them in
    choices: dict[str, list[str]] = field(default_factory=dict)  # of radios and selects
    names: set[str] = field(default_factory=set)
    buttons: list[Button] = field(default_factory=list)  # those that can be pressed

    def filled(self, said: dict[str, str]) -> list[tuple[str, str]]:
        """Its fields with what somebody typed; a name the form does not have is a mistake."""
        unknown = set(said) - self.names
        if unknown:
            raise KeyError(f"the form has no {', '.join(sorted(unknown))}")
        return [(k, v) for k, v in self.fields if k not in said] + list(said.items())

    def button(self, ending: str = "") -> Button | None:
        """The first button that leads to an address with this ending."""
        return next((b for b in self.buttons if b.action.endswith(ending)), None)


class Page(Node):
    def __init__(self, html: str, url: str = "") -> None:
        super().__init__("page", {})
        self.html, self.url = html, url
        builder = _Builder(self)
        builder.feed(html)
        builder.close()
        self.forms = [_form(node, self, url) for node in self.all("form")]

    def by_id(self, ident: str) -> Node | None:
        return self.first(id=ident)

    def form(self, ending: str = "", ident: str = "") -> Form | None:
        """The first form with this id, or one that leads to an address with this ending."""
        for form in self.forms:
            if ident:
                if form.ident == ident:
                    return form
            elif form.action.endswith(ending):
                return form
        return None

    def links(self) -> dict[str, str]:
        """Addresses and their words."""
        return {
            urljoin(self.url, node.attrs["href"]): node.text
            for node in self.all("a")
            if node.attrs.get("href")
        }

    def warnings(self) -> list[str]:
        """What the site complains about above the page."""
        return [
            node.text for kind in ("toast-warning", "toast-error") for node in self.all(class_=kind)
        ]


class _Builder(HTMLParser):
    def __init__(self, root: Node) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {key: value or "" for key, value in attrs})
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Node(tag, {key: value or "" for key, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        for depth in range(len(self.open) - 1, 0, -1):
            if self.open[depth].tag == tag:
                del self.open[depth:]
                return

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def _form(node: Node, page: Page, url: str) -> Form:
    action = urljoin(url, node.attrs.get("action") or url)
    form = Form(action, node.attrs.get("method", "get").lower(), node.attrs.get("id", ""))
    # A control may stand elsewhere and name its form, or stand here and name another one.
    for control in node.walk():
        if control.attrs.get("form", form.ident) == form.ident:
            _control(form, control, url)
    inside = {id(control) for control in node.walk()}
    for control in page.all(form=form.ident) if form.ident else []:
        if id(control) not in inside:
            _control(form, control, url)
    return form


def _control(form: Form, node: Node, url: str) -> None:
    attrs = node.attrs
    name, value = attrs.get("name", ""), attrs.get("value", "")
    kind = attrs.get("type", "submit" if node.tag == "button" else "text").lower()
    if "disabled" in attrs or node.tag not in ("button", "input", "select", "textarea"):
        return
    if node.tag == "button" or kind in ("submit", "image"):
        if kind == "submit" and attrs.get("aria-disabled") != "true":
            where = urljoin(url, attrs["formaction"]) if attrs.get("formaction") else form.action
            form.buttons.append(Button(where, name, value, node.text))
        return
    if not name or kind in ("button", "reset", "file"):
        return
    form.names.add(name)
    if node.tag == "select":
        options = node.all("option")
        values = [o.attrs.get("value", o.text) for o in options]
        form.choices[name] = values
        chosen = [v for o, v in zip(options, values, strict=True) if "selected" in o.attrs]
        form.fields += [(name, v) for v in chosen or values[:1]]
    elif node.tag == "textarea":
        form.fields.append((name, node.text))
    elif kind in ("radio", "checkbox"):
        form.choices.setdefault(name, []).append(value or "on")
        if "checked" in attrs:
            form.fields.append((name, value or "on"))
    else:
        form.fields.append((name, value))
