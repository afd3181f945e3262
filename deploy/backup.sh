#!/bin/sh
# Back up a production site: the database, the data exports, checksums.
#
#   deploy/backup.sh DESTINATION            (DATABASE_URL and VAR_DIR from the environment)
#
# Run it while the site runs: pg_dump sees one consistent moment. The answer is the new
# directory. Copy it to another machine, encrypted; it holds people's addresses.
# PG_BIN may name the directory of pg_dump, which must not be older than the server.
set -eu
umask 077

fail() { echo "backup: $*" >&2; exit 1; }
[ $# -eq 1 ] || fail "usage: backup.sh DESTINATION"
: "${DATABASE_URL:?DATABASE_URL is not set}"
: "${VAR_DIR:?VAR_DIR is not set}"
# The password goes through the environment: arguments can be read by everybody on the machine.
split() {
  python3 - <<'PY'
import os, shlex
from urllib.parse import unquote, urlsplit
url = urlsplit(os.environ["DATABASE_URL"])
user, _, host = url.netloc.rpartition("@")
name, _, password = user.partition(":")
print("url=" + shlex.quote(url._replace(netloc=f"{name}@{host}" if name else host).geturl()))
if password:
    print("export PGPASSWORD=" + shlex.quote(unquote(password)))
PY
}
eval "$(split)"
pg() { tool=$1; shift; "${PG_BIN:+$PG_BIN/}$tool" "$@"; }

name=nauticus-$(date -u +%Y%m%dT%H%M%SZ)
place=$1/$name draft=$1/.$name.part
[ ! -e "$place" ] || fail "$place exists already"
mkdir -p "$1"
mkdir "$draft"
trap 'rm -rf "$draft"' EXIT
trap 'exit 1' HUP INT TERM

pg pg_dump --dbname="$url" --format=custom --compress=6 --no-owner --no-privileges \
  --lock-wait-timeout=60s --file="$draft/database.dump"
# Reading the list proves that the dump is whole enough to be read.
pg pg_restore --list "$draft/database.dump" > "$draft/contents.txt"
[ "$(grep -c 'TABLE DATA' "$draft/contents.txt")" -gt 0 ] || fail "the dump holds no tables"

mkdir -p "$VAR_DIR/exports"
tar -C "$VAR_DIR" -czf "$draft/exports.tar.gz" exports

(cd "$draft" && sha256sum database.dump contents.txt exports.tar.gz > SHA256SUMS)
sync
mv "$draft" "$place"
trap - EXIT
echo "$place"
