// Adapts a sorted sighting_set to entry_stream.
#ifndef URLSIEVE_DEDUP_SET_STREAM_HPP
#define URLSIEVE_DEDUP_SET_STREAM_HPP

#include <cstddef>

#include "src/dedup/sighting_set.hpp"
#include "src/runs/sorted_run.hpp"
#include "src/text/shared_prefix.hpp"

namespace urlsieve {

class set_stream final : public entry_stream {
 public:
  // Requires: `set` is sorted by bytes, outlives the stream and does not change meanwhile.
  explicit set_stream(const sighting_set& set) : set_(set) {}

  bool advance() override {
    if (rank_ == set_.size()) return false;
    if (rank_ + ahead < set_.size()) set_.prefetch(rank_ + ahead);
    const known_url next = set_[rank_++];
    shared_ = shared_prefix(entry_.url, next.url);
    entry_ = next;
    return true;
  }

 private:
  static constexpr std::size_t ahead = 16;

  const sighting_set& set_;
  std::size_t rank_ = 0;
};

}  // namespace urlsieve

#endif
