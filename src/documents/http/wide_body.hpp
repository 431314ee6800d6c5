// UTF-16 and UTF-32 in bodies of records that declare no charset.
#ifndef URLSIEVE_DOCUMENTS_WIDE_BODY_HPP
#define URLSIEVE_DOCUMENTS_WIDE_BODY_HPP

#include <optional>
#include <string_view>

#include "src/text/arena.hpp"
#include "src/text/wide_text.hpp"

namespace urlsieve {

// Returns the encoding that the units of `body` show, as find_wide_encoding() does; nothing if `content_type`
// declares a charset or is no text, and for a mark of UTF-16, which decides wherever text is decoded. A body
// declared as HTML must have a NUL in its first 512 bytes.
[[nodiscard]] std::optional<wide_encoding> find_wide_body(std::string_view content_type,
                                                          std::string_view body);

// Returns the body as UTF-8 in `out`; 64 bytes behind it are readable.
[[nodiscard]] std::string_view decode_wide_body(std::string_view body, const wide_encoding& from, arena& out);

}  // namespace urlsieve

#endif
