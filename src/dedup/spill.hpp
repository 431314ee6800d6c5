// A sorted run: entries that did not fit into memory, ascending by key, in a temporary file.
//
//   header    8 bytes magic, 4 bytes which fields there are
//   blocks    size unpacked, size packed (4 bytes each), XXH3-64 of what follows (8), a zstd frame
//   trailer   two zeros in place of sizes, entries (8), XXH3-64 of all blocks' checksums and of entries (8)
//
// A block holds whole entries: how much of its key an entry shares with the one before, the rest of the key,
// then count, order, columns and sources as far as there are any; numbers in groups of 7 bits. A run that was
// torn or altered is noticed when it is read, at the latest at its end.
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

// Entries in ascending order of their URLs, each URL once.
class entry_stream {
 public:
  virtual ~entry_stream() = default;

  // Goes to the next entry. False: there is none, or state() says why it cannot be read.
  virtual bool advance() = 0;

  // The views live until the next call of advance().
  [[nodiscard]] const known_url& entry() const { return entry_; }

  // How many bytes the URL has in common with that of the entry before, from the front; 0 for the first.
  [[nodiscard]] std::size_t shared() const { return shared_; }

  [[nodiscard]] virtual result<void> state() const { return {}; }

 protected:
  known_url entry_;
  std::size_t shared_ = 0;
};

// Which fields the entries of a run have besides URL and count.
struct run_fields {
  bool order = false;
  bool columns = false;
  bool sources = false;
};

// A run on disk.
struct run_file {
  std::string name;  // inside the directory of the runs
  std::uint64_t bytes = 0;
  std::uint64_t entries = 0;
  std::uint64_t checksum = 0;  // the last eight bytes of the file
};

class run_writer {
 public:
  // Creates directory/name, which must not exist.
  [[nodiscard]] static result<run_writer> create(const std::string& directory, std::string name,
                                                 run_fields fields);

  run_writer(run_writer&&) noexcept;
  run_writer& operator=(run_writer&&) noexcept;
  ~run_writer();  // without finish(): removes the file

  // REQUIRES: ascending keys. False once something went wrong: then finish() says what.
  bool append(const known_url& entry);

  [[nodiscard]] result<run_file> finish();

 private:
  struct file;
  explicit run_writer(std::unique_ptr<file> opened);
  std::unique_ptr<file> file_;
};

class run_reader final : public entry_stream {
 public:
  // What a reader holds in memory for entries of ordinary size.
  static constexpr std::size_t memory = std::size_t{160} << 10U;

  // Opens a run and compares it with what its writer said of it. `unpacker` may serve many readers of one
  // thread.
  [[nodiscard]] static result<std::unique_ptr<run_reader>> open(const std::string& directory,
                                                                const run_file& run,
                                                                block_unpacker& unpacker);
  ~run_reader() override;
  run_reader(const run_reader&) = delete;
  run_reader& operator=(const run_reader&) = delete;

  bool advance() override;
  [[nodiscard]] result<void> state() const override { return state_; }

 private:
  struct block_header;

  run_reader(std::string path, int descriptor, block_unpacker& unpacker)
      : path_(std::move(path)), descriptor_(descriptor), unpacker_(unpacker) {}
  [[nodiscard]] result<void> begin(const run_file& run);
  bool read_block();
  bool parse_entry();
  [[nodiscard]] bool read_at(std::uint64_t offset, char* to, std::size_t size);
  bool fail(std::string_view what);

  std::string path_;
  int descriptor_;
  block_unpacker& unpacker_;
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

// The length of the longest common prefix, of which the first `known` bytes are known.
[[nodiscard]] std::size_t prefix_in_common(std::string_view a, std::string_view b, std::size_t known = 0);

}  // namespace urlsieve

#endif
