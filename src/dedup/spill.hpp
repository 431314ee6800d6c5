// Sorted runs: temporary files of entries, ascending by key, that exceeded the memory budget.
//
//   header    magic (8 bytes), the fields of entries (4)
//   blocks    decompressed size, compressed size (4 bytes each), XXH3-64 of the rest (8), a zstd frame
//   trailer   two zeros in place of sizes, number of entries (8), XXH3-64 of all block checksums and of that
//             number (8)
//
// A block holds whole entries: length of the key prefix that is shared with the entry before, rest of the
// key, count, then order, columns and sources if the run has them; numbers are varints of 7 bits a byte. A
// reader detects a truncated or altered run, at the latest at its end.
#ifndef URLSIEVE_DEDUP_SPILL_HPP
#define URLSIEVE_DEDUP_SPILL_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/codec/zstd_block.hpp"
#include "src/dedup/known_url.hpp"
#include "urlsieve/error.hpp"

namespace urlsieve {

// A stream of entries in ascending byte order of their URLs, each URL once.
class entry_stream {
 public:
  virtual ~entry_stream() = default;

  // Advances to the next entry. Returns false at the end, and on an error, which state() returns.
  virtual bool advance() = 0;

  // The current entry. Its views are valid until the next advance().
  [[nodiscard]] const known_url& entry() const { return entry_; }

  // The length, in bytes, of the prefix shared with the URL of the entry before; 0 for the first entry.
  [[nodiscard]] std::size_t shared() const { return shared_; }

  [[nodiscard]] virtual result<void> state() const { return {}; }

 protected:
  known_url entry_;
  std::size_t shared_ = 0;
};

// The fields of a run's entries besides URL and count.
struct run_fields {
  bool order = false;
  bool columns = false;
  bool sources = false;
};

// A run on disk.
struct run_file {
  std::string name;  // in the directory of runs
  std::uint64_t bytes = 0;
  std::uint64_t entries = 0;
  std::uint64_t checksum = 0;  // the last eight bytes of the file
};

// Writes a run as a new file. The file is not synced; spill_area::keep() makes runs durable.
class run_writer {
 public:
  // Creates directory/name. Fails with error_code::cannot_open, also if the file exists.
  [[nodiscard]] static result<run_writer> create(const std::string& directory, std::string name,
                                                 run_fields fields);

  run_writer(run_writer&&) noexcept;
  run_writer& operator=(run_writer&&) noexcept;
  ~run_writer();  // removes the file unless finish() succeeded

  // Requires: keys ascend. Returns false after an error, which finish() returns.
  bool append(const known_url& entry);

  // Writes the remaining entries and closes the file. Fails with error_code::cannot_write, also for an
  // earlier error. Requires: finish() is called once.
  [[nodiscard]] result<run_file> finish();

 private:
  struct file;
  explicit run_writer(std::unique_ptr<file> opened);
  std::unique_ptr<file> file_;
};

class run_reader final : public entry_stream {
 public:
  // Memory of a reader, in bytes, for entries of ordinary size.
  static constexpr std::size_t memory = std::size_t{160} << 10U;

  // Opens a run, and checks its size, header and trailer against `run`. Fails with error_code::cannot_open or
  // cannot_read. advance() checks each block, and all entries at the end; state() returns
  // error_code::cannot_read for damage. `unpacker` must outlive the reader; many readers of one thread may
  // share an unpacker.
  [[nodiscard]] static result<std::unique_ptr<run_reader>> open(const std::string& directory,
                                                                const run_file& run,
                                                                block_decompressor& unpacker);
  ~run_reader() override;
  run_reader(const run_reader&) = delete;
  run_reader& operator=(const run_reader&) = delete;

  bool advance() override;
  [[nodiscard]] result<void> state() const override { return state_; }

 private:
  struct block_header;

  run_reader(std::string path, int descriptor, block_decompressor& unpacker)
      : path_(std::move(path)), descriptor_(descriptor), unpacker_(unpacker) {}
  [[nodiscard]] result<void> begin(const run_file& run);
  bool read_block();
  bool parse_entry();
  [[nodiscard]] bool read_at(std::uint64_t offset, char* to, std::size_t size);
  bool fail(std::string_view what);

  std::string path_;
  int descriptor_;
  block_decompressor& unpacker_;
  run_fields fields_;
  run_file run_;
  result<void> state_;
  std::uint64_t offset_ = 0;  // of the next block
  std::uint64_t chained_ = 0;
  std::uint64_t read_ = 0;  // entries
  std::vector<char> packed_;
  std::vector<char> block_;
  const char* next_ = nullptr;  // in block_
  const char* end_ = nullptr;
  std::string key_;
};

}  // namespace urlsieve

#endif
