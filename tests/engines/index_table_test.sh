#!/usr/bin/env bash
# DuckDB reads the index of web archives in the columns of Common Crawl's index table: schema, every value, and queries in
# the manner of the examples of cc-index-table, compared with an independent computation.
# index_table_test.sh PROGRAM FOLDER: FOLDER holds node_modules/@duckdb/node-api. Exit code 77: skipped.
set -euo pipefail
program=$(realpath "$1")
folder=${URLSIEVE_DUCKDB:-$2}
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
if [ ! -r /usr/share/publicsuffix/public_suffix_list.dat ]; then
  echo "skipped: no public suffix list"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 "$here/index_table.py" .
partition=crawl=CC-MAIN-2024-10/subset=warc
"$program" index -q --output-format parquet crawl-data --dir-root . -o "$partition/index.parquet"
"$program" index -q --output-format parquet crawl-data -j 1 --memory 128M --max-document 256 | cmp - "$partition/index.parquet"
echo "equal bytes for any threads and memory"
if ! command -v node >/dev/null || [ ! -d "$folder/node_modules/@duckdb/node-api" ]; then
  echo "skipped: no @duckdb/node-api in $folder (npm i --prefix $folder @duckdb/node-api)"
  exit 77
fi
node "$here/index_table_test.mjs" "$(realpath "$folder")"

# Rows of DuckDB's files and of the table locate records.
links() { "$program" extract -q --no-dedup --fields url,input,record-offset,record-length --files-from "$1"; }
links places.csv >expected
[ "$(wc -l <expected)" -gt 0 ]
for file in places-{uncompressed,snappy,gzip,zstd}-V{1,2}.parquet; do
  links "$file" | cmp - expected
  "$program" records -q "$file" -o from-table.warc.gz --force
done
"$program" records -q places.csv -o from-csv.warc.gz && cmp from-csv.warc.gz from-table.warc.gz
links "$partition/index.parquet" | cmp - <("$program" extract -q --no-dedup --fields url,input,record-offset,record-length crawl-data)
if "$program" records places-lz4-V1.parquet -o x.warc.gz 2>errors; then exit 1; fi
grep -q 'another codec than snappy, gzip or zstd' errors
echo "urlsieve reads the tables of DuckDB"
