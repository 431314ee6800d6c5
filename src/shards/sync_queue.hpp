// A queue of written files that must become durable. The write-back of each file starts at once, and waiting
// comes later, so the kernel writes many files together. The queue limits the number of open files.
#ifndef URLSIEVE_SHARDS_SYNC_QUEUE_HPP
#define URLSIEVE_SHARDS_SYNC_QUEUE_HPP

#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>

#include "src/shards/durable_file.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// All members are thread-safe. An error of syncing is returned once, by the call that syncs the file. The
// destructor closes waiting files without syncing.
class sync_queue {
 public:
  // Keeps at most `most_open` files open; with 0, add() syncs and closes each file.
  explicit sync_queue(std::size_t most_open) : most_open_(most_open) {}

  // Starts the write-back of `file`. If the queue is full, syncs and closes the oldest file.
  [[nodiscard]] result<void> add(durable_file file);

  // Syncs and closes all files, and stops at the first error. Several threads that call drain() share the
  // work; the files are durable when all calls have succeeded.
  [[nodiscard]] result<void> drain();

 private:
  // Returns the oldest file if the queue holds more than `left`.
  std::optional<durable_file> take(std::size_t left);

  std::size_t most_open_;
  std::mutex mutex_;
  std::deque<durable_file> files_;
};

}  // namespace urlsieve

#endif
