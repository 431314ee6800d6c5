// The range of a file from which one record can be read again.
#ifndef URLSIEVE_INPUT_STORED_RANGE_HPP
#define URLSIEVE_INPUT_STORED_RANGE_HPP

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "src/input/offset_mark.hpp"

namespace urlsieve {

// Both in stored bytes; nullopt: unknown.
struct stored_range {
  std::optional<std::uint64_t> offset;
  std::optional<std::uint64_t> length;
};

// Size of the line ends behind a record, in bytes. They count as part of the record, although they may be
// missing.
inline constexpr std::uint64_t longest_record_end = 4;

// Returns the stored range of the record of `size` bytes at decompressed byte `plain`. For uncompressed
// input, the range is the record. For compressed input, the range consists of whole members: offset is set if
// a member begins with the record. Length is set, too, if the members hold nothing but the record. Input that
// is compressed twice has no range. Requires: `marks` ascend and include ends of members. `is_whole`: the
// marks extend to the end of the record.
[[nodiscard]] inline stored_range piece_of(const std::vector<offset_mark>& marks, std::uint64_t plain,
                                           std::uint64_t size, bool is_whole) {
  const auto mark = mark_before(marks, plain);
  if (mark == marks.end() || !mark->own) return {};
  if (mark->exact) return {mark->stored + (plain - mark->plain), size};
  if (mark->plain != plain) return {};
  const auto behind =
      std::upper_bound(mark, marks.end(), plain + size,
                       [](std::uint64_t at, const offset_mark& candidate) { return at < candidate.plain; });
  auto last = behind - 1;  // `mark` at least
  // Empty members and padding may follow the record.
  while (last != mark && (last - 1)->plain == last->plain) --last;
  stored_range found{mark->stored, std::nullopt};
  if (is_whole && last->own && last->plain > plain && plain + size - last->plain <= longest_record_end)
    found.length = last->stored - mark->stored;
  return found;
}

}  // namespace urlsieve

#endif
