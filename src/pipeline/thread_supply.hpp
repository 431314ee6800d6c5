// Decides the number of threads of a run. If the system refuses a thread in the middle of a run, TBB waits
// forever or throws where the error cannot be caught. If TBB 2022 gets no memory for an arena, TBB waits
// forever. Therefore the run tries both before it starts TBB.
#ifndef URLSIEVE_PIPELINE_THREAD_SUPPLY_HPP
#define URLSIEVE_PIPELINE_THREAD_SUPPLY_HPP

#include <functional>
#include <string_view>

namespace urlsieve {

struct input_options;

// Returns false for a run by one thread. Also returns false if no number of threads was requested (0), and
// the inputs are so small that reading them is faster than starting a thread pool. Requires: the output is a
// stream; the pool always writes shards.
[[nodiscard]] bool is_worth_threads(const input_options& input, unsigned threads);

// Returns how many of `wanted` threads, the calling one included, can exist at once: 1 or more. If the system
// refuses some, calls `warn` with a sentence; `warn` may be empty. Throws std::bad_alloc if TBB gets no
// memory.
[[nodiscard]] unsigned available_threads(unsigned wanted, const std::function<void(std::string_view)>& warn);

}  // namespace urlsieve

#endif
