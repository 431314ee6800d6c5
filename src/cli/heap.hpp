// Settings of the heap of the C library, for the program alone: a library leaves the heap to its host. They
// change nothing where the C library is not glibc.
#ifndef URLSIEVE_CLI_HEAP_HPP
#define URLSIEVE_CLI_HEAP_HPP

#include <cstdint>

namespace urlsieve::cli {

// Returns freed blocks of 4 MiB and more to the system at once, because --memory limits the whole process:
// glibc would keep blocks up to the largest size ever freed, up to 32 MiB. Smaller blocks stay, because the
// next batch needs them again. Call before threads start.
void return_large_blocks();

// Prepares the heap for a run that reads inputs with `memory` bytes (0: half of the machine) and `threads`
// threads (0: one per processor). With at least 1 GiB, freed blocks of up to 32 MiB stay, and the heap is
// extended by up to a sixteenth of the memory, on huge pages where the kernel has them. Fresh memory costs a
// run with two threads a tenth of its time. Does nothing under `ulimit -v` and `ulimit -d`. Call before
// threads start.
void extend_heap(std::uint64_t memory, unsigned threads);

}  // namespace urlsieve::cli

#endif
