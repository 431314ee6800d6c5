#include "src/shards/parquet/value_bounds.hpp"

#include <utility>

#include "src/text/encodings/utf8.hpp"

namespace urlsieve::parquet {
namespace {

// Returns a cut that splits no character.
std::size_t place_to_cut(std::string_view value, std::size_t longest) {
  std::size_t at = longest;
  while (at > longest - 4 && is_utf8_trail(value[at])) --at;
  return at;
}

}  // namespace

value_bound lower_bound_of(std::string_view value, std::size_t longest) {
  if (value.size() <= longest) return {std::string(value), true};
  return {std::string(value.substr(0, place_to_cut(value, longest))), false};
}

// Truncates after a character whose last byte can be incremented, and increments the byte: the bound is above
// all values with the same prefix.
std::optional<value_bound> upper_bound_of(std::string_view value, std::size_t longest) {
  if (value.size() <= longest) return value_bound{std::string(value), true};
  for (std::size_t at = longest; at > 0; --at) {
    const auto last = static_cast<unsigned char>(value[at - 1]);
    const bool ends_character = !is_utf8_trail(value[at]);
    // 0x7F and 0xBF are the greatest last bytes of a character.
    if (last >= 0xBF || last == 0x7F || !ends_character) continue;
    std::string above(value.substr(0, at));
    above.back() = static_cast<char>(last + 1);
    return value_bound{std::move(above), false};
  }
  return std::nullopt;
}

}  // namespace urlsieve::parquet
