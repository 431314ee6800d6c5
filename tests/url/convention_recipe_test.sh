#!/usr/bin/env bash
# convention_recipe_test.sh COMPILER ROOT: follows the recipe "A convention" of src/CHANGING.md in a copy of the files that it names.
# A member without a row must not compile; a member with a row must be seen by any().
set -euo pipefail
compiler=$1
root=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$root/include" "$work/include"
mkdir -p "$work/src/url/conventions"
cp "$root"/src/url/conventions/conventions.{hpp,cpp} "$work/src/url/conventions"
compile() { "$compiler" -std=c++20 -I "$work/include" -I "$work" -I "$root" "$@"; }

# Step 1: a member.
sed -i 's|^  bool fold_https = false;.*|&\n  bool fold_nothing = false;|' "$work/include/urlsieve/convention_options.hpp"
if compile -fsyntax-only "$work/src/url/conventions/conventions.cpp" 2>"$work/errors"; then
  echo "a member of convention_options without a row compiles"
  exit 1
fi
grep -q 'needs a row' "$work/errors" || { cat "$work/errors"; exit 1; }

# Step 2: a row of the table of options.
check_rows() { compile -fsyntax-only "$root/src/api/option_words.cpp"; }
if check_rows 2>"$work/errors"; then
  echo "a member of convention_options without a row in the table of options compiles"
  exit 1
fi
place=$(($(grep -oE 'manifest_at\([0-9]+' "$work/include/urlsieve/option_table.hpp" | grep -oE '[0-9]+' | sort -n | tail -1) + 1))
sed -i "s|^    option_at<&all::url, &url_options::drop_params>|    option_at<\&all::url, \&url_options::conventions, \&convention_options::fold_nothing>(\n        \"fold-nothing\", conventions, \"Do nothing\", planned, manifest_at($place), shapes_urls(\"false\")),\n&|" \
  "$work/include/urlsieve/option_table.hpp"
check_rows

# Step 3: a function and a row.
sed -i 's|^// A convention as canonicalizers.*|[[nodiscard]] std::size_t fold_nothing(char* url, std::size_t size);\n\n&|
  s|^    convention{"fold_https".*|    convention{"fold_nothing", \&convention_options::fold_nothing, fold_nothing, "nothing done"},\n&|' \
  "$work/src/url/conventions/conventions.hpp"
compile -fsyntax-only "$work/src/url/conventions/conventions.cpp"

cat >"$work/main.cpp" <<'END'
#include "urlsieve/convention_options.hpp"
int main() {
  urlsieve::convention_options options;
  if (options.any()) return 1;
  options.fold_nothing = true;
  return options.any() ? 0 : 2;
}
END
compile -o "$work/main" "$work/main.cpp"
"$work/main"
