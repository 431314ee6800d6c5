#!/usr/bin/env bash
# duckdb_test.sh PROGRAM FOLDER: DuckDB reads the shards with the statements of
# src/shards/README.md, and zstdcat | sort -c checks their order. FOLDER holds
# node_modules/@duckdb/node-api (URLSIEVE_DUCKDB overrides it). Exit code 77: skipped, after the
# checks without DuckDB.
set -euo pipefail
program=$(realpath "$1")
folder=${URLSIEVE_DUCKDB:-$2}
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
samples=$here/../../corpora/samples
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

"$program" extract -q --shards 3 --compress zstd --fields url,count -o rows "$samples/urls.txt" "$samples/pages.warc"
"$program" extract -q --shards 3 --compress gzip --jsonl --fields url,count,sources -o objects "$samples/urls.txt" "$samples/pages.warc"
"$program" extract -q --shards 3 --compress zstd -o bare "$samples/urls.txt" "$samples/pages.warc"
for part in bare/part-*.zst; do zstdcat "$part" | LC_ALL=C sort -c -u; done
for part in rows/part-*.zst; do zstdcat "$part" | LC_ALL=C sort -c -u -t "$(printf '\t')" -k1,1; done
echo "zstdcat and sort agree"

if ! command -v node >/dev/null || [ ! -d "$folder/node_modules/@duckdb/node-api" ]; then
  echo "skipped: no @duckdb/node-api in $folder (npm i --prefix $folder @duckdb/node-api)"
  exit 77
fi
zstdcat rows/part-*.zst >rows.tsv
node "$here/duckdb_test.mjs" "$(realpath "$folder")"
