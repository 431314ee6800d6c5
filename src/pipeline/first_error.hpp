// Stores the first error that any thread of a run meets.
#ifndef URLSIEVE_PIPELINE_FIRST_ERROR_HPP
#define URLSIEVE_PIPELINE_FIRST_ERROR_HPP

#include <atomic>
#include <mutex>
#include <optional>

#include "urlsieve/error.hpp"

namespace urlsieve {

class first_error {
 public:
  // Stores the error of `outcome` unless there is none, or an error is stored already. Thread-safe.
  void record(const result<void>& outcome) {
    if (outcome) return;
    const std::lock_guard lock(mutex_);
    if (!first_) first_ = outcome.error();
    has_error_ = true;
  }
  // Returns true once an error is stored. Thread-safe.
  [[nodiscard]] bool has_error() const { return has_error_; }

  // Returns the stored error. Requires: has_error(), and no thread records.
  [[nodiscard]] const error& get() const { return *first_; }

 private:
  std::atomic<bool> has_error_{false};
  std::mutex mutex_;
  std::optional<error> first_;
};

}  // namespace urlsieve

#endif
