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

// Of the record of `size` bytes that begins at byte `plain` of the decompressed input: itself where nothing
// is compressed, else the member that it begins; its length if no more than the record is in it. `marks`
// ascend, those of ends among them; `is_whole`: they reach to the end of the record.
[[nodiscard]] inline stored_piece piece_of(const std::vector<place_mark>& marks, std::uint64_t plain,
                                           std::uint64_t size, bool is_whole) {
  const auto mark = mark_before(marks, plain);
  if (mark == marks.end() || !mark->own) return {};
  if (mark->exact) return {mark->stored + (plain - mark->plain), size};
  if (mark->plain != plain) return {};
  const auto next = std::upper_bound(mark, marks.end(), plain,
                                     [](std::uint64_t at, const place_mark& one) { return at < one.plain; });
  stored_piece found{mark->stored, std::nullopt};
  if (is_whole && next != marks.end() && next->own && next->plain <= plain + size)
    found.length = next->stored - mark->stored;
  return found;
}

}  // namespace urlsieve

#endif
