// Maps decompressed offsets of a source to file offsets, to report where damage is. Handles stored bytes that
// come out of another compression.
#ifndef URLSIEVE_INPUT_MEMBERS_PLACE_LOG_HPP
#define URLSIEVE_INPUT_MEMBERS_PLACE_LOG_HPP

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "src/input/byte_source.hpp"
#include "src/input/members/member_run.hpp"
#include "src/input/offset_mark.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class place_log {
 public:
  // For stored bytes that are the bytes of the file.
  place_log() = default;

  // For stored bytes that `packed` decompresses, from its byte `first` on. `marks`: the marks of `packed` so
  // far. Requires: `packed` outlives the object.
  place_log(byte_source& packed, std::uint64_t first, std::vector<offset_mark> marks)
      : packed_(&packed), first_(first), outer_(std::move(marks)) {}

  // Records that decompressed byte `plain` is at `stored` (see offset_mark).
  void add(std::uint64_t plain, std::uint64_t stored, bool exact, bool own = true) {
    marks_.push_back({plain, stored, exact, own});
  }

  // Records that a member ends at decompressed byte `plain` and stored byte `stored`.
  void end(std::uint64_t plain, std::uint64_t stored) {
    marks_.push_back({plain, stored, false, true, true});
  }

  // Records the members of `run`, the first of which decompresses to byte `plain`.
  void add(std::uint64_t plain, const member_run& run) {
    for (const member_run::member_start& start : run.starts())
      add(plain + start.produced, run.begin() + start.consumed, false);
  }

  // Returns the place of stored byte `stored` in the file.
  [[nodiscard]] input_place place_of(std::uint64_t stored) {
    if (packed_ == nullptr) return {stored, std::nullopt};
    packed_->take_marks(outer_);
    return {file_offset(outer_, first_ + stored), first_ + stored};
  }

  // Appends the marks since the last call. Requires: later calls do not concern stored bytes before
  // `position`.
  void take(std::vector<offset_mark>& marks, std::uint64_t position) {
    if (packed_ != nullptr) {
      packed_->take_marks(outer_);
      for (offset_mark& mark : marks_) {
        const auto outer = mark_before(outer_, first_ + mark.stored);
        const bool own = outer != outer_.end() && outer->exact && outer->own;
        mark = {mark.plain, file_offset(outer_, first_ + mark.stored).value_or(0), false, own, mark.end};
      }
      forget_before(outer_, first_ + position);
    }
    marks.insert(marks.end(), marks_.begin(), marks_.end());
    marks_.clear();
  }

 private:
  byte_source* packed_ = nullptr;
  std::uint64_t first_ = 0;
  std::vector<offset_mark> outer_;
  std::vector<offset_mark> marks_;
};

}  // namespace urlsieve

#endif
