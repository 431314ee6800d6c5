// How much memory a run may use, and what that leaves for the sets of known URLs: what the process occupies
// besides them (code, batches in flight, what threads need) is measured as it goes, so the bound holds for
// all of it.
#ifndef URLSIEVE_PIPELINE_MEMORY_BUDGET_HPP
#define URLSIEVE_PIPELINE_MEMORY_BUDGET_HPP

#include <cstddef>
#include <cstdint>

#include "urlsieve/error.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

class memory_budget {
 public:
  // By options.output.memory, or half of what machine and control group have. error_code::usage if that is
  // too little for as many shards and threads and for batches of that size.
  [[nodiscard]] static result<memory_budget> of(const extract_options& options);

  memory_budget(memory_budget&& other) noexcept;
  memory_budget& operator=(memory_budget&&) = delete;
  ~memory_budget();

  [[nodiscard]] std::size_t total() const { return total_; }

  // Kept free for merging.
  [[nodiscard]] std::size_t for_merges() const { return total_ / 8; }

  // What sets that hold `held` bytes now may hold. Any thread may ask.
  [[nodiscard]] std::size_t for_sets(std::size_t held) const;

 private:
  explicit memory_budget(std::size_t total);

  std::size_t total_;
  int statm_;  // the kernel's file on what the process occupies; -1: there is none
  std::size_t page_;
};

}  // namespace urlsieve

#endif
