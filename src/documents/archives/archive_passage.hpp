// What the splitters of web archives share: the arguments of one split() with how far it came, and bytes that
// go by without being held (of a record that is too large, or of none).
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
  static constexpr std::uint64_t no_end = std::numeric_limits<std::uint64_t>::max();

  // Bytes go by up to `end` in the input, or to a record that begins before.
  void begin(std::uint64_t end) {
    active_ = true;
    end_ = end;
  }

  [[nodiscard]] bool has_end() const { return end_ != no_end; }

  struct stretch {
    std::size_t size;  // that goes by now
    bool ends;         // and the passage with it
  };
  // `found`: where in now.rest() a record begins; `sure`: how much of it was looked through for good.
  [[nodiscard]] stretch next(const split_call& now, std::size_t found, std::size_t sure) const {
    const std::uint64_t left = end_ == no_end ? no_end : end_ - now.at();
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>({found, left, sure}));
    return {size, size == found || size == left};
  }

  // To be called where it ended.
  void end(const split_call& now) {
    active_ = false;
    if (end_ != no_end && now.at() != end_)
      now.damaged(damage::bad_record_length, "a record begins before the end of the one before it");
  }

  // To be asked between records, where the bytes are no record: an archive that is packed may follow one that
  // is not.
  [[nodiscard]] static bool packed_follows(const split_call& now) {
    return sniff_compression(now.rest().substr(0, compression_head_size)) != compression::none;
  }

  // Does one split(): `pass` while bytes go by, else `between`. Each makes some progress and returns 0, or
  // returns how many bytes from now.done on it needs.
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
