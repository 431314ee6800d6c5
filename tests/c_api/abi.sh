#!/usr/bin/env bash
# abi.sh [--record] C_COMPILER: the binary interface of urlsieve.h equals the recorded description.
# libabigail compares functions, structs and enums. After an addition, --record writes the
# description again. A removed or changed function needs another name of the library (SOVERSION), so
# --record rejects the change.
set -euo pipefail
record=
[ "${1:-}" != --record ] || { record=yes; shift; }
compiler=${1:-cc}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
include=$here/../../include
recorded=$here/liburlsieve.so.0.abi
command -v abidiff >/dev/null || { echo "skipped: needs abidiff: apt-get install abigail-tools"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A library with the declared functions and the symbol versions of the real library, whose debug information has exactly the types
# of the header. Functions take codes as int, so each enum gets a function of its own.
enums=$(sed -nE 's/^enum (urlsieve_[a-z_]+) .*/\1/p' "$include/urlsieve.h")
{
  "$compiler" -E -P -I "$include" "$include/urlsieve.h" | grep -v '^ *#' | tr '\n' ' ' | sed 's/;/;\n/g' |
    sed -E 's/^(.*\burlsieve_[a-z_]+ *\([^)]*\)) *;/\1 { __builtin_trap(); }/'
  echo
  for name in $enums; do echo "void ${name}_values(enum $name value) { __builtin_trap(); }"; done
} >"$work/stub.c"
"$compiler" -g -shared -fPIC -w -Wl,-soname,liburlsieve.so.0 \
  -Wl,--version-script="$here/../../src/c_api/exports.map" -o "$work/stub.so" "$work/stub.c"
declared=$( (grep -oE '\burlsieve_[a-z_]+\(' "$include/urlsieve.h" | sort -u && echo "$enums") | wc -l)
defined=$(readelf --dyn-syms -W "$work/stub.so" | grep -c ' urlsieve_')
[ "$declared" = "$defined" ] || { echo "the header declares $declared functions, the stub has $defined"; exit 1; }

# differences [OPTION]: prints the differences; fails if there are any.
differences() { abidiff --no-architecture "$@" "$recorded" "$work/stub.so"; }
# Without --harmless, abidiff ignores new enum values.
if [ -f "$recorded" ] && ! differences >"$work/report" &&
  ! grep -qE '^Functions changes summary: 0 Removed, 0 Changed' "$work/report"; then
  cat "$work/report"
  echo "this change breaks programs that use liburlsieve.so.0: add a function, or change SOVERSION"
  exit 1
fi
if [ -n "$record" ]; then
  abidw --no-corpus-path --no-comp-dir-path --no-show-locs --no-elf-needed --no-architecture --type-id-style hash \
    --out-file "$recorded" "$work/stub.so"
else
  differences --harmless || { echo "record these additions: bash tests/c_api/abi.sh --record"; exit 1; }
fi
