// Reads the URL-record line of an ARC file (Internet Archive, "Arc File Format", versions 1.0 and 1.1), and
// finds the next line in damaged bytes. Accepts deviations of real writers.
#ifndef URLSIEVE_DOCUMENTS_ARC_RECORD_HPP
#define URLSIEVE_DOCUMENTS_ARC_RECORD_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace urlsieve {

// Views point into the line that was read.
struct arc_record {
  std::string_view target;              // the URL, as written
  std::string_view date;                // digits
  std::string_view media_type;          // empty for "no-type" and the like
  std::optional<std::uint64_t> length;  // of the network document; nullopt: negative, not a number, or absurd
  std::size_t line_size = 0;            // with its line end
};

// The longest line; the functions below examine at most this many bytes of a line.
inline constexpr std::size_t arc_lookahead = std::size_t{16} << 10;

// Returns the URL-record line at the start of `bytes`, or nullopt. A URL, an IP address (or "-") and a date
// identify the line; the URL and the type may contain blanks.
[[nodiscard]] std::optional<arc_record> read_arc_line(std::string_view bytes);

// Returns the offset of the next URL-record line that follows a line feed at or after `from`; npos if there
// is none.
[[nodiscard]] std::size_t find_arc_record(std::string_view bytes, std::size_t from);

}  // namespace urlsieve

#endif
