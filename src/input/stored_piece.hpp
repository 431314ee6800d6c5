// Which bytes of a file give a record again.
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

// What closes a record is counted with it where it may be missing.
inline constexpr std::uint64_t longest_record_end = 4;

// Of the record of `size` bytes that begins at byte `plain` of the decompressed input: itself where nothing
// is compressed, else the members from the one that it begins to the one that it ends; their length if
// nothing but the record is in them. `marks` ascend, those of ends among them; `is_whole`: they reach to the
// end of the record.
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
  // Members that hold nothing, and padding, may follow where the record ends.
  while (last != mark && (last - 1)->plain == last->plain) --last;
  stored_piece found{mark->stored, std::nullopt};
  if (is_whole && last->own && last->plain > plain && plain + size - last->plain <= longest_record_end)
    found.length = last->stored - mark->stored;
  return found;
}

}  // namespace urlsieve

#endif
