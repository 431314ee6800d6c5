// The headers of a zip archive's entries (APPNOTE.TXT, sections 4.3.7 and 4.3.12), as far as they are in good
// order: what is odd in any way is left to whoever knows more. What they mean is what libarchive makes of
// them, whose words for faults are told.
#ifndef URLSIEVE_INPUT_ZIP_HEADER_HPP
#define URLSIEVE_INPUT_ZIP_HEADER_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "src/input/archive_entry_head.hpp"

namespace urlsieve {

// What the directory tells of an entry.
struct zip_record {
  static constexpr std::size_t fixed_size = 46;  // in front of the name

  std::uint64_t header_at = 0;  // in the archive
  std::uint64_t stored = 0;     // bytes of the entry in the archive
  std::uint64_t plain = 0;      // and unpacked
  std::uint32_t sum = 0;        // CRC-32
  std::uint16_t method = 0;
  std::uint16_t type = 0;  // of the file, as the highest four bits of its mode; 0: not told
  std::uint16_t name_size = 0;
};

// Takes the first record off `directory`. `shift`: how far the archive's bytes stand behind where it places
// them. Nothing: it is odd, or none.
[[nodiscard]] std::optional<zip_record> read_zip_record(std::string_view& directory, std::uint64_t shift);

// What an entry's own header tells, in front of its bytes.
struct zip_header {
  static constexpr std::size_t least = 30;
  static constexpr std::uint16_t stored = 0;  // methods
  static constexpr std::uint16_t deflated = 8;

  std::size_t size = 0;
  std::uint16_t method = stored;
  entry_kind kind = entry_kind::file;
  std::string name;
};

// How long the header is that `bytes` begin with, of which `least` are asked for; 0: none.
[[nodiscard]] std::size_t size_of_zip_header(std::string_view bytes);

// The header that is all of `bytes`. Nothing: it is odd, or does not say what the directory says.
[[nodiscard]] std::optional<zip_header> read_zip_header(std::string_view bytes, const zip_record& record);

}  // namespace urlsieve

#endif
