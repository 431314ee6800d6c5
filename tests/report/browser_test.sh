#!/usr/bin/env bash
# browser_test.sh PROGRAM [FOLDER]: opens pages of `urlsieve report` and `extract --report` in a
# browser, and saves pictures in FOLDER if given. Exit code 77: skipped.
set -euo pipefail
program=$(realpath "$1")
pictures=${2:+$(realpath "$2")}
here=$(realpath "$(dirname "${BASH_SOURCE[0]}")")
samples=$here/../../corpora/samples
browser=$(command -v chromium || command -v chromium-browser || true)
if [ -z "$browser" ] || ! command -v node >/dev/null; then
  echo "skipped: no Chromium or no Node.js (packages chromium, nodejs)"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# A run with every section of the report: names and URLs that look like markup, damage of each kind.
bad='<img src=x onerror=fired()>'
mkdir in
cp "$samples"/pages.warc.gz "$samples"/thread.mbox "$samples"/uniform-citations.txt in
head -c 2000 "$samples/pages.warc.gz" >"in/$bad.warc.gz"
printf 'PK\003\004' >"in/'\"$bad.zip"
{
  printf '<a href="http://h.example/</script>%s">x</a> <a href="../%s">y</a>' "$bad" "$bad"
  printf '<a href="http://[%s/">z</a> <a href="javascript:%s">z</a><a href="http://u:secret@h.example:81/">p</a>' "$bad" "$bad"
} >"in/$bad.html"
dir="\"'>$bad"
"$program" extract -q --shards 2 --fields url,count -o "$dir" --stats one.json --report run.html --date 2026-01-31 in/* || [ $? = 1 ]
"$program" extract -q --shards 2 -o second "$samples"/pages.warc "$samples"/urls.txt --stats two.json
"$program" report -q --on-error ignore "$dir" --stats one.json --date 2026-01-31 -o again.html
cmp run.html again.html
"$program" stats -q --on-error ignore --json --top 20 "$dir" >one.counts
"$program" stats -q --json --top 20 second >two.counts
"$program" report -q --on-error ignore "$dir" second --stats one.json --stats two.json -o both.html
"$program" extract -q "$samples"/pages.warc --report stream.html --stats stream.json >/dev/null
if grep -q secret ./*.html; then
  echo "a page tells a password" >&2
  exit 1
fi
node "$here/browser_test.mjs" "$browser" ${pictures:+"$pictures"}
