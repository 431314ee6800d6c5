// Reads the entries of one archive of files, in order, from a byte source.
//
// tar, cpio, ar and lzip are read by plain_entries; a tar archive passes to libarchive at the first unusual
// header. Behind a gap or a corrupt header, the reader resumes at the next valid header of a tar, cpio or ar
// archive. A zip archive with random access is read by its directory: by zip_entries, or by libarchive if the
// directory is unusual. A 7z archive needs random access. libarchive reads all other archives.
//
// All functions that read throw std::runtime_error if libarchive is needed and not installed. They rethrow
// exceptions of the source.
#ifndef URLSIEVE_INPUT_ARCHIVES_ARCHIVE_READER_HPP
#define URLSIEVE_INPUT_ARCHIVES_ARCHIVE_READER_HPP

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/input/archive_entry_head.hpp"
#include "src/input/archives/archive_bytes.hpp"
#include "src/input/archives/file_archive.hpp"
#include "src/input/archives/library_reader.hpp"
#include "src/input/archives/plain_entries.hpp"
#include "src/input/archives/seven_zip_bounds.hpp"
#include "src/input/byte_source.hpp"
#include "src/input/members/member_run.hpp"
#include "src/input/read_ahead.hpp"
#include "src/input/zip/zip_entries.hpp"
#include "urlsieve/stats.hpp"

namespace urlsieve {

class archive_reader {
 public:
  enum class step : std::uint8_t {
    entry,    // head() describes the entry
    damaged,  // bytes were lost: see reason(), place(), fault(); next() resumes
    end,      // no entry follows
  };

  // Requires: `kind` is neither none nor brotli; `head` was read from `packed` already; its first `junk`
  // bytes precede the archive. `ahead` sets how far members of zip archives are read ahead.
  archive_reader(file_archive kind, std::unique_ptr<byte_source> packed, std::string_view head,
                 read_ahead ahead = {}, std::size_t junk = 0);
  ~archive_reader();
  archive_reader(const archive_reader&) = delete;
  archive_reader& operator=(const archive_reader&) = delete;

  // Returns true if the reader uses the archive's directory (zip and 7z archives with random access). A zip
  // archive with a damaged directory is read in order, behind a fault.
  [[nodiscard]] bool by_directory() const { return bytes_.file().has_value(); }

  // Returns the directory of a zip archive, which lists all names ahead of the members. Returns null if
  // members are known only one after another. Requires: next() was not called.
  [[nodiscard]] const zip_entries* zip_directory_ahead();

  // Advances to the next entry; skips the unread rest of the current entry.
  [[nodiscard]] step next();
  // Returns the properties of the current entry. Requires: next() returned step::entry.
  [[nodiscard]] const archive_entry_head& head() const { return head_; }

  // Reads the next bytes of the entry into `out`. Returns their number, 0 at the end, or nullopt if the rest
  // is lost: reason() and fault() then say why. Holes of sparse files are NULs. Requires: next() returned
  // step::entry.
  [[nodiscard]] std::optional<std::size_t> read(std::span<char> out);

  // Returns all bytes of the entry if they are contiguous in memory and none was read; otherwise an empty
  // view. The bytes stay valid while the caller keeps hold(), also beyond next().
  [[nodiscard]] std::string_view whole() const;
  // Returns the owner of the memory of whole().
  [[nodiscard]] std::shared_ptr<const slab> hold() const { return bytes_.hold(); }

  // Returns the members at the entry's beginning that were decoded ahead, or null. read() returns the stored
  // bytes of these members, too.
  [[nodiscard]] std::shared_ptr<member_run> take_run() {
    return zip_ && !by_library_ ? zip_->take_run() : nullptr;
  }

  // Return the damage of the last fault, the offset of its entry in the bytes of the source, and a short
  // description for messages.
  [[nodiscard]] damage reason() const { return fault_.reason; }
  [[nodiscard]] std::uint64_t place() const { return fault_.place.value_or(0); }
  [[nodiscard]] const std::string& fault() const { return fault_.text; }

  // Returns how many of the last bytes read from the source are unused.
  [[nodiscard]] std::uint64_t unused() const;

  // Reads the source to its end, so that all of its bytes are counted and checked. With random access, counts
  // the bytes without reading, and checks that the file has not changed.
  void drain() { bytes_.drain(); }

  // Returns the number of archive bytes read so far, or the size of an archive that is read by its directory.
  [[nodiscard]] std::uint64_t bytes_read() const { return bytes_.bytes_read(); }

  // Returns the reader's position in the input's file, in stored bytes.
  [[nodiscard]] std::uint64_t stored_position() const {
    return zip_ ? zip_at_ : by_directory() ? bytes_.file_at() : bytes_.packed().stored_position();
  }

  // Returns the counters of the source since the last call. stats::bytes is 0, because only the content of
  // entries counts.
  [[nodiscard]] stats take_counts() { return bytes_.take_counts(); }

  [[nodiscard]] byte_source& packed() { return bytes_.packed(); }
  [[nodiscard]] const byte_source& packed() const { return bytes_.packed(); }

 private:
  [[nodiscard]] bool begin();
  [[nodiscard]] bool begin_plain();
  [[nodiscard]] bool begin_with_library(const library_reader::origin& places);
  [[nodiscard]] bool continue_with_library();
  [[nodiscard]] std::optional<step> next_of_plain();
  [[nodiscard]] std::optional<step> next_of_zip();
  [[nodiscard]] step next_of_zip_by_library();
  [[nodiscard]] std::optional<step> next_of_library();
  [[nodiscard]] step report(archive_fault found);
  [[nodiscard]] step fail_in_plain(damage reason);
  [[nodiscard]] std::optional<std::size_t> read_of_zip(std::span<char> out);
  [[nodiscard]] library_reader::piece next_piece();
  [[nodiscard]] bool is_zip_without_directory() const;
  void begin_content();
  void give_back_unused();

  file_archive kind_;
  read_ahead how_;
  archive_bytes bytes_;
  std::optional<seven_zip_rejection> excess_;  // why the archive is rejected
  // The readers of entries; all three null: none was started.
  std::unique_ptr<plain_entries> plain_;
  std::unique_ptr<zip_entries> zip_;
  std::unique_ptr<library_reader> library_;  // besides `zip_`, for entries that `zip_` does not support
  std::uint64_t zip_at_ = 0;                 // position of `zip_`
  bool by_library_ = false;                  // libarchive reads the current entry, not `zip_`
  std::size_t library_passed_ = 0;           // entries of the zip archive that libarchive has read or skipped
  unsigned library_begun_ = 0;               // times that libarchive was started for a zip archive
  unsigned failures_ = 0;                    // consecutive unreadable entries
  bool has_entry_ = false;                   // libarchive has found an entry
  bool is_over_ = false;                     // no entry follows
  bool retrying_ = false;                    // the last header was corrupt, which was reported
  archive_entry_head head_;
  std::string_view piece_;      // bytes of the entry that read() has not returned
  std::uint64_t piece_at_ = 0;  // offset of piece_ in the entry
  std::uint64_t at_ = 0;        // bytes of the entry returned so far
  archive_fault fault_;
};

}  // namespace urlsieve

#endif
