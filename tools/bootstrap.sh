#!/bin/sh
# Make .venv hold what requirements/$1.txt locks. Needs only python3; shows what it is doing.
#
# uv installs in seconds what takes pip half a minute, so it is fetched first, by the first way
# that works: pip inside a fresh environment, any pip of the machine, a script of the standard
# library. Without uv, pip itself installs the same hashed list.
set -eu
SET=${1:-run}
PY=${PY:-python3}
UV_VERSION=0.13.7
export UV_SYSTEM_CERTS=1   # the machine's certificates; uv's own list fails behind some proxies
export UV_LINK_MODE=${UV_LINK_MODE:-copy}
UV=.tools/uv
LOG=.tools/bootstrap.log

# The installer keeps what it fetched in the home directory; where that cannot be written
# (a service account, a container), in the project.
CACHE=${UV_CACHE_DIR:-${XDG_CACHE_HOME:-${HOME:-/nonexistent}/.cache}/uv}
if ! { mkdir -p "$CACHE" && : > "$CACHE/.writable.$$" && rm -f "$CACHE/.writable.$$"; } 2>/dev/null; then
  export UV_CACHE_DIR="$PWD/.tools/cache" PIP_CACHE_DIR="$PWD/.tools/cache/pip"
fi

say() { printf '%s\n' "  $*"; }
command -v "$PY" >/dev/null 2>&1 || { echo "Python is missing: install python3 (3.11 or newer)."; exit 1; }
"$PY" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
  echo "This needs Python 3.11 or newer; $PY is $("$PY" -V 2>&1). Choose another: make PY=python3.11 …"; exit 1; }
mkdir -p .tools
: > "$LOG"

uv_ready() { [ -x "$UV" ] && [ "$("$UV" --version 2>/dev/null | cut -d' ' -f2)" = "$UV_VERSION" ]; }

fetch_uv() {
  say "fetching the installer (uv $UV_VERSION)"
  rm -rf .tools/seed
  if "$PY" -m venv .tools/seed >>"$LOG" 2>&1 \
      && .tools/seed/bin/python -m pip install -q --disable-pip-version-check "uv==$UV_VERSION" >>"$LOG" 2>&1; then
    cp .tools/seed/bin/uv "$UV"
  elif "$PY" -m pip install -q --disable-pip-version-check --target .tools/seed "uv==$UV_VERSION" >>"$LOG" 2>&1; then
    cp .tools/seed/bin/uv "$UV"
  else
    "$PY" tools/get_uv.py "$UV_VERSION" "$UV" 2>>"$LOG" || true
  fi
  rm -rf .tools/seed
  uv_ready
}

if uv_ready || fetch_uv; then
  [ -x .venv/bin/python ] || "$UV" venv -q --python "$PY" .venv
  say "installing requirements/$SET.txt"
  "$UV" pip install -q --python .venv/bin/python --require-hashes -r "requirements/$SET.txt"
else
  say "no uv here; pip installs instead (about half a minute)"
  [ -x .venv/bin/python ] || "$PY" -m venv .venv 2>>"$LOG" || {
    rm -rf .venv
    echo "Python cannot make an environment here: it has neither venv nor pip."
    echo "Install python3-venv, or name your package index in PIP_INDEX_URL. Details: $LOG"; exit 1; }
  .venv/bin/python -m pip install -q --disable-pip-version-check --require-hashes -r "requirements/$SET.txt"
fi
.venv/bin/python -m tools.messages compile
