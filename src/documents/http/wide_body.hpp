// Detects UTF-16 and UTF-32 in the bodies of records.
#ifndef URLSIEVE_DOCUMENTS_WIDE_BODY_HPP
#define URLSIEVE_DOCUMENTS_WIDE_BODY_HPP

#include <optional>
#include <string_view>

#include "src/text/arena.hpp"
#include "src/text/encodings/wide_text.hpp"

namespace urlsieve {

// Returns the encoding that the bytes of `body` show, as find_wide_encoding() does. Returns nullopt if
// `content_type` is foreign or declares a charset. Returns nullopt for a UTF-16 byte order mark in markup,
// style sheets and JSON, whose finders handle the mark. Text may also declare UTF-16, because tables and
// folded lines are read before a finder decodes them. A body declared as HTML must have a NUL in its first
// 512 bytes.
[[nodiscard]] std::optional<wide_encoding> find_wide_body(std::string_view content_type,
                                                          std::string_view body);

// Returns `body` as UTF-8, stored in `out` and followed by 64 readable bytes.
[[nodiscard]] std::string_view decode_wide_body(std::string_view body, const wide_encoding& from, arena& out);

}  // namespace urlsieve

#endif
