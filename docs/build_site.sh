#!/usr/bin/env bash
# Builds the site of the documentation into the folder OUT: docs/build_site.sh OUT [PROGRAM]
# PROGRAM (build/release/urlsieve) writes the manuals. Needs the packages mkdocs, mkdocs-material and doxygen.
# Exit code 77: a package is missing.
set -euo pipefail
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
out=$(realpath -m "$1")
program=$(realpath "${2:-$root/build/release/urlsieve}")
for needed in mkdocs doxygen; do
  command -v "$needed" >/dev/null || { echo "skipped: $needed is not installed"; exit 77; }
done
# The first python3 in PATH may be another one than that of Debian's packages.
interpreter=$(sed -n '1s/^#! *//p' "$(command -v mkdocs)")
$interpreter -c 'import mkdocs.utils; mkdocs.utils.get_theme_dir("material")' 2>/dev/null || { echo "skipped: mkdocs-material is not installed"; exit 77; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/pages/docs/reference"
(cd "$root" && { cat docs/Doxyfile && cat <<END; } | doxygen -)
OUTPUT_DIRECTORY       = $work
HTML_OUTPUT            = pages/docs/reference/cpp
HTML_EXTRA_STYLESHEET  = docs/site/headers.css
FILE_PATTERNS          = *.h *.hpp
USE_MDFILE_AS_MAINPAGE =
LAYOUT_FILE            = docs/site/headers.xml
END
python3 -B "$root/docs/site/stage.py" "$root" "$program" "$work/pages"
cp "$root/docs/site/hooks.py" "$work"
mkdocs --quiet build --strict --config-file "$work/mkdocs.yml" --site-dir "$out"
