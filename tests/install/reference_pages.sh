#!/usr/bin/env bash
# reference_pages.sh SOURCE WORK: doxygen makes the pages of the public headers without a warning.
set -euo pipefail
command -v doxygen >/dev/null || { echo "skipped: needs doxygen: apt-get install doxygen"; exit 77; }
mkdir -p "$2"
cd "$1"
{ cat docs/Doxyfile && echo "OUTPUT_DIRECTORY = $2"; } | doxygen -
grep -q 'Extracts URLs from pages in memory' "$2/html/extractor_8hpp.html"
grep -q 'opaque' "$2/html/urlsieve_8h.html"
