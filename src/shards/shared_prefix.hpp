// How much two keys have in common, which is all that most comparing of sorted rows needs to know.
#ifndef URLSIEVE_SHARDS_SHARED_PREFIX_HPP
#define URLSIEVE_SHARDS_SHARED_PREFIX_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// How many bytes `a` and `b` have in common from the front; the first `known` are known to be the same.
[[nodiscard]] std::size_t shared_prefix(std::string_view a, std::string_view b, std::size_t known = 0);

}  // namespace urlsieve

#endif
