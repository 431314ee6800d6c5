// What this process may have of the machine: memory, by the machine and by the control groups around it,
// threads and open files. The one place that asks.
#ifndef URLSIEVE_PIPELINE_RESOURCES_HPP
#define URLSIEVE_PIPELINE_RESOURCES_HPP

#include <cstdint>
#include <string>

#include "urlsieve/error.hpp"

namespace urlsieve {

// Bytes of the machine, or of a control group (version 1 or 2) that this process is in, if that is less.
// Asked once.
[[nodiscard]] std::uint64_t memory_of_machine();

// The least limit of the control groups that the file `list` names and of those above them, whose files stand
// below `mount`; the largest number: there is none.
[[nodiscard]] std::uint64_t memory_limit_of_groups(const std::string& list, const std::string& mount);

// As many as are asked for; 0: half of memory_of_machine(), or one for each processor.
[[nodiscard]] std::uint64_t memory_or_half(std::uint64_t asked);
[[nodiscard]] unsigned threads_or_all(unsigned asked);

// How many files this process may have open at a time; the largest number: no limit is known.
[[nodiscard]] std::uint64_t most_open_files();

// Raises the limit as far as this user may, which the limits of many systems leave to a program that needs
// it.
void allow_most_open_files() noexcept;

// What code and tables of all libraries take; measured.
inline constexpr std::uint64_t memory_of_program = std::uint64_t{16} << 20U;

// How many of `wanted` workers that take `each` bytes fit into `memory` beside `shared` bytes and the
// program. error_code::usage, with what it takes, if there is no room for one.
[[nodiscard]] result<unsigned> workers_that_fit(unsigned wanted, std::uint64_t memory, std::uint64_t each,
                                                std::uint64_t shared = 0);

}  // namespace urlsieve

#endif
