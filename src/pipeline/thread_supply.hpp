// Whether a run wants more threads than its own, and whether the system gives as many. TBB, refused one in
// the middle of its work, throws where nobody catches or waits for ever; so it is asked before.
#ifndef URLSIEVE_PIPELINE_THREAD_SUPPLY_HPP
#define URLSIEVE_PIPELINE_THREAD_SUPPLY_HPP

#include "urlsieve/options.hpp"

namespace urlsieve {

// False for a run to a stream by one thread; also where no number was asked for and the inputs are so small
// that they are read sooner than a pool of threads is made. Shards are always written by the pool.
[[nodiscard]] bool is_worth_threads(const extract_options& options);

// Returns if `threads` threads, this one among them, can live at once. Throws std::runtime_error if not.
void require_threads(unsigned threads);

}  // namespace urlsieve

#endif
