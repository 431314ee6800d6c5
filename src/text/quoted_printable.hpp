// Quoted-printable (RFC 2045 section 6.7) as bytes, on whatever vectors the machine has. Never fails: what is
// no escape stays as it is written.
#ifndef URLSIEVE_TEXT_QUOTED_PRINTABLE_HPP
#define URLSIEVE_TEXT_QUOTED_PRINTABLE_HPP

#include <cstddef>
#include <string_view>

namespace urlsieve {

// As many bytes behind the decoded ones may be written (and may be read by whoever scans them).
inline constexpr std::size_t decoding_slack = 64;

struct decoded_extent {
  std::size_t size = 0;
  bool damaged = false;
};

// Writes what `text` stands for to `out`, which has room for text.size() + decoding_slack bytes. Escapes may
// have digits of either case. A soft line break is "=", blanks and a line break, or the end; blanks before a
// line break or the end are dropped (rules 3 and 5). Another "=" is kept and is damage.
decoded_extent decode_quoted_printable(std::string_view text, char* out);

}  // namespace urlsieve

#endif
