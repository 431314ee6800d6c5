#!/usr/bin/env bash
# missing_icu_data_test.sh PROGRAM COMPILER LIBICUUC: a run that needs missing ICU data fails and
# names the data.
set -euo pipefail
program=$(realpath "$1") compiler=$2 library=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
data=$(readelf --wide -d "$library" | sed -n 's/.*NEEDED.*\[\(libicudata[^]]*\)\].*/\1/p')
symbol=$(readelf --wide --dyn-syms "$library" | grep -o 'icudt[0-9]*_dat' | sed -n 1p)
[ -n "$data" ] && [ -n "$symbol" ] || { echo "skipped: $library has its data elsewhere"; exit 77; }

# An empty library in place of the data.
mkdir "$work/empty"
echo "const char $symbol[64] = {0};" >"$work/empty.c"
"$compiler" -shared -fPIC -Wl,-soname,"$data" -o "$work/empty/$data" "$work/empty.c"
without_data() { LD_LIBRARY_PATH=$work/empty ICU_DATA=$work/empty "$program" "$@"; }

failed=0
# refuses PART COMMAND...: the command, which reads standard input, succeeds with the data, and fails without the data with a
# message about PART.
refuses() {
  local part=$1 code=0
  shift
  cat >"$work/input"
  "$program" "$@" <"$work/input" >/dev/null || { echo "fails with the data: $*"; failed=1; }
  without_data "$@" <"$work/input" >"$work/out" 2>"$work/err" || code=$?
  [ "$code" = 3 ] || { echo "exit code $code instead of 3: $*"; failed=1; }
  [ ! -s "$work/out" ] || { echo "output without the data: $*"; failed=1; }
  grep -qx "urlsieve: cannot load the data of ICU: $part: U_[A-Z_]*" "$work/err" || { echo "no message about $part: $*"; cat "$work/err"; failed=1; }
}

printf 'http://a.example/\xEF\xF3\xF2\xFC\n' | refuses 'converter [^ :]*' extract --charset windows-1251 -
printf 'http://a.example/\x93\xFA\x96\x7B\n' | refuses 'converter [^ :]*' extract --charset shift_jis -
printf '<meta charset=windows-1251><a href="?\xEF">x</a>' | refuses 'converter [^ :]*' extract --input-format html --base http://a.example/ -
printf 'http://b\xC3\xBCcher.example/\n' | refuses 'rules of UTS 46' normalize

# Text without need for ICU data does not load the library.
printf 'http://a.example/\xC3\xBC\n' >"$work/input"
without_data extract - <"$work/input" | cmp - <("$program" extract - <"$work/input") || failed=1
exit "$failed"
