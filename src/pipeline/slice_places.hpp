// Where the slices of an input stand in it: in which line each begins, and where the last record does.
#ifndef URLSIEVE_PIPELINE_SLICE_PLACES_HPP
#define URLSIEVE_PIPELINE_SLICE_PLACES_HPP

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "src/documents/splitter.hpp"

namespace urlsieve {

class slice_places {
 public:
  // Lines are counted only if somebody asks.
  void count_lines() { counts_lines_ = true; }
  [[nodiscard]] bool counts_lines() const { return counts_lines_; }

  // `made` was cut from the first `consumed` bytes of `pending`, which begins at `offset` of the input.
  void note(std::span<slice> made, std::string_view pending, std::size_t consumed, std::uint64_t offset);

  // Before which byte nothing is needed any more, if the input goes on at `offset`: a record that is given in
  // windows may have begun in an earlier batch.
  [[nodiscard]] std::uint64_t needed_from(std::uint64_t offset) const {
    return offset < record_end_ ? std::min(offset, record_) : offset;
  }

  // Another input begins.
  void restart() { lines_ = record_ = record_end_ = 0; }

 private:
  bool counts_lines_ = false;
  std::uint64_t lines_ = 0;       // that ended before what comes next
  std::uint64_t record_ = 0;      // where the record of the last slice begins, and ends if it is not
  std::uint64_t record_end_ = 0;  // held whole; else 0
};

}  // namespace urlsieve

#endif
