// The bytes in the slab of a batch that are read and not yet cut into slices. Bytes that are left when a
// batch is complete are carried over to the next batch.
#ifndef URLSIEVE_PIPELINE_SLAB_WINDOW_HPP
#define URLSIEVE_PIPELINE_SLAB_WINDOW_HPP

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "src/input/byte_source.hpp"
#include "src/pipeline/batch.hpp"

namespace urlsieve {

class slab_window {
 public:
  // `batch_bytes`: the usual number of bytes that a batch reads.
  explicit slab_window(std::size_t batch_bytes) : batch_bytes_(batch_bytes), max_reused_(4 * batch_bytes) {}

  // Raises the maximal capacity of a slab that is used again to `capacity` bytes.
  void keep_up_to(std::size_t capacity) { max_reused_ = std::max(max_reused_, capacity); }

  // Calls `report` with the number of bytes before a large allocation for a document that is held whole.
  void before_growing(std::function<void(std::size_t)> report) { before_growing_ = std::move(report); }

  // Begins a batch. The caller then calls begin_with_run() or, if that returns false, begin_with_carried().
  void begin(batch& next);
  // Takes the memory of members that were decoded ahead, and puts the carried bytes in front of them. Returns
  // false if there is no such memory.
  [[nodiscard]] bool begin_with_run(batch& next, byte_source& source);
  // Provides memory for the usual number of bytes, with the carried bytes at its front.
  void begin_with_carried(batch& next);

  // True if the batch began with members decoded ahead.
  [[nodiscard]] bool is_run() const { return is_run_; }

  // Return the pending bytes, and their number.
  [[nodiscard]] std::string_view pending(const batch& next) const {
    return {next.bytes.data() + begin_, used_ - begin_};
  }
  [[nodiscard]] std::size_t size() const { return used_ - begin_; }

  // Remove the first `bytes` pending bytes, or all of them, from the front.
  void consume(std::size_t bytes) { begin_ += bytes; }
  void consume_all() { begin_ = used_; }
  // Drops the pending bytes: their memory is filled again.
  void drop() { used_ = begin_; }

  // Returns the memory to read into; add() makes the first `bytes` of the memory pending.
  [[nodiscard]] std::span<char> free_space(batch& next) const {
    return {next.bytes.data() + used_, space_ - used_};
  }
  void add(std::size_t bytes) { used_ += bytes; }

  // Provides memory for at least `needed` pending bytes, and for one byte more than are pending. Returns
  // false if the batch must be passed on first, because its slices point into the slab.
  [[nodiscard]] bool ensure_space(batch& next, std::size_t needed);

  // Counts `bytes` of memory outside the slab that the batch holds.
  void count_in_place(std::size_t bytes) { in_place_ += bytes; }

  // True if another input should begin in the next batch.
  [[nodiscard]] bool is_full() const;

  // Keeps the pending bytes for the next batch, or forgets them.
  void carry(const batch& next) { carried_ = pending(next); }
  void forget_carried() { carried_.clear(); }
  [[nodiscard]] std::size_t carried() const { return carried_.size(); }

 private:
  std::size_t batch_bytes_;
  std::size_t max_reused_;
  std::function<void(std::size_t)> before_growing_;  // empty: not requested
  std::size_t begin_ = 0;                            // pending: [begin_, used_) of the slab
  std::size_t used_ = 0;
  std::size_t space_ = 0;  // bytes of the slab to fill; its capacity may be larger
  std::size_t in_place_ = 0;
  bool is_run_ = false;
  std::string carried_;
};

}  // namespace urlsieve

#endif
