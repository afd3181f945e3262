"""The proxy as it is shipped: what it writes down, and what it answers by itself."""

from __future__ import annotations

import http.client
import re
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from ops.headers import POLICY, standard
from tools.services import free_port

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
HOST = "nauticus.example.org"
HEADERS = (*standard(), POLICY)

pytestmark = pytest.mark.skipif(
    not NGINX or not shutil.which("openssl"), reason="nginx is not installed here"
)


class Site(BaseHTTPRequestHandler):
    """Answers with the site's headers, or like a server that never asked the site."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.send_response(400 if "bare" in self.path else 200)
        for name in HEADERS if "bare" not in self.path else ():
            self.send_header(name, "the site's own")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


class Proxy:
    """The files of deploy/ with other ports, names and places."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.plain, self.tls, self.web, inner = (free_port() for _ in range(4))
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem",
             "-out", "cert.pem", "-days", "2", "-subj", f"/CN={HOST}"],
            cwd=folder, check=True, capture_output=True,
        )  # fmt: skip
        text = (DEPLOY / "nginx" / "nauticus.conf").read_text()
        text = re.sub(r"/etc/letsencrypt/live/[^/]+/fullchain.pem", f"{folder}/cert.pem", text)
        text = re.sub(r"/etc/letsencrypt/live/[^/]+/privkey.pem", f"{folder}/key.pem", text)
        text = text.replace("/var/log/nginx/", f"{folder}/")
        text = re.sub(r"listen \[::\].*", "", text)
        text = text.replace("listen 80;", f"listen 127.0.0.1:{self.plain};")
        text = text.replace("listen 443", f"listen 127.0.0.1:{self.tls}")
        text = text.replace("listen 127.0.0.1:9180;", f"listen 127.0.0.1:{inner};")
        text = re.sub(r"server unix:\S+web.sock", f"server 127.0.0.1:{self.web}", text)
        shutil.copytree(DEPLOY / "nginx" / "snippets", folder / "snippets")
        (folder / "nauticus.conf").write_text(text)
        temporary = " ".join(
            f"{kind}_temp_path {folder}/{kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        # As distributions ship it: whatever has no log of its own goes here, in nginx's own format.
        (folder / "nginx.conf").write_text(
            f"pid {folder}/pid; error_log {folder}/error.log; events {{}}\n"
            f"http {{ {temporary} access_log {folder}/access.log; include nauticus.conf; }}\n"
        )
        self.command = [str(NGINX), "-p", str(folder), "-c", str(folder / "nginx.conf")]
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Proxy:
        self.process = subprocess.Popen([*self.command, "-g", "daemon off; master_process off;"])
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try:
                self.ask("/healthz", tls=False)
                return self
            except OSError:
                time.sleep(0.05)
        raise AssertionError((self.folder / "error.log").read_text())

    def ask(
        self, path: str, *, tls: bool = True, body: str | None = None, **headers: str
    ) -> http.client.HTTPResponse:
        """One question on a connection of its own."""
        line: http.client.HTTPConnection
        if tls:
            trust = ssl.create_default_context(cafile=str(self.folder / "cert.pem"))
            trust.check_hostname = False
            line = http.client.HTTPSConnection("127.0.0.1", self.tls, timeout=10, context=trust)
            # The name in the handshake decides which server answers.
            line.sock = trust.wrap_socket(
                socket.create_connection(("127.0.0.1", self.tls), 10),
                server_hostname=HOST,
            )
        else:
            line = http.client.HTTPConnection("127.0.0.1", self.plain, timeout=10)
        try:
            whole = {"Host": HOST, "Connection": "close", **headers}
            line.request("GET" if body is None else "POST", path, body, whole)
            answer = line.getresponse()
            answer.read()
            return answer
        finally:
            line.close()

    def logs(self) -> str:
        time.sleep(0.2)
        return "\n".join(path.read_text() for path in sorted(self.folder.glob("*.log")))

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(10)


@pytest.fixture
def proxy(tmp_path: Path) -> Iterator[Proxy]:
    found = Proxy(tmp_path).start()
    yield found
    found.stop()


@pytest.fixture
def site(proxy: Proxy) -> Iterator[None]:
    server = ThreadingHTTPServer(("127.0.0.1", proxy.web), Site)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield
    server.shutdown()
    server.server_close()
    thread.join()


SECRET = "s3cretKey"
LINKS = [
    f"/invitation/{SECRET}/",
    f"/account/delete/cancel/{SECRET}/",
    f"/account/confirm-email/{SECRET}/",
    f"/account/password/reset/key/1-{SECRET}/",
    f"/unsubscribe/{SECRET}/",
    f"/calendar/{SECRET}.ics",
    f"/go/{SECRET}/",
    f"/account/data/{SECRET}.json",
    f"/some/new/kind/of/link/{SECRET}-and-signed-so-it-is-long/",
    f"/play/new/?like={SECRET}",
]


def test_nginx_accepts_its_configuration(tmp_path: Path) -> None:
    done = subprocess.run([*Proxy(tmp_path).command, "-t"], capture_output=True, text=True)

    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("tls", [True, False])
def test_it_writes_no_key_down(proxy: Proxy, site: None, tls: bool) -> None:
    for link in LINKS:
        proxy.ask(link, tls=tls, Referer=f"https://{HOST}{link}")

    log = proxy.logs()
    assert SECRET not in log
    assert log.count("[hidden]") == len(LINKS) - 1  # the query is left out altogether
    assert '"path":"/invitation/[hidden]"' in log
    assert '"path":"/account/delete/cancel/[hidden]"' in log
    assert '"path":"/calendar/[hidden]"' in log
    assert '"path":"/play/new/"' in log


def test_it_writes_no_key_down_when_something_fails(proxy: Proxy) -> None:
    """The site is away, so every question is a failure; then one asks far too often."""
    for link in LINKS[:7]:
        for _ in range(30):
            answer = proxy.ask(link)
    assert answer.status in (429, 503)

    assert SECRET not in proxy.logs()


@pytest.mark.parametrize("long", [1, 100_000], ids=["small", "kept in a file"])
def test_it_writes_no_webhook_down(proxy: Proxy, long: int) -> None:
    """Nor a push service's address: both are keys, and both come in a form's body."""
    body = f"url=https%3A%2F%2Fhooks.example.org%2F{SECRET}&x=" + "x" * long
    for path in ("/account/notifications/webhook/", "/account/notifications/push/"):
        assert proxy.ask(path, body=body).status == 503  # the site is away: a failure is logged

    log = proxy.logs()
    assert '"path":"/account/notifications/webhook/"' in log
    assert SECRET not in log
    assert "hooks.example.org" not in log


def test_a_page_that_is_no_key_is_written_down(proxy: Proxy, site: None) -> None:
    proxy.ask("/t/abcdefgh/talk/")
    proxy.ask("/players/alice/")

    assert '"path":"/t/abcdefgh/talk/"' in proxy.logs()
    assert '"path":"/players/alice/"' in proxy.logs()


def test_the_sites_own_headers_pass_as_they_are(proxy: Proxy, site: None) -> None:
    answer = proxy.ask("/play/")

    for name in HEADERS:
        assert answer.headers.get_all(name) == ["the site's own"], name


@pytest.mark.parametrize(
    ("path", "tls", "status"),
    [("/bare", True, 400), ("/metrics", True, 404), ("/static/no.css", True, 404),
     ("/" + "x" * 9000, True, 414), ("/play/", False, 301)],
)  # fmt: skip
def test_what_nginx_answers_itself_carries_the_headers(
    proxy: Proxy, site: None, path: str, tls: bool, status: int
) -> None:
    answer = proxy.ask(path, tls=tls)

    assert answer.status == status
    for name in HEADERS:
        assert len(answer.headers.get_all(name) or []) == 1, name
    assert bool(answer.headers["Strict-Transport-Security"]) is tls


def test_the_page_while_the_site_is_away_carries_the_headers(proxy: Proxy) -> None:
    answer = proxy.ask("/play/")

    assert answer.status == 503
    for name in HEADERS:
        assert len(answer.headers.get_all(name) or []) == 1, name
