#!/usr/bin/env bash
# waiting_fifo_test.sh PROGRAM: SIGTERM ends a run that waits for somebody to open a pipe; one that comes late is read.
set -euo pipefail
program=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkfifo pipe
"$program" extract -o shards pipe 2>said &
run=$!
sleep 1
kill -TERM "$run"
code=0
wait "$run" || code=$?
[ "$code" = 143 ] || { echo "exit $code after SIGTERM"; exit 1; }
[ ! -e shards ] || { echo "shards were published"; exit 1; }
grep -q interrupted said || { echo "nothing said"; exit 1; }

{ sleep 1; printf 'see http://a.example/ and'; sleep 1; printf ' http://b.example/\n'; } >pipe &
[ "$(timeout 60 "$program" extract pipe)" = $'http://a.example/\nhttp://b.example/' ] || { echo "a late writer was not read"; exit 1; }
wait
