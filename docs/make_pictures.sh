#!/usr/bin/env bash
# Makes the pictures of README.md, in docs/pictures: docs/make_pictures.sh [PROGRAM]
# PROGRAM (build/release/urlsieve) runs over corpora/samples. Needs the packages chromium and python3.
set -euo pipefail
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
program=$(realpath "${1:-$root/build/release/urlsieve}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$root/docs/pictures" "$work/bin"
ln -s "$program" "$work/bin/urlsieve"
export PATH=$work/bin:$PATH
cp -r "$root/corpora/samples" "$work"
cd "$work/samples"

python3 -B "$root/docs/site/terminal.py" 92 \
  'urlsieve extract -o links --fields url,count pages.warc.gz thread.mbox files.tar.gz' \
  'urlsieve get links --prefix http://www.example.org/papers/' \
  'urlsieve compare http://example.com/%7Ea HTTP://EXAMPLE.com:80/~a' >"$root/docs/pictures/terminal.svg"

# A damaged copy shows the faults of a run.
head -c 9000 pages.warc.gz >cut.warc.gz
urlsieve extract -q -o report --fields url,count --report report.html . || [ $? = 1 ]
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1000,1100 \
  --user-data-dir="$work/browser" --screenshot="$root/docs/pictures/report.png" "file://$PWD/report.html" 2>"$work/log" ||
  { cat "$work/log" >&2; exit 1; }
