// A line of a list of inputs (--files-from): a name, or a JSON object with more properties, as in a plan's
// tasks.
//   {"path": "a.warc.gz", "size": 5120, "modified": 1700000000000000000, "from": 1024, "to": 2048,
//    "format": "warc", "walked": true}
//
// Only "path" is required. "to" and "format" together make a part; "from" is then 0 by default. "size" and
// "modified" state properties that the file must still have (listing::next()). For a URL, "size", "etag" and
// "last_modified" have the values that the server returned.
#ifndef URLSIEVE_INPUT_LISTS_LISTED_LINE_HPP
#define URLSIEVE_INPUT_LISTS_LISTED_LINE_HPP

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace urlsieve {

// A part of a file: the records that begin in the byte range. The exact cuts depend on the file alone, so
// adjacent parts give each record exactly once. A part has no records if `from` >= `to`.
struct input_part {
  std::uint64_t from = 0;  // stored bytes
  std::uint64_t to = 0;
  std::string format;  // of the whole file

  friend bool operator==(const input_part&, const input_part&) = default;
};

struct listed_line {
  std::string path;
  std::optional<std::uint64_t> size;      // in bytes, as stored
  std::optional<std::uint64_t> modified;  // nanoseconds since 1970
  std::string etag;                       // of a URL, as the server sent it; empty: unknown
  std::string last_modified;              // of a URL without ETag, as the server sent it; empty: unknown
  std::string commit;                     // last commit of a mail repository; empty for other inputs
  std::optional<input_part> part;         // nullopt: the whole file
  bool walked = false;                    // found in a directory: skipped if the format is unknown

  friend bool operator==(const listed_line&, const listed_line&) = default;
};

// Returns true for UTF-8 without control characters. A request can carry such text as the version of an
// object.
[[nodiscard]] bool is_header_value(std::string_view text);

// Returns true for the name of a git commit: 40 or 64 lower-case hexadecimal digits.
[[nodiscard]] bool is_commit(std::string_view text);

// Returns the members of the JSON object in `line`. A line is a plain name if it is no JSON object or lacks
// "path". A line is a plain name, too, if "etag" or "last_modified" is no header value, or if "commit" is no
// commit name.
[[nodiscard]] listed_line read_listed_line(std::string_view line);

// Returns `line` as JSON on one line, without a line end. Requires: the path is UTF-8.
[[nodiscard]] std::string to_json(const listed_line& line);

}  // namespace urlsieve

#endif
