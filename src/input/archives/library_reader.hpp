// Reads the entries of an archive by libarchive, which archive_library loads. All functions throw
// std::runtime_error if libarchive is not installed, and rethrow exceptions of the source.
#ifndef URLSIEVE_INPUT_ARCHIVES_LIBRARY_READER_HPP
#define URLSIEVE_INPUT_ARCHIVES_LIBRARY_READER_HPP

#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "src/input/archive_entry_head.hpp"
#include "src/input/archives/archive_bytes.hpp"
#include "src/input/archives/file_archive.hpp"
#include "urlsieve/stats.hpp"

struct archive;

namespace urlsieve {

// A fault of an archive: its damage, the offset of the entry in the bytes of the source (nullopt: as before),
// and a short description for messages.
struct archive_fault {
  damage reason = damage::bad_record_header;
  std::optional<std::uint64_t> place = std::nullopt;
  std::string text;
};

class library_reader {
 public:
  // Maps positions in the bytes that libarchive gets to offsets in the source, for the places of faults.
  struct origin {
    std::uint64_t begins_at = 0;          // offset of the first byte that libarchive gets
    std::uint64_t synthetic_headers = 0;  // size of the synthetic headers in front, in bytes
    std::uint64_t first_place = 0;        // offset to report for the first header behind these
    std::uint64_t fatal_place = 0;        // the offset to report if libarchive gives up
  };

  // Requires: `bytes` outlive the reader.
  library_reader(file_archive kind, archive_bytes& bytes, const origin& places);
  ~library_reader();
  library_reader(const library_reader&) = delete;
  library_reader& operator=(const library_reader&) = delete;

  // Opens the archive. Returns false if libarchive cannot read archives of this kind.
  [[nodiscard]] bool open();

  enum class step : std::uint8_t {
    entry,           // `head` describes the entry
    unrecognized,    // the bytes are not compressed as the kind says
    corrupt_header,  // next() may find a later entry
    fatal,           // libarchive gave up
    end
  };
  // Advances to the next entry; skips the unread rest of the current entry.
  [[nodiscard]] step next(archive_entry_head& head);

  // Advances to the next entry and ignores its header. Returns false if there is none.
  [[nodiscard]] bool skip_header();

  struct piece {
    enum class kind : std::uint8_t { bytes, end, failed, fatal };
    kind is = kind::end;
    std::string_view bytes = {};  // contiguous bytes of the entry, valid until the next call
    std::uint64_t offset = 0;     // of `bytes` in the entry: holes of sparse files are left out
    archive_fault fault = {};     // of kind::failed and kind::fatal
  };
  // Returns the next bytes of the entry. kind::failed: the rest of the entry is lost, or the entry
  // contradicts its size or checksum; kind::fatal: libarchive also gave up the archive.
  [[nodiscard]] piece next_piece();

  // Returns the last fault, with libarchive's description.
  [[nodiscard]] archive_fault fault(damage reason) const;

  // Returns the number of bytes passed to libarchive and not used.
  [[nodiscard]] std::uint64_t unused() const;

 private:
  struct closing {
    void operator()(::archive* reader) const;
  };
  struct callbacks;

  [[nodiscard]] int read_header(archive_entry_head* head);
  [[nodiscard]] bool needs_too_much_memory() const;
  void rethrow();

  file_archive kind_;
  archive_bytes& bytes_;
  origin places_;
  std::unique_ptr<::archive, closing> reader_;
  bool reads_directory_ = false;  // of a zip archive
  std::string warning_;           // libarchive's warning about the current entry
  std::exception_ptr thrown_;
};

}  // namespace urlsieve

#endif
