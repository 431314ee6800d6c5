// The media type of a body. The declared type decides unless the bytes contradict it: an image labelled HTML
// holds no links, and a page labelled text is a page. Signatures follow the MIME Sniffing standard, sections
// 5-7.
#ifndef URLSIEVE_DOCUMENTS_MEDIA_TYPE_HPP
#define URLSIEVE_DOCUMENTS_MEDIA_TYPE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "urlsieve/document.hpp"

namespace urlsieve {

// The number of bytes that decide (MIME Sniffing section 5.2: the resource header).
inline constexpr std::size_t sniffed_bytes = 1445;

// The treatment of bodies declared as JavaScript: plain text, as in files, or scripts.
enum class script_bodies : std::uint8_t { as_text, read };

// Returns the document type of a body, or nullopt if no finder reads it. `content_type` is a Content-Type
// value as written, or empty; `bytes` is the body or its front.
[[nodiscard]] std::optional<media> media_of(std::string_view content_type, std::string_view bytes,
                                            script_bodies scripts = script_bodies::as_text);

// Returns true if `text` begins with the line "#EXTM3U" of a playlist, with or without attributes.
[[nodiscard]] bool begins_extended_m3u(std::string_view text);

// Returns the name under which to count a body that media_of() refused. This is the declared type in lower
// case if no finder reads it, else the type of the signature, else "unknown".
[[nodiscard]] std::string skipped_type_name(std::string_view content_type, std::string_view bytes);

// Returns true if the declared type suggests no links: images, sound, archives and others. media_of() reads
// such a body only if its bytes are text with a URL or a tag. A missing, generic or malformed type is not
// foreign.
[[nodiscard]] bool is_foreign(std::string_view content_type);

// Returns true if a finder reads the declared type; false for a missing, generic or malformed type.
[[nodiscard]] bool is_readable(std::string_view content_type);

// Returns true if the declared type says no more than that the body may be text: "text/plain", and a missing,
// generic or malformed type.
[[nodiscard]] bool is_vague_type(std::string_view content_type);

// Returns true if the declared type is a gzip type, missing, or generic (application/octet-stream).
[[nodiscard]] bool is_gzip_type(std::string_view content_type);

// Returns the type without parameters, as written: "Text/HTML" from "Text/HTML; charset=x". The type ends at
// a blank, too, because servers omit the semicolon.
[[nodiscard]] std::string_view essence_of(std::string_view content_type);
// Returns true for "multipart/form-data; boundary=x" and other multiparts.
[[nodiscard]] bool is_multipart_type(std::string_view content_type);

// Returns the charset parameter without quotes; empty if there is none.
[[nodiscard]] std::string_view charset_parameter(std::string_view content_type);

}  // namespace urlsieve

#endif
