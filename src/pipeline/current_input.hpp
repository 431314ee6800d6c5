// The input that is being read: the source of its bytes, its format, and the position up to which its bytes
// are cut into slices.
#ifndef URLSIEVE_PIPELINE_CURRENT_INPUT_HPP
#define URLSIEVE_PIPELINE_CURRENT_INPUT_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/documents/formats.hpp"
#include "src/documents/splitter.hpp"
#include "src/input/byte_source.hpp"
#include "src/input/offset_mark.hpp"
#include "src/pipeline/batch.hpp"
#include "src/pipeline/input_account.hpp"

namespace urlsieve {

// Records the places of slices in an input: the line where each slice begins, and the place of the last
// record.
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

struct splitter_options;

struct current_input {
  std::unique_ptr<byte_source> source;  // null: no input is open
  std::string name;
  bool is_named = true;    // by the user, not found in a directory or an archive
  bool is_part = false;    // the input is a part of a file
  bool is_member = false;  // of an archive of files

  const format* as = nullptr;  // null until the format is recognized
  std::string_view format_word;
  std::unique_ptr<splitter> cutter;       // null like `as`
  bool lists_hold_text = false;           // splitter_options::lists_hold_text of the format
  std::vector<std::size_t> gaps_in_head;  // before the format is known: offsets in the head behind lost bytes
  std::string early_head;  // head of an input whose format was recognized at a pause; else empty

  // The conversions in front of the format.
  unsigned depth = 0;  // levels of nested compression
  enum class recoding : std::uint8_t { none, characters, line_ends };
  recoding last_recoding = recoding::none;
  bool is_named_archive_checked = false;  // sniff_named_file() is called once per input
  bool is_decoded = false;                // from a charset other than UTF-8

  std::vector<offset_mark> marks;     // from the decompressed bytes to the stored file
  std::uint64_t offset = 0;           // of the first unconsumed byte, in the decompressed input
  std::uint64_t skip = 0;             // coming bytes that the splitter skips
  std::size_t needed = 0;             // bytes that the splitter needs to continue
  std::size_t most_read = unlimited;  // bytes to read next, unless the splitter needs more
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();
  slice_places places;
  std::uint64_t bytes_before = 0;  // of the batch, at begin_part()
  std::uint64_t bytes_read_before = 0;
  input_account account;

  // Sets the format and makes its splitter.
  void use_format(const format& known, const splitter_options& options);

  // Makes a new splitter behind missing bytes, unless the splitter spans gaps.
  void restart_splitter(const splitter_options& options);

  // Makes the next reads small, because the next document may be skipped without reading it.
  void read_little() { most_read = std::size_t{4} << 10; }

  // Returns the number of bytes to read next behind `pending` bytes. Small reads grow up to `usual`.
  [[nodiscard]] std::size_t next_read(std::size_t pending, std::size_t usual);

  // Begins the slices of the input in the batch. `continues`: earlier batches have slices of the input.
  void begin_part(batch& next, bool continues);

  // Attributes the counts since the last call to the input, and sets the file offsets of their examples of
  // damage.
  void settle(batch& next);

  // Removes the bytes since begin_part() from the counts. forget_plain_bytes() removes only the decompressed
  // bytes, because the bytes of their contents are counted instead.
  void forget_bytes(batch& next) const {
    forget_plain_bytes(next);
    next.counted.bytes_read = bytes_read_before;
  }
  void forget_plain_bytes(batch& next) const { next.counted.bytes = bytes_before; }

  // Rejects the input for a fault that is not counted yet. Requires: begin_part() was called for the batch.
  void refuse(batch& next, damage why, std::string_view detail);

  // Adds a warning that the format begins at byte `at`, behind other bytes.
  void warn_of_late_start(std::string_view word, std::size_t at, batch& next) const;

  // Closes the source and resets everything but the name, the account and the counts of bytes.
  void forget();
};

}  // namespace urlsieve

#endif
