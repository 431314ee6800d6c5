// Sums bytes, as archive headers do for their checksum.
#ifndef URLSIEVE_TEXT_SCAN_BYTE_SUM_HPP
#define URLSIEVE_TEXT_SCAN_BYTE_SUM_HPP

#include <cstdint>
#include <string_view>

namespace urlsieve {

// Returns the sum of `bytes` as unsigned values.
[[nodiscard]] std::uint64_t sum_of_bytes(std::string_view bytes);

}  // namespace urlsieve

#endif
