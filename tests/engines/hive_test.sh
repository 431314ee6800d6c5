#!/usr/bin/env bash
# DuckDB reads the partitions of `convert --layout hive`, and only the partitions that a query needs.
# hive_test.sh PROGRAM FOLDER: FOLDER holds node_modules/@duckdb/node-api (URLSIEVE_DUCKDB overrides it).
# Exit code 77: skipped.
set -euo pipefail
program=$(realpath "$1")
folder=${URLSIEVE_DUCKDB:-$2}
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
samples=$here/../../corpora/samples
if ! command -v node >/dev/null || [ ! -d "$folder/node_modules/@duckdb/node-api" ]; then
  echo "skipped: no @duckdb/node-api in $folder (npm i --prefix $folder @duckdb/node-api)"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"$program" extract -q --shards 12 --fields shard,url,count,sources -o flat "$samples/urls.txt" "$samples/pages.warc"
"$program" convert -q flat -o table --output-format parquet --layout hive --shard-by domain --filter-bits 8
"$program" convert -q table -o narrow --fields url,count
"$program" convert -q table -o text --output-format tsv --compress zstd --fields url,count
"$program" verify table narrow text
cat flat/part-*.tsv >rows.tsv
node "$here/hive_test.mjs" "$(realpath "$folder")"
