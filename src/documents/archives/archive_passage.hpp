// Shared by the splitters of web archives: skips bytes that are not held (a large record, or junk).
#ifndef URLSIEVE_DOCUMENTS_ARCHIVE_PASSAGE_HPP
#define URLSIEVE_DOCUMENTS_ARCHIVE_PASSAGE_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

#include "src/codec/compression.hpp"
#include "src/documents/split_call.hpp"
#include "src/documents/splitter.hpp"

namespace urlsieve {

class archive_passage {
 public:
  // Argument of begin() if the end is unknown.
  static constexpr std::uint64_t no_end = std::numeric_limits<std::uint64_t>::max();

  // Begins to skip bytes up to offset `end` of the input, or up to an earlier record.
  void begin(std::uint64_t end) {
    active_ = true;
    end_ = end;
  }

  // Returns true if the end is known (a record with a length).
  [[nodiscard]] bool has_end() const { return end_ != no_end; }

  // Returns true if now.done is at the end that begin() was given.
  [[nodiscard]] bool is_at_end(const split_call& now) const { return now.at() == end_; }

  struct stretch {
    std::size_t size;  // bytes to skip now
    bool ends;         // the passage ends with these bytes
  };
  // Returns the next stretch to skip; {0, false}: more bytes are needed. `found`: the offset of a record in
  // now.rest(), or npos; `sure`: the number of bytes that were searched completely. Requires: now.at() is not
  // behind the end given to begin().
  [[nodiscard]] stretch next(const split_call& now, std::size_t found, std::size_t sure) const {
    const std::uint64_t left = end_ == no_end ? no_end : end_ - now.at();
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>({found, left, sure}));
    return {size, size == found || size == left};
  }

  // Ends the passage. Counts damage if a record begins before the expected end. Requires: now.done is at the
  // end of the passage.
  void end(const split_call& now) {
    active_ = false;
    if (end_ != no_end && now.at() != end_)
      now.damaged(damage::bad_record_length, "a record begins before the end of the one before it");
  }

  // Returns true if compressed bytes follow: a compressed archive may follow an uncompressed archive. Called
  // between records only.
  [[nodiscard]] static bool compressed_follows(const split_call& now) {
    return sniff_compression(now.rest().substr(0, compression_head_size)) != compression::none;
  }

  // Runs one split(): calls `pass` while a passage is active, else `between`. Each advances now.done and
  // returns 0, or returns the number of bytes that it needs from now.done on. Counts a record that the input
  // truncates.
  template <class Pass, class Between>
  splitter::progress split(split_call& now, Pass&& pass, Between&& between) const {
    while (now.done < now.bytes.size()) {
      const std::size_t needed = active_ ? pass() : between();
      if (needed != 0 || now.packed || now.foreign) return {now.done, needed, now.packed};
    }
    if (now.last && active_ && end_ != no_end && now.at() < end_)
      now.damaged(damage::truncated_record, "the input ends inside a record");
    return {now.done, 0};
  }

 private:
  bool active_ = false;
  std::uint64_t end_ = no_end;
};

}  // namespace urlsieve

#endif
