#!/usr/bin/env bash
# waiting_fifo_test.sh PROGRAM: SIGTERM and SIGINT end a run that waits for a writer or for data of
# a pipe, as input, list or redirect file. A late writer is read.
set -euo pipefail
program=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# enter NAME: into a new folder with a pipe and a text.
enter() {
  mkdir "$work/$1"
  cd "$work/$1"
  mkfifo pipe
  echo 'see http://a.example/' >text
}

# ends SIGNAL CODE WRITER ARGUMENT...: WRITER is the command at the other end of the pipe.
ends() {
  local signal=$1 code=$2 writer=$3 got=0 run writing=
  shift 3
  # Not in the background of a shell, which would have SIGINT ignored there.
  rm -f said
  python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' "$program" extract -o shards "$@" 2>said &
  run=$!
  if [ "$writer" = slow ]; then
    { printf 'text\nhttp://b.example/\thttp://c.example/\nte'; exec sleep 100; } >pipe &
    writing=$!
  fi
  # Waits until the run catches the signal; soon after, the run opens the pipe.
  for _ in $(seq 300); do
    [ "$(cat "/proc/$run/comm")" = urlsieve ] && grep -q '^SigCgt:.*[4-7c-f]...$' "/proc/$run/status" && break
    sleep 0.1
  done
  sleep 0.5
  kill -"$signal" "$run"
  wait "$run" || got=$?
  [ -z "$writing" ] || { kill "$writing" && wait "$writing" || true; } 2>/dev/null
  [ "$got" = "$code" ] || { echo "exit $got after $signal, $writer: $*"; exit 1; }
  [ ! -e shards ] || { echo "shards were published, $writer: $*"; exit 1; }
  grep -q interrupted said || { echo "nothing said, $writer: $*"; exit 1; }
}
late_writer() {
  { sleep 1; printf 'see http://a.example/ and'; sleep 1; printf ' http://b.example/\n'; } >pipe &
  [ "$(timeout 60 "$program" extract pipe)" = $'http://a.example/\nhttp://b.example/' ] || { echo "a late writer was not read"; exit 1; }
}
late_list() {
  { sleep 1; echo text; } >pipe &
  [ "$(timeout 60 "$program" extract --files-from pipe)" = http://a.example/ ] || { echo "a late list was not read"; exit 1; }
}
late_redirects() {
  { sleep 1; printf 'http://a.example/\thttp://b.example/\n'; } >pipe &
  [ "$(timeout 60 "$program" extract --ladder protocol --redirects pipe text)" = http://b.example/ ] || { echo "late redirects were not read"; exit 1; }
}

# All tests run concurrently in separate folders, because tests mostly wait.
tests=()
at_once() {
  (enter "${#tests[@]}" && "$@") &
  tests+=($!)
}
for writer in nobody slow; do
  at_once ends TERM 143 $writer pipe
  at_once ends INT 130 $writer --files-from pipe
  at_once ends TERM 143 $writer --files-from pipe
  at_once ends TERM 143 $writer --ladder protocol --redirects pipe text
  at_once ends INT 130 $writer --ladder protocol --redirects pipe text
done
at_once late_writer
at_once late_list
at_once late_redirects
for test in "${tests[@]}"; do wait "$test"; done
