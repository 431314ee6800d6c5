#!/usr/bin/env bash
# column_recipe_test.sh COMPILER ROOT LIBRARY...: follows the recipe "A column" of src/CHANGING.md in a copy of the sources that it names.
# A column without a row, and a part of the URL without a value, must not compile. The rows in all formats must have the column, and
# the recipe must touch four files at most.
set -euo pipefail
compiler=$1
root=$2
shift 2
libraries=("$@")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/new/src" "$work/new/docs/reference" "$work/old/src" "$work/old/docs/reference"
for copy in "$work/new" "$work/old"; do
  cp -r "$root/include" "$copy/include"
  cp -r "$root/src/rows" "$root/src/text" "$root/src/url" "$copy/src/"
  cp "$root/docs/reference/columns.md" "$copy/docs/reference/"
done
cd "$work/new"
cat >"$work/main.cpp" <<'END'
#include <array>
#include <string>
#include "src/rows/json_lines_writer.hpp"
#include "src/rows/packed_values.hpp"
#include "src/rows/row_columns.hpp"
#include "src/rows/delimited_writer.hpp"
#include "urlsieve/fields.hpp"
#include "urlsieve/names.hpp"
using namespace urlsieve;
int main() {
  const std::vector<std::string> words{"url", "source-size", "last-segment"};
  const std::vector<row_column> columns = row_columns(words, false);
  if (columns[1].kind != field_kind::number || columns[2].kind != field_kind::text) return 1;
  if (!columns[2].is_nullable_in_parquet || !may_be_absent(field::last_segment)) return 2;
  if (parse_name<field>("last-segment") != field::last_segment || !is_of_url(field::last_segment)) return 3;
  sieved_url found;
  found.source = "a.html";
  const std::array row{row_value::of_text("http://a/b"),
                       row_value::of_number(*column_of(field::source_size).number(found)), row_value()};
  std::string out;
  tsv_writer(columns).append(row, out);
  json_lines_writer(columns).append(row, out);
  return out == "http://a/b\t6\t\n{\"url\":\"http://a/b\",\"source-size\":6,\"last-segment\":null}\n" ? 0 : 4;
}
END
compiles() { "$compiler" -std=c++20 -I include -I . -fsyntax-only "$1" 2>"$work/errors"; }
must_fail() {
  if compiles "$1"; then
    echo "$2 compiles"
    exit 1
  fi
  grep -q "$3" "$work/errors" || { cat "$work/errors"; exit 1; }
}

# Step 1: enumerators.
sed -i 's|^  flags$|  source_size,\n  last_segment,\n  flags|' include/urlsieve/field.hpp
grep -q last_segment include/urlsieve/field.hpp
must_fail src/rows/row_columns.cpp "a column without a row" 'needs a row'

# Step 2: rows of the table; the first with a value of the reference.
sed -i 's|^    column_at(field::flags,|    column_at(field::source_size, "source-size", number, from::reference, "Size of the name of the document.",\n              number_by([](const sieved_url\& found) { return std::optional<std::uint64_t>(found.source.size()); })),\n    column_at(field::last_segment, "last-segment", text, from::url_part, "Last segment of the path.", nullable),\n&|' \
  include/urlsieve/column_table.hpp
compiles src/rows/row_columns.cpp || { cat "$work/errors"; exit 1; }

# Step 3: the value of a part of the URL.
must_fail src/url/url_columns.cpp "a part of the URL without a value" 'needs a row'
sed -i 's|^ *{field::query, .*|&\n        {field::last_segment, [](url_columns\& of, std::string\&) { return of.url_.path().substr(of.url_.path().rfind(\x27/\x27) + 1); }},|' \
  src/url/url_columns.cpp
compiles src/url/url_columns.cpp || { cat "$work/errors"; exit 1; }

# Step 4: the page. No other file of the copy changed.
sed -i 's|extension,query,|last-segment,&|' docs/reference/columns.md
changed=$({ diff -rq "$work/old" "$work/new" || true; } | wc -l)
[ "$changed" -le 4 ] || { echo "a column touches $changed files"; exit 1; }

"$compiler" -std=c++20 -I include -I . "$work/main.cpp" src/rows/*.cpp "${libraries[@]}" -o "$work/main" 2>"$work/errors" ||
  { cat "$work/errors"; exit 1; }
"$work/main"
