// Reports the resources of the process: memory (of the machine and the control groups), threads and open
// files. All code asks these functions.
#ifndef URLSIEVE_PIPELINE_RESOURCES_HPP
#define URLSIEVE_PIPELINE_RESOURCES_HPP

#include <cstdint>
#include <string>

#include "urlsieve/error.hpp"

namespace urlsieve {

// Returns the bytes of the machine, or of a control group (version 1 or 2) of this process if fewer. Asks the
// system once.
[[nodiscard]] std::uint64_t memory_of_machine();

// Returns the lowest limit, in bytes, of the control groups in the file `list` and their ancestors, whose
// files are below `mount`; the largest number without a limit.
[[nodiscard]] std::uint64_t memory_limit_of_groups(const std::string& list, const std::string& mount);

// Return the argument; if it is 0, half of memory_of_machine(), or one thread per processor.
[[nodiscard]] std::uint64_t memory_or_half(std::uint64_t requested);
[[nodiscard]] unsigned threads_or_all(unsigned requested);

// Returns the maximum of open files of this process; the largest number without a known limit.
[[nodiscard]] std::uint64_t most_open_files();

// Raises the limit of open files to the hard limit. Many systems set a low soft limit, and leave raising to
// the program.
void allow_most_open_files() noexcept;

// Memory of the code and tables of all libraries, in bytes (measured).
inline constexpr std::uint64_t memory_of_program = std::uint64_t{16} << 20U;

// Returns how many of `workers` workers of `worker_bytes` bytes fit into `memory`, besides `shared_bytes`
// bytes and the program. Fails with error_code::usage, and names the memory needed, if no worker fits.
[[nodiscard]] result<unsigned> workers_that_fit(unsigned workers, std::uint64_t memory,
                                                std::uint64_t worker_bytes, std::uint64_t shared_bytes = 0);

}  // namespace urlsieve

#endif
