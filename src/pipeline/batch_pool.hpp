// Owns and recycles the batches of a run. A thread preferably gets the batch that it used last, because the
// memory of the batch may still be in the caches of its processor.
#ifndef URLSIEVE_PIPELINE_BATCH_POOL_HPP
#define URLSIEVE_PIPELINE_BATCH_POOL_HPP

#include <algorithm>
#include <iterator>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "src/pipeline/batch.hpp"

namespace urlsieve {

class batch_pool {
 public:
  // Returns a new batch, or a finished batch with its old contents, which input_reader::fill() clears. The
  // pool owns the batch, which stays valid until the destruction of the pool. Thread-safe, as give_back() is.
  [[nodiscard]] batch* take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return all_.emplace_back(std::make_unique<batch>()).get();
    const auto is_near = [self = std::this_thread::get_id()](const batch* candidate) {
      return candidate->worker == self;
    };
    const auto near = std::find_if(free_.rbegin(), free_.rend(), is_near);
    const auto chosen = near != free_.rend() ? std::prev(near.base()) : std::prev(free_.end());
    batch* const work = *chosen;
    free_.erase(chosen);
    return work;
  }
  // Makes a batch from take() available again.
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
