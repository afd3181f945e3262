"""Fetch the uv binary with the standard library alone: `get_uv.py VERSION DESTINATION`.

For a Python without venv and pip. The index is the one pip would be told to use
(PIP_INDEX_URL, UV_DEFAULT_INDEX or a pip.conf); the wheel's hash is checked.
"""

from __future__ import annotations

import configparser
import hashlib
import html
import io
import os
import platform
import re
import sys
import urllib.parse
import urllib.request
import zipfile
from pathlib import Path

PIP_CONFIGS = ("/etc/pip.conf", "~/.config/pip/pip.conf", "~/.pip/pip.conf")
# A link of the index's plain page: every index and mirror has that one. The hash stands behind '#'.
LINK = re.compile(r'<a\s[^>]*href="([^"#]+)#sha256=([0-9a-f]{64})"[^>]*>\s*([^<\s]+)\s*</a>', re.I)


def index() -> str:
    for name in ("PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL"):
        if url := os.environ.get(name):
            return url.rstrip("/")
    config = configparser.ConfigParser()
    config.read(Path(path).expanduser() for path in PIP_CONFIGS)
    url = config.get("global", "index-url", fallback="")
    if not url:
        sys.exit("No package index is known; set PIP_INDEX_URL.")
    return url.rstrip("/")


def wheel_tag() -> str:
    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(
        platform.machine().lower(), platform.machine().lower()
    )
    if sys.platform == "darwin":
        return "macosx_11_0_arm64" if machine == "aarch64" else "macosx_10_12_x86_64"
    return f"manylinux_2_17_{machine}"


def fetch(url: str) -> bytes:
    request = urllib.request.Request(url, headers={"Accept": "text/html, */*;q=0.1"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        body: bytes = answer.read()
        return body


def main(version: str, destination: str) -> None:
    page = f"{index()}/uv/"
    fitting = [
        (link, digest)
        for link, digest, name in LINK.findall(fetch(page).decode())
        if name.startswith(f"uv-{version}-") and wheel_tag() in name
    ]
    if not fitting:
        sys.exit(f"The package index has no uv {version} for this machine ({wheel_tag()}).")
    link, digest = fitting[0]
    wheel = fetch(urllib.parse.urljoin(page, html.unescape(link)))
    if hashlib.sha256(wheel).hexdigest() != digest:
        sys.exit("The uv wheel is damaged: its hash differs from the index.")
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        binary = archive.read(f"uv-{version}.data/scripts/uv")
    target = Path(destination)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(binary)
    target.chmod(0o755)


if __name__ == "__main__":
    main(*sys.argv[1:])
