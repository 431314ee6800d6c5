#!/usr/bin/env bash
# manual_pages.sh BUILD_TREE WORK: the program and each subcommand have a page, man and mandoc
# report no error, each page has every option of --help, and pages do not depend on the builder or
# the date.
set -euo pipefail
build=$1 work=$2
rm -rf "$work"
mkdir -p "$work"
cmake --install "$build" --prefix "$work/tree" --component tool >"$work/log"
program=$build/urlsieve
pages=$work/tree/share/man/man1
failed=0
fail() {
  echo "$*"
  failed=1
}

mapfile -t subcommands < <("$program" -h | sed -nE '/^Find URLs:/,/^Common options:/s/^  ([a-z-]+) .*/\1/p')
[ "${#subcommands[@]}" -ge 9 ] || fail "help lists only ${subcommands[*]}"
expected=$(printf '%s\n' urlsieve.1 "${subcommands[@]/%/.1}" | sed '2,$s/^/urlsieve-/' | sort)
[ "$(cd "$pages" && printf '%s\n' *.1 | sort)" = "$expected" ] || fail "pages that are there: $(ls "$pages")"

for page in "$pages"/*.1; do
  name=$(basename "$page" .1)
  if [ "$name" = urlsieve ]; then subcommand=(); else subcommand=("${name#urlsieve-}"); fi
  "$program" help --man "${subcommand[@]}" | cmp - "$page" || fail "$name is not what the program prints"
  if command -v man >/dev/null && command -v groff >/dev/null; then
    MANWIDTH=80 man --warnings -l "$page" >"$work/$name.txt" 2>"$work/$name.warnings" || fail "$name: man fails"
    [ ! -s "$work/$name.warnings" ] || fail "$name: $(cat "$work/$name.warnings")"
  else
    echo 'skipped: no man to read pages with'
    exit 77
  fi
  # Pages have no date, so that packages are reproducible.
  if command -v mandoc >/dev/null && mandoc -Tlint -Wwarning "$page" | grep -v 'missing date' >"$work/$name.lint"; then
    fail "$name: $(cat "$work/$name.lint")"
  fi
  grep -qE '^(NAME|SYNOPSIS|OPTIONS|SEE ALSO)$' "$work/$name.txt" || fail "$name: sections are missing"
  COLUMNS=120 "$program" "${subcommand[@]}" --help | sed -nE 's/^ +(-., )?(--[a-z-]+)( .*|$)/\2/p' >"$work/options"
  [ -s "$work/options" ] || fail "$name: --help has no option"
  while read -r option; do
    grep -qE -- "(^| )$option( |$)" "$work/$name.txt" || fail "$name: no $option"
  done <"$work/options"
done
grep -q 'message-id' "$work/urlsieve.txt" && grep -q 'misleading-userinfo' "$work/urlsieve.txt" || fail 'topics are missing'
exit "$failed"
