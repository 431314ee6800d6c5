// The first distinct sources of a URL, by the order in which they were met, as bytes: for each its order (8
// bytes), its size (4 bytes) and its name, ascending by order. Lists unite to the same list in whatever order
// and grouping, however many each of them was allowed to keep: what the whole keeps, its parts kept.
#ifndef URLSIEVE_DEDUP_SOURCE_LIST_HPP
#define URLSIEVE_DEDUP_SOURCE_LIST_HPP

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace urlsieve {

struct url_source {
  static constexpr std::size_t header = 12;

  std::uint64_t order;
  std::string_view name;
};

// Takes the first source off the front of `list`. REQUIRES: not empty.
inline url_source take_source(std::string_view& list) {
  std::uint64_t order = 0;
  std::uint32_t size = 0;
  std::memcpy(&order, list.data(), sizeof order);
  std::memcpy(&size, list.data() + 8, sizeof size);
  const url_source first{order, list.substr(url_source::header, size)};
  list.remove_prefix(url_source::header + size);
  return first;
}

// Writes the list of one source to `out`, which has url_source::header + name.size() bytes.
void write_source(const url_source& source, char* out);

// Unites two lists and keeps the first `most`. False if that is `list` as it was; else it is in `united`.
bool unite_sources(std::string_view list, std::string_view other, std::size_t most, std::string& united);

}  // namespace urlsieve

#endif
