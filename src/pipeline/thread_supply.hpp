// Decides how many threads a run gets. TBB throws where nobody can catch, or waits forever, if the system
// refuses a thread in the middle of a run. Therefore the run tries before it starts TBB.
#ifndef URLSIEVE_PIPELINE_THREAD_SUPPLY_HPP
#define URLSIEVE_PIPELINE_THREAD_SUPPLY_HPP

#include <functional>
#include <string_view>

#include "urlsieve/options.hpp"

namespace urlsieve {

// False for a run to a stream by one thread; also where no number was asked for and the inputs are so small
// that they are read sooner than a pool of threads is made. Shards are always written by the pool.
[[nodiscard]] bool is_worth_threads(const extract_options& options);

// Returns how many of `wanted` threads, the calling one included, can exist at once: 1 or more. If the system
// refuses some, calls `warn` with a sentence; `warn` may be empty.
[[nodiscard]] unsigned available_threads(unsigned wanted, const std::function<void(std::string_view)>& warn);

}  // namespace urlsieve

#endif
