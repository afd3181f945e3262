"""`python -m tools.dev [--demo]`: Valkey, web server, two workers and a clock, until Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import urllib.request

from nauticus_site.env import VAR
from tools.dev import state
from tools.dev.children import Child, Crew
from tools.messages import compile_all

STARTING_SECONDS = 60


def main() -> int:
    demo = "--demo" in sys.argv[1:]
    began = time.monotonic()
    port = state.port()
    VAR.mkdir(parents=True, exist_ok=True)
    compile_all()  # translations edited since the last start
    lock = state.lock(VAR)
    state.check_port(port)
    env = state.environment(port, demo=demo)

    crew = Crew(VAR / "log", env)
    database = None
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: crew.ask_to_stop())
    try:
        if valkey := state.valkey(env):
            crew.start(Child("valkey", valkey, last_to_stop=True))
        state.migrate(VAR, env, stopping=lambda: crew.stopping)
        database = state.hold_database(VAR, env)
        if demo:
            state.manage(
                env,
                "fill_demo",
                doing="filling the demonstration site",
                stopping=lambda: crew.stopping,
            )
        for child in state.site(port):
            crew.start(child)
        _await_first_page(crew, port)
        if not crew.stopping:
            seconds = time.monotonic() - began
            print(f"\n  Nauticus is at http://127.0.0.1:{port}/  ({seconds:.1f} s)")
            print(f"  Mail lands at http://127.0.0.1:{port}/inbox/")
            print(
                f"  Logs are in {os.path.relpath(VAR / 'log')}/. Ctrl-C stops everything.\n",
                flush=True,
            )
        crew.watch()
    except state.Broken as broken:
        print(f"\n  {broken}", file=sys.stderr)
        return 1
    finally:
        crew.stop()
        if database is not None:
            database.close()
        lock.close()
    return 1 if crew.failed else 0


def _await_first_page(crew: Crew, port: int) -> None:
    end = time.monotonic() + STARTING_SECONDS
    while not crew.stopping:
        crew.look_after()
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2):
                return
        except OSError:
            if time.monotonic() > end:
                raise state.Broken(
                    f"The web server did not answer within {STARTING_SECONDS} s; "
                    f"see {VAR / 'log' / 'web.log'}."
                ) from None
            time.sleep(0.05)


if __name__ == "__main__":
    try:
        code = main()
    except state.Broken as broken:
        print(f"\n  {broken}", file=sys.stderr)
        code = 1
    except KeyboardInterrupt:  # before anything was begun
        code = 130
    except OSError as error:
        reason, place = error.strerror or str(error), error.filename or f"{VAR}/"
        print(f"\n  The site cannot start: {reason} ({place}).", file=sys.stderr)
        code = 1
    except subprocess.SubprocessError as error:
        print(f"\n  {error}", file=sys.stderr)
        code = 1
    sys.exit(code)
