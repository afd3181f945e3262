"""Finds every place where a small fault can be put in.

What cannot say anything about behaviour is left alone: prose (a string with a space in it), texts
to translate, log lines, annotations, assertions, decorators. So are faults that any run would trip
over, such as taking the only assignment of a name away: they would flatter the figure.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from tools.mutate.source import ARGUMENT, BOOLEAN, COMPARISON, CONSTANT, DELETION, Mutant, Source

# The boundary moves, and the opposite.
SWAPS: dict[type[ast.cmpop], tuple[str, tuple[str, ...]]] = {
    ast.Lt: ("<", ("<=", ">=")),
    ast.LtE: ("<=", ("<", ">")),
    ast.Gt: (">", (">=", "<=")),
    ast.GtE: (">=", (">", "<")),
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: (r"is\s+not", ("is",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: (r"not\s+in", ("in",)),
}
SILENT = {"_", "gettext", "gettext_lazy", "ngettext", "pgettext", "npgettext", "TypeVar"}
LOGS = {"debug", "info", "warning", "error", "exception", "critical"}
# Calls that take fewer arguments and then do something else.
QUERIES = {"filter", "exclude", "get", "update", "create", "get_or_create", "update_or_create",
           "save", "Q", "timedelta", "order_by", "select_for_update"}  # fmt: skip


def candidates(source: Source) -> list[Mutant]:
    finder = _Finder(source)
    finder.visit(source.tree)
    return finder.found


class _Finder(ast.NodeVisitor):
    def __init__(self, source: Source) -> None:
        self.source = source
        self.found: list[Mutant] = []
        self._seen: set[tuple[int, int, str]] = set()
        self._scope: list[str] = []
        self._inside = 0  # how many functions deep
        self._lines: tuple[int, ...] = ()
        self._bodies = _lines_in_functions(source.tree)

    # What is found

    def _add(self, operator: str, start: int, end: int, text: str, line: int) -> None:
        before, after = self.source.touched(start, end, text)
        if before == after or (start, end, text) in self._seen:
            return
        mutant = Mutant(
            self.source.module, ".".join(self._scope), operator, line, start, end, text,
            before, after, self._lines,
        )  # fmt: skip
        try:
            compile(mutant.applied(self.source.text), self.source.module, "exec")
        except SyntaxError:
            return
        self._seen.add((start, end, text))
        self.found.append(mutant)

    def _replace(self, operator: str, node: ast.expr | ast.stmt | ast.keyword, text: str) -> None:
        source = self.source
        self._add(operator, source.start(node), source.end(node), text, node.lineno)

    # Statements

    def visit(self, node: ast.AST) -> None:
        if not isinstance(node, ast.stmt):
            super().visit(node)
            return
        if isinstance(node, (ast.Import, ast.ImportFrom, ast.Assert)) or _is_docstring(node):
            return
        before, self._lines = self._lines, self._watched(node)
        if self._inside:
            self._delete(node)
        super().visit(node)
        self._lines = before

    def _watched(self, node: ast.stmt) -> tuple[int, ...]:
        if self._inside:
            return _header(node)
        if self._scope:  # a field of a class is used by many names
            return tuple(sorted(self._bodies))
        names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)
                 and isinstance(n.ctx, ast.Store)}  # fmt: skip
        uses = [n.lineno for n in ast.walk(self.source.tree) if isinstance(n, ast.Name)
                and n.id in names and isinstance(n.ctx, ast.Load)]  # fmt: skip
        return tuple(sorted(self._bodies.intersection(uses) or self._bodies))

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._scope.append(node.name)
        body = tuple(range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1))
        before, self._lines = self._lines, body
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default is not None:
                self.visit(default)
        self._lines = before
        self._inside += 1
        for child in node.body:
            self.visit(child)
        self._inside -= 1
        self._scope.pop()

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._scope.append(node.name)
        for child in node.body:
            self.visit(child)
        self._scope.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Assign(self, node: ast.Assign) -> None:
        if not any(isinstance(t, ast.Name) and t.id == "__all__" for t in node.targets):
            self.generic_visit(node)

    def _delete(self, node: ast.stmt) -> None:
        """Only where the code would still run without it."""
        if isinstance(node, ast.Expr):
            if not isinstance(node.value, ast.Call) or _is_silent(node.value):
                return
        elif isinstance(node, ast.Assign):
            if any(isinstance(target, (ast.Name, ast.Tuple)) for target in node.targets):
                return
        elif isinstance(node, ast.Return):
            if node.col_offset <= 4 * (len(self._scope) or 1):
                return  # the last word of a function
        elif not isinstance(node, (ast.AugAssign, ast.Raise, ast.Continue, ast.Break, ast.Delete)):
            return
        self._replace(DELETION, node, "pass")

    # Conditions

    def visit_If(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return
        self._negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._negate(test)
        self.generic_visit(node)

    def _negate(self, test: ast.expr) -> None:
        if not isinstance(test, (ast.Compare, ast.BoolOp, ast.UnaryOp, ast.Constant)):
            self._replace(BOOLEAN, test, f"(not {self.source.piece(test)})")

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._replace(BOOLEAN, node, f"({self.source.piece(node.operand)})")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        word, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            start, end, gap = self.source.between(left, right)
            self._add(BOOLEAN, start, end, re.sub(rf"\b{word}\b", other, gap), left.lineno)
        for value in node.values:  # as if this condition were not there
            self._replace(BOOLEAN, value, str(word == "and"))
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for op, left, right in zip(node.ops, operands, operands[1:], strict=False):
            pattern, others = SWAPS[type(op)]
            start, end, gap = self.source.between(left, right)
            for other in others:
                text = re.sub(pattern, other, gap, count=1)
                self._add(COMPARISON, start, end, text, left.lineno)
        self.generic_visit(node)

    # Values

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """The parser of Python 3.11 does not say where the parts of such a string stand."""

    def visit_Constant(self, node: ast.Constant) -> None:
        value = node.value
        if isinstance(value, bool):
            self._replace(BOOLEAN, node, str(not value))
        elif isinstance(value, int):
            self._replace(CONSTANT, node, str(value + 1))
            if value > 0:
                self._replace(CONSTANT, node, str(value - 1))
        elif isinstance(value, float):
            self._replace(CONSTANT, node, str(value * 2 or 1.0))
        elif isinstance(value, str) and " " not in value:
            self._replace(CONSTANT, node, '"mutated"' if value else '"x"')
        elif isinstance(value, bytes):
            self._replace(CONSTANT, node, 'b"mutated"')

    # Arguments

    def visit_Call(self, node: ast.Call) -> None:
        if _is_silent(node):
            return
        if _root(node.func) == "cast":
            self.visit(node.args[1])
            return
        arguments: list[ast.expr | ast.keyword] = [*node.args, *node.keywords]
        called = node.func.attr if isinstance(node.func, ast.Attribute) else _root(node.func)
        for index, keyword in enumerate(node.keywords, len(node.args)):
            if keyword.arg is None:
                continue
            if called in QUERIES:
                self._drop(arguments, index)
            elif not isinstance(keyword.value, ast.Constant):
                self._replace(ARGUMENT, keyword.value, "None")
        if called in QUERIES and called != "get":
            for index in range(len(node.args)):
                self._drop(arguments, index)
        for left, right in zip(node.args, node.args[1:], strict=False):
            if not isinstance(left, ast.Starred) and not isinstance(right, ast.Starred):
                self._swap(left, right)
        for value in (*node.args, *(keyword.value for keyword in node.keywords)):
            if isinstance(value, (ast.List, ast.Tuple)) and len(value.elts) > 1:
                for index in range(len(value.elts)):
                    self._drop(value.elts, index)
        self.generic_visit(node)

    def _drop(self, items: Iterable[ast.expr | ast.keyword], index: int) -> None:
        nodes, source = list(items), self.source
        node = nodes[index]
        start, end = source.start(node), source.end(node)
        if index + 1 < len(nodes):
            end = source.start(nodes[index + 1])
        elif index:
            start = source.end(nodes[index - 1])
        self._add(ARGUMENT, start, end, "", node.lineno)

    def _swap(self, left: ast.expr, right: ast.expr) -> None:
        source = self.source
        gap = source.between(left, right)[2]
        text = source.piece(right) + gap + source.piece(left)
        self._add(ARGUMENT, source.start(left), source.end(right), text, left.lineno)


def _root(node: ast.expr) -> str:
    while isinstance(node, (ast.Attribute, ast.Call)):
        node = node.value if isinstance(node, ast.Attribute) else node.func
    return node.id if isinstance(node, ast.Name) else ""


def _is_silent(call: ast.Call) -> bool:
    if isinstance(call.func, ast.Attribute) and call.func.attr in LOGS:
        return _root(call.func) in ("log", "logger")
    return _root(call.func) in SILENT


def _is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _header(node: ast.stmt) -> tuple[int, ...]:
    """The lines of a statement without those of the statements inside it."""
    last = node.end_lineno or node.lineno
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    if body:
        first = body[0]
        last = (first.pattern if isinstance(first, ast.match_case) else first).lineno
        last = max(node.lineno, last - 1)
    return tuple(range(node.lineno, last + 1))


def _lines_in_functions(tree: ast.Module) -> set[int]:
    found: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            found.update(range(node.body[0].lineno, (node.end_lineno or node.lineno) + 1))
    return found
