// New files that are written and shall be on the disk. All are told to the kernel before any is waited for,
// so that it writes them together; a few are held open meanwhile, not all.
#ifndef URLSIEVE_SHARDS_SYNC_QUEUE_HPP
#define URLSIEVE_SHARDS_SYNC_QUEUE_HPP

#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>

#include "src/shards/durable_file.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// Any thread may call these.
class sync_queue {
 public:
  // Holds that many files open; 0: each is synced and closed as it comes.
  explicit sync_queue(std::size_t most_open) : most_open_(most_open) {}

  // Begins to write `file` out; where too many wait, the first of them is synced and closed now.
  [[nodiscard]] result<void> add(durable_file file);

  // Syncs and closes what waits; several threads that call it share the work. The files are on the disk when
  // all calls have returned without an error.
  [[nodiscard]] result<void> drain();

 private:
  // The first of more than `left`.
  std::optional<durable_file> take(std::size_t left);

  std::size_t most_open_;
  std::mutex mutex_;
  std::deque<durable_file> waiting_;
};

}  // namespace urlsieve

#endif
