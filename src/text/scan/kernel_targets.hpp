// Chooses the build of a kernel for the processor. Highway compiles a kernel for several targets (sets of
// vector instructions). Highway's own library could choose, too, but measures a timer for milliseconds before
// main(), so only its headers are used.
#ifndef URLSIEVE_TEXT_SCAN_KERNEL_TARGETS_HPP
#define URLSIEVE_TEXT_SCAN_KERNEL_TARGETS_HPP

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace urlsieve {

// A target bit of Highway; lower bits are better.
using kernel_target = std::int64_t;

// Returns the targets that are built and that this processor can run, best first.
std::vector<kernel_target> runnable_targets();

// Returns Highway's name of `target`: "AVX2".
std::string name_of_target(kernel_target target);

// Selects the build for later kernel calls; 0 restores the best. For tests and benchmarks. Requires: `target`
// is 0 or among runnable_targets(), and no other thread runs a kernel.
void run_kernels_on(kernel_target target);

namespace kernel_choice {
// Bits of the available targets; 0 until the first kernel call.
inline constinit std::atomic<std::int64_t> targets{0};
// Detects the processor, and stores and returns the available targets. Thread-safe.
std::int64_t settle();
}  // namespace kernel_choice

// Returns the targets from which kernel calls choose. The first call detects the processor. Thread-safe.
inline std::int64_t chosen_targets() {
  const std::int64_t targets = kernel_choice::targets.load(std::memory_order_relaxed);
  return targets != 0 ? targets : kernel_choice::settle();
}

}  // namespace urlsieve

#endif
