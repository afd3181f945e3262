"""What the source files themselves must keep to."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from engine import registry

ROOT = Path(__file__).parents[3]
RULE = re.compile(r"\bR\d+\.\d+[a-z]?\b")

# Rules do not know what time it is, roll no dice of their own, and read no files but their data.
BANNED = {"django", "random", "time", "datetime", "secrets", "os", "socket", "asyncio", "channels"}
FREE = {"bots", "testing", "text", "cli"}  # may use the world around them, though never the web


def modules(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*.py"))


def imported(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add((node.module or "").partition(".")[0])
    return names


@pytest.mark.parametrize(
    "path", modules(ROOT / "engine"), ids=lambda path: str(path.relative_to(ROOT))
)
def test_the_engine_keeps_to_itself(path: Path) -> None:
    free = path.parent.name in FREE or path.name == "__main__.py"

    assert not imported(path) & ({"django", "channels", "games"} if free else BANNED)


def players() -> list[Path]:
    return modules(ROOT / "engine" / "bots") + sorted((ROOT / "engine").glob("*/advice.py"))


@pytest.mark.parametrize("path", players(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_player_reads_the_seed(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Attribute):
            assert node.attr not in ("seed", "drawn"), f"line {node.lineno}"
        # getattr(s, "seed"), s.__dict__["seed"], dump(s)["seed"]
        if isinstance(node, ast.Constant):
            assert node.value not in ("seed", "drawn"), f"line {node.lineno}"


@pytest.mark.parametrize("slug", registry.TITLES)
def test_every_rule_marked_as_code_is_cited_by_a_test(slug: str) -> None:
    rules = (ROOT / "docs" / "rules" / f"{slug}.md").read_text(encoding="utf-8")
    marked = set()
    for line in rules.splitlines():
        found = RULE.search(line)
        if found and line.lstrip("-* ").startswith(found.group()) and "[code]" in line:
            marked.add(found.group())
    assert marked, "no rule is marked as code"

    tests = ROOT / "tests" / "engine" / slug
    cited = set()
    for path in modules(tests):
        cited |= set(RULE.findall(path.read_text(encoding="utf-8")))

    missing = sorted(marked - cited, key=lambda rule: tuple(map(int, re.findall(r"\d+", rule))))
    assert not missing, f"cited by no test: {' '.join(missing)}"


@pytest.mark.parametrize("slug", registry.TITLES)
def test_no_code_cites_a_rule_that_does_not_exist(slug: str) -> None:
    known = set(RULE.findall((ROOT / "docs" / "rules" / f"{slug}.md").read_text(encoding="utf-8")))

    for path in modules(ROOT / "engine" / slug):
        cited = set(RULE.findall(path.read_text(encoding="utf-8")))
        assert cited <= known, f"{path.name} cites {sorted(cited - known)}"
