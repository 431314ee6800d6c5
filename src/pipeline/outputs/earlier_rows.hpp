// Compares the rows of a run with the rows of earlier runs, shard by shard, within the limits of open files
// and memory.
#ifndef URLSIEVE_PIPELINE_EARLIER_ROWS_HPP
#define URLSIEVE_PIPELINE_EARLIER_ROWS_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <semaphore>

#include "src/dedup/shard_store.hpp"
#include "src/shards/seen_filter.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// Limits how many shards are compared at the same time. Thread-safe.
class comparison_slots {
 public:
  // Counts the slots for shards of `runs` and of at most `threads` threads, in half of `memory` bytes. The
  // soft limit of open files is read once.
  comparison_slots(const seen_directories& runs, unsigned threads, std::uint64_t memory);

 private:
  friend class earlier_rows;
  std::counting_semaphore<> free_;
};

// The rows of earlier runs in one shard, which a shard_store::reading is compared with. The object holds a
// slot, and must outlive the reading. One thread at a time may use an object.
class earlier_rows {
 public:
  explicit earlier_rows(comparison_slots& slots) : slots_(slots) {}
  ~earlier_rows();
  earlier_rows(const earlier_rows&) = delete;
  earlier_rows& operator=(const earlier_rows&) = delete;

  // Waits for a slot, opens `shard` of `runs` in about `memory` bytes, and sets `reading.earlier`. If `runs`
  // is empty, does nothing. `most_rows`: an upper bound of the rows that `reading` takes. Fails as
  // seen_filter::open() does. Call at most once.
  [[nodiscard]] result<void> open(const seen_directories& runs, std::uint32_t shard, std::uint64_t most_rows,
                                  std::size_t memory, shard_store::reading& reading);

  // Called after the last row. Fails as seen_filter::finish() does.
  [[nodiscard]] result<void> finish();

 private:
  comparison_slots& slots_;
  bool holds_slot_ = false;
  std::optional<seen_filter> known_;
};

}  // namespace urlsieve

#endif
