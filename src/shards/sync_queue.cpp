#include "src/shards/sync_queue.hpp"

#include <utility>

namespace urlsieve {

result<void> sync_queue::add(durable_file file) {
  file.begin_sync();
  {
    const std::lock_guard lock(mutex_);
    files_.push_back(std::move(file));
  }
  std::optional<durable_file> first = take(most_open_);
  return first ? first->close() : result<void>();
}

result<void> sync_queue::drain() {
  while (std::optional<durable_file> first = take(0))
    if (result<void> synced = first->close(); !synced) return synced;
  return {};
}

std::optional<durable_file> sync_queue::take(std::size_t left) {
  const std::lock_guard lock(mutex_);
  if (files_.size() <= left) return std::nullopt;
  durable_file first = std::move(files_.front());
  files_.pop_front();
  return first;
}

}  // namespace urlsieve
