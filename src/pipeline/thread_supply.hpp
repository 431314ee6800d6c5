// Whether the system gives as many threads as a run wants. TBB, refused one in the middle of its work, throws
// where nobody catches or waits for ever; so it is asked before.
#ifndef URLSIEVE_PIPELINE_THREAD_SUPPLY_HPP
#define URLSIEVE_PIPELINE_THREAD_SUPPLY_HPP

namespace urlsieve {

// Returns if `threads` threads, this one among them, can live at once. Throws std::runtime_error if not.
void require_threads(unsigned threads);

}  // namespace urlsieve

#endif
