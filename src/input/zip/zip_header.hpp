// Reads the two headers of a zip archive's entry (APPNOTE.TXT, sections 4.3.7 and 4.3.12). The directory has
// a record; a local header precedes the entry's bytes. The record is the truth, as for unzip; a local header
// that says otherwise is reported. Falls back to libarchive for anything unusual.
#ifndef URLSIEVE_INPUT_ZIP_ZIP_HEADER_HPP
#define URLSIEVE_INPUT_ZIP_ZIP_HEADER_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/input/archive_entry_head.hpp"

namespace urlsieve {

// The directory's record of an entry.
struct zip_record {
  static constexpr std::size_t fixed_size = 46;  // in front of the name

  std::uint64_t header_at = 0;  // in the archive
  std::uint64_t stored = 0;     // bytes of the entry in the archive
  std::uint64_t plain = 0;      // bytes of the entry, decompressed
  std::uint32_t sum = 0;        // CRC-32
  std::uint16_t method = 0;
  std::uint16_t type = 0;  // of the file: the highest four bits of its mode; 0: unknown
  std::uint16_t flags = 0;
  bool unusual = false;       // extra fields that only libarchive interprets
  bool repeats_name = false;  // an earlier member of the archive has the same name
  std::string_view name;      // as stored; points into the directory's bytes
};

// Removes the first record from `directory` and returns it. `shift`: number of bytes in front of the archive.
// Returns nullopt, and leaves `directory` unchanged, if the bytes are no record, or if sizes or place of the
// entry are missing.
[[nodiscard]] std::optional<zip_record> read_zip_record(std::string_view& directory, std::uint64_t shift);

// An entry as its record and its local header describe it together.
struct zip_header {
  static constexpr std::size_t least = 30;
  static constexpr std::uint16_t stored = 0;  // methods
  static constexpr std::uint16_t deflated = 8;

  std::size_t size = 0;
  std::uint16_t method = stored;
  entry_kind kind = entry_kind::file;
  std::string name;
};

// Returns the size of the local header at the front of `bytes`. Returns 0 if there is none, or if `bytes` has
// fewer than zip_header::least bytes.
[[nodiscard]] std::size_t size_of_zip_header(std::string_view bytes);

// Returns the entry whose local header is all of `bytes`. Name, sizes, checksum and method are the record's.
// Returns nullopt if only libarchive can read the entry.
[[nodiscard]] std::optional<zip_header> read_zip_header(std::string_view bytes, const zip_record& record);

// Lists the properties that the local header, all of `bytes`, states otherwise than the record: "name, size".
// Empty if they agree.
[[nodiscard]] std::string differences_of_zip_headers(std::string_view bytes, const zip_record& record);

}  // namespace urlsieve

#endif
