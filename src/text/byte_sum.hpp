// The sum of bytes, as headers of archives have it.
#ifndef URLSIEVE_TEXT_BYTE_SUM_HPP
#define URLSIEVE_TEXT_BYTE_SUM_HPP

#include <cstdint>
#include <string_view>

namespace urlsieve {

// Of all of `bytes`, none of which has a sign.
[[nodiscard]] std::uint64_t sum_of_bytes(std::string_view bytes);

}  // namespace urlsieve

#endif
