// The gate before the flow. Batches of much larger documents than others (large_documents.hpp) reserve the
// memory that they may take: one that finds too little left waits here until the flow has run dry, and one
// that takes too much for any company then goes through alone.
#ifndef URLSIEVE_PIPELINE_BATCH_GATE_HPP
#define URLSIEVE_PIPELINE_BATCH_GATE_HPP

#include <cstddef>
#include <cstdint>
#include <utility>

#include "src/pipeline/batch.hpp"
#include "src/pipeline/large_documents.hpp"
#include "urlsieve/options.hpp"

namespace urlsieve {

class batch_gate {
 public:
  explicit batch_gate(const extract_options& options)
      : memory_(options), kept_(large_documents::kept_by_a_batch(options)) {}

  // The batch that waits, or else the one that read() gives; null if there is none, or if it has to wait.
  template <class Read>
  [[nodiscard]] batch* enter(Read&& read) {
    batch* const next = waiting_ != nullptr ? std::exchange(waiting_, nullptr) : read();
    if (next == nullptr) return nullptr;
    const std::uint64_t needed = memory_.needed_by(*next);
    if (needed == 0 || memory_.reserve(needed)) return next;
    waiting_ = next;
    return nullptr;
  }

  [[nodiscard]] bool holds_one() const { return waiting_ != nullptr; }

  // The batch that waits, if it is to go alone. Only while nothing is in the flow.
  [[nodiscard]] batch* take_lone() {
    if (waiting_ == nullptr || !memory_.goes_alone(memory_.needed_by(*waiting_))) return nullptr;
    memory_.take(memory_.needed_by(*waiting_));
    return std::exchange(waiting_, nullptr);
  }

  // `done` has left the flow. What a large one holds is freed, if it is much.
  void leave(batch& done) {
    const std::uint64_t needed = memory_.needed_by(done);
    if (needed == 0) return;
    if (done.held() > kept_) done.release();
    memory_.release(needed);
  }

 private:
  large_documents memory_;
  std::size_t kept_;
  batch* waiting_ = nullptr;
};

}  // namespace urlsieve

#endif
