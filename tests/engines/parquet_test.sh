#!/usr/bin/env bash
# parquet_test.sh PROGRAM FOLDER [ROWS]: DuckDB and hyparquet read the same rows from Parquet shards
# as urlsieve writes as text. FOLDER holds node_modules with @duckdb/node-api, hyparquet and
# hyparquet-compressors (URLSIEVE_DUCKDB overrides it); ROWS random URLs are compared (default
# 400000). Exit code 77: skipped.
set -euo pipefail
program=$(realpath "$1")
folder=${URLSIEVE_DUCKDB:-$2}
rows=${3:-400000}
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
samples=$here/../../corpora/samples
for module in @duckdb/node-api hyparquet hyparquet-compressors; do
  if ! command -v node >/dev/null || [ ! -d "$folder/node_modules/$module" ]; then
    echo "skipped: no $module in $folder (npm i --prefix $folder @duckdb/node-api hyparquet hyparquet-compressors)"
    exit 77
  fi
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

both() { # NAME INPUTS -- OPTIONS
  local name=$1 inputs=()
  shift
  while [ "$1" != -- ]; do inputs+=("$1") && shift; done
  shift
  "$program" extract -q --on-error ignore --shard-by host "$@" -o "$name.tsv" "${inputs[@]}"
  "$program" extract -q --on-error ignore "$@" --output-format parquet -o "$name.parquet" "${inputs[@]}"
}

all=shard,url,key,count,sources,raw,resolved,source,offset,where,delimited,rel,text,message-id,part,flags
given=("$samples/urls.txt" "$samples/pages.warc" "$samples/thread.mbox")
mkdir named && cp "$samples/pages.warc" 'named/one two'
both all "${given[@]}" 'named/one two' -- --shards 3 --fields $all --key surt
both surt "${given[@]}" -- --shards 2 --order surt --key surt --fields key,url,sources,count
both edges "$samples/pages.warc" -- --shards 1 --edges url --fields url,count
both bare "$samples/urls.txt" -- --shards 5
"$program" extract -q --shards 3 --shard-by host -o seen "$samples/urls.txt"
both new "${given[@]}" -- --shards 3 --seen seen --mark-new --fields url,count
# Invalid UTF-8 after the 64 KiB that decide the charset.
{ seq -f 'http://a.example/%g' 5000; printf 'http://a.example/\xff\xfe\nhttp://a.example/\xc3\xa9\n'; } >latin
both latin latin -- --input-format urls --fields url,raw --shards 1
awk -v n="$rows" 'BEGIN {
  srand(1)
  for (i = 0; i < n; ++i)
    printf "https://host%d.example/%s/%x?id=%d\n", rand() * 5000, i % 3 ? "page" : "archive/2024", rand() * 1e9, i
}' >many
both many many -- --input-format urls --shards 1 --fields url,count,host,domain
node "$here/parquet_test.mjs" "$(realpath "$folder")"
