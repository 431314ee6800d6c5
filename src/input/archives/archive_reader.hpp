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
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/input/archive_entry_head.hpp"
#include "src/input/archives/file_archive.hpp"
#include "src/input/archives/plain_entries.hpp"
#include "src/input/archives/seven_zip_bounds.hpp"
#include "src/input/byte_source.hpp"
#include "src/input/members/member_run.hpp"
#include "src/input/read_ahead.hpp"
#include "src/input/shared_blocks.hpp"
#include "src/input/stored_file.hpp"
#include "src/input/zip/zip_dictionaries.hpp"
#include "src/input/zip/zip_entries.hpp"
#include "urlsieve/stats.hpp"

struct archive;

namespace urlsieve {

class archive_reader {
 public:
  enum class step : std::uint8_t {
    entry,    // head() describes the entry
    damaged,  // bytes were lost: see reason(), place(), fault(); next() resumes
    end,      // no entry follows
  };

  // Requires: `kind` is neither none nor brotli; `head` was read from `packed` already; its first `junk`
  // bytes precede the archive. `how` sets how far members of zip archives are read ahead.
  archive_reader(file_archive kind, std::unique_ptr<byte_source> packed, std::string_view head,
                 read_ahead how = {}, std::size_t junk = 0);
  ~archive_reader();
  archive_reader(const archive_reader&) = delete;
  archive_reader& operator=(const archive_reader&) = delete;

  // Returns true if the reader begins with the archive's directory (zip and 7z archives with random access).
  [[nodiscard]] bool by_directory() const { return file_.has_value(); }

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
  [[nodiscard]] std::shared_ptr<const slab> hold() const { return blocks_.hold(); }

  // Returns the members at the entry's beginning that were decoded ahead, or null. read() returns the stored
  // bytes of these members, too.
  [[nodiscard]] std::shared_ptr<member_run> take_run() {
    return zip_ && !by_library_ ? zip_->take_run() : nullptr;
  }

  // Return the damage of the last fault, the offset of its entry in the bytes of the source, and a short
  // description for messages.
  [[nodiscard]] damage reason() const { return reason_; }
  [[nodiscard]] std::uint64_t place() const { return place_; }
  [[nodiscard]] const std::string& fault() const { return fault_; }

  // Returns how many of the last bytes read from the source are unused.
  [[nodiscard]] std::uint64_t unused() const;

  // Reads the source to its end, so that all of its bytes are counted and checked. With random access, counts
  // the bytes without reading, and checks that the file has not changed.
  void drain();

  // Returns the number of archive bytes read so far, or the size of an archive that is read by its directory.
  [[nodiscard]] std::uint64_t taken() const { return file_ ? file_->size : taken_; }

  // Returns the reader's position in the input's file, in stored bytes.
  [[nodiscard]] std::uint64_t stored_position() const {
    return zip_ ? zip_at_ : file_ ? file_at_ : packed_->stored_position();
  }

  // Returns the counters of the source since the last call. stats::bytes is 0, because only the content of
  // entries counts.
  [[nodiscard]] stats take_counts();

  [[nodiscard]] byte_source& packed() { return *packed_; }
  [[nodiscard]] const byte_source& packed() const { return *packed_; }

 private:
  struct closing {
    void operator()(::archive* reader) const;
  };
  struct callbacks;

  [[nodiscard]] std::string tail() const;  // the last 66 KiB of the file
  [[nodiscard]] bool may_be_held() const;
  [[nodiscard]] bool begin();
  [[nodiscard]] bool begin_plain();
  [[nodiscard]] bool begin_with_library();
  [[nodiscard]] bool leave_to_library();
  [[nodiscard]] step next_of_zip_by_library();
  [[nodiscard]] std::optional<step> next_of_plain();
  [[nodiscard]] std::optional<step> next_of_zip();
  [[nodiscard]] std::optional<step> next_of_library();
  [[nodiscard]] step fail_in_plain(damage reason);
  [[nodiscard]] std::optional<std::size_t> read_of_zip(std::span<char> out);
  [[nodiscard]] int read_piece_of_plain();
  [[nodiscard]] int read_piece();
  [[nodiscard]] int fail_at_end();
  [[nodiscard]] bool find_header();
  [[nodiscard]] std::span<const char> fetch();
  [[nodiscard]] std::span<const char> supply();
  [[nodiscard]] bool pass_gap();
  [[nodiscard]] step fail(damage reason);
  [[nodiscard]] bool asks_for_too_much() const;
  [[nodiscard]] std::uint64_t unused_by_library() const;
  void give_back_unused();
  void rethrow();

  file_archive kind_;
  std::optional<stored_file> file_;  // the archive, if it is read with random access
  std::uint64_t file_at_ = 0;
  std::uint64_t zip_at_ = 0;        // position of `zip_`
  bool by_library_ = false;         // libarchive reads the current entry, not `zip_`
  std::size_t library_passed_ = 0;  // entries of the zip archive that libarchive has read or skipped
  unsigned library_begun_ = 0;      // times that libarchive was started for a zip archive
  std::optional<seven_zip_rejection> excess_;  // why the archive is rejected
  bool directory_ahead_ = false;               // libarchive is reading the directory
  zip_dictionaries dictionaries_;
  unsigned failures_ = 0;
  int failure_ = 0;  // errno of the last read of the file
  std::unique_ptr<byte_source> packed_;
  read_ahead how_;
  std::unique_ptr<plain_entries> plain_;        // reads the archive, or:
  std::unique_ptr<zip_entries> zip_;            // reads the archive, or:
  std::unique_ptr<::archive, closing> reader_;  // all three null: nothing was started
  shared_blocks blocks_;
  std::span<char> block_;          // the last block read
  std::string front_;              // bytes to read again in front of the source
  std::span<const char> last_;     // the bytes that libarchive got last
  std::uint64_t begun_at_ = 0;     // offset in the archive where `reader_` begins
  std::uint64_t first_at_ = 0;     // bytes of synthetic headers in front of `reader_`
  std::uint64_t first_place_ = 0;  // offset of the first header behind them
  std::uint64_t fatal_place_ = 0;  // the offset to report if libarchive gives up
  std::uint64_t given_ = 0;        // bytes that the current reader got
  bool gap_ahead_ = false;         // a gap follows the bytes read so far
  std::string behind_gap_;         // the bytes behind the gap
  bool ended_ = false;             // the source has ended
  bool over_ = false;              // no entry follows
  bool retrying_ = false;          // the last header was corrupt, which was reported
  std::uint64_t taken_ = 0;
  stats counted_;
  archive_entry_head head_;
  std::string_view piece_;      // bytes of the entry that read() has not returned
  std::uint64_t piece_at_ = 0;  // offset of piece_ in the entry
  std::uint64_t at_ = 0;        // bytes of the entry returned so far
  std::string fault_;
  std::string warned_;  // libarchive's warning about the current entry
  std::uint64_t place_ = 0;
  damage reason_ = damage::bad_record_header;
  std::exception_ptr thrown_;
};

}  // namespace urlsieve

#endif
