// Parses the length in a record header of a web archive.
#ifndef URLSIEVE_DOCUMENTS_RECORD_LENGTH_HPP
#define URLSIEVE_DOCUMENTS_RECORD_LENGTH_HPP

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace urlsieve {

// Returns the number in `digits`, or nullopt if any byte is no digit or the number is 2^62 or more. The limit
// keeps sums with input offsets from overflowing.
[[nodiscard]] inline std::optional<std::uint64_t> read_record_length(std::string_view digits) {
  constexpr std::uint64_t absurd = std::uint64_t{1} << 62U;
  std::uint64_t value = 0;
  const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool is_number = failed == std::errc() && end == digits.data() + digits.size();
  return is_number && value < absurd ? std::optional(value) : std::nullopt;
}

}  // namespace urlsieve

#endif
