#!/bin/sh
# Write the hashed lock files from pyproject.toml. `make lock` runs this; `make lock UPGRADE=--upgrade` moves versions.
set -eu
compile() { out=$1; shift
  "$UV" pip compile -q --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
    --no-emit-index-url --no-emit-find-links ${UPGRADE:-} "$@" -o "requirements/$out.txt" pyproject.toml; }
compile run
compile production --group production -c requirements/run.txt
compile dev --group dev -c requirements/run.txt -c requirements/production.txt
compile bench --group bench -c requirements/run.txt
