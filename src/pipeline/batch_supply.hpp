// The batches of a run: a pool that recycles batches, and a gate that limits the memory of large batches.
#ifndef URLSIEVE_PIPELINE_BATCH_SUPPLY_HPP
#define URLSIEVE_PIPELINE_BATCH_SUPPLY_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "src/pipeline/batch.hpp"
#include "src/pipeline/large_documents.hpp"

namespace urlsieve {

// Owns and recycles batches. A thread preferably gets the batch that it used last, because the memory of the
// batch may still be in the caches of its processor.
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

// Limits the memory of batches with much larger documents than usual (large_documents.hpp), before they enter
// the pipeline. Each such batch reserves memory. If too little memory is free, the batch waits until the
// pipeline is empty. A batch above the limit runs exclusively. The serial stage at the front calls enter(),
// and the serial stage at the end calls leave(), possibly at the same time.
class batch_gate {
 public:
  explicit batch_gate(const batch_memory& batches)
      : memory_(batches), max_retained_(large_documents::max_kept_by_batch(batches)) {}

  // Returns the waiting batch, or else the result of read(). Returns null if there is no batch, or if the
  // batch has to wait.
  template <class Read>
  [[nodiscard]] batch* enter(Read&& read) {
    batch* const next = waiting_ != nullptr ? std::exchange(waiting_, nullptr) : read();
    if (next == nullptr) return nullptr;
    const std::uint64_t needed = memory_.needed_by(*next);
    if (needed == 0 || memory_.reserve(needed)) {
      next->reserved = needed;
      return next;
    }
    waiting_ = next;
    return nullptr;
  }

  // Returns true if a batch waits.
  [[nodiscard]] bool has_waiting_batch() const { return waiting_ != nullptr; }

  // Returns the waiting batch and reserves its memory if the batch must run exclusively; else returns null.
  // Requires: the pipeline is empty.
  [[nodiscard]] batch* take_exclusive() {
    const std::uint64_t needed = waiting_ == nullptr ? 0 : memory_.needed_by(*waiting_);
    if (!memory_.runs_exclusively(needed)) return nullptr;
    memory_.take(needed);
    waiting_->reserved = needed;
    return std::exchange(waiting_, nullptr);
  }

  // Releases the reservation of `done`, which has left the pipeline or was exclusive. Frees the memory of a
  // large batch that holds more than a batch may keep.
  void leave(batch& done) {
    if (done.reserved == 0) return;
    if (done.retained_bytes() > max_retained_) done.release();
    memory_.release(std::exchange(done.reserved, 0));
  }

 private:
  large_documents memory_;
  std::size_t max_retained_;
  batch* waiting_ = nullptr;
};

}  // namespace urlsieve

#endif
