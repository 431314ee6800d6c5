// The table of encodings: names and labels of the Encoding standard (section 4.2), and the ICU converters
// that behave as the standard requires.
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
  const char* converter;      // name of the ICU converter; null: decoded without ICU
  std::string_view labels;    // in lower case, separated by blanks
  bool ascii_is_itself;       // bytes below 0x80 always mean ASCII
  bool mail_only;             // not in the standard
  bool decodes_only = false;  // browsers show U+FFFD ("replacement" of the standard): queries are UTF-8
};

// Names of the rows that charset.cpp decodes by its own tables, without ICU.
inline constexpr std::string_view name_of_latin10 = "ISO-8859-16";
inline constexpr std::string_view name_of_user_defined = "x-user-defined";

// Rows are in the order of the standard; encoding::row is an index.
[[nodiscard]] std::size_t charset_row_count();
[[nodiscard]] const charset_row& charset_row_at(std::size_t row);

// Returns the row that has `label` (in lower case), among the rows for mail only or among the others.
[[nodiscard]] std::optional<std::size_t> find_charset_row(std::string_view label, bool mail_only);

}  // namespace urlsieve

#endif
