// The common prefix of two keys, which decides most comparisons of sorted rows.
#ifndef URLSIEVE_TEXT_SHARED_PREFIX_HPP
#define URLSIEVE_TEXT_SHARED_PREFIX_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// Returns the length of the common prefix of `a` and `b`. Requires: the first `known` bytes are equal.
[[nodiscard]] std::size_t shared_prefix(std::string_view a, std::string_view b, std::size_t known = 0);

}  // namespace urlsieve

#endif
