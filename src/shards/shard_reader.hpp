// A streaming reader of the rows of one shard. Reads, checks and decompresses the file in large blocks.
// Returns for each row its key, and the length of the prefix shared with the key before, for merging in
// order. Rows of Parquet files are typed rows; other rows are text.
#ifndef URLSIEVE_SHARDS_SHARD_READER_HPP
#define URLSIEVE_SHARDS_SHARD_READER_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/rows/delimited_writer.hpp"
#include "src/rows/typed_row.hpp"
#include "src/shards/parquet/row_file_reader.hpp"
#include "src/shards/row_layout.hpp"
#include "src/text/shared_prefix.hpp"
#include "src/transfer/remote_context.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

class layered_rows;
class shard_content;

// The number of bad lines, and the number of the first bad line, from 1.
struct bad_lines {
  std::uint64_t count = 0;
  std::uint64_t first = 0;

  void note(std::uint64_t line) {
    if (count++ == 0) first = line;
  }
};

// Options for reading a shard.
struct shard_access {
  static constexpr std::size_t largest_block = std::size_t{256} << 10U;
  static constexpr std::size_t smallest_block = std::size_t{16} << 10U;

  static constexpr std::uint64_t default_memory = std::uint64_t{256} << 20U;

  std::uint64_t memory = default_memory;  // for a row with its keys
  // Further bytes for longer rows, shared with other readers of the same thread; may be null. A reader
  // subtracts the bytes that its block takes, and never gives bytes back.
  std::uint64_t* spare = nullptr;
  std::size_t block = largest_block;  // bytes of rows in one read
  remote_context remote = {};         // for directories that are URLs
  // The shard holds intermediate rows: text, or packed rows if the directory has Parquet files.
  bool is_intermediate = false;
};

// Rows are views into a block that next() may move; the current row and the row before are kept. The reader
// records damage and continues; check() fails if the rows are not trustworthy. One thread at a time may use a
// reader.
class shard_reader {
 public:
  // Opens the shard `entry` of `directory`: a regular file, or a remote object if access.remote allows; in a
  // state, the files of all layers, whose rows of the same URL become one row.
  // `entry`, `run` and `layout` must outlive the reader. A row that is longer than the content size in
  // `entry`, or that exceeds the memory with its keys, ends the reading with an error. Fails with
  // error_code::cannot_read if the file is unavailable.
  [[nodiscard]] static result<shard_reader> open(const std::string& directory, const shard_summary& entry,
                                                 const manifest& run, const row_layout& layout,
                                                 const shard_access& access);
  // Opens a shard with default options except for `memory` and `remote`.
  [[nodiscard]] static result<shard_reader> open(const std::string& directory, const shard_summary& entry,
                                                 const manifest& run, const row_layout& layout,
                                                 std::uint64_t memory = default_memory,
                                                 const remote_context& remote = {});
  static constexpr std::uint64_t default_memory = shard_access::default_memory;

  shard_reader(shard_reader&&) noexcept;
  shard_reader& operator=(shard_reader&&) noexcept;
  ~shard_reader();

  // Returns the memory of a reader, in bytes, for a shard of any size.
  [[nodiscard]] static std::uint64_t memory_for(const manifest& run);
  // Returns the memory of a reader, in bytes, for a shard of `bytes` stored bytes and `content_bytes` of
  // rows.
  [[nodiscard]] static std::uint64_t memory_for(const manifest& run, std::uint64_t bytes,
                                                std::uint64_t content_bytes, std::size_t block,
                                                bool is_intermediate = false);

  // Returns the further memory, in bytes, for a remote shard of `bytes` stored bytes.
  [[nodiscard]] static std::uint64_t remote_memory_for(const manifest& run, std::uint64_t bytes);

  // Advances to the next row. Returns false after the last row, or if reading failed (see state()).
  // Invalidates all views; previous_row() returns the row before.
  bool next();

  // Returns the current row as text without LF. A typed row is written for each call: a TAB between columns,
  // a NUL between the elements of a list, blanks for TAB, CR and LF.
  [[nodiscard]] std::string_view row() { return text_of(current()); }
  // Return parts of the current row: its key, and its sort key (see assign_sort_key()).
  [[nodiscard]] std::string_view key() const { return current().key; }
  [[nodiscard]] std::string_view sort_key() const { return current().sort_key; }
  // Returns the length of the prefix shared with the sort key of the row before.
  [[nodiscard]] std::size_t shared() const { return shared_; }

  // Returns true if rows are typed.
  [[nodiscard]] bool is_typed() const { return is_typed_; }
  // Returns the values of the current row. Requires: is_typed().
  [[nodiscard]] std::span<const row_value> values() { return values_of(current()); }

