// Streams the rows of one shard: reads, checks and decompresses it in large blocks, and tells of each row its
// key and how much of that it shares with the key before, which is all that merging in order needs to look
// at.
#ifndef URLSIEVE_SHARDS_SHARD_READER_HPP
#define URLSIEVE_SHARDS_SHARD_READER_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "src/shards/parquet/row_file_reader.hpp"
#include "src/shards/row_layout.hpp"
#include "src/shards/shared_prefix.hpp"
#include "src/transfer/remote_access.hpp"
#include "urlsieve/error.hpp"
#include "urlsieve/manifest.hpp"

namespace urlsieve {

class shard_content;

// Lines that are not what they should be: how many, and the first one's number from 1.
struct bad_lines {
  std::uint64_t count = 0;
  std::uint64_t first = 0;

  void note(std::uint64_t line) {
    if (count++ == 0) first = line;
  }
};

// How a shard is read.
struct shard_access {
  static constexpr std::size_t largest_block = std::size_t{256} << 10U;
  static constexpr std::size_t smallest_block = std::size_t{16} << 10U;

  static constexpr std::uint64_t default_memory = std::uint64_t{256} << 20U;

  std::uint64_t memory = default_memory;  // for a row with its keys
  // What longer rows may take besides, together with all other readers of the same thread that have it; may
  // be null.
  std::uint64_t* spare = nullptr;
  std::size_t block = largest_block;  // of rows, as many as are read at a time
  remote_reach remote = {};           // of directories that are URLs
  bool as_text = false;               // it holds the text of the rows, in whatever form the directory is
};

// Rows come as views into a block that next() may move; two rows, the one at hand and the one before, are
// kept. Whatever is wrong with the file is noted, not hidden: check() says whether what was read may be
// believed.
class shard_reader {
 public:
  // Opens the shard of `directory` that `said` is about, which must be a regular file or, where access.remote
  // reaches it, an object. `of` and `layout` outlive the reader. A row that is longer than `said` has all
  // rows together, or that takes more than memory allows with its keys, is an error when it is met.
  [[nodiscard]] static result<shard_reader> open(const std::string& directory, const shard_summary& said,
                                                 const manifest& of, const row_layout& layout,
                                                 const shard_access& access);
  [[nodiscard]] static result<shard_reader> open(const std::string& directory, const shard_summary& said,
                                                 const manifest& of, const row_layout& layout,
                                                 std::uint64_t memory = default_memory,
                                                 const remote_reach& remote = {});
  static constexpr std::uint64_t default_memory = shard_access::default_memory;

  shard_reader(shard_reader&&) noexcept;
  shard_reader& operator=(shard_reader&&) noexcept;
  ~shard_reader();

  // What one takes at least, of whatever size the shard is.
  [[nodiscard]] static std::uint64_t memory_for(const manifest& of);
  // The same of a shard with so many bytes, as stored and of its rows, that is read by such blocks.
  [[nodiscard]] static std::uint64_t memory_for(const manifest& of, std::uint64_t bytes,
                                                std::uint64_t content_bytes, std::size_t block,
                                                bool as_text = false);

  // Goes to the next row; false: there is none, or reading failed (state()). Of the rows before, the last one
  // is still to be had as previous_row(); views of it are not.
  bool next();

  // Of the row at hand. `row` is without its LF; `sort_key` is what rows are sorted by (assign_sort_key).
  [[nodiscard]] std::string_view row() const { return now().row; }
  [[nodiscard]] std::string_view key() const { return now().key; }
  [[nodiscard]] std::string_view sort_key() const { return now().sort_key; }
  // With the sort key of the row before.
  [[nodiscard]] std::size_t shared() const { return shared_; }

  // The row before the one at hand, or the last one.
  [[nodiscard]] std::string_view previous_row() const { return before().row; }
  [[nodiscard]] std::string_view previous_key() const { return before().key; }

  [[nodiscard]] bool finished() const { return finished_; }  // next() has returned false

  // The first error of reading or decompressing.
  [[nodiscard]] const result<void>& state() const { return state_; }

  // The next bytes of the file as they are stored, instead of its rows; 0: there are no more, or state().
  std::size_t read_stored(std::span<char> out);

  // Reads what is left of the file without looking at its rows, so that met() has its size and checksum.
  void drain();

  [[nodiscard]] std::uint64_t lines() const { return lines_; }
  [[nodiscard]] std::uint64_t stored_bytes() const;  // of the file, read up to now

  // What was met up to now; whole after the last row. Keys as they are.
  [[nodiscard]] shard_summary met() const;
  [[nodiscard]] const bad_lines& disordered() const { return disordered_; }  // not above the row before
  [[nodiscard]] const bad_lines& malformed() const { return malformed_; }    // without their key
  [[nodiscard]] const std::string& path() const { return path_; }

  // Whether what ended it is a row that takes more memory than access has for it.
  [[nodiscard]] bool outgrew_memory() const { return outgrew_; }

  // After the last row: error_code::cannot_read if anything above is wrong, or not as the manifest says.
  [[nodiscard]] result<void> check() const;
  // The same after drain(): of the file alone.
  [[nodiscard]] result<void> check_file() const;

 private:
  // A row with its key, and where that is kept if it does not lie in the row.
  struct place {
    std::string_view row;
    std::string_view key;
    std::string_view sort_key;
    std::string row_storage;  // of a row that is made of columns
    std::string key_storage;
    std::string sort_storage;
  };

  shard_reader();
  bool next_line();
  bool next_of_columns();
  void open_columns();
  bool refill();
  bool make_room();
  [[nodiscard]] bool may_grow();
  void read_key();
  void compare();
  void move_block(char* to);
  void fail(std::string_view what);
  void heed_content();
  [[nodiscard]] place& now() { return places_[turn_]; }
  [[nodiscard]] const place& now() const { return places_[turn_]; }
  [[nodiscard]] const place& before() const { return places_[1 - turn_]; }

  std::unique_ptr<shard_content> content_;
  std::unique_ptr<parquet::row_file_reader> columns_;  // made when the first row is asked for
  const manifest* of_ = nullptr;
  std::string path_;
  const shard_summary* said_ = nullptr;
  const row_layout* layout_ = nullptr;
  row_order order_ = row_order::bytes;

  std::unique_ptr<char[]> block_;  // the row before, the row at hand, and what follows
  std::size_t capacity_ = 0;
  shard_access access_;
  bool of_columns_ = false;
  std::size_t at_ = 0;     // where the next row begins
  std::size_t end_ = 0;    // of what is in block_
  bool ended_ = false;     // nothing follows what is in block_
  bool finished_ = false;  // next() returned false
  bool outgrew_ = false;

  std::unique_ptr<place[]> places_;  // two: at hand and before, in turns
  unsigned turn_ = 0;
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
