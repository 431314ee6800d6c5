// Lists of names equal a simple reader: names end with line ends, or with NUL if NUL is more frequent. UTF-16
// and UTF-32 are read as UTF-8.
#include "src/input/lists/name_list.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "src/input/archives/file_archive.hpp"
#include "src/text/encodings/utf8.hpp"
#include "src/text/encodings/wide_text.hpp"
#include "tests/fuzz/file_in_memory.hpp"

namespace urlsieve::fuzz::name_list_target {
namespace {

bool has_line_feed_unit(std::string_view text, const wide_encoding& from) {
  for (; text.size() >= from.unit; text.remove_prefix(from.unit))
    if (first_unit(text, from) == '\n') return true;
  return false;
}

// Returns the list as UTF-8. A list is UTF-16 or UTF-32 if it has a byte order mark, or a line feed and a NUL
// among its first four bytes.
std::string narrow(std::string_view list) {
  const std::string_view head = list.substr(0, 4096);
  const std::optional<wide_encoding> wide = find_wide_encoding(head);
  if (!wide) return std::string(list);
  const bool may_be_wide = wide->mark != 0 || head.substr(0, 4).find('\0') != std::string_view::npos;
  if (!may_be_wide || (wide->mark == 0 && !has_line_feed_unit(head, *wide))) return std::string(list);
  return wide_as_utf8(list, *wide);
}

std::vector<std::string> read_simply(std::string_view bytes) {
  const std::string list = narrow(bytes);
  std::vector<std::string> names;
  const std::string_view head = std::string_view(list).substr(0, 4096);
  const char end =
      std::count(head.begin(), head.end(), '\0') > std::count(head.begin(), head.end(), '\n') ? '\0' : '\n';
  for (fuzz_input left(list); !left.empty();) {
    std::string name(left.up_to(end));
    if (end == '\n' && name.ends_with('\r')) name.pop_back();
    name.erase(0, name.size() - without_utf8_mark(name).size());
    if (!name.empty()) names.push_back(name);
  }
  return names;
}

}  // namespace

extern const std::size_t longest_input = 4'000;

void run(fuzz_input& given) {
  const std::string_view bytes = given.rest();
  const file_in_memory stored(bytes);
  auto list = name_list::open(stored.name(), nullptr);
  if (!list) return;
  std::vector<std::string> names;
  while (auto name = list->next()) names.push_back(std::move(*name));
  if (list->failure() || is_compressed(bytes)) return;
  require(names == read_simply(bytes));
}

}  // namespace urlsieve::fuzz::name_list_target
