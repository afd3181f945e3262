"""A Redis server in Python, for machines without a Valkey binary: `fake_redis PORT`."""

from __future__ import annotations

import sys

from fakeredis import TcpFakeServer

if __name__ == "__main__":
    TcpFakeServer(("127.0.0.1", int(sys.argv[1]))).serve_forever()
