// Detects web archives and their indexes: by the first line, or, in damaged files, by a later record.
#ifndef URLSIEVE_DOCUMENTS_ARCHIVE_SIGNS_HPP
#define URLSIEVE_DOCUMENTS_ARCHIVE_SIGNS_HPP

#include <cstddef>
#include <optional>
#include <string_view>

#include "src/documents/input_head.hpp"

namespace urlsieve {

// Returns true if `head` begins with a version line (ISO 28500 section 4; any case). If more lines follow, a
// `WARC-` or `Content-` field must precede the next empty line.
[[nodiscard]] bool begins_warc(std::string_view head);

// Returns the offset of the first complete record header at the start of a line or behind a control byte. The
// header needs a version line in upper case, only fields, and a `WARC-` field. If its Content-Length ends
// within the head, a line end must follow there, so prose and shortened samples are not archives.
[[nodiscard]] std::optional<std::size_t> find_warc(const input_head& head);

// Returns true if `head` begins with "filedesc:" or a URL-record line (ARC 1.0 and 1.1). The line has a URL,
// an IP address, a date of 14 digits, five more fields in version 1.1, and a length.
[[nodiscard]] bool begins_arc(std::string_view head);

// Returns true if the first line behind header lines belongs to an index of a web archive. The line is " CDX
// " and field letters, "key date {", or "key date URL type" and more fields. The key is a SURT or a host with
// path; the date has 14 digits.
[[nodiscard]] bool begins_cdx(const input_head& head);

}  // namespace urlsieve

#endif
