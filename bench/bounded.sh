#!/usr/bin/env bash
# Measures deduplication by the whole program: throughput and memory, beside the tools of Debian.
#   bash bench/bounded.sh [PROGRAM] [LIST]
# Prints one line per command: M lines/s by CPU time (of all threads) and by the clock, peak memory, and bytes of
# memory per distinct URL.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
program=$(realpath "${1:-build/release/urlsieve}")
list=$(realpath "${2:-build/corpora/urls-15m.txt}")
work=$(mktemp -d "${TMPDIR:-/tmp}/urlsieve-bounded-XXXXXX")
trap 'rm -rf "$work"' EXIT
export LC_ALL=C

cat "$list" >/dev/null
lines=$(wc -l <"$list")
unique=$("$program" extract --quiet --input-format urls --ladder string "$list" | wc -l)

# measure NAME COMMAND...
measure() {
  local name=$1 user system wall memory
  shift
  rm -rf "$work/out"
  /usr/bin/time -f '%U %S %e %M' -o "$work/time" "$@" >/dev/null
  read -r user system wall memory < <(tail -n 1 "$work/time")
  awk -v name="$name" -v lines="$lines" -v unique="$unique" -v user="$user" -v kernel="$system" -v wall="$wall" \
    -v memory="$memory" 'BEGIN { printf "%-44s %6.2f s  %5.1f M/s of CPU  %5.1f M/s  %5d MiB  %4d B a URL\n",
      name, user + kernel, lines / (user + kernel) / 1e6, lines / wall / 1e6, memory / 1024, memory * 1024 / unique }'
}

run() {
  local name=$1
  shift
  measure "$name" "$program" extract --quiet --input-format urls "$@" "$list"
}
run "stream, string rung, 1 thread" --ladder string --threads 1
run "the same, number of URLs known" --ladder string --threads 1 --expect "$unique"
run "stream, scheme rung, 1 thread" --threads 1
run "stream, by bytes (--exact), 1 thread" --ladder string --threads 1 --exact
shards=(--ladder string --compress zstd --threads 2 -o "$work/out")
run "16 sorted zstd shards, 2 threads" "${shards[@]}"
run "the same in 256 MiB" "${shards[@]}" --memory 256M
run "the same in 64 MiB" "${shards[@]}" --memory 64M
run "256 MiB, order of SURT keys" "${shards[@]}" --memory 256M --order surt
measure "sort -u -S256M, 2 threads" sort -u -S256M --parallel=2 -T "$work" "$list"
measure "mawk '!seen[\$0]++'" mawk '!seen[$0]++' "$list"
