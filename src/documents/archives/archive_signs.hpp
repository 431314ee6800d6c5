// The signs of archives of the web: their first lines, and where damage left none, a
// record further on.
#ifndef URLSIEVE_DOCUMENTS_ARCHIVE_SIGNS_HPP
#define URLSIEVE_DOCUMENTS_ARCHIVE_SIGNS_HPP

#include <cstddef>
#include <optional>
#include <string_view>

#include "src/documents/input_head.hpp"

namespace urlsieve {

// `head` begins with a version line (ISO 28500 section 4; in any case), and with a field of web archives in
// the lines up to the next empty one, unless nothing follows it.
[[nodiscard]] bool begins_warc(std::string_view head);

// Where a whole record header stands at the start of some line, or behind a control byte: a version line in
// upper case, fields alone, one of them of web archives, and behind as many bytes as it says the end of a
// record, where that can be seen. So prose about the format, and samples of it that were shortened, are none.
[[nodiscard]] std::optional<std::size_t> find_warc(const input_head& head);

// `head` begins with "filedesc:" or a URL-record line (ARC 1.0 and 1.1): a URL, an IP address, a date of 14
// digits, with version 1.1 five fields more, and a length.
[[nodiscard]] bool begins_arc(std::string_view head);

// A line of `head` is of an index of web archives, and none but header lines stand before it: " CDX " and the
// letters of fields, "key date {", or "key date URL type" and more; "key" as SURT or a host with a path,
// "date" of 14 digits.
[[nodiscard]] bool begins_cdx(const input_head& head);

}  // namespace urlsieve

#endif
