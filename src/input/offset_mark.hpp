// Maps bytes of the decompressed input to places in the file. All functions require marks in ascending order
// of offset_mark::plain.
#ifndef URLSIEVE_INPUT_OFFSET_MARK_HPP
#define URLSIEVE_INPUT_OFFSET_MARK_HPP

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "urlsieve/stats.hpp"

namespace urlsieve {

// A place in the file. Not exact: the compressed member that decompresses to byte `plain` begins at byte
// `stored` of the file. Exact: nothing is compressed; byte `plain` is stored at `stored`, and the following
// bytes behind.
struct offset_mark {
  std::uint64_t plain;
  std::uint64_t stored;
  bool exact;
  bool own = true;   // false: not the member but an outer layer begins at `stored`
  bool end = false;  // a member ends there; the next bytes are unknown. Only with read_ahead::mark_ends
};

// Returns the last of `marks` (ascending) at or before `plain`, or end() if there is none.
[[nodiscard]] inline std::vector<offset_mark>::const_iterator mark_before(
    const std::vector<offset_mark>& marks, std::uint64_t plain) {
  const auto behind =
      std::upper_bound(marks.begin(), marks.end(), plain,
                       [](std::uint64_t at, const offset_mark& candidate) { return at < candidate.plain; });
  auto mark = behind;
  while (mark != marks.begin() && (mark - 1)->end) --mark;
  return mark == marks.begin() ? marks.end() : mark - 1;
}

// Returns the file offset of byte `plain`, or of the compressed member that contains the byte. Returns
// nullopt if no mark precedes the byte.
[[nodiscard]] inline std::optional<std::uint64_t> file_offset(const std::vector<offset_mark>& marks,
                                                              std::uint64_t plain) {
  const auto mark = mark_before(marks, plain);
  if (mark == marks.end()) return std::nullopt;
  return mark->stored + (mark->exact ? plain - mark->plain : 0);
}

// Sets the file offset of `place` if only the decompressed offset is known. If both are equal, keeps the file
// offset only.
inline void locate(input_place& place, const std::vector<offset_mark>& marks) {
  if (!place.plain || place.stored) return;
  place.stored = file_offset(marks, *place.plain);
  if (place.stored == place.plain && mark_before(marks, *place.plain)->exact) place.plain.reset();
}

// Removes the marks that only bytes before `plain` need.
inline void forget_before(std::vector<offset_mark>& marks, std::uint64_t plain) {
  const auto first = mark_before(marks, plain);
  if (first != marks.end()) marks.erase(marks.begin(), first);
}

}  // namespace urlsieve

#endif
