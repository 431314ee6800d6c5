// ada, where it is installed, beside our normalizing.
#ifndef URLSIEVE_BENCH_RIVALS_ADA_RIVAL_HPP
#define URLSIEVE_BENCH_RIVALS_ADA_RIVAL_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve::bench {

// Bytes of what ada makes of `url`; 0: refused.
[[nodiscard]] std::size_t ada_href_size(std::string_view url);

}  // namespace urlsieve::bench

#endif
