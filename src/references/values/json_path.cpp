#include "src/references/values/json_path.hpp"

#include <algorithm>

#include "src/text/scan/byte_class.hpp"

namespace urlsieve {

std::string_view json_path::key() const {
  if (depth_ >= named_levels) return {};
  for (std::size_t level = depth_; level > 0; --level)
    if (!names_[level].empty()) return names_[level];
  return {};
}

bool json_path::within(std::string_view name) const {
  const std::size_t levels = std::min(depth_ + 1, named_levels);
  return std::find(names_.begin(), names_.begin() + static_cast<std::ptrdiff_t>(levels), name) !=
         names_.begin() + static_cast<std::ptrdiff_t>(levels);
}

std::string_view json_path::text(std::string_view prefix, arena& storage) const {
  char* const out = storage.reserve(longest);
  char* end = std::copy(prefix.begin(), prefix.end(), out);
  bool first = true;
  for (std::size_t level = 0; level <= std::min(depth_, named_levels - 1); ++level) {
    const std::string_view name = names_[level];
    if (name.empty()) continue;
    if (static_cast<std::size_t>(end - out) + 1 + name.size() > longest) break;
    if (!first) *end++ = '.';
    first = false;
    end =
        std::copy_if(name.begin(), name.end(), end, [](char c) { return !bytes::c0_and_delete.contains(c); });
  }
  return storage.commit(static_cast<std::size_t>(end - out));
}

}  // namespace urlsieve
