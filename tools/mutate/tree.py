"""Copies of the tree, so that no fault is ever put into the files somebody works on."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# Changing these changes neither the code nor which test runs which line.
UNHASHED = ("docs/", "tools/mutate/equivalent.toml")


def files(root: Path = ROOT) -> list[str]:
    """Everything that belongs to the project, committed or not."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root, check=True, capture_output=True, text=True,
    ).stdout.split("\0")  # fmt: skip
    return sorted({name for name in listed if name and (root / name).is_file()})


def fingerprint(root: Path = ROOT) -> str:
    seen = hashlib.sha256()
    for name in files(root):
        if not name.startswith(UNHASHED) and not name.endswith(".md"):
            seen.update(name.encode() + b"\0" + (root / name).read_bytes() + b"\0")
    return seen.hexdigest()[:16]


def copy(into: Path, root: Path = ROOT) -> None:
    compiled = [str(path.relative_to(root)) for path in root.glob("locale/*/LC_MESSAGES/*.mo")]
    for name in (*files(root), *compiled):
        (into / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / name, into / name)
