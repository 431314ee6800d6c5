// Lists of names: those that stand between line ends, or between NULs where there are more of them.
#include "src/input/name_list.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "src/input/file_archive.hpp"
#include "src/text/utf8.hpp"
#include "tests/fuzz/file_in_memory.hpp"

namespace urlsieve::fuzz {
namespace {

std::vector<std::string> slowly_read(std::string_view list) {
  std::vector<std::string> names;
  const std::string_view head = list.substr(0, 4096);
  const char end =
      std::count(head.begin(), head.end(), '\0') > std::count(head.begin(), head.end(), '\n') ? '\0' : '\n';
  list = without_utf8_mark(list);
  for (fuzz_input left(list); !left.empty();) {
    std::string name(left.up_to(end));
    if (end == '\n' && name.ends_with('\r')) name.pop_back();
    if (!name.empty()) names.push_back(name);
  }
  return names;
}

}  // namespace

const std::size_t longest_input = 4'000;

void run(fuzz_input& given) {
  const std::string_view bytes = given.rest();
  const file_in_memory stored(bytes);
  auto list = name_list::open(stored.name(), nullptr);
  if (!list) return;
  std::vector<std::string> names;
  while (auto name = list->next()) names.push_back(std::move(*name));
  if (list->failure() || is_packed(bytes)) return;
  require(names == slowly_read(bytes));
}

}  // namespace urlsieve::fuzz
