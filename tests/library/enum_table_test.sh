#!/usr/bin/env bash
# A table with a row for each enumerator compiles; a table with a row missing, extra or out of order does not:
# enum_table_test.sh COMPILER INCLUDE_DIRECTORY
set -euo pipefail
compiler=$1
include=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# compiles ROWS: succeeds if a table with these rows compiles.
compiles() {
  cat >"$work/table.cpp" <<END
#include "urlsieve/enum_table.hpp"
enum class color : unsigned char { red, green, blue };
enum class closed : unsigned char { red, green, count_ };
static_assert(urlsieve::enumerator_count<color> == 3 && urlsieve::enumerator_count<closed> == 2);
constexpr auto names = urlsieve::enum_table<$1>({$2});
static_assert(names.front() == "red");
END
  "$compiler" -std=c++20 -I "$include" -fsyntax-only "$work/table.cpp" >"$work/said" 2>&1
}

# expect yes|no ENUM ROWS
expect() {
  local answer=no
  if compiles "$2" "$3"; then answer=yes; fi
  [ "$answer" = "$1" ] || { echo "compiles: $answer, expected $1: $2 $3"; cat "$work/said"; failed=yes; }
}

failed=
expect yes color '{color::red, "red"}, {color::green, "green"}, {color::blue, "blue"}'
expect no color '{color::red, "red"}, {color::green, "green"}'
expect no color '{color::red, "red"}, {color::blue, "blue"}, {color::green, "green"}'
expect no color '{color::red, "red"}, {color::green, "green"}, {color::blue, "blue"}, {color::blue, "blue"}'
expect yes closed '{closed::red, "red"}, {closed::green, "green"}'
expect no closed '{closed::red, "red"}'
[ -z "$failed" ]
