// The signs by which sniff() tells archives of the web: their first lines, and where damage left none, a
// record further on.
#ifndef URLSIEVE_INPUT_ARCHIVE_SIGNS_HPP
#define URLSIEVE_INPUT_ARCHIVE_SIGNS_HPP

#include <string_view>

namespace urlsieve {

// `head` begins with a version line (ISO 28500 section 4; in any case), and with a field of web archives in
// the lines up to the next empty one, unless nothing follows it.
[[nodiscard]] bool begins_warc(std::string_view head);

// A whole record header stands at the start of some line of `head`: a version line in upper case, fields
// alone, one of them of web archives, and behind as many bytes as it says the end of a record, where that can
// be seen. So prose about the format, and samples of it that were shortened, are none.
[[nodiscard]] bool holds_warc(std::string_view head);

// `head` begins with a URL-record line (ARC 1.0 and 1.1): a URL, an IP address, a date of 14 digits, with
// version 1.1 five fields more, and a length.
[[nodiscard]] bool begins_arc(std::string_view head);

// A line of `head` is of an index of web archives, and none but header lines stand before it: " CDX " and the
// letters of fields, "key date {", or "key date URL type" and more; "key" as SURT or a host with a path,
// "date" of 14 digits.
[[nodiscard]] bool begins_cdx(std::string_view head);

}  // namespace urlsieve

#endif
