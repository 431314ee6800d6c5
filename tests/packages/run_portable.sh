#!/usr/bin/env bash
# run_portable.sh FOLDER WORK: corpora/run.sh runs the portable archive by path and by URL without a
# build.
set -euo pipefail
archive=$(realpath "$1"/urlsieve-*-linux-*.tar.xz) work=$2
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
rm -rf "$work"
mkdir -p "$work"
echo 'see http://found.example/' >"$work/note.txt"
command -v curl >/dev/null || command -v wget >/dev/null || { echo "skipped: needs curl or wget"; exit 77; }
mkfifo "$work/port"
python3 -u -m http.server --bind 127.0.0.1 --directory "$(dirname "$archive")" 0 >"$work/port" 2>/dev/null &
server=$!
trap 'kill "$server"' EXIT
read -r line <"$work/port"
port=$(sed -E 's/.* port ([0-9]+) .*/\1/' <<<"$line")
for place in "$archive" "http://127.0.0.1:$port/$(basename "$archive")"; do
  bash corpora/run.sh --portable "$place" "$work/note.txt" >"$work/log"
  grep -qF "Running the portable archive $place; nothing is built." "$work/log"
  grep -q 'http://found.example/' "$work/log"
done
if bash corpora/run.sh --portable "$work/note.txt" >"$work/log" 2>&1; then
  echo "a file that is no archive was accepted"
  exit 1
fi
