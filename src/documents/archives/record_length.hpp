// The length that the header of a record in a web archive tells of it.
#ifndef URLSIEVE_DOCUMENTS_RECORD_LENGTH_HPP
#define URLSIEVE_DOCUMENTS_RECORD_LENGTH_HPP

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

namespace urlsieve {

// Digits and nothing else; no length is 2^62 or more, so that places in the input can be added to it.
[[nodiscard]] inline std::optional<std::uint64_t> read_record_length(std::string_view digits) {
  constexpr std::uint64_t absurd = std::uint64_t{1} << 62U;
  std::uint64_t value = 0;
  const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  const bool is_number = failed == std::errc() && end == digits.data() + digits.size();
  return is_number && value < absurd ? std::optional(value) : std::nullopt;
}

}  // namespace urlsieve

#endif
