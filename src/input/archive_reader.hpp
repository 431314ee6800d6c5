// The entries of one archive of files, read in its order out of a byte source: those that lie in it as they
// are by plain_entries, but tar archives by libarchive from the first header on that is odd; all else by
// that. Behind a gap, and behind a header that cannot be read, tar, cpio and ar archives are taken up again
// at their next sound header. zip archives are read by their directory where that can be had, by zip_entries
// as long as it is in good order; 7z archives only there.
#ifndef URLSIEVE_INPUT_ARCHIVE_READER_HPP
#define URLSIEVE_INPUT_ARCHIVE_READER_HPP

#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/input/archive_entry_head.hpp"
#include "src/input/byte_source.hpp"
#include "src/input/file_archive.hpp"
#include "src/input/member_run.hpp"
#include "src/input/plain_entries.hpp"
#include "src/input/read_ahead.hpp"
#include "src/input/seven_zip_bounds.hpp"
#include "src/input/shared_blocks.hpp"
#include "src/input/stored_file.hpp"
#include "src/input/zip_dictionaries.hpp"
#include "src/input/zip_entries.hpp"
#include "urlsieve/stats.hpp"

struct archive;

namespace urlsieve {

class archive_reader {
 public:
  enum class step : std::uint8_t {
    entry,    // head() tells of it
    damaged,  // something was lost here (fault() says what); next() goes on behind it
    end,      // nothing follows
  };

  // `head` was read of `packed` already, the first `junk` bytes of which are in front of the archive. `how`:
  // members of zip archives are read ahead.
  archive_reader(file_archive kind, std::unique_ptr<byte_source> packed, std::string_view head,
                 read_ahead how = {}, std::size_t junk = 0);
  ~archive_reader();
  archive_reader(const archive_reader&) = delete;
  archive_reader& operator=(const archive_reader&) = delete;

  // Whether the archive's directory is read first: in a file.
  [[nodiscard]] bool by_directory() const { return file_.has_value(); }

  // The zip archive's directory, which says ahead of the members what their names are; null where members are
  // known one after another only. To be called before next().
  [[nodiscard]] const zip_entries* zip_directory_ahead();

  // Goes on to the next entry, however much was read of the last one.
  [[nodiscard]] step next();
  [[nodiscard]] const archive_entry_head& head() const { return head_; }

  // Fills `out` with what follows of the entry; 0 at its end, nothing where the rest is lost.
  [[nodiscard]] std::optional<std::size_t> read(std::span<char> out);

  // All bytes of the entry, if they lie together in memory and none was asked for; else empty. They stay as
  // long as somebody holds hold(), and next() may be called behind them.
  [[nodiscard]] std::string_view whole() const;
  [[nodiscard]] std::shared_ptr<const slab> hold() const { return blocks_.hold(); }

  // The members that the entry's bytes begin with, where they were decoded ahead; or null.
  [[nodiscard]] std::shared_ptr<member_run> take_run() {
    return zip_ && !by_library_ ? zip_->take_run() : nullptr;
  }

  // What was lost, where in the archive its entry begins, and why, in a few words.
  [[nodiscard]] damage reason() const { return reason_; }
  [[nodiscard]] std::uint64_t place() const { return place_; }
  [[nodiscard]] const std::string& fault() const { return fault_; }

  // How many of the bytes that were read last of the source were not used.
  [[nodiscard]] std::uint64_t unused() const;

  // Reads what stands behind the archive, so that all of the source is counted and checked.
  void drain();

  // Bytes of the archive that were read so far; all of them, where it is read by its directory.
  [[nodiscard]] std::uint64_t taken() const { return file_ ? file_->size : taken_; }

  // Where in the input's file the reader stands.
  [[nodiscard]] std::uint64_t stored_position() const {
    return zip_ ? zip_at_ : file_ ? file_at_ : packed_->stored_position();
  }

  // What the source counted since the last call.
  [[nodiscard]] stats take_counts();

  [[nodiscard]] byte_source& packed() { return *packed_; }
  [[nodiscard]] const byte_source& packed() const { return *packed_; }

 private:
  struct closing {
    void operator()(::archive* reader) const;
  };
  struct callbacks;

  [[nodiscard]] std::string tail() const;  // the last bytes of a file
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
  std::optional<stored_file> file_;  // read in any order
  std::uint64_t file_at_ = 0;
  std::uint64_t zip_at_ = 0;                // of what `zip_` reads
  bool by_library_ = false;                 // the entry at hand is one that `zip_` does not read
  std::size_t library_passed_ = 0;          // entries of the same archive
  unsigned library_begun_ = 0;              // so many times for them
  std::optional<seven_zip_excess> excess_;  // why it is not to be read
  bool directory_ahead_ = false;            // it is read first
  zip_dictionaries dictionaries_;
  unsigned failures_ = 0;
  int failure_ = 0;  // of reading it, as errno
  std::unique_ptr<byte_source> packed_;
  read_ahead how_;
  std::unique_ptr<plain_entries> plain_;        // goes through the archive, or:
  std::unique_ptr<zip_entries> zip_;            // does, or:
  std::unique_ptr<::archive, closing> reader_;  // all null: to be begun
  shared_blocks blocks_;
  std::span<char> block_;          // what was read last
  std::string front_;              // what comes before it is read again
  std::span<const char> last_;     // what libarchive was given last, in either
  std::uint64_t begun_at_ = 0;     // the byte of the archive where `reader_` begins
  std::uint64_t first_at_ = 0;     // what it passes over of our own
  std::uint64_t first_place_ = 0;  // where the first header behind that stands
  std::uint64_t fatal_place_ = 0;  // what is told where it gives up
  std::uint64_t given_ = 0;        // bytes of the archive that `reader_` was given
  bool gap_ahead_ = false;         // behind what is read already
  std::string behind_gap_;         // and what follows it
  bool ended_ = false;             // the source
  bool over_ = false;              // nothing more is to be had
  bool retrying_ = false;          // the last header could not be read, which was told
  std::uint64_t taken_ = 0;
  stats counted_;
  archive_entry_head head_;
  std::string_view piece_;      // of the entry: read and not asked for yet
  std::uint64_t piece_at_ = 0;  // where in the entry it stands
  std::uint64_t at_ = 0;        // how far the entry was given out
  std::string fault_;
  std::string warned_;  // what libarchive says of the entry while it gives it
  std::uint64_t place_ = 0;
  damage reason_ = damage::bad_record_header;
  std::exception_ptr thrown_;
};

}  // namespace urlsieve

#endif
