#!/usr/bin/env bash
# same_output.sh PROGRAM OTHER: two builds write the same bytes for any threads, batches and memory.
# OTHER runs once for each form of output; PROGRAM, for example for another processor, runs in every
# setting.
set -euo pipefail
program=$(realpath "$1")
other=$(realpath "$2")
samples=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../../corpora/samples")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# Too many for the least memory: sets go to disk.
awk 'BEGIN { for (i = 0; i < 200000; ++i) printf "http://host%d.example.org/some/page/%d?a-rather-long-query=%d#f\n", i % 977, i * 7919 % 100003, i % 2 }' >many
settings=(
  '--threads 1'
  '--threads 2 --batch 64KiB'
  '--threads 5 --batch 64KiB'
  '--threads 5 --batch 1MiB --memory 96MiB'
)
tight=('--threads 1 --batch 64KiB --memory 40MiB' '--threads 5 --batch 64KiB --memory 64MiB')

# compare NAME SETTINGS OPTION...: PROGRAM writes the folder NAME of OTHER in every setting.
compare() {
  local name=$1 setting
  local -n all=$2
  shift 2
  "$other" extract -q -o "$name" --write-redirects "$name.redirects" "$@"
  for setting in "${all[@]}"; do
    # shellcheck disable=SC2086
    "$program" extract -q -o again --write-redirects again.redirects $setting "$@"
    diff -r "$name" again || { echo "not the same: $name, $setting" >&2; exit 1; }
    cmp "$name.redirects" again.redirects
    rm -r again again.redirects
  done
}

compare urls settings "$samples"
compare columns settings --fields url,key,count,sources,raw,offset,where,rel,text,flags --key surt --order surt --shards 5 "$samples"
compare first settings --order first-seen --text-links --drop-tracking --sort-query --compress gzip --shards 3 "$samples"
compare rows settings --jsonl --fields url,source,where,text --headers all --attachments --compress zstd "$samples"
compare spilled tight --input-format urls --fields url,count,sources --shards 3 many
# Two outputs of which each has some of the other's URLs.
head -n 1000 many >few
"$other" extract -q -o more --fields url,count,sources --input-format urls --shards 3 "$samples/urls.txt" few
"$other" merge -q -o merged more spilled
"$program" merge -q -o again more spilled
diff -r merged again
head -n 20000 many | cat - "$samples/urls.txt" >lines
normalized() { "$1" normalize --key surt --files-from lines 2>&1 || echo "exit $?"; }
normalized "$program" >got
normalized "$other" | cmp - got
echo "the same"
