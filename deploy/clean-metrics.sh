#!/bin/sh
# Make the directory of counts, and remove the files of processes that have ended.
set -eu
mkdir -p "$1"
for file in "$1"/*.db; do
  [ -e "$file" ] || continue
  pid=${file##*_}
  pid=${pid%.db}
  [ -d "/proc/$pid" ] || rm -f "$file"
done
