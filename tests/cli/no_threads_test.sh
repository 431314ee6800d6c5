#!/usr/bin/env bash
# no_threads_test.sh PROGRAM LIBRARY: if the system allows fewer threads than requested, the run
# warns, uses the available threads and yields the same output. If the thread pool fails to start a
# thread later, the run ends with exit code 3 and a message, publishes nothing and does not hang.
set -euo pipefail
program=$(realpath "$1")
library=$(realpath "$2")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
for i in $(seq 200); do echo "http://h$i.example/"; done >list
"$program" extract --threads 1 -o base list

failed=0
# expect WARNINGS THREADS_LEFT ARGUMENT...: the run succeeds with WARNINGS warnings about threads.
expect() {
  local warnings=$1 left=$2 got=0
  shift 2
  THREADS_LEFT=$left LD_PRELOAD=$library timeout -s KILL 60 "$program" "$@" >out 2>said || got=$?
  if [ "$got" != 0 ] || [ "$(grep -c '^urlsieve: warning: the system allows only [0-9]* of [0-9]* threads' said)" != "$warnings" ]; then
    echo "$* with $left threads left: exit $got, expected 0 and $warnings warnings: $(cat said)"
    failed=1
  fi
}
expect 0 0 extract --threads 1 list
expect 0 0 extract list
for i in $(seq 20); do cat list; done >long
[ "$(nproc)" = 1 ] || expect 1 0 extract long
"$program" extract list >rows
for left in 0 1 2; do
  expect 1 $left extract --threads 4 list
  cmp out rows || failed=1
  expect 1 $left extract --threads 4 -o shards list
  diff -r shards base || failed=1
  rm -rf shards
done
# Threads that are available at first, but not when the thread pool starts them.
refused=0
for left in 3 4 5 6 7 8; do
  got=0
  THREADS_IN_ALL=$left LD_PRELOAD=$library timeout -s KILL 60 "$program" extract -q --threads 4 -o late --write-redirects moved \
    --stats counted list 2>said || got=$?
  if [ "$got" = 3 ]; then
    refused=$((refused + 1))
    [ "$(wc -l <said)" = 1 ] && grep -q '^urlsieve: the run cannot continue: .*thread' said || { echo "$left threads left: $(cat said)"; failed=1; }
    [ ! -e late ] && [ ! -e moved ] && [ ! -e counted ] || { echo "$left threads left: something was published"; failed=1; }
  elif [ "$got" != 0 ]; then
    echo "$left threads left: exit $got: $(cat said)"
    failed=1
  fi
  rm -rf late moved counted
done
[ "$refused" != 0 ] || { echo "no thread of the pool was refused"; failed=1; }
"$program" extract -q -o late --write-redirects moved --stats counted list && "$program" verify late || failed=1
expect 1 0 verify base --threads 4
expect 1 0 stats base --threads 4
expect 1 0 merge base -o merged --threads 4
expect 0 0 normalize HTTP://a
exit "$failed"
