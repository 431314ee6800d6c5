// Records the places of slices in an input: the line where each slice begins, and the place of the last
// record.
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
  // Enables counting of lines, which is off by default.
  void count_lines() { counts_lines_ = true; }
  [[nodiscard]] bool counts_lines() const { return counts_lines_; }

  // Records the slices `slices`, cut from the first `consumed` bytes of `pending`, and sets their lines.
  // `pending` begins at `offset` of the input.
  void note(std::span<slice> slices, std::string_view pending, std::size_t consumed, std::uint64_t offset);

  // Returns the offset before which no byte is needed any more, if the input continues at `offset`. A record
  // in windows may have begun in an earlier batch.
  [[nodiscard]] std::uint64_t needed_from(std::uint64_t offset) const {
    return offset < record_end_ ? std::min(offset, record_) : offset;
  }

  // Begins another input.
  void restart() { lines_ = record_ = record_end_ = 0; }

 private:
  bool counts_lines_ = false;
  std::uint64_t lines_ = 0;       // ended before the next slice
  std::uint64_t record_ = 0;      // beginning of the record of the last slice
  std::uint64_t record_end_ = 0;  // end of that record, if it is not held whole; else 0
};

}  // namespace urlsieve

#endif
