// The stored bytes of a file from which one record can be read again.
#ifndef URLSIEVE_INPUT_STORED_PIECE_HPP
#define URLSIEVE_INPUT_STORED_PIECE_HPP

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "src/input/place_mark.hpp"

namespace urlsieve {

struct stored_piece {
  std::optional<std::uint64_t> offset;
  std::optional<std::uint64_t> length;
};

// Length of a record's end mark, which is counted in the record although it may be missing.
inline constexpr std::uint64_t longest_record_end = 4;

// Returns the place of the record of `size` bytes at decompressed byte `plain`. If nothing is compressed,
// that is the record itself. Otherwise it is the members from the one the record begins to the one it ends;
// the length is set only if the members hold nothing else. `marks` ascend and include ends of members;
// `is_whole`: they extend to the end of the record.
[[nodiscard]] inline stored_piece piece_of(const std::vector<place_mark>& marks, std::uint64_t plain,
                                           std::uint64_t size, bool is_whole) {
  const auto mark = mark_before(marks, plain);
  if (mark == marks.end() || !mark->own) return {};
  if (mark->exact) return {mark->stored + (plain - mark->plain), size};
  if (mark->plain != plain) return {};
  const auto behind =
      std::upper_bound(mark, marks.end(), plain + size,
                       [](std::uint64_t at, const place_mark& one) { return at < one.plain; });
  auto last = behind - 1;  // `mark` at least
  // Empty members and padding may follow the record.
  while (last != mark && (last - 1)->plain == last->plain) --last;
  stored_piece found{mark->stored, std::nullopt};
  if (is_whole && last->own && last->plain > plain && plain + size - last->plain <= longest_record_end)
    found.length = last->stored - mark->stored;
  return found;
}

}  // namespace urlsieve

#endif
