// A list of the first distinct sources of a URL, serialized: order (8 bytes), size (4 bytes) and name of each
// source, ascending by order. Uniting lists is associative and commutative, also if each list is cut to its
// first K sources: the first K of a union are among the first K of its parts.
#ifndef URLSIEVE_RUNS_SOURCE_LIST_HPP
#define URLSIEVE_RUNS_SOURCE_LIST_HPP

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

// Removes the first source of `list` and returns it. Requires: `list` is not empty.
inline url_source take_source(std::string_view& list) {
  std::uint64_t order = 0;
  std::uint32_t size = 0;
  std::memcpy(&order, list.data(), sizeof order);
  std::memcpy(&size, list.data() + 8, sizeof size);
  const url_source first{order, list.substr(url_source::header, size)};
  list.remove_prefix(url_source::header + size);
  return first;
}

// Writes a list with one source to `out`: url_source::header + name.size() bytes.
void write_source(const url_source& source, char* out);

// Unites two lists and keeps the first `most` sources. Returns false if the union equals `list`; otherwise
// stores the union in `united` and returns true.
bool unite_sources(std::string_view list, std::string_view other, std::size_t most, std::string& united);

}  // namespace urlsieve

#endif
