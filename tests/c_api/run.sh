#!/usr/bin/env bash
# run.sh PROGRAM LIBRARY TOOL NM: runs the test program of the C interface in a temporary folder,
# and compares the symbols of the library with its header and its options with those of `urlsieve
# extract`.
set -euo pipefail
program=$1 library=$2 tool=$3 nm=$4
header=$(dirname "${BASH_SOURCE[0]}")/../../include/urlsieve.h
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$program" "$work"

diff <(grep -oE '\burlsieve_[a-z_]+\(' "$header" | tr -d '(' | sort -u) \
  <("$nm" -D --defined-only "$library" | awk '$2 == "T" { sub(/@.*/, "", $3); print $3 }' | sort) ||
  { echo "the symbols of the library are not those of urlsieve.h" >&2; exit 1; }
[ "$("$nm" -D --defined-only "$library" | grep -c ' [TWVBDRu] ')" = "$("$nm" -D --defined-only "$library" | grep -c ' T urlsieve_')" ] ||
  { echo "the library shows more than functions" >&2; exit 1; }
readelf -d "$library" | grep 'SONAME.*\[liburlsieve.so.0\]' >/dev/null

# Flags of console output are not options of the library.
diff <("$program" options) \
  <("$tool" extract --help | sed '/^Examples:/,$d' | grep -oE '^ +(-[a-z], )?--[a-z-]+' | sed 's/.*--//' |
    grep -vxE 'help|progress|quiet|report|stats' | sort -u) ||
  { echo "the options are not those of urlsieve extract" >&2; exit 1; }
