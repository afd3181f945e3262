#!/bin/sh
# For the mail server's pipe: one undeliverable mail on standard input, its recipient as argument.
# See "Mail that arrives" in docs/operations.md. NAUTICUS_ENV and PYTHON name others.
set -eu
env_file=${NAUTICUS_ENV:-/etc/nauticus/env}
cd "$(dirname "$0")/.."
set -a
. "$env_file"
set +a
unset PROMETHEUS_MULTIPROC_DIR  # a process that ends at once would leave a file there each time
exec "${PYTHON:-.venv/bin/python}" manage.py read_bounce "$@"
