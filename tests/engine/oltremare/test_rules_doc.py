"""Traceability: every paragraph marked as code is cited by a test, and every citation exists."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
RULE = re.compile(r"\bR\d+\.\d+\b")


def numbered() -> dict[str, str]:
    """Paragraphs of the rules by number."""
    text = (ROOT / "docs/rules/oltremare.md").read_text(encoding="utf-8")
    found = {}
    for part in re.split(r"^- (?=\*\*R)", text, flags=re.MULTILINE)[1:]:
        number = RULE.search(part)
        assert number is not None
        assert number.group() not in found, f"{number.group()} twice"
        found[number.group()] = part
    return found


def test_every_code_rule_is_cited_by_a_test() -> None:
    cited: set[str] = set()
    for path in HERE.glob("test_*.py"):
        cited |= set(RULE.findall(path.read_text(encoding="utf-8")))
    rules = numbered()

    marked = {number for number, text in rules.items() if "*[code]" in text}

    assert marked - cited == set()
    assert cited - set(rules) == set()
    assert len(rules) == len(marked) == 76


def test_the_code_cites_rules_that_exist() -> None:
    rules = numbered()
    for path in (ROOT / "engine/oltremare").rglob("*.py"):
        unknown = set(RULE.findall(path.read_text(encoding="utf-8"))) - set(rules)
        assert not unknown, (path.name, unknown)


def test_every_vector_is_a_test_by_name() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_vectors_*.py"))
    named = {int(number) for number in re.findall(r"def test_v(\d+)_", text)}
    assert named == set(range(1, 51))