  // Return the row before the current row, as row() and values() do; after the end, the last row.
  [[nodiscard]] std::string_view previous_row() { return text_of(previous()); }
  [[nodiscard]] std::span<const row_value> previous_values() { return values_of(previous()); }
  [[nodiscard]] std::string_view previous_key() const { return previous().key; }

  [[nodiscard]] bool finished() const { return finished_; }  // next() has returned false

  // Returns the first error of reading or decompressing.
  [[nodiscard]] const result<void>& state() const { return state_; }

  // Reads the next stored bytes of the file, instead of rows. Returns 0 at the end, or after an error.
  // Requires: the shard is one file, not layers of a state.
  std::size_t read_stored(std::span<char> out);

  // Reads the rest of the file without parsing rows, so that summary() has the size and checksum.
  void drain();

  [[nodiscard]] std::uint64_t lines() const { return lines_; }
  [[nodiscard]] std::uint64_t stored_bytes() const;  // of the files, read so far

  // Returns the summary of all rows so far, with verbatim keys; complete after the last row.
  [[nodiscard]] shard_summary summary() const;
  [[nodiscard]] const bad_lines& disordered() const {
    return disordered_;
  }  // not greater than the row before
  [[nodiscard]] const bad_lines& malformed() const { return malformed_; }  // without key
  [[nodiscard]] const std::string& path() const { return path_; }

  // Returns true if reading ended at a row that exceeds the memory of `access`.
  [[nodiscard]] bool exceeded_memory() const { return exceeded_memory_; }

  // Fails with error_code::cannot_read for any damage, and if the shard contradicts its manifest. Requires:
  // next() returned false.
  [[nodiscard]] result<void> check() const;
  // Checks only size and checksum of the file. Requires: drain() was called.
  [[nodiscard]] result<void> check_file() const;

 private:
  // A row with its keys, and storage for parts that are not in the block.
  struct place {
    std::string_view row;  // text, or a packed row without its head
    std::string_view key;
    std::string_view sort_key;
    typed_row values;
    std::string row_storage;  // the text of a typed row
    std::string joined_row;   // a row of several layers
    std::string key_storage;
    std::string sort_storage;
  };

  shard_reader();
  bool next_line();
  bool next_packed();
  bool next_of_columns();
  bool next_of_layers();
  [[nodiscard]] bool fill_to(std::size_t size);
  [[nodiscard]] std::string_view text_of(place& row);
  [[nodiscard]] std::span<const row_value> values_of(place& row);
  void open_columns();
  bool refill();
  bool extend_block();
  [[nodiscard]] bool take_growth();
  void read_key();
  void compare();
  void move_block(char* destination);
  void fail(std::string_view fault);
  void copy_content_error();
  [[nodiscard]] place& current() { return places_[current_index_]; }
  [[nodiscard]] const place& current() const { return places_[current_index_]; }
  [[nodiscard]] place& previous() { return places_[1 - current_index_]; }
  [[nodiscard]] const place& previous() const { return places_[1 - current_index_]; }

  std::unique_ptr<layered_rows> layers_;  // null: the shard is one file
  std::unique_ptr<shard_content> content_;
  std::unique_ptr<parquet::row_file_reader> columns_;  // created for the first row
  const manifest* run_ = nullptr;
  std::string path_;
  const shard_summary* entry_ = nullptr;
  const row_layout* layout_ = nullptr;
  row_order order_ = row_order::bytes;

  std::unique_ptr<char[]> block_;  // the row before, the current row, and bytes behind
  std::size_t capacity_ = 0;
  shard_access access_;
  bool is_typed_ = false;
  bool is_packed_ = false;           // rows are typed, and packed in the file
  std::vector<field_kind> kinds_;    // types of the values of packed rows
  std::optional<tsv_writer> texts_;  // of typed rows, created for the first text
  std::size_t at_ = 0;               // begin of the next row
  std::size_t end_ = 0;              // end of the bytes in block_
  bool ended_ = false;               // block_ holds the end of the content
  bool finished_ = false;            // next() returned false
  bool exceeded_memory_ = false;

  std::unique_ptr<place[]> places_;  // two: current row and row before, alternating
  unsigned current_index_ = 0;
  std::size_t shared_ = 0;

  std::uint64_t lines_ = 0;
  std::uint64_t content_bytes_ = 0;
  std::string first_key_;
  bad_lines disordered_;
  bad_lines malformed_;
  result<void> state_;
};

}  // namespace urlsieve

#endif
