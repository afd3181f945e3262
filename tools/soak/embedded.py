"""The site as `make run` starts it, for as long as a proof lasts, with a mail server of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.services import free_port
from tools.soak.mail_server import MailServer


@contextmanager
def embedded_site(**settings: str) -> Iterator[tuple[Path, MailServer]]:
    """Its state directory and where its mail goes; this process is set up to read its database."""
    server = MailServer()
    with tempfile.TemporaryDirectory(prefix="nauticus-soak-") as folder:
        os.environ.update(
            VAR_DIR=folder,
            PORT=str(free_port()),
            EMAIL_URL=f"smtp://127.0.0.1:{server.port}",
            DJANGO_SETTINGS_MODULE="nauticus_site.settings",
            **settings,
        )
        runner = subprocess.Popen(
            [sys.executable, "-m", "tools.dev"], stdout=subprocess.PIPE, text=True
        )
        try:
            assert runner.stdout is not None
            for line in runner.stdout:
                if "Nauticus is at" in line:
                    break
            yield Path(folder), server
        finally:
            runner.send_signal(signal.SIGINT)
            runner.communicate(timeout=20)
            server.close()
