// The URL-record line of an ARC file (Internet Archive, "Arc File Format", versions 1.0 and 1.1), as writers
// of it really wrote it, and where in damaged bytes the next one stands.
#ifndef URLSIEVE_DOCUMENTS_ARC_RECORD_HPP
#define URLSIEVE_DOCUMENTS_ARC_RECORD_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace urlsieve {

struct arc_record {
  std::string_view target;
  std::string_view date;                // digits
  std::string_view media_type;          // empty where the line has "no-type" or the like
  std::optional<std::uint64_t> length;  // of the network document; none: negative, no number, absurd
  std::size_t line_size = 0;            // with its line end
};

// The longest line, and how many bytes the functions below may have to see.
inline constexpr std::size_t arc_lookahead = std::size_t{16} << 10;

// The line that begins `bytes`; nothing where they begin with none. It is told by its URL, IP address (or
// "-") and date; white space in the URL and in the type is met with.
[[nodiscard]] std::optional<arc_record> read_arc_line(std::string_view bytes);

// Where in `bytes` behind `from` such a line stands behind a line feed; npos if nowhere.
[[nodiscard]] std::size_t find_arc_record(std::string_view bytes, std::size_t from);

}  // namespace urlsieve

#endif
