"""A module's text, and what a mutant of it is: one piece of the text replaced by another."""

from __future__ import annotations

import ast
import difflib
from dataclasses import dataclass
from pathlib import Path

COMPARISON = "comparison"
BOOLEAN = "boolean"
CONSTANT = "constant"
DELETION = "deletion"
ARGUMENT = "argument"
OPERATORS = (COMPARISON, BOOLEAN, CONSTANT, DELETION, ARGUMENT)


@dataclass(frozen=True)
class Mutant:
    module: str  # path inside the tree, with slashes
    function: str  # dotted name of what holds it; "" at the top of the module
    operator: str
    line: int
    start: int  # bytes, because the parser counts columns in bytes
    end: int
    text: str  # what takes the place of start:end
    original: str  # the lines touched, in one line: how a person names this mutant
    mutated: str
    lines: tuple[int, ...]  # a test that runs one of these can notice

    @property
    def name(self) -> str:
        return f"{self.module}:{self.line} {self.operator}"

    def applied(self, source: str) -> str:
        data = source.encode()
        return (data[: self.start] + self.text.encode() + data[self.end :]).decode()

    def diff(self, source: str) -> str:
        lines = difflib.unified_diff(
            source.splitlines(), self.applied(source).splitlines(), lineterm="", n=0
        )
        return "\n".join(list(lines)[3:])


class Source:
    """Text with the parser's positions turned into places in it."""

    def __init__(self, module: str, text: str) -> None:
        self.module = module
        self.text = text
        self.data = text.encode()
        self.tree = ast.parse(text)
        self._begins = [0]
        for line in self.data.splitlines(keepends=True):
            self._begins.append(self._begins[-1] + len(line))

    @classmethod
    def read(cls, root: Path, module: str) -> Source:
        return cls(module, (root / module).read_text())

    def start(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        return self._begins[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._begins[node.end_lineno - 1] + node.end_col_offset

    def piece(self, node: ast.expr | ast.stmt | ast.keyword) -> str:
        return self.data[self.start(node) : self.end(node)].decode()

    def between(self, left: ast.expr, right: ast.expr) -> tuple[int, int, str]:
        start, end = self.end(left), self.start(right)
        return start, end, self.data[start:end].decode()

    def touched(self, start: int, end: int, text: str) -> tuple[str, str]:
        """The whole lines around a replacement, before and after, with single spaces."""
        first = self.data.rfind(b"\n", 0, start) + 1
        last = self.data.find(b"\n", end)
        last = len(self.data) if last < 0 else last
        before = self.data[first:last].decode()
        after = self.data[first:start].decode() + text + self.data[end:last].decode()
        return " ".join(before.split()), " ".join(after.split())
