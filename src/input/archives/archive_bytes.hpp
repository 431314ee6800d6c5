// The bytes of an archive of files in blocks, for the reader of its entries: from a source, or from a file
// with random access. Finds the next valid header behind damage. Functions rethrow exceptions of the source.
#ifndef URLSIEVE_INPUT_ARCHIVES_ARCHIVE_BYTES_HPP
#define URLSIEVE_INPUT_ARCHIVES_ARCHIVE_BYTES_HPP

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/input/archives/file_archive.hpp"
#include "src/input/byte_source.hpp"
#include "src/input/stored_file.hpp"
#include "src/input/zip/zip_dictionaries.hpp"
#include "src/text/slab.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

// Blocks of memory that a reader fills one after another while consumers use earlier blocks. A block is
// reused once no consumer holds it. Not thread-safe: consumers must release blocks while the reader does not
// run.
class shared_blocks {
 public:
  // Returns the next block, of `size` bytes, with slab::padding readable bytes behind. The block is valid
  // until the next call, or as long as the caller keeps hold().
  [[nodiscard]] std::span<char> next(std::size_t size) {
    if (!last_ || last_.use_count() > 2) last_ = free_block();
    last_->grow(size, 0);
    return {last_->data(), size};
  }

  // Returns the owner of the last block; null before the first next().
  [[nodiscard]] std::shared_ptr<const slab> hold() const { return last_; }

 private:
  [[nodiscard]] std::shared_ptr<slab> free_block() {
    const auto found =
        std::find_if(all_.begin(), all_.end(), [](const auto& block) { return block.use_count() == 1; });
    return found != all_.end() ? *found : all_.emplace_back(std::make_shared<slab>());
  }

  std::vector<std::shared_ptr<slab>> all_;
  std::shared_ptr<slab> last_;
};

class archive_bytes {
 public:
  // Takes the arguments of archive_reader. Zip and 7z archives use random access if the source has it.
  archive_bytes(file_archive kind, std::unique_ptr<byte_source> packed, std::string_view head,
                std::size_t junk);

  // Returns the next block, valid until the next call; empty at the end, and before a gap. A read error of a
  // file gives an empty block and failure().
  std::span<const char> supply();

  // Puts the next valid header of a tar, cpio or ar archive in front of the source, to be supplied next.
  // Searches behind gaps, too. Returns false if there is none.
  [[nodiscard]] bool find_header();

  // Reads the source to its end, so that all of its bytes are counted and checked. With random access, counts
  // the bytes without reading, and checks that the file has not changed.
  void drain();

  // supplied() counts the bytes since the last begin_reader().
  void begin_reader() { supplied_ = 0; }
  [[nodiscard]] std::uint64_t supplied() const { return supplied_; }

  // Returns the offset of the next byte in the archive. Requires: no random access.
  [[nodiscard]] std::uint64_t at() const { return bytes_read_ - front_.size() - behind_gap_.size(); }

  // Puts `bytes`, or the last `count` bytes of the last block, in front of the source.
  void put_back(std::string_view bytes) { front_.insert(0, bytes); }
  void put_back_last(std::size_t count);
  // Returns the number of bytes that were put back and not supplied again.
  [[nodiscard]] std::size_t in_front() const { return front_.size(); }

  [[nodiscard]] bool gap_follows() const { return gap_ahead_; }
  // True if the bytes supplied last end at the end of the source or before a gap.
  [[nodiscard]] bool is_cut() const { return ended_ || gap_ahead_; }

  // Returns true if `bytes` are in the last block, whose memory hold() owns.
  [[nodiscard]] bool is_held(std::string_view bytes) const;
  [[nodiscard]] std::shared_ptr<const slab> hold() const { return blocks_.hold(); }
  [[nodiscard]] std::size_t last_size() const { return last_.size(); }

  // The archive as a file with random access; nullopt: none. `failure` is the errno of its last read;
  // fail_with() sets another.
  [[nodiscard]] const std::optional<stored_file>& file() const { return file_; }
  [[nodiscard]] int failure() const { return failure_; }
  void fail_with(int failure) { failure_ = failure; }
  // The position of the next block in the file. Requires: file().
  [[nodiscard]] std::uint64_t file_at() const { return file_at_; }
  void seek(std::uint64_t to) { file_at_ = to; }
  // Begins again with the first record, and reads without random access. Requires: file().
  void read_in_order();

  // Returns the number of archive bytes read so far, or the size of a file with random access.
  [[nodiscard]] std::uint64_t bytes_read() const { return file_ ? file_->size : bytes_read_; }

  // Returns the counters of the source since the last call. stats::bytes is 0, because only the content of
  // entries counts.
  [[nodiscard]] stats take_counts();

  [[nodiscard]] byte_source& packed() { return *packed_; }
  [[nodiscard]] const byte_source& packed() const { return *packed_; }

 private:
  [[nodiscard]] std::string tail() const;  // the last 66 KiB of the file
  [[nodiscard]] bool fits_in_memory() const;
  std::span<const char> fetch();
  [[nodiscard]] bool pass_gap();

  file_archive kind_;
  std::unique_ptr<byte_source> packed_;
  std::optional<stored_file> file_;
  std::uint64_t file_at_ = 0;
  std::size_t first_record_;  // offset in the archive
  int failure_ = 0;
  zip_dictionaries dictionaries_;
  shared_blocks blocks_;
  std::span<char> block_;       // the last block read
  std::span<const char> last_;  // the last block supplied
  std::string front_;           // bytes to supply in front of the source
  std::uint64_t supplied_ = 0;
  bool gap_ahead_ = false;  // a gap follows the bytes read so far
  std::string behind_gap_;  // the bytes behind the gap
  bool ended_ = false;      // the source has ended
  std::uint64_t bytes_read_ = 0;
  stats counted_;
};

}  // namespace urlsieve

#endif
