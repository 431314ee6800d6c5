// Which byte of the decompressed input stands where in the file.
#ifndef URLSIEVE_INPUT_PLACE_MARK_HPP
#define URLSIEVE_INPUT_PLACE_MARK_HPP

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "urlsieve/stats.hpp"

namespace urlsieve {

// Of the byte `plain` of the decompressed input the member begins at byte `stored` of the file; or, where
// nothing is compressed, it stands there itself, and what follows behind it.
struct place_mark {
  std::uint64_t plain;
  std::uint64_t stored;
  bool exact;
  bool own = true;   // else what begins there is something around the member
  bool end = false;  // a member ends there, and what follows is not known; only where read_ahead asks for it
};

// The last of `marks`, which ascend, that is not behind `plain`; end() if there is none.
[[nodiscard]] inline std::vector<place_mark>::const_iterator mark_before(const std::vector<place_mark>& marks,
                                                                         std::uint64_t plain) {
  const auto behind =
      std::upper_bound(marks.begin(), marks.end(), plain,
                       [](std::uint64_t at, const place_mark& one) { return at < one.plain; });
  auto mark = behind;
  while (mark != marks.begin() && (mark - 1)->end) --mark;
  return mark == marks.begin() ? marks.end() : mark - 1;
}

[[nodiscard]] inline std::optional<std::uint64_t> file_offset(const std::vector<place_mark>& marks,
                                                              std::uint64_t plain) {
  const auto mark = mark_before(marks, plain);
  if (mark == marks.end()) return std::nullopt;
  return mark->stored + (mark->exact ? plain - mark->plain : 0);
}

// Fills in where in the file `place` is, if it is only known where in the decompressed input; where both are
// the same, the file is said.
inline void locate(input_place& place, const std::vector<place_mark>& marks) {
  if (!place.plain || place.stored) return;
  place.stored = file_offset(marks, *place.plain);
  if (place.stored == place.plain && mark_before(marks, *place.plain)->exact) place.plain.reset();
}

// Leaves out what only bytes before `plain` need.
inline void forget_before(std::vector<place_mark>& marks, std::uint64_t plain) {
  const auto first = mark_before(marks, plain);
  if (first != marks.end()) marks.erase(marks.begin(), first);
}

}  // namespace urlsieve

#endif
