// The table of encodings: the names and labels of the Encoding standard (section 4.2), and what ICU calls the
// converter that does what the standard says.
#ifndef URLSIEVE_CODEC_CHARSET_LABELS_HPP
#define URLSIEVE_CODEC_CHARSET_LABELS_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/codec/charset.hpp"

namespace urlsieve {

struct charset_row {
  std::string_view name;
  encoding_kind kind;
  const char* converter;    // ICU's name; null: decoded here
  std::string_view labels;  // lower case, a blank between two
  bool ascii_is_itself;     // bytes below 0x80 alone are ASCII
  bool mail_only;           // not of the standard
};

// Rows whose bytes are decoded by tables of ours.
inline constexpr std::string_view name_of_latin10 = "ISO-8859-16";
inline constexpr std::string_view name_of_user_defined = "x-user-defined";

// Rows are numbered in the order of the standard; encoding::row is such a number.
[[nodiscard]] std::size_t charset_row_count();
[[nodiscard]] const charset_row& charset_row_at(std::size_t row);

// The number of the row, one of those for mail alone or not, with a label in lower case.
[[nodiscard]] std::optional<std::size_t> find_charset_row(std::string_view label, bool mail_only);

}  // namespace urlsieve

#endif
