// What a body is. The declared type says so, unless the bytes contradict it: a picture labelled as HTML holds
// no links, and a page labelled as text is a page. Signatures after the MIME Sniffing standard, sections 5-7.
#ifndef URLSIEVE_DOCUMENTS_MEDIA_TYPE_HPP
#define URLSIEVE_DOCUMENTS_MEDIA_TYPE_HPP

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "urlsieve/document.hpp"

namespace urlsieve {

// As many bytes from the front of a body decide (MIME Sniffing section 5.2: the resource header).
inline constexpr std::size_t sniffed_bytes = 1445;

// How bodies that are declared as JavaScript are read: as plain text, as files are, or as scripts.
enum class script_bodies : std::uint8_t { as_text, read };

// The kind of document that `bytes` are, declared as `content_type` (a Content-Type value as written, or
// empty); nothing where no finder reads it.
[[nodiscard]] std::optional<media> media_of(std::string_view content_type, std::string_view bytes,
                                            script_bodies scripts = script_bodies::as_text);

// Returns true for the first line of a playlist, "#EXTM3U", with or without attributes behind it.
[[nodiscard]] bool begins_extended_m3u(std::string_view text);

// The name under which a body that media_of() refuses is counted: its declared type in lower case, the type
// that its first bytes show where the declared one is read, else "unknown".
[[nodiscard]] std::string refused_name(std::string_view content_type, std::string_view bytes);

// True where the declared type alone says that no finder reads it: pictures, sound, archives ...
[[nodiscard]] bool is_foreign(std::string_view content_type);

// True where the declared type is one that a finder reads.
[[nodiscard]] bool is_readable(std::string_view content_type);

// True where the declared type is gzip's, or says nothing.
[[nodiscard]] bool is_gzip_type(std::string_view content_type);

// "text/html" of "Text/HTML; charset=x", as written.
[[nodiscard]] std::string_view essence_of(std::string_view content_type);

// The charset parameter, without quotes; empty where there is none.
[[nodiscard]] std::string_view charset_parameter(std::string_view content_type);

}  // namespace urlsieve

#endif
