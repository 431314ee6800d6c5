// Detects UTF-16 and UTF-32 in the bodies of records that declare no charset.
#ifndef URLSIEVE_DOCUMENTS_WIDE_BODY_HPP
#define URLSIEVE_DOCUMENTS_WIDE_BODY_HPP

#include <optional>
#include <string_view>

#include "src/text/arena.hpp"
#include "src/text/encodings/wide_text.hpp"

namespace urlsieve {

// Returns the encoding that the bytes of `body` show, as find_wide_encoding() does. Returns nullopt if
// `content_type` declares a charset or no text. Returns nullopt for a UTF-16 byte order mark, which every
// text decoder handles itself, unless the type is vague, so that the bytes tell the type. A body declared as
// HTML must have a NUL in its first 512 bytes.
[[nodiscard]] std::optional<wide_encoding> find_wide_body(std::string_view content_type,
                                                          std::string_view body);

// Returns `body` as UTF-8, stored in `out` and followed by 64 readable bytes.
[[nodiscard]] std::string_view decode_wide_body(std::string_view body, const wide_encoding& from, arena& out);

}  // namespace urlsieve

#endif
