// Limits the memory of batches with much larger documents than usual (large_documents.hpp), before they enter
// the pipeline. Each such batch reserves memory. If too little memory is free, the batch waits until the
// pipeline is empty. A batch above the limit runs exclusively. The serial stage at the front calls enter(),
// and the serial stage at the end calls leave(), possibly at the same time.
#ifndef URLSIEVE_PIPELINE_BATCH_GATE_HPP
#define URLSIEVE_PIPELINE_BATCH_GATE_HPP

#include <cstddef>
#include <cstdint>
#include <utility>

#include "src/pipeline/batch.hpp"
#include "src/pipeline/large_documents.hpp"

namespace urlsieve {

class batch_gate {
 public:
  explicit batch_gate(const extract_options& options)
      : memory_(options), max_retained_(large_documents::max_kept_by_batch(options)) {}

  // Returns the waiting batch, or else the result of read(). Returns null if there is no batch, or if the
  // batch has to wait.
  template <class Read>
  [[nodiscard]] batch* enter(Read&& read) {
    batch* const next = waiting_ != nullptr ? std::exchange(waiting_, nullptr) : read();
    if (next == nullptr) return nullptr;
    const std::uint64_t needed = memory_.needed_by(*next);
    if (needed == 0 || memory_.reserve(needed)) return next;
    waiting_ = next;
    return nullptr;
  }

  // Returns true if a batch waits.
  [[nodiscard]] bool has_waiting_batch() const { return waiting_ != nullptr; }

  // Returns the waiting batch and reserves its memory if the batch must run exclusively; else returns null.
  // Requires: the pipeline is empty.
  [[nodiscard]] batch* take_exclusive() {
    if (waiting_ == nullptr || !memory_.runs_exclusively(memory_.needed_by(*waiting_))) return nullptr;
    memory_.take(memory_.needed_by(*waiting_));
    return std::exchange(waiting_, nullptr);
  }

  // Releases the reservation of `done`, which has left the pipeline or was exclusive. Frees the memory of a
  // large batch that holds more than a batch may keep. Requires: `done` still has its slices.
  void leave(batch& done) {
    const std::uint64_t needed = memory_.needed_by(done);
    if (needed == 0) return;
    if (done.retained_bytes() > max_retained_) done.release();
    memory_.release(needed);
  }

 private:
  large_documents memory_;
  std::size_t max_retained_;
  batch* waiting_ = nullptr;
};

}  // namespace urlsieve

#endif
