#!/usr/bin/env bash
# option_recipe_test.sh COMPILER ROOT: follows the recipe "An option" of src/CHANGING.md in a copy of the headers that it names.
# A member without a row must not compile. A row must lead to the member, and give the option its place in manifests.
set -euo pipefail
compiler=$1
root=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$root/include" "$work/include"
cat >"$work/main.cpp" <<'END'
#include "urlsieve/option_table.hpp"
using namespace urlsieve;
int main() {
  const option_row* const row = find_option("keep-nothing");
  if (row == nullptr || row->member != "url_options::keep_nothing" || row->kind != option_kind::yes) return 1;
  extract_options options;
  std::get<option_access<bool>>(row->access).in(options) = true;
  if (!options.url.keep_nothing) return 2;
  return manifest_options.back() == row && row->entry.key == "keep_nothing" ? 0 : 3;
}
END
compile() { "$compiler" -std=c++20 -I "$work/include" "$work/main.cpp" -o "$work/main" 2>"$work/errors"; }
check_rows() {
  "$compiler" -std=c++20 -I "$work/include" -I "$root" -fsyntax-only "$root/src/api/option_words.cpp" 2>"$work/errors"
}

# Step 1: a member.
sed -i 's|^  bool strict = false; .*|&\n  bool keep_nothing = false;|' "$work/include/urlsieve/url_options.hpp"
grep -q keep_nothing "$work/include/urlsieve/url_options.hpp"
if check_rows; then
  echo "a member of url_options without a row compiles"
  exit 1
fi
grep -q 'needs a row' "$work/errors" || { cat "$work/errors"; exit 1; }

# Step 2: a row, at the next place in the manifest.
table=$work/include/urlsieve/option_table.hpp
places=$(grep -oE 'manifest_at\([0-9]+' "$table" | grep -oE '[0-9]+' | sort -n)
last=$(tail -1 <<<"$places")
add_row() {
  sed "s|^    option_at<&all::url, &url_options::strict>|    option_at<\&all::url, \&url_options::keep_nothing>(\n        \"keep-nothing\", urls, \"Keep nothing\", also_in(normalize), planned, manifest_at($1), shapes_urls(\"false\")),\n&|" \
    "$root/include/urlsieve/option_table.hpp" >"$table"
}
for place in "$last" $((last + 2)); do
  add_row "$place"
  if compile; then
    echo "place $place of the manifest is taken or skips a number, and compiles"
    exit 1
  fi
done
add_row $((last + 1))
check_rows || { cat "$work/errors"; exit 1; }
compile || { cat "$work/errors"; exit 1; }
"$work/main"
