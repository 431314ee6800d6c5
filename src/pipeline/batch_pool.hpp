// Owns the batches of a run; those that are done wait here to be filled again.
#ifndef URLSIEVE_PIPELINE_BATCH_POOL_HPP
#define URLSIEVE_PIPELINE_BATCH_POOL_HPP

#include <memory>
#include <mutex>
#include <vector>

#include "src/pipeline/batch.hpp"

namespace urlsieve {

class batch_pool {
 public:
  // Any thread may call these. What is taken is there until it is given back, and holds what it last held.
  [[nodiscard]] batch* take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return all_.emplace_back(std::make_unique<batch>()).get();
    batch* const taken = free_.back();
    free_.pop_back();
    return taken;
  }
  void give_back(batch* done) {
    const std::lock_guard lock(mutex_);
    free_.push_back(done);
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<batch>> all_;
  std::vector<batch*> free_;
};

}  // namespace urlsieve

#endif
