#!/bin/sh
# Restore a backup of deploy/backup.sh into an EMPTY database, and verify it.
#
#   deploy/restore.sh BACKUP                (DATABASE_URL and VAR_DIR from the environment)
#   deploy/restore.sh --verify BACKUP       only look whether the backup is whole
#
# Stop web, sockets, workers and beat first. The database must exist and hold no table:
#   createdb -O nauticus nauticus
# Everything is restored in one transaction: on any error the database stays empty.
# PG_BIN may name the directory of pg_restore and psql.
set -eu
umask 077

fail() { echo "restore: $*" >&2; exit 1; }
only_verify=
[ "${1:-}" != --verify ] || { only_verify=1; shift; }
[ $# -eq 1 ] || fail "usage: restore.sh [--verify] BACKUP"
backup=$1
pg() { tool=$1; shift; "${PG_BIN:+$PG_BIN/}$tool" "$@"; }
ask() { pg psql --dbname="$url" --no-psqlrc --quiet --tuples-only --no-align \
          --set=ON_ERROR_STOP=1 --command="$1"; }

[ -f "$backup/SHA256SUMS" ] || fail "$backup is not a backup: it has no SHA256SUMS"
(cd "$backup" && sha256sum --check --strict --quiet SHA256SUMS) || fail "$backup is damaged"
pg pg_restore --list "$backup/database.dump" | diff -q - "$backup/contents.txt" > /dev/null ||
  fail "the dump does not hold what it held when it was made"
if [ -n "$only_verify" ]; then echo "$backup is whole."; exit 0; fi

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
tables=$(ask "select count(*) from pg_catalog.pg_tables
              where schemaname not in ('pg_catalog', 'information_schema')")
[ "$tables" = 0 ] || fail "the database is not empty ($tables tables); restore into an empty one"

pg pg_restore --dbname="$url" --single-transaction --exit-on-error \
  --no-owner --no-privileges "$backup/database.dump"
ask "set client_min_messages = error; analyze" > /dev/null

wanted=$(grep -c 'TABLE DATA' "$backup/contents.txt")
found=$(ask "select count(*) from pg_catalog.pg_tables
             where schemaname not in ('pg_catalog', 'information_schema')")
[ "$found" -ge "$wanted" ] || fail "only $found of $wanted tables arrived"
migrations=$(ask "select count(*) from django_migrations")
players=$(ask "select count(*) from accounts_user")
[ "$migrations" -gt 0 ] || fail "no migration is recorded in the restored database"

mkdir -p "$VAR_DIR"
tar -C "$VAR_DIR" -xzf "$backup/exports.tar.gz"
echo "Restored $backup: $found tables, $migrations migrations, $players players."
echo "Now: manage.py migrate (if the code is newer), then start the site and ask /readyz."
