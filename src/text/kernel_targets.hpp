// Which of its builds a kernel runs. Highway compiles a kernel for several targets (sets of vector
// instructions); this chooses among them for the processor at hand. Highway's own library would, too, but
// before main() it measures a timer for milliseconds, so only its headers are used.
#ifndef URLSIEVE_TEXT_KERNEL_TARGETS_HPP
#define URLSIEVE_TEXT_KERNEL_TARGETS_HPP

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

namespace urlsieve {

// One of Highway's bits; the lower, the better.
using kernel_target = std::int64_t;

// Those that kernels are built for and this processor can run, best first.
std::vector<kernel_target> runnable_targets();

std::string name_of_target(kernel_target target);

// Kernels that are called from now on run this build; 0: the best one again. For tests and benches, while no
// other thread runs a kernel.
void run_kernels_on(kernel_target target);

namespace kernel_choice {
// Bits of the targets to choose from; 0 until the first kernel is called.
inline constinit std::atomic<std::int64_t> targets{0};
std::int64_t settle();
}  // namespace kernel_choice

inline std::int64_t chosen_targets() {
  const std::int64_t targets = kernel_choice::targets.load(std::memory_order_relaxed);
  return targets != 0 ? targets : kernel_choice::settle();
}

}  // namespace urlsieve

#endif
