#include "src/shards/parquet/value_bounds.hpp"

#include <utility>

namespace urlsieve::parquet {
namespace {

// Returns a cut that splits no character: continuation bytes of UTF-8 are 10xxxxxx.
std::size_t place_to_cut(std::string_view value) {
  std::size_t at = longest_bound;
  while (at > longest_bound - 4 && (static_cast<unsigned char>(value[at]) & 0xC0U) == 0x80) --at;
  return at;
}

}  // namespace

value_bound lower_bound_of(std::string_view value) {
  if (value.size() <= longest_bound) return {std::string(value), true};
  return {std::string(value.substr(0, place_to_cut(value))), false};
}

// Truncates after an ASCII character and increments the character: the bound is above all values with the
// same prefix.
std::optional<value_bound> upper_bound_of(std::string_view value) {
  if (value.size() <= longest_bound) return value_bound{std::string(value), true};
  for (std::size_t at = longest_bound; at > 0; --at) {
    if (static_cast<unsigned char>(value[at - 1]) >= 0x7F) continue;
    std::string above(value.substr(0, at));
    ++above.back();
    return value_bound{std::move(above), false};
  }
  return std::nullopt;
}

}  // namespace urlsieve::parquet
