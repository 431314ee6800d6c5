// A thread-safe queue of runs that no thread decodes yet, in input order.
#ifndef URLSIEVE_INPUT_MEMBERS_WAITING_RUNS_HPP
#define URLSIEVE_INPUT_MEMBERS_WAITING_RUNS_HPP

#include <algorithm>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>

#include "src/input/members/member_run.hpp"

namespace urlsieve {

class waiting_runs {
 public:
  // Appends `run`, and returns the number of waiting runs.
  std::size_t add(std::shared_ptr<member_run> run) {
    const std::lock_guard lock(mutex_);
    runs_.push_back(std::move(run));
    return runs_.size();
  }

  // Removes the first run and claims its turn for the caller. Returns null if there is none; never waits for
  // a run.
  [[nodiscard]] std::shared_ptr<member_run> take() {
    const std::lock_guard lock(mutex_);
    while (!runs_.empty()) {
      std::shared_ptr<member_run> first = std::move(runs_.front());
      runs_.pop_front();
      if (first->decoding().claim()) return first;
    }
    return nullptr;
  }

  // Removes `run` if it is in the queue.
  void remove(const std::shared_ptr<member_run>& run) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find(runs_.begin(), runs_.end(), run);
    if (found != runs_.end()) runs_.erase(found);
  }

 private:
  std::mutex mutex_;
  std::deque<std::shared_ptr<member_run>> runs_;
};

}  // namespace urlsieve

#endif
