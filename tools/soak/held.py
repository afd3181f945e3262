"""`python -m tools.soak.held FD COMMAND…`: start a program as systemd does a unit with a socket.

The listening socket becomes descriptor 3 and outlives the program: while it is started anew,
requests wait in it. FD is -1 for a unit without one. Whoever is started goes with its starter.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

FIRST = 3  # where systemd puts the first socket
PR_SET_PDEATHSIG = 1


def main() -> None:
    held, command = int(sys.argv[1]), sys.argv[2:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if held >= 0:
        os.dup2(held, FIRST)
        os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="1", LISTEN_FDNAMES="soak")
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
