// The memory that a run may use, and the part left for the sets of known URLs. The memory that the process
// occupies besides the sets (code, batches in flight, threads) is measured at run time, so the limit holds
// for the whole process.
#ifndef URLSIEVE_PIPELINE_MEMORY_BUDGET_HPP
#define URLSIEVE_PIPELINE_MEMORY_BUDGET_HPP

#include <cstddef>
#include <cstdint>

#include "urlsieve/error.hpp"

namespace urlsieve {

struct batch_memory;

class memory_budget {
 public:
  // Returns the budget of batches.memory, or half the memory of machine and control group. Fails with
  // error_code::usage if the memory is too small for the threads, the batches and `shards` shards.
  [[nodiscard]] static result<memory_budget> of(const batch_memory& batches, std::size_t shards);

  memory_budget(memory_budget&& other) noexcept;
  memory_budget& operator=(memory_budget&&) = delete;
  ~memory_budget();

  // Returns the bytes for the whole process.
  [[nodiscard]] std::size_t total() const { return total_; }

  // Returns the bytes reserved for merging.
  [[nodiscard]] std::size_t for_merges() const { return total_ / 8; }

  // Returns the maximum of bytes for all sets, which hold `set_bytes` bytes now. Measures the process at each
  // call. Returns at least an eighth of total(), also if the process exceeds the budget. Thread-safe.
  [[nodiscard]] std::size_t for_sets(std::size_t set_bytes) const;

 private:
  explicit memory_budget(std::size_t total);

  std::size_t total_;
  int statm_;  // /proc/self/statm, the memory of the process; -1: unavailable
  std::size_t page_;
};

}  // namespace urlsieve

#endif
