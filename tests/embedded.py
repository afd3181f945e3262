"""The whole site as `make run` starts it, in a state directory of its own."""

from __future__ import annotations

import http.cookiejar
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

from tools.services import free_port

ROOT = Path(__file__).resolve().parent.parent
# What the test run set for its own database must not reach the embedded default.
FOREIGN = ("DATABASE_URL", "REDIS_URL", "VAR_DIR", "SECRET_KEY", "DATABASE_POOL", "DEBUG",
           "DJANGO_SETTINGS_MODULE", "NAUTICUS_SERVICES")  # fmt: skip


class EmbeddedSite:
    def __init__(self, var: Path, *, demo: bool = False, **settings: str) -> None:
        self.var = var
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        env = {k: v for k, v in os.environ.items() if k not in FOREIGN}
        self.env = {**env, "VAR_DIR": str(var), "PORT": str(self.port), **settings}
        self.command = [sys.executable, "-m", "tools.dev", *(["--demo"] if demo else [])]
        self.process: subprocess.Popen[str] | None = None
        self.output = ""

    def start(self, *, seconds: float = 180) -> EmbeddedSite:
        self.process = subprocess.Popen(
            self.command, cwd=ROOT, env=self.env, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        assert self.process.stdout is not None
        end = time.monotonic() + seconds
        for line in self.process.stdout:
            self.output += line
            if "Nauticus is at" in line:
                return self
            assert time.monotonic() < end, self.output
        raise AssertionError(f"The site did not start:\n{self.output}\n{self.logs()}")

    def stop(self) -> float:
        """Ctrl-C; the answer is how long it took."""
        assert self.process is not None
        began = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        self.output += self.process.communicate(timeout=60)[0]
        return time.monotonic() - began

    def pid(self, child: str) -> int:
        return int((self.var / "log" / f"{child}.pid").read_text())

    def logs(self) -> str:
        return "\n".join(
            f"--- {path.name}\n{path.read_text(errors='replace')[-3000:]}"
            for path in sorted((self.var / "log").glob("*.log"))
        )


class Visitor:
    """A browser without a screen: cookies, forms, redirects."""

    def __init__(self, site: EmbeddedSite) -> None:
        self.site = site
        self.jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.jar))
        self.status = 0
        self.url = ""

    def get(self, path: str) -> str:
        return self._open(urllib.request.Request(self._absolute(path)))

    def post(self, path: str, **fields: str) -> str:
        """Post with the CSRF token of the page last read."""
        token = next((c.value for c in self.jar if c.name == "csrftoken"), "") or ""
        body = urllib.parse.urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
        request = urllib.request.Request(self._absolute(path), body, {"Referer": self.site.url})
        return self._open(request)

    def mails_to(self, address: str) -> list[str]:
        """Subjects in the local inbox."""
        page = self.get(f"/inbox/?{urllib.parse.urlencode({'to': address})}")
        return re.findall(r'href="(/inbox/\d+/)"', page)

    def await_mail(self, address: str, *, seconds: float = 60) -> str:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if found := self.mails_to(address):
                return self.get(found[0])
            time.sleep(0.1)
        raise AssertionError(f"No mail to {address}.\n{self.site.logs()}")

    def _absolute(self, path: str) -> str:
        return path if path.startswith("http") else self.site.url + path

    def _open(self, request: urllib.request.Request) -> str:
        try:
            with self.opener.open(request, timeout=30) as answer:
                self.status, self.url = answer.status, answer.url
                return str(answer.read().decode())
        except urllib.error.HTTPError as refused:
            self.status, self.url = refused.code, refused.url or ""
            return refused.read().decode()
