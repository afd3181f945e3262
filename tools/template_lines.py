"""Part of `make check`: no line of a template is too long to read a change to it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

TEMPLATES = Path(__file__).resolve().parent.parent / "templates"
KINDS = {".html", ".svg", ".txt"}
LIMIT = 200
# Django reads a tag only where it begins and ends on one line, so nobody can break a long one.
TAG_ALONE = re.compile(r"\{(%|\{)((?![%}]\}).)*[%}]\}")


def too_long(root: Path) -> Iterator[str]:
    """Every line over the limit, as `file:line: length`."""
    for path in sorted(root.rglob("*")):
        if path.suffix not in KINDS:
            continue
        for number, line in enumerate(path.read_text().splitlines(), start=1):
            if len(line) > LIMIT and not TAG_ALONE.fullmatch(line.strip()):
                yield f"{path.relative_to(root.parent)}:{number}: {len(line)} characters"


def main(root: Path = TEMPLATES) -> int:
    found = list(too_long(root))
    if found:
        print(*found, f"A line of a template has at most {LIMIT} characters.", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
