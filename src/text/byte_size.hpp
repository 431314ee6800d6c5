// Parses sizes in bytes, as people write them: "8192", "64KiB", "1 GB".
#ifndef URLSIEVE_TEXT_BYTE_SIZE_HPP
#define URLSIEVE_TEXT_BYTE_SIZE_HPP

#include <cstdint>
#include <optional>
#include <string_view>

namespace urlsieve {

// Returns the bytes of a decimal number, optionally followed by blanks and a unit in any case: B, K, M, G, T,
// P or E, the last six also as KB or KiB, all powers of 1024. Returns the largest std::uint64_t for a larger
// size, and nullopt for any other text.
[[nodiscard]] std::optional<std::uint64_t> parse_byte_size(std::string_view text);

}  // namespace urlsieve

#endif
