#!/usr/bin/env bash
# The index of web archives: equal to the lines of an independent writer for any threads, batches, memory and limits of
# records; a replay program (wabac.js) loads it and replays the pages from the archives.
# index_test.sh PROGRAM FOLDER: FOLDER holds node_modules/@webrecorder/wabac and fake-indexeddb.
# Exit code 77: skipped, after what needs no wabac.js.
set -euo pipefail
program=$(realpath "$1")
folder=$2
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

python3 "$here/index_archives.py" .
"$program" index -q archive --dir-root archive -o index.cdxj
cmp index.cdxj expected.cdxj
for options in "-j 1" "-j 4 --max-document 1M" "--max-document 256" "-j 3 --max-document 2000" "--memory 32M"; do
  # Without a digest in the header, a record beyond the memory limit has no digest.
  # shellcheck disable=SC2086
  "$program" index -q archive --dir-root archive $options >again
  case $options in
    *256 | *2000) cmp <(sed 's/"digest":"[^"]*",//' again) <(sed 's/"digest":"[^"]*",//' expected.cdxj) ;;
    *) cmp again expected.cdxj ;;
  esac
done
for name in plain.warc members.warc.gz old.arc.gz old.arc; do
  "$program" index -q "archive/$name" --dir-root archive
done | LC_ALL=C sort | cmp - expected.cdxj
echo "equal to the independent index: $(wc -l <expected.cdxj) captures"

# Records in zstd frames, and the members of a WACZ.
(cd archive && "$program" records ../index.cdxj -q -o ../all.warc.zst --write-cdxj ../all.cdxj 2>/dev/null) || [ $? = 1 ]
"$program" index -q all.warc.zst | cmp - all.cdxj
echo "records in zstd frames: $(wc -l <all.cdxj) captures"

if ! command -v node >/dev/null || [ ! -d "$folder/node_modules/@webrecorder/wabac" ] ||
  [ ! -d "$folder/node_modules/fake-indexeddb" ]; then
  echo "skipped: no @webrecorder/wabac and fake-indexeddb in $folder (npm i --prefix $folder @webrecorder/wabac@2.22.9 fake-indexeddb)"
  exit 77
fi
cp index.cdxj archive/
node "$here/index_test.mjs" "$(realpath "$folder")" "$work"
