// ada, if installed, for comparison with normalization.
#ifndef URLSIEVE_BENCH_RIVALS_ADA_RIVAL_HPP
#define URLSIEVE_BENCH_RIVALS_ADA_RIVAL_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve::bench {

// Returns the size of ada's href of `url`; 0 if ada rejects the URL.
[[nodiscard]] std::size_t ada_href_size(std::string_view url);

}  // namespace urlsieve::bench

#endif
